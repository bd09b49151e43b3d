"""From a wrapper that a redesign broke to one that reads the new pages, with the proof."""

from stook.learning.heal.heal import heal
from stook.learning.heal.proof import Healing, Proof

__all__ = ["Healing", "Proof", "heal"]
