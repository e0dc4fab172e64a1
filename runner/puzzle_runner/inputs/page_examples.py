"""Storing the examples that were read from a page. They are guesses, and what the user has mended stays."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tomlkit

from puzzle_runner.inputs import case_file, writing
from puzzle_runner.model import PAGE, Case
from puzzle_runner.storage import atomic, toml


def store(folder: Path, examples: Sequence[Case], *, refresh: bool) -> int:
    """Store the examples of a page in a folder of cases; return how many inputs are new.

    Without `refresh`, only what is not there is stored. With it, what was read from an earlier page is
    replaced; what a person has written never is.
    """
    edited = {case.name for case in case_file.read(folder) if case.source not in ("", PAGE)}
    to_store = [example for example in examples if example.name not in edited]
    path = folder / case_file.FILE
    if not to_store and not (refresh and path.exists()):
        return 0
    new = 0
    for example in to_store:
        if refresh or not example.path.exists():
            atomic.write(example.path, f"{example.inline}\n".encode())
            new += 1

    def change(document: tomlkit.TOMLDocument) -> None:
        if refresh:
            _drop_guesses(document, {example.name for example in to_store})
        for example in to_store:
            _add(document, example)

    toml.change(path, change)
    return new


def _add(document: tomlkit.TOMLDocument, example: Case) -> None:
    """Add an example to a case file, and the answers that it lacks, each with its sentence."""
    table: Any = document.setdefault(example.name, tomlkit.table())
    toml.put(table, case_file.SOURCE, PAGE)
    by_hand = table.get(case_file.BY_HAND, [])
    for part, answer in example.answers.items():
        key = writing.key(part)
        if key in table or part in by_hand:
            continue
        toml.put(table, key, writing.number(answer.text))
        sentences: Any = table.setdefault(case_file.SENTENCES, tomlkit.inline_table())
        sentences[key] = answer.sentence or ""


def _drop_guesses(document: tomlkit.TOMLDocument, names: set[str]) -> None:
    """Remove the answers that were read from an earlier page, and the cases that it alone had.

    `names` are those of the cases that the page has now.
    """
    for name, table in list(document.items()):
        if not isinstance(table, dict):
            continue
        # Earlier versions did not note the source: then a case that the page has was read from it.
        if table.get(case_file.SOURCE, PAGE if name in names else "") != PAGE:
            continue
        by_hand = [writing.key(part) for part in table.get(case_file.BY_HAND, [])]
        for key in list(table):
            if key.startswith("part") and key not in by_hand:
                del table[key]
        table.pop(case_file.SENTENCES, None)
        if name not in names and set(table) <= {case_file.SOURCE}:
            del document[name]
