"""The fields that are wanted of a record, each with its type and with how often it stands there.

    Schema({"title": "text", "authors": "text*", "date": "date?",
            "reviews*": {"author": "text", "stars": "number?"}})

    type   what kind of value a field holds, one of TYPES; `recognise.values` reads them
    sign   how often: `1` once, which is not written; `?` at most once; `*` any number; `+` any number, but not none
    spec   a type and its sign in one word, as "text*"; a record within the record has its own fields for a type, and
           so its sign stands behind its name

The same form is written in TOML, where the fields of a record within are a table: `["reviews*"]`. A DTD says it in
the way of XML. All three ways lead through `Schema(mapping)`, so there is one place where a schema can be wrong.
"""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stook.errors import SchemaError
from stook.records import dtd

TYPES = ("text", "link", "image", "date", "number", "integer", "money", "duration", "email", "phone")
RECORD = "record"
"""The type of a field that holds records."""
SIGNS = "1?*+"
DEEPEST = 16
"""How deep records may stand in records. A file of other people may come with more, and nobody means it."""


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its name, its type, how often it stands in a record; of a record within, its own fields."""

    name: str
    type: str = "text"
    sign: str = "1"
    nested: Schema | None = None

    def __post_init__(self) -> None:
        _check_name(self.name)
        if self.sign not in SIGNS or len(self.sign) != 1:
            raise SchemaError(f"{self.sign!r} is no cardinality", subject=self.name,
                              hint="write ? for at most one, * for any number, + for at least one, or nothing for one")
        if self.nested is not None:
            object.__setattr__(self, "type", RECORD)
        elif self.type not in TYPES:
            raise SchemaError(f"{self.type!r} is no type", subject=self.name, hint=f"the types are {', '.join(TYPES)}")

    @property
    def cardinality(self) -> str:
        """`1`, `?` or `*`."""
        return "*" if self.sign == "+" else self.sign

    @property
    def least(self) -> int:
        """How many values a record has at least: 1 for `1` and `+`."""
        return 1 if self.sign in "1+" else 0

    @property
    def repeats(self) -> bool:
        return self.cardinality == "*"

    @property
    def depth(self) -> int:
        return 1 + max((field.depth for field in self.nested.fields), default=0) if self.nested else 1


@dataclass(frozen=True, init=False)
class Schema(Mapping[str, Field]):
    """Fields by name, in the order in which they are to be shown; schemas are equal where that is equal too."""

    fields: tuple[Field, ...]

    def __init__(self, fields: Mapping[str, Any] | Iterable[Field]) -> None:
        object.__setattr__(self, "fields", _fields(fields, ()))
        if not self.fields:
            raise SchemaError("a schema needs at least one field", hint='write one as {"title": "text"}')
        names = [field.name for field in self.fields]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise SchemaError("there are two fields of this name", subject=twice, hint="call one of them otherwise")
        if max(field.depth for field in self.fields) > DEEPEST:
            raise SchemaError(f"records stand more than {DEEPEST} deep in records", hint="say it with fewer levels")

    def __getitem__(self, name: str) -> Field:
        return next((field for field in self.fields if field.name == name), None) or _missing(name)

    def __iter__(self) -> Iterator[str]:
        return (field.name for field in self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def __repr__(self) -> str:
        return f"Schema({self.to_dict()!r})"

    @classmethod
    def load(cls, path: str | Path) -> Schema:
        """Read a schema's file: `.toml` or `.dtd`."""
        parsers = {".toml": cls.parse_toml, ".dtd": cls.parse_dtd}
        parse = parsers.get(Path(path).suffix.lower())
        if parse is None:
            raise SchemaError("a schema is not kept in files of this kind", subject=str(path),
                              hint=f"name it {' or '.join(parsers)} after what is in it")
        try:
            return parse(Path(path).read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
            raise SchemaError(f"the schema cannot be read ({why})", subject=str(path),
                              hint=f"give a file that is called {' or '.join(parsers)}") from error
        except SchemaError as error:
            said = f"{error.subject}: {error.message}" if error.subject else error.message
            raise SchemaError(said, subject=str(path), hint=error.hint) from error

    @classmethod
    def parse_toml(cls, text: str) -> Schema:
        """A schema as `to_toml` writes it."""
        try:
            return cls(tomllib.loads(text))
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise SchemaError(f"this is no TOML: {error}", hint='write fields as title = "text"') from error

    @classmethod
    def parse_dtd(cls, text: str, root: str | None = None) -> Schema:
        """A schema as a DTD declares it. `root` is the element that is a record: without it, the one in no other."""
        return cls(dtd.read(text, root, TYPES))

    @classmethod
    def inferred(cls, records: Iterable[Mapping[str, Any]]) -> Schema:
        """What these records have in common, as lists of values by field (one value may stand without its list)."""
        examples = list(records)
        return cls([_inferred(name, [example.get(name, ()) for example in examples])
                    for name in dict.fromkeys(name for example in examples for name in example)])

    def to_dict(self) -> dict[str, Any]:
        """The mapping that this schema can be made from again."""
        return dict(_written(field) for field in self.fields)

    def to_toml(self) -> str:
        return "\n".join(_toml_lines(self.fields, ())) + "\n"


def _missing(name: str) -> Field:
    raise KeyError(name)


# --- From mappings

def _fields(given: Mapping[str, Any] | Iterable[Field], path: tuple[str, ...]) -> tuple[Field, ...]:
    if len(path) >= DEEPEST:
        raise SchemaError(f"records stand more than {DEEPEST} deep in records", subject=path[0],
                          hint="say it with fewer levels")
    if isinstance(given, Schema):
        return given.fields
    if not isinstance(given, Mapping):
        return tuple(given)
    return tuple(_field(name, spec, path) for name, spec in given.items())


def _field(name: Any, spec: Any, path: tuple[str, ...]) -> Field:
    subject = ".".join((*path, str(name)))
    if not isinstance(name, str):
        raise SchemaError("the name of a field is a text", subject=subject)
    if isinstance(spec, Field) and spec.name != name:
        raise SchemaError(f"the field of this name calls itself {spec.name!r}", subject=subject)
    if isinstance(spec, Field):
        return spec
    if isinstance(spec, Mapping):
        bare, sign = _split(name)
        return _placed(path, bare, RECORD, sign, Schema(_fields(spec, (*path, bare))))
    if isinstance(spec, str):
        return _placed(path, name, *_split(spec))
    raise SchemaError(f"a field cannot be {spec!r}", subject=subject,
                      hint='write its type as "text*", or the fields of a record within')


def _placed(path: tuple[str, ...], name: str, type_: str, sign: str, nested: Schema | None = None) -> Field:
    """The field; what is wrong with it is told with the names of the records around it."""
    try:
        return Field(name, type_, sign, nested)
    except SchemaError as error:
        raise SchemaError(error.message, subject=".".join((*path, name)), hint=error.hint) from None


def _split(word: str) -> tuple[str, str]:
    """A word and the sign behind it."""
    return (word[:-1].rstrip(), word[-1]) if word[-1:] and word[-1] in "?*+" else (word, "1")


def _check_name(name: str) -> None:
    if not name or name != name.strip():
        raise SchemaError("the name of a field is empty or has blanks around it", subject=repr(name))
    if any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in name):
        raise SchemaError("the name of a field is one line of text", subject=repr(name))
    if name[-1] in "?*+":
        raise SchemaError("the name of a field cannot end like a cardinality", subject=name,
                          hint='write that behind the type, as in {"title": "text?"}')


# --- To mappings and TOML

def _written(field: Field) -> tuple[str, Any]:
    sign = "" if field.sign == "1" else field.sign
    if field.nested:
        return field.name + sign, field.nested.to_dict()
    return field.name, field.type + sign


_is_bare = re.compile(r"[A-Za-z0-9_-]+").fullmatch


def _toml_lines(fields: Sequence[Field], path: tuple[str, ...]) -> Iterator[str]:
    """A record within gets a table of its own, unless a plain field follows it: TOML would count that to the table."""
    last_plain = max((place for place, field in enumerate(fields) if not field.nested), default=-1)
    for place, field in enumerate(fields):
        name, spec = _written(field)
        if field.nested and place > last_plain:
            yield from ("", f"[{'.'.join((*path, _key(name)))}]")
            yield from _toml_lines(field.nested.fields, (*path, _key(name)))
        else:
            yield f"{_key(name)} = {_inline(spec)}"


def _inline(spec: Any) -> str:
    if isinstance(spec, str):
        return f'"{spec}"'
    return "{" + ", ".join(f"{_key(name)} = {_inline(inner)}" for name, inner in spec.items()) + "}"


def _key(name: str) -> str:
    return name if _is_bare(name) else json.dumps(name, ensure_ascii=False)


# --- From examples

def _values(given: Any) -> Sequence[Any]:
    return given if isinstance(given, Sequence) and not isinstance(given, str) else [given]


def _inferred(name: str, given: Sequence[Any]) -> Field:
    """Asked of every record is only what all examples have. One that does not label a field may well be without it.
    Who gives a record within as a list of one knows that there may be more; a text is always given so."""
    columns = [_values(one) for one in given]
    sizes = {len(values) for values in columns}
    values = [value for column in columns for value in column]
    within = [value for value in values if isinstance(value, Mapping)]
    many = max(sizes) > 1 or (within and not any(isinstance(one, Mapping) for one in given))
    sign = "*" if many else "1" if sizes == {1} else "?"
    if within and len(within) < len(values):
        raise SchemaError("some values of this field are records and some are not", subject=name,
                          hint="label all of them in one way")
    return Field(name, sign=sign, nested=Schema.inferred(within) if within else None)
