"""The cases of a puzzle: `inputs/<id>/cases.toml` and the inputs beside it."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from runner.errors import InputMissing, Unreadable
from runner.model import MAIN, Case, Expected

FILE = "cases.toml"
_PART = re.compile(r"part([1-9]\d*)")
_HASH = re.compile(r"\d+\$\d+\$\d+\$[0-9a-f]+\$[0-9a-f]{64}")


def read(folder: Path, account: str | None = None) -> tuple[Case, ...]:
    """Return the cases in a folder, in the order of the file; none where there is no file.

    Raises Unreadable, with file and line.
    """
    path = folder / FILE
    try:
        source = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
        # A decimal is kept as it was written: the judge compares texts.
        document = tomllib.loads(source, parse_float=str)
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path} cannot be read: {error}.") from error
    lines = _Lines(path, source)
    tolerance = _tolerance(lines, document.pop("tolerance", None))
    return tuple(_case(folder, name, table, tolerance, account, lines) for name, table in document.items())


def text(case: Case) -> str:
    """Return the input of a case as a part gets it: CRLF made LF, one trailing newline removed.

    Raises InputMissing, or Unreadable where it is not UTF-8.
    """
    if case.inline is not None:
        return tidy(case.inline)
    try:
        return _sound(case, tidy(case.path.read_bytes().decode("utf-8-sig")))
    except FileNotFoundError:
        raise InputMissing(
            f'{case.where} case "{case.name}" has no input: '
            f'give it input = "..." there, or write {case.path}.'
        ) from None
    except UnicodeDecodeError as error:
        raise Unreadable(
            f"{case.path} is not UTF-8: byte {error.start} is {error.object[error.start]:#x}."
        ) from None
    except OSError as error:
        raise Unreadable(f"{case.path} cannot be read: {error.strerror}.") from error


def _sound(case: Case, text: str) -> str:
    """Return the text of an input. One that was fetched and has since been damaged is not used."""
    if case.cached and (damage := damaged(text)):
        id = case.path.parent.name
        raise Unreadable(
            f'{case.path} {damage}: it is not used. Fetch it once more with "puzzles fetch {id} --refresh".'
        )
    return text


def damaged(text: str) -> str:
    """Return what is wrong with a text that should be an input from a site; nothing where it looks sound."""
    if not text.strip("\0 \t\r\n"):
        return "is empty"
    return "is an HTML page" if text[:200].lstrip().lower().startswith(("<!doctype", "<html")) else ""


def tidy(text: str) -> str:
    """Return an input with CRLF made LF and one trailing newline removed."""
    return text.replace("\r\n", "\n").removesuffix("\n")


def real(cases: tuple[Case, ...], account: str | None = None) -> Case | None:
    """Return the case that counts: the account's, else `main`, else the first."""
    mine = (case for case in cases if account and case.account == account and case.name == MAIN)
    main = (case for case in cases if case.name == MAIN)
    return next(mine, None) or next(main, None) or next(iter(cases), None)


class _Lines:
    """Where a table or a key stands in a file, for messages."""

    def __init__(self, path: Path, source: str) -> None:
        self.path = path
        self.source = source.splitlines()

    def where(self, case: str | None, key: str | None = None) -> str:
        """Return file and line of a key, of its case where the key is not found, else of the file."""
        number = next(self._find(case, key), 0) or next(self._find(case, None), 0)
        return f"{self.path}, line {number}:" if number else f"{self.path}:"

    def _find(self, case: str | None, key: str | None) -> Iterator[int]:
        table: str | None = None
        for number, line in enumerate(self.source, start=1):
            if header := re.match(r"\s*\[\s*[\"']?(.*?)[\"']?\s*\]", line):
                table = header[1]
                if table == case and key is None:
                    yield number
            elif table == case and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
                yield number


def _tolerance(lines: _Lines, value: Any) -> float | None:
    if value is None:
        return None
    try:
        tolerance = float(value)
    except (TypeError, ValueError):
        tolerance = -1.0
    if isinstance(value, bool) or not tolerance >= 0:
        raise Unreadable(f"{lines.where(None, 'tolerance')} tolerance must be a number such as 1e-9.")
    return tolerance


def _case(
    folder: Path, name: str, table: Any, tolerance: float | None, account: str | None, lines: _Lines
) -> Case:
    if not isinstance(table, dict):
        raise Unreadable(
            f'{lines.where(None, name)} "{name}" stands outside a case. '
            f"Only tolerance may; write [{MAIN}] or [example] above it."
        )
    answers = {}
    for key, value in table.items():
        if part := _PART.fullmatch(key):
            answers[int(part[1])] = _expected(lines, name, key, value)
        elif key != "input":
            raise Unreadable(
                f'{lines.where(name, key)} a case has input, part1, part2, ...; "{key}" is none of them.'
            )
    inline = table.get("input")
    if not isinstance(inline, str | None):
        raise Unreadable(f'{lines.where(name, "input")} input must be text: write "{inline}", in quotes.')
    return Case(name, folder / f"{name}.txt", inline, answers, tolerance, account, lines.where(name))


def _expected(lines: _Lines, case: str, key: str, value: Any) -> Expected:
    match value:
        case bool():
            pass
        case int() | str():
            return Expected(str(value))
        case {"scrypt": str(digest), **rest} if not rest and _HASH.fullmatch(digest):
            return Expected(digest, hidden=True)
    raise Unreadable(
        f"{lines.where(case, key)} {key} must be an integer, a text in quotes or "
        f'{{ scrypt = "N$r$p$salt$hash" }}, not {value!r}.'
    )
