"""The one interface of all exporters."""

from typing import Protocol, TypeVar

Value = TypeVar("Value", contravariant=True)


class Exporter(Protocol[Value]):
    """Writes a value in one format.

    A module with a function `export` is an exporter; one that has options is an object with such a method.
    """

    def export(self, value: Value, /) -> str:
        """Return the whole text, without a newline at its end."""
