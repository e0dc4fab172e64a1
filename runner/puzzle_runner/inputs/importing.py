"""Taking over the data of other tools into the data folder. Nothing there is overwritten."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import tomlkit

from puzzle_runner import files
from puzzle_runner.errors import Exit
from puzzle_runner.inputs import answers, cached, case_file, cases, flaws, writing
from puzzle_runner.model import MAIN, Expected
from puzzle_runner.sites.values import Kept, Problem
from puzzle_runner.storage import atomic, toml

TAKEN, PRESENT, LEFT = "taken", "present", "left"
# The case with the ranges of arguments.
RANGES = "any"


class Item(NamedTuple):
    """An input, an answer or a guess: taken, present, or left for the reason `why`, with an exit code."""

    puzzle: str
    what: str
    state: str
    why: str = ""
    exit: Exit = Exit.RIGHT


def take(owner: Path, kept: Kept, *, hide: bool = False) -> list[Item]:
    """Store what a source has of a puzzle in the folder of its owner; with `hide`, hashes of the answers."""
    folder = cached.inputs(owner, kept.id)
    items = [*_input(folder, kept)]
    items += _answers(folder, kept, hide)
    items += _guesses(folder, kept)
    if kept.problem:
        items.append(Item(kept.id, "a file", LEFT, kept.problem, Exit.UNREADABLE))
    return items


def take_problem(path: Path, folder: Path, id: str, problem: Problem) -> list[Item]:
    """Store the module of a problem, and its cases in their folder. Raises Unreadable or StoreFailed."""
    is_new = atomic.create(path, problem.module.encode())
    items = [Item(id, "module", TAKEN if is_new else PRESENT)]
    tables = {}
    for name, (arguments, answer) in problem.cases.items():
        tables[name] = _table(arguments, answer)
    if problem.ranges:
        tables[RANGES] = _table(problem.ranges)

    def change(document: tomlkit.TOMLDocument) -> None:
        # Only a new file has room above its cases.
        if not document and problem.tolerance:
            document[case_file.TOLERANCE] = problem.tolerance
        for name, table in tables.items():
            state, why = PRESENT, ""
            if name not in document:
                state = TAKEN
                document[name] = new = tomlkit.table()
                for key, value in table.items():
                    if isinstance(value, dict):
                        # As a rule a range, in its line.
                        inline = tomlkit.inline_table()
                        inline.update(value)
                        value = inline
                    new.append(key, value)
            elif document[name].unwrap() != table:
                state = LEFT
                why = f"there is another one in {folder / case_file.FILE}"
            items.append(Item(id, f"case {name}", state, why))

    toml.change(folder / case_file.FILE, change)
    if problem.doubt:
        why = f"{problem.doubt}. Write the ranges for stress yourself"
        items.append(Item(id, f"case {RANGES}", LEFT, why))
    return items


def _table(arguments: Mapping[str, Any], answer: Any = None) -> dict[str, Any]:
    table = writing.arranged(arguments)
    if answer is not None:
        table[writing.key(1)] = answer if type(answer) is int else str(answer)
    return table


def _input(folder: Path, kept: Kept) -> Iterator[Item]:
    if kept.input is None:
        return
    path = cases.file(folder, MAIN)
    state, why = PRESENT, ""
    if flaw := flaws.of_input(kept.input):
        state, why = LEFT, f"it {flaw}"
    elif not cached.has_input(folder, MAIN):
        # What is stored may be none.
        state = TAKEN
        atomic.write(path, kept.input)
    else:
        stored, text = files.text(path), files.decoded(path, kept.input)
        if cases.tidy(stored) != cases.tidy(text):
            state, why = LEFT, f"there is another one, {path}"
    yield Item(kept.id, "input", state, why)


def _answers(folder: Path, kept: Kept, hide: bool) -> Iterator[Item]:
    path = folder / case_file.FILE
    known: Mapping[int, Expected] = {}
    for case in case_file.load(folder).cases:
        if case.name == MAIN:
            known = case.answers
    new = {}
    for part, answer in kept.answers.items():
        state, why = PRESENT, ""
        if part not in known:
            state = TAKEN
            new[part] = answer
            if hide:
                text = answers.hide(answer.text, os.urandom(16), of_list=True)
                new[part] = Expected(text, hidden=True)
        elif answer != known[part] and not answers.matches(answer.text, known[part]):
            state, why = LEFT, f"there is another one in {path}"
        yield Item(kept.id, f"answer of part {part}", state, why)
    writing.set_answers(path, MAIN, new)


def _guesses(folder: Path, kept: Kept) -> Iterator[Item]:
    known = [guess[:3] for guess in cached.guesses(folder)]
    for guess in kept.guesses:
        state = PRESENT
        if guess[:3] not in known:
            state = TAKEN
            writing.add_guess(folder, *guess)
        yield Item(kept.id, f"guess of part {guess.part}", state)
