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
# The case with the ranges of arguments, and the file of a checker.
RANGES, CHECK_FILE = "any", "check.py"


class Item(NamedTuple):
    """The state of an input, an answer or a guess: taken, present, or left for the reason `why`.

    `exit` is the exit code of what could not be read or stored.
    """

    puzzle: str
    what: str
    state: str
    why: str = ""
    exit: Exit = Exit.RIGHT


def take(owner: Path, kept: Kept, *, hide: bool = False) -> list[Item]:
    """Store what a source has of a puzzle in the folder of its owner. Raises Unreadable or StoreFailed.

    With `hide`, an answer is stored as a salted hash.
    """
    folder = cached.inputs(owner, kept.id)
    items: list[Item] = []
    for states in (_input(folder, kept), _answers(folder, kept, hide), _guesses(folder, kept)):
        for what, state, why in states:
            items.append(Item(kept.id, what, state, why))
    if kept.problem:
        items.append(Item(kept.id, "a file", LEFT, kept.problem, Exit.UNREADABLE))
    return items


def take_problem(path: Path, folder: Path, id: str, problem: Problem) -> list[Item]:
    """Store the module of a problem, and its cases in their folder. Raises Unreadable or StoreFailed."""
    is_new = atomic.create(path, problem.module.encode())
    items = [Item(id, "module", TAKEN if is_new else PRESENT)]
    if problem.checker:
        atomic.create(folder / CHECK_FILE, problem.checker.encode())

    def change(document: tomlkit.TOMLDocument) -> None:
        # Only a new file has room above its cases.
        is_new = not document
        if is_new and problem.tolerance:
            document[case_file.TOLERANCE] = problem.tolerance
        if is_new and problem.checker:
            document[case_file.CHECKER] = CHECK_FILE
        tables = {name: _table(*case) for name, case in problem.cases.items()}
        if problem.ranges:
            tables[RANGES] = _table(problem.ranges)
        for name, table in tables.items():
            item = Item(id, f"case {name}", TAKEN)
            if name not in document:
                document[name] = {key: toml.inline(value) for key, value in table.items()}
            elif document[name].unwrap() == table:
                item = item._replace(state=PRESENT)
            else:
                why = f"there is another one in {folder / case_file.FILE}"
                item = item._replace(state=LEFT, why=why)
            items.append(item)

    toml.change(folder / case_file.FILE, change)
    if problem.doubt:
        items.append(
            Item(id, f"case {RANGES}", LEFT, f"{problem.doubt}. Write the ranges for stress yourself")
        )
    return items


def _table(arguments: Mapping[str, Any], answer: Any = None) -> dict[str, Any]:
    table = writing.arranged(arguments)
    if answer is not None:
        table[writing.key(1)] = answer if type(answer) is int else str(answer)
    return table


def _input(folder: Path, kept: Kept) -> Iterator[tuple[str, str, str]]:
    if kept.input is None:
        return
    path = folder / f"{MAIN}.txt"
    if flaw := flaws.of_input(kept.input):
        yield "input", LEFT, f"it {flaw}"
    elif atomic.create(path, kept.input):
        yield "input", TAKEN, ""
    elif not cached.has_input(folder, MAIN):
        # What is stored cannot be an input.
        atomic.write(path, kept.input)
        yield "input", TAKEN, ""
    elif cases.tidy(files.text(path)) == cases.tidy(files.decoded(path, kept.input)):
        yield "input", PRESENT, ""
    else:
        yield "input", LEFT, f"there is another one, {path}"


def _answers(folder: Path, kept: Kept, hide: bool) -> Iterator[tuple[str, str, str]]:
    path = folder / case_file.FILE
    mains = [case for case in case_file.load(folder).cases if case.name == MAIN]
    known = mains[0].answers if mains else {}
    new: dict[int, Expected] = {}
    for part, answer in kept.answers.items():
        if part in known:
            continue
        new[part] = answer
        if hide:
            salt = os.urandom(16)
            new[part] = Expected(answers.hide(answer.text, salt, of_list=True), hidden=True)
    if new or not mains:
        writing.change_case(path, MAIN, lambda table: writing.put_answers(table, new))
    for part, answer in kept.answers.items():
        state, why = PRESENT, ""
        if part in new:
            state = TAKEN
        elif answer != known[part] and not answers.matches(answer.text, known[part]):
            state, why = LEFT, f"there is another one in {path}"
        yield f"answer of part {part}", state, why


def _guesses(folder: Path, kept: Kept) -> Iterator[tuple[str, str, str]]:
    if not kept.guesses:
        return
    known = {(guess.part, guess.answer, guess.sent) for guess in cached.guesses(folder)}
    for guess in kept.guesses:
        state = PRESENT
        if guess[:3] not in known:
            state = TAKEN
            writing.add_guess(folder, *guess)
        yield f"guess of part {guess.part}", state, ""
