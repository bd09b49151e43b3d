"""Every exception that stook raises on purpose.

    StookError                  the base; `str(error)` is one sentence that a person can act on
      PageError                 the content cannot become a Page (too large, too many nodes)
      SchemaError               a schema says what cannot be wanted (a type, a cardinality, a part of a DTD)
      ListingError              a candidate was asked for that the page does not have
      LearnError                nothing can be learnt from the examples
      PasteError                a pasted text does not stand on the page
      TemplateError             a template's file cannot be read, or it has no such slot
      WrapperError              a wrapper file cannot be read (damaged, or of a newer format)
      FeedError                 entries cannot be written as the feed that was asked for
      FetchError                nothing could be fetched
        EgressError             the address is one that stook refuses to talk to
        ResponseError           the server answered, but not with a page (status, size, type)

Each error names the thing it is about in `subject` (a URL, a file, a field) and says what to do next in
`hint`, where there is something to do.
"""


class StookError(Exception):
    """What went wrong, with what, and what to do about it."""

    def __init__(self, message: str, *, subject: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.subject = subject
        self.hint = hint

    def __str__(self) -> str:
        said = f"{self.subject}: {self.message}" if self.subject else self.message
        return f"{said}; {self.hint}" if self.hint else said

    def __reduce__(self) -> tuple[object, ...]:
        # Exceptions cross process borders by pickle, which by default forgets keyword arguments.
        return (_rebuild, (type(self), self.message, self.subject, self.hint))


def _rebuild(kind: type[StookError], message: str, subject: str | None, hint: str | None) -> StookError:
    return kind(message, subject=subject, hint=hint)


class PageError(StookError):
    """The content cannot become a Page."""


class SchemaError(StookError):
    """A schema says what cannot be wanted."""


class ListingError(StookError):
    """A candidate was asked for that the page does not have."""


class LearnError(StookError):
    """Nothing can be learnt from the examples."""


class PasteError(StookError):
    """A pasted text does not stand on the page."""


class TemplateError(StookError):
    """A template's file cannot be read, or it has no such slot."""


class WrapperError(StookError):
    """A wrapper file cannot be read."""


class FeedError(StookError):
    """Entries cannot be written as the feed that was asked for."""


class FetchError(StookError):
    """Nothing could be fetched."""


class EgressError(FetchError):
    """The address is one that stook refuses to talk to."""


class ResponseError(FetchError):
    """The server answered, but not with a page."""
