"""Changing a case as a whole: switching it off and on, taking it into the workspace, editing it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import tomlkit

from puzzle_runner import files, settings
from puzzle_runner.errors import Unreadable, UsageError
from puzzle_runner.inputs import cases, writing
from puzzle_runner.model import PAGE, Case
from puzzle_runner.storage import atomic, toml

# The source of a case that was read from a page, and edited since: no page changes it any more.
EDITED = "edited"
# Characters and lines of what may be an example.
LONGEST, MOST_LINES = 4096, 100


def switch(paths: Iterable[Path], case: str, *, off: bool) -> None:
    """Switch a case off or on in each of some case files that has it."""

    def make(document: tomlkit.TOMLDocument) -> None:
        table: Any = document.get(case)
        if table is not None and off:
            table[cases.OFF] = True
        elif table is not None:
            table.pop(cases.OFF, None)

    for path in paths:
        if path.exists():
            toml.change(path, make)


def save(case: Case, folder: Path) -> Path:
    """Copy a fetched case into a folder of the workspace; return the path of its input there.

    What the workspace has of the case already stays. Raises UsageError if it is too long for an example, or
    has an input there.
    """
    text = cases.text(case)
    if len(text) > LONGEST or text.count("\n") >= MOST_LINES:
        raise UsageError(
            f'The case "{case.name}" is too long for an example: it has {len(text)} characters in '
            f"{text.count(chr(10)) + 1} lines. At most {LONGEST} in {MOST_LINES} lines are saved."
        )
    source = _document(case.path.with_name(cases.FILE))[case.name]
    path = folder / f"{case.name}.txt"
    if not atomic.create(path, f"{text}\n".encode()):
        raise UsageError(f"{path} is there already, and is not overwritten.")

    def change(table: Any) -> None:
        for key, value in source.items():
            if key not in table and key != "input":
                table[key] = value

    writing.change_case(folder / cases.FILE, case.name, change)
    return path


def draft(id: str, case: Case) -> Path:
    """Write a case with its input as a file to edit, unless a draft is there already; return its path.

    The draft is alone in its folder.
    """
    path = settings.data_folder() / "drafts" / id / case.name / cases.FILE
    if path.exists():
        return path
    table = _document(case.path.with_name(cases.FILE)).get(case.name, tomlkit.table())
    for key in (cases.SOURCE, cases.SENTENCES, cases.BY_HAND):
        table.pop(key, None)
    # The text begins on a line of its own.
    text = tomlkit.string(f"{cases.text(case)}\n", multiline=True).as_string()
    table["input"] = tomlkit.value(text if text.startswith('"""\n') else text.replace('"""', '"""\n', 1))
    document = tomlkit.document()
    document.add(tomlkit.comment("Save this file and close the editor: then it takes the place of the case."))
    document[case.name] = table
    atomic.write(path, tomlkit.dumps(document).encode())
    return path


def edited(case: Case, path: Path) -> Case:
    """Return a case as its draft has it. Raises Unreadable if it cannot be read, or is another one."""
    read = cases.read(path.parent)
    if [one.name for one in read] != [case.name]:
        raise Unreadable(f"{path}: a draft has one case, [{case.name}], and no other.")
    if read[0].inline is None:
        raise Unreadable(f"{path}: the case has no input.")
    return read[0]


def replace(case: Case, new: Case) -> None:
    """Put an edited case into the place of a case: its input and its keys each where they were."""
    table = _document(new.path.with_name(cases.FILE))[new.name]
    text = cases.text(new)
    if case.inline is None:
        del table["input"]
        atomic.write(case.path, f"{text}\n".encode())
    if case.source in (PAGE, EDITED):
        table[cases.SOURCE] = EDITED
    toml.change(case.path.with_name(cases.FILE), lambda document: document.update({case.name: table}))


def _document(path: Path) -> Any:
    return tomlkit.parse(files.read(path, files.TABLES).decode("utf-8-sig"))
