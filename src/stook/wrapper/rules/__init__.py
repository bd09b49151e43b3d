"""Rules: wrappers that say where things stand."""

from stook.wrapper.rules.model import RulesWrapper

__all__ = ["RulesWrapper"]
