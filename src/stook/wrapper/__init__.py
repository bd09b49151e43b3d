"""The learned artefact, and all that is needed to apply it."""

from stook.wrapper.export import pick_to_xpath, to_css, to_xpath
from stook.wrapper.extraction import Extraction, Fit
from stook.wrapper.format import load
from stook.wrapper.health import Health, check
from stook.wrapper.rules import RulesWrapper
from stook.wrapper.rules.frame import TemplateChange, changed

__all__ = ["Extraction", "Fit", "Health", "RulesWrapper", "TemplateChange", "changed", "check", "load", "pick_to_xpath",
           "to_css", "to_xpath"]
