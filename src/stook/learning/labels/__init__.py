"""From a few labels to a wrapper: where values stand, which place is meant, and every way to say where that is."""

from stook.learning.labels.known import Example
from stook.learning.labels.learn import METHODS, learn

__all__ = ["METHODS", "Example", "learn"]
