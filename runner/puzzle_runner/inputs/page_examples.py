"""Storing the examples that were read from a page. They are guesses, and what the user has mended stays."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tomlkit

from puzzle_runner.inputs import case_file, cases, writing
from puzzle_runner.model import PAGE, Case
from puzzle_runner.storage import atomic, toml


def store(folder: Path, examples: Sequence[Case], *, refresh: bool) -> int:
    """Store the examples of a page in a folder of cases; return how many inputs are new.

    Without `refresh`, only what is not there is stored. With it, what was read from an earlier page is
    replaced; what a person has written never is.
    """
    names = {example.name for example in examples}
    own = set()
    of_page = {}
    for case in case_file.load(folder).cases:
        # Earlier versions did not note the source.
        if case.source == PAGE or (not case.source and case.name in names):
            of_page[case.name] = case
        else:
            own.add(case.name)
    to_store = [example for example in examples if example.name not in own]
    path = folder / case_file.FILE
    if not to_store and not (refresh and path.exists()):
        return 0
    new = 0
    for example in to_store:
        file = cases.file(folder, example.name)
        if refresh or not file.exists():
            atomic.write(file, f"{example.inputs[0]}\n".encode())
            new += 1

    def change(document: tomlkit.TOMLDocument) -> None:
        for name, case in of_page.items():
            if refresh and name in document:
                table: Any = document[name]
                for part in case.answers.keys() - table.get(case_file.BY_HAND, []):
                    table.pop(writing.key(part), None)
                table.pop(case_file.SENTENCES, None)
                if name not in names and set(table) <= {case_file.SOURCE}:
                    del document[name]
                    cases.file(folder, name).unlink(missing_ok=True)
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
