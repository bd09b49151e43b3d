"""What is read only if somebody asks for it: most who read a page want the values of its records and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Late(Generic[T]):
    """A field of a dataclass that is given as a function; that is called once, when the field is first asked for.

    Until then the function keeps what it reads from, which may be a page. It may be given as it is, too.
    """

    def __init__(self, *default: T) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, holder: Any, owner: type) -> T:
        if holder is None:
            if not self._default:
                raise AttributeError(self._name)  # so a dataclass knows that there is no default
            return self._default[0]
        said = holder.__dict__[self._name]
        if callable(said):
            said = holder.__dict__[self._name] = said()
        found: T = said
        return found

    def __set__(self, holder: Any, said: T | Callable[[], T]) -> None:
        holder.__dict__[self._name] = said
