"""From a few labels to a wrapper: where values stand, which place is meant, and every way to say where that is."""

from stook.learning.labels.learn import Example, learn

__all__ = ["Example", "learn"]
