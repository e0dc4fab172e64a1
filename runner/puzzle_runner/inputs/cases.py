"""The input of a case, which is in its case file or in files beside it, and which case counts."""

import os
import re
from pathlib import Path

from puzzle_runner import files
from puzzle_runner.errors import InputMissing, Unreadable
from puzzle_runner.inputs import flaws
from puzzle_runner.inputs.case_file import where
from puzzle_runner.model import LAYOUT, MAIN, PART_NUMBER, Case
from puzzle_runner.sites.registry import identify


def file(folder: Path, case: str, part: int = 0) -> Path:
    """Return the file of the input of a case; with a part, of what that part has for itself."""
    return folder / (f"{case}.part{part}.txt" if part else f"{case}.txt")


def files_of(case: Case) -> dict[int, Path]:
    """Return the files of inputs that are beside the case file, by part; 0 is for all parts."""
    files: dict[int, Path] = {}
    if case.path.exists():
        files[0] = case.path
    folder = case.path.parent
    of_part = re.compile(rf"{re.escape(case.name)}\.part({PART_NUMBER})\.txt")
    names = os.listdir(folder) if folder.is_dir() else []
    for name in sorted(names):
        match = of_part.fullmatch(name)
        if match:
            files[int(match[1])] = folder / name
    return files


def has_input(case: Case) -> bool:
    """Tell whether a case has an input, in its case file or in files beside it."""
    return case.inline is not None or os.path.exists(case.file) or bool(files_of(case))


def of_part(case: Case, part: int) -> Case:
    """Return a case with the input that a part gets: its own, else that of all parts."""
    if isinstance(case.inline, str):
        return case
    if case.inline and part in case.inline:
        return case._replace(inline=case.inline[part])
    own = f"{case.file.removesuffix('.txt')}.part{part}.txt"
    if os.path.exists(own):
        return case._replace(inline=None, file=own)
    return case._replace(inline=None) if case.inline else case


def texts(case: Case) -> dict[int, str]:
    """Return the inputs of a case by part, or one for part 0 if that is for all. Raises as `text`."""
    parts = set(files_of(case))
    if isinstance(case.inline, str):
        parts = {0}
    elif case.inline:
        parts.update(case.inline)
    if parts > {0}:
        parts.remove(0)
    texts: dict[int, str] = {}
    for part in sorted(parts) or [0]:
        texts[part] = text(of_part(case, part))
    return texts


def text(case: Case) -> str:
    """Return the input of a case as a part gets it: CRLF made LF, one trailing newline removed.

    Raises InputMissing, or Unreadable if the file cannot be an input.
    """
    if isinstance(case.inline, str):
        return tidy(case.inline)
    try:
        data = files.read(case.file)
    except FileNotFoundError:
        if case.cached and files_of(case):
            raise InputMissing(
                f'This part has no input in case "{case.name}" yet: "puzzles fetch {case.path.parent.name}" '
                "gets it when the part is unlocked."
            ) from None
        raise InputMissing(
            f'{where(case)} case "{case.name}" has no input: '
            f'give it input = "..." there, or write {case.file}.'
        ) from None
    except OSError as error:
        raise Unreadable(f"{case.file} cannot be read: {error.strerror}.") from error
    id = case.path.parent.name
    is_of_site = case.cached or case.source == LAYOUT
    if not is_of_site and case.name == MAIN:
        # Where everybody has an input of their own, it is the site's as well.
        is_of_site = identify(id).site.PERSONAL
    flaw = flaws.of_input(data) if is_of_site else flaws.of_file(data)
    if flaw:
        remedy = f' Fetch it once more with "puzzles fetch {id}".' if case.cached else ""
        raise Unreadable(f"{case.file} {flaw}, so it is no input.{remedy}")
    return tidy(files.decoded(case.path, data))


def tidy(text: str) -> str:
    """Return an input with CRLF made LF and one trailing newline removed."""
    return text.replace("\r\n", "\n").removesuffix("\n")


def real(cases: tuple[Case, ...], account: str | None = None) -> Case | None:
    """Return the case that counts: `main` of the account, else any `main`, else the first."""
    mains = [case for case in cases if case.name == MAIN]
    for case in mains:
        if account and case.account == account:
            return case
    return next(iter([*mains, *cases]), None)


def owner(cases: tuple[Case, ...]) -> str | None:
    """Return the first account among cases; None if no case has one."""
    for case in cases:
        if case.account:
            return case.account
    return None
