"""Storing the examples that were read from a page. They are guesses, and what the user has mended stays."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tomlkit

from puzzle_runner.inputs import case_file, cases, writing
from puzzle_runner.model import PAGE
from puzzle_runner.sites.values import Example
from puzzle_runner.storage import atomic, toml


def store(folder: Path, examples: Sequence[Example], *, refresh: bool) -> int:
    """Store the examples of a page in a folder of cases; return how many inputs are new.

    Without `refresh`, only what is not there is stored. With it, what was read from an earlier page is
    replaced; what a person has written never is.
    """
    to_store = {}
    for number, example in enumerate(examples, 1):
        name = "example" if number == 1 else f"example{number}"
        to_store[name] = example
    old = []
    for case in case_file.load(folder).cases:
        # Earlier versions did not note the source.
        if case.source == PAGE or (not case.source and case.name in to_store):
            old.append(case)
        else:
            to_store.pop(case.name, None)
    path = folder / case_file.FILE
    if not to_store and not (refresh and path.exists()):
        return 0
    new = 0
    for name, example in to_store.items():
        file = cases.file(folder, name)
        if refresh or not file.exists():
            atomic.write(file, f"{example.text}\n".encode())
            new += 1

    def change(document: tomlkit.TOMLDocument) -> None:
        for case in old if refresh else ():
            if case.name not in document:
                continue
            table: Any = document[case.name]
            table.pop(case_file.SENTENCES, None)
            for part, answer in case.answers.items():
                if not answer.by_hand:
                    table.pop(writing.key(part), None)
            if case.name not in to_store and {*table} <= {case_file.SOURCE}:
                del document[case.name]
                cases.file(folder, case.name).unlink(missing_ok=True)
        for name, example in to_store.items():
            _add(document, name, example)

    toml.change(path, change)
    return new


def _add(document: tomlkit.TOMLDocument, name: str, example: Example) -> None:
    """Add an example to a case file, and the answers that it lacks, each with its sentence."""
    table: Any = document.setdefault(name, tomlkit.table())
    toml.put(table, case_file.SOURCE, PAGE)
    by_hand = table.get(case_file.BY_HAND, [])
    for part, answer in example.answers.items():
        key = writing.key(part)
        if key in table or part in by_hand:
            continue
        toml.put(table, key, writing.number(answer.text))
        sentences: Any = table.setdefault(case_file.SENTENCES, tomlkit.inline_table())
        sentences[key] = answer.sentence or ""
