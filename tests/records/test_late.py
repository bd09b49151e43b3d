"""What is read late is read once, and only if it is asked for."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import partial

from stook.records import Record, Value


def counted() -> str:
    ASKED.append(1)
    return "all of it"


ASKED: list[int] = []


def test_a_text_is_read_once_when_it_is_asked_for() -> None:
    ASKED.clear()
    record = Record({}, counted)
    before = len(ASKED)
    assert (0, "all of it", "all of it", 1) == (before, record.text, record.text, len(ASKED))


def test_a_record_whose_text_is_late_is_like_any_other() -> None:
    late, plain = Record({}, counted, (0, 3)), Record({}, "all of it", (0, 3))
    assert (plain, repr(plain), "") == (late, repr(late), Record({}).text)
    assert [plain, plain] == [pickle.loads(pickle.dumps(Record({}, counted, (0, 3)))), replace(late)]


def test_what_a_value_means_is_read_when_somebody_asks_and_travels_with_it() -> None:
    asked = []
    value = Value("12", lambda: asked.append(1) or 12)
    assert ("12", []) == (value.shown, asked)
    assert (12, 12, [1]) == (value.typed, value.typed, asked)
    assert pickle.loads(pickle.dumps(Value("12", partial(int, "12")))) == Value("12", 12)
