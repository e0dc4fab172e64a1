"""The input of a case, which is in its case file or in files beside it, and which case counts."""

from collections.abc import Sequence
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.errors import InputMissing, Unreadable
from puzzle_runner.inputs import flaws
from puzzle_runner.inputs.case_file import where
from puzzle_runner.model import LAYOUT, MAIN, Case
from puzzle_runner.sites.registry import identify


def file(folder: Path, case: str, part: int = 0) -> Path:
    """Return the file of the input of a case; with a part, of what that part has for itself."""
    return folder / (f"{case}.part{part}.txt" if part else f"{case}.txt")


def texts(case: Case) -> dict[int, str]:
    """Return the inputs of a case by part, or one for part 0 if that is for all. Raises as `text`."""
    parts = sorted(case.inputs.keys() - {0}) or [0]
    return {part: text(case, part) for part in parts}


def text(case: Case, part: int = 0) -> str:
    """Return the input of a part as it gets it: CRLF made LF, one trailing newline removed.

    Raises InputMissing, or Unreadable if the file cannot be an input.
    """
    id = Path(case.folders[0]).name
    source = case.inputs.get(part, case.inputs.get(0))
    if source is None:
        if case.cached and case.inputs:
            raise InputMissing(
                f'This part has no input in case "{case.name}" yet: '
                f'"puzzles fetch {id}" gets it when the part is unlocked.'
            )
        raise InputMissing(
            f'{where(case)} it has no input: give it input = "..." there, or write '
            f"{file(Path(case.folders[0]), case.name)}."
        )
    if isinstance(source, str):
        return tidy(source)
    try:
        data = files.read(source)
    except OSError as error:
        raise Unreadable(f"{source} cannot be read: {error.strerror}.") from error
    is_of_site = case.cached or case.source == LAYOUT
    if not is_of_site and case.name == MAIN:
        # Where everybody has an input of their own, it is the site's as well.
        is_of_site = identify(id).site.PERSONAL
    flaw = flaws.of_input(data) if is_of_site else flaws.of_file(data)
    if flaw:
        remedy = f' Fetch it once more with "puzzles fetch {id}".' if case.cached else ""
        raise Unreadable(f"{source} {flaw}, so it is no input.{remedy}")
    return tidy(files.decoded(source, data))


def tidy(text: str) -> str:
    """Return an input with CRLF made LF and one trailing newline removed."""
    return text.replace("\r\n", "\n").removesuffix("\n")


def real(cases: Sequence[Case], account: str | None = None) -> Case | None:
    """Return the case that counts: an account's `main`, if named of that one; else `main`, else the first."""
    mains = [case for case in cases if case.name == MAIN]
    for case in mains:
        if case.account and account in (None, case.account):
            return case
    return next(iter([*mains, *cases]), None)
