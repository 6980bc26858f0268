"""Exceptions."""

from __future__ import annotations


class Error(Exception):
    """Something could not be done.

    What is wrong *in* a document is not an exception: it is a finding of its report.
    """

    def __init__(self, message: str, code: str | None = None, help: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        #: The code of the error, such as ``IO001``; ``portolan.explain`` explains it.
        self.code = code
        #: What to do about it, if that is known.
        self.help = help

    def __str__(self) -> str:
        return f"{self.message} ({self.help})" if self.help else self.message


class UsageError(Error, ValueError):
    """The request makes no sense, or the document has nothing of that name."""


class RefusedError(Error, ValueError):
    """The document does not allow it: nothing is at the address, or the value does not fit."""


class UnreadableError(Error, OSError):
    """A file cannot be read."""


class UnwritableError(Error, OSError):
    """A file cannot be written."""


class InternalError(Error, RuntimeError):
    """A fault of portolan."""
