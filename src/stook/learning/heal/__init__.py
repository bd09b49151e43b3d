"""From a wrapper that a redesign broke to one that reads the new pages, with the proof."""

from stook.learning.heal.heal import Healing, Proof, heal

__all__ = ["Healing", "Proof", "heal"]
