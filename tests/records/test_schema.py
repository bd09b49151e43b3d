"""Schemas: what Python and TOML can say, what comes back, what examples tell, and what is refused in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stook.errors import SchemaError
from stook.records import TYPES, Field, Schema

BOOK = {"title": "text", "authors": "text*", "date": "date?", "reviews*": {"author": "text", "stars": "number?"}}

NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=8).filter(
    lambda name: name == name.strip() and name[-1] not in "?*+")
SIGNS = st.sampled_from("1?*+")
PLAIN = st.builds(Field, NAMES, st.sampled_from(TYPES), SIGNS)


def schemas_of(fields):
    return st.lists(fields, min_size=1, max_size=5, unique_by=lambda field: field.name).map(Schema)


SCHEMAS = schemas_of(st.recursive(PLAIN, lambda inner: st.builds(
    lambda name, sign, nested: Field(name, sign=sign, nested=nested), NAMES, SIGNS, schemas_of(inner)), max_leaves=8))


def test_a_schema_holds_its_fields_in_order():
    schema = Schema(BOOK)

    assert ["title", "authors", "date", "reviews"] == list(schema)
    assert Field("authors", "text", "*") == schema["authors"]
    assert [("1", 1, False), ("*", 0, True), ("?", 0, False), ("*", 0, True)] == [
        (field.cardinality, field.least, field.repeats) for field in schema.fields]
    assert ["author", "stars"] == list(schema["reviews"].nested)


def test_one_or_more_is_any_number_with_a_least():
    field = Schema({"authors": "text+"})["authors"]

    assert ("*", 1, True) == (field.cardinality, field.least, field.repeats)


def test_a_schema_is_a_value():
    assert Schema(BOOK) == Schema(Schema(BOOK)) == Schema(Schema(BOOK).fields)
    assert 1 == len({Schema(BOOK), Schema(BOOK)})
    assert Schema({"a": "text", "b": "text"}) != Schema({"b": "text", "a": "text"})
    assert f"Schema({BOOK!r})" == repr(Schema(BOOK))
    with pytest.raises(AttributeError):
        Schema(BOOK).fields = ()
    with pytest.raises(KeyError, match="nowhere"):
        Schema(BOOK)["nowhere"]


@given(SCHEMAS)
def test_what_a_schema_writes_makes_it_again(schema):
    assert schema == Schema(schema.to_dict())
    assert schema == Schema.parse_toml(schema.to_toml())


def test_toml_is_written_as_by_hand():
    assert """\
title = "text"
authors = "text*"
date = "date?"

["reviews*"]
author = "text"
stars = "number?"
""" == Schema(BOOK).to_toml()


def test_a_record_before_plain_fields_is_written_inline():
    """A table would swallow what follows it."""
    assert '"maker?" = {name = "text"}\nprice = "money"\n' == Schema({"maker?": {"name": "text"}, "price": "money"}).to_toml()


@pytest.mark.parametrize(("fields", "said"), [
    ({}, "a schema needs at least one field"),
    ({"title": "string"}, "title: 'string' is no type; the types are text, link, image, date, number,"),
    ({"title": "text!"}, "title: 'text!' is no type"),
    ({"title": ""}, "title: '' is no type"),
    ({"title": "record"}, "title: 'record' is no type"),
    ({"reviews*": {"stars": "digit"}}, "reviews.stars: 'digit' is no type"),
    ({"title": 3}, "title: a field cannot be 3"),
    ({"title": ["text"]}, r"title: a field cannot be \['text'\]"),
    ({3: "text"}, "3: the name of a field is a text"),
    ({"": "text"}, "the name of a field is empty"),
    ({" title": "text"}, "has blanks around it"),
    ({"ti\ntle": "text"}, "is one line of text"),
    ({"authors*": "text"}, r"authors\*: the name of a field cannot end like a cardinality; write that behind the type"),
    ({"reviews**": {"stars": "text"}}, r"reviews\*: the name of a field cannot end like a cardinality"),
    ({"a": "text", "a?": {"b": "text"}}, "a: there are two fields of this name"),
    ([Field("a"), Field("a")], "a: there are two fields of this name"),
    ({"a": Field("b")}, "a: the field of this name calls itself 'b'"),
    ({"reviews": {}}, "a schema needs at least one field"),
])
def test_what_is_wrong_is_named(fields, said):
    with pytest.raises(SchemaError, match=said):
        Schema(fields)


@pytest.mark.parametrize("sign", ["", "!", "?*", "2"])
def test_a_wrong_cardinality_is_named(sign):
    with pytest.raises(SchemaError, match="is no cardinality"):
        Field("title", sign=sign)


def test_records_do_not_nest_without_end():
    deep = {"a": "text"}
    for _ in range(100_000):
        deep = {"a": deep}
    with pytest.raises(SchemaError, match="16 deep"):
        Schema(deep)
    with pytest.raises(SchemaError, match="16 deep"):
        Schema.parse_toml("[" + ".".join(["a"] * 3000) + "]\nb = 'text'")
    schema = Schema({"a": "text"})
    for _ in range(15):
        schema = Schema([Field("a", nested=schema)])
    with pytest.raises(SchemaError, match="16 deep"):
        Schema([Field("a", nested=schema)])


@pytest.mark.parametrize("text", ["title", "title = ", "a = " + "[" * 100_000])
def test_what_is_no_toml_is_said(text):
    with pytest.raises(SchemaError, match=r"this is no TOML: .*; write fields as title"):
        Schema.parse_toml(text)


def test_files_are_read_by_suffix(tmp_path):
    toml, dtd = tmp_path / "book.toml", tmp_path / "book.DTD"
    toml.write_text(Schema(BOOK).to_toml(), encoding="utf-8-sig")
    dtd.write_text("<!ELEMENT book (title, authors*)>", encoding="utf-8")

    assert Schema(BOOK) == Schema.load(toml)
    assert Schema({"title": "text", "authors": "text*"}) == Schema.load(str(dtd))


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    wrong, torn = tmp_path / "book.toml", tmp_path / "torn.dtd"
    wrong.write_text('title = "string"')
    torn.write_bytes(b"\xff\xfe\xfa")
    for path, said in {wrong: "title: 'string' is no type", torn: "cannot be read", tmp_path / "none.toml": "cannot be read",
                       tmp_path / "book.xsd": "not kept in files of this kind"}.items():
        with pytest.raises(SchemaError, match=said) as raised:
            Schema.load(path)
        assert str(path) == raised.value.subject


def test_cardinalities_are_inferred_from_examples():
    examples = [{"title": ["Dune"], "authors": ["Herbert"], "date": ["1965"], "price": []},
                {"title": ["Emma"], "authors": ["Austen", "Editor"], "date": [], "price": [], "series": ["Penguin"]}]

    assert Schema({"title": "text", "authors": "text*", "date": "text?", "price": "text?", "series": "text?"}
                  ) == Schema.inferred(examples)


def test_records_within_are_inferred_too():
    examples = [{"title": "Dune", "reviews": [{"author": ["Ann"], "stars": ["5"]}, {"author": ["Bob"], "stars": []}]},
                {"title": "Emma", "reviews": []}]

    assert Schema({"title": "text", "reviews*": {"author": "text", "stars": "text?"}}) == Schema.inferred(examples)
    assert Schema({"maker": {"name": "text"}}) == Schema.inferred([{"maker": {"name": "Ann"}}])
    assert Schema({"makers*": {"name": "text"}}) == Schema.inferred([{"makers": [{"name": "Ann"}]}]), "a list may be longer"


def test_examples_that_contradict_each_other_are_refused():
    with pytest.raises(SchemaError, match="maker: some values of this field are records and some are not"):
        Schema.inferred([{"maker": [{"name": "Ann"}]}, {"maker": ["Bob"]}])
    with pytest.raises(SchemaError, match="at least one field"):
        Schema.inferred([])


@given(st.lists(st.dictionaries(NAMES, st.lists(st.text(), max_size=3)), min_size=1).filter(any))
def test_every_example_fits_the_schema_inferred_from_all(examples):
    schema = Schema.inferred(examples)
    for example in examples:
        for field in schema.fields:
            count = len(example.get(field.name, ()))
            assert field.least <= count
            assert field.repeats or count <= 1
