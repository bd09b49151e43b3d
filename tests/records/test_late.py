"""What is read late is read once, and only if it is asked for."""

from __future__ import annotations

import pickle
from dataclasses import replace

from stook.records import Record


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
