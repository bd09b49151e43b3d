"""The learned artefact, and all that is needed to apply it."""

from stook.wrapper.export import pick_to_xpath, to_css, to_xpath
from stook.wrapper.extraction import Extraction, Fit
from stook.wrapper.format import load
from stook.wrapper.health import Health, check
from stook.wrapper.rules import RulesWrapper

__all__ = ["Extraction", "Fit", "Health", "RulesWrapper", "check", "load", "pick_to_xpath", "to_css", "to_xpath"]
