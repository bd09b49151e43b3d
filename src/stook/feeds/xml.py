"""The few words of XML that RSS and Atom are written with."""

from __future__ import annotations

from lxml import etree

ATOM = "http://www.w3.org/2005/Atom"


def leaf(parent: etree._Element, tag: str, text: str | None = None, **attributes: str) -> None:
    etree.SubElement(parent, tag, attributes).text = text


def document(root: etree._Element) -> bytes:
    written: bytes = etree.tostring(root, encoding="utf-8", xml_declaration=True, pretty_print=True)
    return written
