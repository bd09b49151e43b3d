"""The learned artefact, and all that is needed to apply it."""

from stook.wrapper.export import pick_to_xpath, to_css, to_xpath
from stook.wrapper.extraction import Extraction, Fit
from stook.wrapper.format import dump, load
from stook.wrapper.health import Health, check
from stook.wrapper.rules import RulesWrapper
from stook.wrapper.rules.explain import Explained, Voter, explain, position
from stook.wrapper.rules.frame import TemplateChange, changed

__all__ = ["Explained", "Extraction", "Fit", "Health", "RulesWrapper", "TemplateChange", "Voter", "changed", "check",
           "dump", "explain", "load", "pick_to_xpath", "position", "to_css", "to_xpath"]
