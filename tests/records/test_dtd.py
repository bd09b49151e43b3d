"""Schemas in the way of XML: what is read, and that all else is refused with its line."""

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stook.errors import SchemaError
from stook.records import Schema

RECIPE = """\
<?xml version="1.0" encoding="utf-8"?>
<!-- What we want of a recipe,
     on whatever site. -->
<!ELEMENT recipe (title, author?, ingredient+, step*, time?)>
<!ELEMENT ingredient (amount?, name)>
<!ELEMENT title (#PCDATA)>
<!ELEMENT time ( #PCDATA )>       <!-- type: duration -->
<!ELEMENT amount (#PCDATA)>       <!-- how much of it -->
"""


def test_a_dtd_becomes_a_schema():
    assert Schema({"title": "text", "author": "text?", "ingredient+": {"amount": "text?", "name": "text"},
                   "step": "text*", "time": "duration?"}) == Schema.parse_dtd(RECIPE)


def test_any_element_that_holds_others_can_be_the_record():
    assert Schema({"amount": "text?", "name": "text"}) == Schema.parse_dtd(RECIPE, root="ingredient")


def test_an_element_may_stand_in_several_places():
    person = "<!ELEMENT book (author, editor?)><!ELEMENT author (person)><!ELEMENT editor (person)><!ELEMENT person (name)>"

    assert Schema({"author": {"person": {"name": "text"}}, "editor?": {"person": {"name": "text"}}}
                  ) == Schema.parse_dtd(person)


@pytest.mark.parametrize(("declaration", "said"), [
    ("<!ELEMENT a EMPTY>", "a holds what a schema cannot say: EMPTY"),
    ("<!ELEMENT a ANY>", "a holds what a schema cannot say: ANY"),
    ("<!ELEMENT a >", "a holds what a schema cannot say: nothing"),
    ("<!ELEMENT a (b | c)>", "alternatives"),
    ("<!ELEMENT a (#PCDATA | em)*>", "texts mixed with elements"),
    ("<!ELEMENT a (#PCDATA, b)>", "texts mixed with elements"),
    ("<!ELEMENT a ((b, c), d)>", "groups within groups"),
    ("<!ELEMENT a (b, c)*>", r"a holds what a schema cannot say: '\*' behind the group"),
    ("<!ELEMENT a (%inner;)>", "parameter entities"),
    ("<!ELEMENT a ()>", "a holds '', which is no name of an element"),
    ("<!ELEMENT a (b c)>", "a holds 'b c', which is no name"),
    ("<!ELEMENT a (b, 9c)>", "a holds '9c', which is no name"),
    ("<!ELEMENT a (b**)>", r"a holds 'b\*\*', which is no name"),
    ("<!ELEMENT a (b, c, b)>", r"a holds b twice; write b\+ for several"),
    ("<!ELEMENT top (b)>", r"top is declared a second time \(first in line 1\)"),
    ("<!ELEMENT >", "an element without name or end"),
    ("<!ELEMENT a (b)", "an element without name or end"),
    ("<!ATTLIST top id CDATA #IMPLIED>", "no such thing as attributes"),
    ('<!ENTITY % inner "b, c">', "no such thing as entities"),
    ("<!NOTATION gif SYSTEM 'x'>", "no such thing as notations"),
    ("<!DOCTYPE top [ ]>", "no such thing as a document type"),
    ("<![INCLUDE[ ]]>", "no such thing as conditional sections"),
    ("%inner;", "no such thing as parameter entities"),
    ("<?php ?>", "no such thing as processing instructions"),
    ("<!-- open", "a comment without end"),
    ("hello there", "no such thing as 'hello'"),
    ("<!ELEMENT a (#PCDATA)> <!-- type: string -->", "'string' is no type; the types are text, link"),
    ("<!ELEMENT a (b)> <!-- type: date -->", "this type belongs to no text"),
    ("<!-- a --> <!-- type: date -->", "this type belongs to no text"),
    ("<!ELEMENT a (top)>\n<!ELEMENT inner (a)>", r"stands within itself"),
])
def test_what_a_schema_cannot_say_is_refused_with_its_line(declaration, said):
    text = "<!ELEMENT top (inner)>\n<!-- two\n lines -->\n" + declaration
    with pytest.raises(SchemaError, match=said) as raised:
        Schema.parse_dtd(text, root="top")

    assert ("line 4" if "itself" not in said else "line 1") == raised.value.subject


@pytest.mark.parametrize(("text", "root", "said"), [
    ("", None, "the DTD: no element stands outside of all others"),
    ("<!ELEMENT a (#PCDATA)>", None, "the DTD: no element stands outside of all others"),
    ("<!ELEMENT a (a)>", None, "the DTD: no element stands outside of all others"),
    ("<!ELEMENT a (c)><!ELEMENT b (c)>", None, "several elements stand in no other: a, b; name the one"),
    ("<!ELEMENT a (c)>", "b", "b: no element of this name holds other elements; take one of those that do: a"),
    ("<!ELEMENT a (c)>", "c", "c: no element of this name holds other elements"),
])
def test_the_record_must_be_plain(text, root, said):
    with pytest.raises(SchemaError, match=said):
        Schema.parse_dtd(text, root)


def test_elements_that_multiply_are_refused():
    """Each level twice the level below: in few lines more fields than anybody has memory for."""
    lines = [f"<!ELEMENT {'a' * n}x ({'a' * (n + 1)}x, b)><!ELEMENT b{n} (c)>" for n in range(5)]
    assert Schema.parse_dtd("".join(lines), root="x")
    wide = "".join(f"<!ELEMENT e{n} ({', '.join(f'f{n}.{k}' for k in range(10))})>"
                   + "".join(f"<!ELEMENT f{n}.{k} (e{n + 1})>" for k in range(10)) for n in range(7))
    with pytest.raises(SchemaError, match="has more than 10000 fields"):
        Schema.parse_dtd(wide)


def test_a_long_chain_of_elements_is_refused():
    chain = "".join(f"<!ELEMENT e{n} (e{n + 1})>" for n in range(5000))
    with pytest.raises(SchemaError, match="16 deep"):
        Schema.parse_dtd(chain)


@pytest.mark.parametrize("hostile", [
    "<!ELEMENT a " + " " * 300_000, "<!--" * 100_000, "<!-- type:" + " " * 300_000 + "x -->",
    "<!ELEMENT " + "a" * 300_000, "<?xml " * 100_000, "<!ELEMENT a (" + "b," * 100_000, "(" * 300_000, "\n" * 300_000,
])
def test_hostile_files_cost_no_time(hostile):
    start = time.perf_counter()
    with pytest.raises(SchemaError):
        Schema.parse_dtd(hostile)

    assert time.perf_counter() - start < 1


@given(st.text("<!ELMNT -()#PCDA,?*+|%ab\n>"))
def test_whatever_is_written_is_read_or_refused(text):
    with contextlib.suppress(SchemaError):
        assert ["a", "b"] == list(Schema.parse_dtd("<!ELEMENT z (a, b)>" + text, root="z"))
