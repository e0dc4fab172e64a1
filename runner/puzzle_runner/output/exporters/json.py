"""A board, or the document of any command, as JSON."""

from collections.abc import Mapping
from typing import Any

from puzzle_runner.output.exporters.board import Board

SCHEMA = 1


def export(board: Board[Any], /) -> str:
    """Return the board's document as JSON."""
    return to_json(board.document)


def to_json(document: Mapping[str, Any]) -> str:
    """Return a document as JSON text, with the version of its schema as the first key."""
    from json import dumps

    # For GitHub Actions, ##[ would begin a command, wherever it stands.
    return dumps({"schema": SCHEMA, **document}, indent=2).replace("##[", "##\\u005b")
