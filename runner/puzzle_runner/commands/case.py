"""`puzzles case`: show a case of a puzzle; disable, enable, save or edit it."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import tomlkit

from puzzle_runner import files, settings, typer
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.lookup import case_folder
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.commands import person
from puzzle_runner.commands.options import OrLast, Words
from puzzle_runner.errors import Unreadable, UsageError
from puzzle_runner.inputs import cached, case_file, cases, writing
from puzzle_runner.model import MAIN, PAGE, Case
from puzzle_runner.output import case_details as output
from puzzle_runner.output import terminal
from puzzle_runner.output.render import Report
from puzzle_runner.sites.registry import identify
from puzzle_runner.storage import atomic, toml
from puzzle_runner.text import case_label, printable

Which = Annotated[OrLast, Words.ID_OR_CASE]
Name = Annotated[str | None, typer.Argument(metavar="CASE", help="The case of that puzzle."), Words.CASE]
Off = Annotated[bool, typer.Option("--off", help="Disable it: it is left out unless named.")]
On = Annotated[bool, typer.Option("--on", help="Enable it again.")]
Save = Annotated[bool, typer.Option("--save", help="Copy a fetched example into the workspace.")]
Edit = Annotated[bool, typer.Option("--edit", help="Edit its input and answers in your editor.")]

ORDER = 140
# The source of a case that was read from a page, and edited since: no page changes it any more.
EDITED = "edited"
# Characters and lines of what may be an example.
LONGEST, MOST_LINES = 4096, 100


def case(
    id: Which = None,
    name: Name = None,
    off: Off = False,
    on: On = False,
    save: Save = False,
    edit: Edit = False,
) -> Report:
    """Show a case of a puzzle; disable, enable, save or edit it."""
    if off + on + save + edit > 1:
        raise UsageError("Choose one of --off, --on, --save and --edit.")
    workspace = lookup.workspace_of([id])
    if name is None and not (id and lookup.find(lookup.paths(workspace), id)):
        id, name = None, id
    id = lookup.puzzle_id(workspace, id)
    chosen = _find(workspace, id, name)
    if off or on:
        # A case is disabled where it stands, and enabled wherever it was disabled.
        paths = {_file(chosen)} if off else {_file(chosen), case_folder(workspace, id) / case_file.FILE}
        for path in paths:
            workspace.check_writable(path)
        _switch(paths, chosen.name, off=off)
    elif save:
        _save(workspace, id, chosen)
    elif edit:
        _edit(workspace, id, chosen)
    shown = _find(workspace, id, case_label(chosen.name, chosen.account))
    row = shown, cases.texts(shown)
    document: dict[str, Any] = {"puzzle": id, **output.document(*row), "file": str(_file(shown))}
    return Report(document, [*output.lines(*row), f"  in {printable(str(_file(shown)))}"])


def _find(workspace: Workspace, id: str, name: str | None) -> Case:
    """Return the case of a name, or `name@account`. Raises UsageError."""
    available = cached.read(id, case_file.read(case_folder(workspace, id)))
    fitting = [one for one in available if name in (one.name, case_label(one.name, one.account))]
    if len(fitting) == 1:
        return fitting[0]
    labels = ", ".join(case_label(one.name, one.account) for one in fitting or available) or "none"
    if fitting:
        raise UsageError(f'{id} has several cases "{name}": {labels}. Name one of them.')
    problem = f'{id} has no case "{name}"' if name else f"Name a case of {id}"
    raise UsageError(f"{problem}. It has: {labels}.")


def _file(chosen: Case) -> Path:
    return chosen.path.with_name(case_file.FILE)


def _switch(paths: Iterable[Path], case: str, *, off: bool) -> None:
    """Disable or enable a case in each of some case files that has it."""

    def change(document: tomlkit.TOMLDocument) -> None:
        table: Any = document.get(case)
        if table is not None and off:
            table[case_file.OFF] = True
        elif table is not None:
            table.pop(case_file.OFF, None)

    for path in paths:
        if path.exists():
            toml.change(path, change)


def _save(workspace: Workspace, id: str, chosen: Case) -> None:
    """Copy a fetched example into the workspace, and say whose text it is.

    The keys that the workspace has of the case already stay.
    """
    if not chosen.cached:
        raise UsageError(f'The case "{chosen.name}" is in the workspace already: {_file(chosen)}.')
    if chosen.account or chosen.name == MAIN:
        raise UsageError(f'The case "{chosen.name}" is not an example: inputs stay outside of the workspace.')
    workspace.check_writable(workspace.root)
    texts = cases.texts(chosen)
    text = "\n".join(texts.values())
    number_of_lines = text.count("\n") + 1
    if len(text) > LONGEST or number_of_lines > MOST_LINES:
        raise UsageError(
            f'The case "{chosen.name}" is too long for an example: it has {len(text)} characters in '
            f"{number_of_lines} lines. At most {LONGEST} in {MOST_LINES} lines are saved."
        )
    fetched = _document(_file(chosen))[chosen.name]
    folder = case_folder(workspace, id)
    contents = {cases.file(folder, chosen.name, part): f"{text}\n".encode() for part, text in texts.items()}
    for path, content in contents.items():
        if path.exists() and files.read(path) != content:
            raise UsageError(f"{path} exists already, and is not overwritten.")

    def add(table: Any) -> None:
        for key, value in fetched.items():
            if key not in table and key != "input":
                table[key] = value

    # The table comes first: without the text, the case has the fetched one, and can be saved once more.
    writing.change_case(folder / case_file.FILE, chosen.name, add)
    for path, content in contents.items():
        atomic.create(path, content)
    site = identify(id)[0].ADDRESS
    terminal.warn(f"{path} holds the text of {site}. Ask its authors before you publish it.")


def _edit(workspace: Workspace, id: str, chosen: Case) -> None:
    """Let the user edit a case; it is parsed before it takes the place of the old one.

    Raises Unreadable if it cannot be parsed: then nothing is replaced, and the draft is kept.
    """
    if chosen.account or (chosen.cached and chosen.name == MAIN):
        raise UsageError(f'The case "{chosen.name}" is an input of the site: it cannot be changed.')
    workspace.check_writable(_file(chosen))
    draft = settings.data_folder() / "drafts" / id / chosen.name / case_file.FILE
    if not draft.exists():
        atomic.write(draft, _drafted(chosen).encode())
    try:
        before = files.read(draft, files.TABLES)
        person.start_editor(draft).wait()
        after = files.read(draft, files.TABLES)
    except OSError as error:
        raise Unreadable(f"{draft} cannot be read: {error.strerror}. Move it away.") from None
    try:
        read = case_file.read(draft.parent)
        if [one.name for one in read] != [chosen.name]:
            raise Unreadable(f"{draft}: a draft has one case, [{chosen.name}], and no other.")
        if read[0].inline is None:
            raise Unreadable(f"{draft}: the case has no input.")
        if before != after:
            _replace(chosen, read[0])
    except Unreadable as error:
        raise Unreadable(f"{error} Nothing has changed. The draft is kept: edit it once more.") from None
    if before == after:
        terminal.warn("Nothing has changed.")
    shutil.rmtree(draft.parent, ignore_errors=True)


def _drafted(case: Case) -> str:
    """Return the text of a case file with one case and its input."""
    table = _document(_file(case)).get(case.name, tomlkit.table())
    for key in (case_file.SOURCE, case_file.SENTENCES, case_file.BY_HAND):
        table.pop(key, None)
    # The text begins on a line of its own.
    texts = {}
    for part, text in cases.texts(case).items():
        quoted = tomlkit.string(f"{text}\n", multiline=True).as_string()
        texts[part] = tomlkit.value(
            quoted if quoted.startswith('"""\n') else quoted.replace('"""', '"""\n', 1)
        )
    table["input"] = texts[0] if 0 in texts else {str(part): text for part, text in texts.items()}
    document = tomlkit.document()
    document.add(tomlkit.comment("Save this file and close the editor: then it takes the place of the case."))
    document[case.name] = table
    return tomlkit.dumps(document)


def _replace(case: Case, edited: Case) -> None:
    """Put an edited case into the place of a case: its input and its keys each where they were."""
    table = _document(_file(edited))[edited.name]
    if case.inline is None:
        del table["input"]
        for part, text in cases.texts(edited).items():
            atomic.write(cases.file(case.path.parent, case.name, part), f"{text}\n".encode())
    if case.source in (PAGE, EDITED):
        table[case_file.SOURCE] = EDITED
    toml.change(_file(case), lambda document: document.update({case.name: table}))


def _document(path: Path) -> Any:
    return tomlkit.parse(files.read(path, files.TABLES).decode("utf-8-sig"))
