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
    new = [example for example in to_store if refresh or not example.path.exists()]
    for example in new:
        atomic.write(example.path, f"{example.inline}\n".encode())

    def make(document: tomlkit.TOMLDocument) -> None:
        if refresh:
            _drop_guesses(document, {example.name for example in to_store})
        for example in to_store:
            # Its answers are added where they are lacking, each with its sentence.
            table: Any = document.setdefault(example.name, tomlkit.table())
            toml.put(table, case_file.SOURCE, PAGE)
            for part, answer in example.answers.items():
                key = writing.key(part)
                if key not in table and part not in table.get(case_file.BY_HAND, []):
                    toml.put(table, key, writing.number(answer.text))
                    sentences: Any = table.setdefault(case_file.SENTENCES, tomlkit.inline_table())
                    sentences[key] = answer.sentence or ""

    if to_store or (refresh and (folder / case_file.FILE).exists()):
        toml.change(folder / case_file.FILE, make)
    return len(new)


def _drop_guesses(document: tomlkit.TOMLDocument, told: set[str]) -> None:
    """Remove the answers that were read from an earlier page, and the cases that it alone had."""
    for name, table in list(document.items()):
        # Earlier versions did not note the source: then a case that the page tells was read from it.
        if not isinstance(table, dict) or table.get(case_file.SOURCE, PAGE if name in told else "") != PAGE:
            continue
        by_hand = {f"part{part}" for part in table.get(case_file.BY_HAND, [])}
        for key in [key for key in table if key.startswith("part") and key not in by_hand]:
            del table[key]
        table.pop(case_file.SENTENCES, None)
        if name not in told and set(table) <= {case_file.SOURCE}:
            del document[name]
