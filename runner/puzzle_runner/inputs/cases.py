"""The cases of a puzzle: `inputs/<id>/cases.toml` and the inputs beside it."""

import math
import os
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from puzzle_runner import files
from puzzle_runner.errors import InputMissing, Unreadable
from puzzle_runner.model import MAIN, PAGE, PART_NUMBER, Case, Expected, Parameters
from puzzle_runner.storage import memo, toml

FILE, TOLERANCE = "cases.toml", "tolerance"
# Of a case that was read from a page: that it was, the sentences that its answers were read from, and the
# parts whose answer somebody has written since.
SOURCE, SENTENCES, BY_HAND = "source", "sentences", "by_hand"
# Its parameters that have one of these names, or any other.
WITH = "with"
# That it is left out unless it is asked for by name.
OFF = "off"
# What a case has beside its answers and its parameters.
KEYS = ("input", SOURCE, SENTENCES, BY_HAND, WITH, OFF)
# Bytes: a file system has room for 255, and some of them are ours.
LONGEST_NAME = 150
_PART = re.compile(rf"part({PART_NUMBER})")
_NAME = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)"""
_DOTTED = rf"({_NAME}(?:\s*\.\s*{_NAME})*)"
_HEADER = rf"\s*\[\[?\s*{_DOTTED}\s*\]"
_KEY = rf"\s*{_DOTTED}\s*="
_HASH = r"\d+\$\d+\$\d+\$[0-9a-f]+\$[0-9a-f]{64}"


# What a case file says of a case, but for the accounts: name, input, answers, source, parameters, off.
_Fields = tuple[str, str | None, dict[int, tuple[Any, ...]], str, Parameters, bool]


def read(folder: Path | str, account: str | None = None) -> tuple[Case, ...]:
    """Return the cases in a folder, in the order of the file; an empty tuple if there is no file.

    Raises Unreadable, with file and line.
    """
    name = os.path.join(folder, FILE)
    try:
        data = files.read(name, files.TABLES)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise Unreadable(f"{name} cannot be read: {error.strerror}.") from error
    toml.allow_long_integers()
    tolerance, tables = memo.of(partial(_read, name, data), data, __file__)
    return tuple(_case(folder, tolerance, account, *fields) for fields in tables)


def _case(
    folder: Path | str,
    tolerance: float | None,
    account: str | None,
    name: str,
    inline: str | None,
    answers: dict[int, tuple[Any, ...]],
    source: str,
    parameters: Parameters,
    off: bool,
) -> Case:
    expected = {part: Expected._make(answer) for part, answer in answers.items()}
    path = Path(folder, f"{name}.txt")
    return Case(name, path, inline, expected, tolerance, account, False, (), source, parameters, off)


def _read(name: str, data: bytes) -> tuple[float | None, tuple[_Fields, ...]]:
    """Return the tolerance in a case file, and the fields of its cases. Raises Unreadable."""
    source = decoded(name, data).replace("\r\n", "\n")
    path = Path(name)
    document = toml.parse(path, source)
    lines = _Lines(path, source)
    tolerance = _tolerance(lines, document.pop(TOLERANCE, None))
    return tolerance, tuple(_fields(lines, name, table) for name, table in document.items())


def decoded(name: Path | str, data: bytes) -> str:
    """Return UTF-8 as text, without a BOM. Raises Unreadable with the name of the file and the line."""
    try:
        return data.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        line, wrong = error.object.count(b"\n", 0, error.start) + 1, error.object[error.start]
        raise Unreadable(f"{name}, line {line}: it is not UTF-8: byte {error.start} is {wrong:#x}.") from None


def text(case: Case) -> str:
    """Return the input of a case as a part gets it: CRLF made LF, one trailing newline removed.

    Raises InputMissing, or Unreadable if it is not UTF-8.
    """
    if case.inline is not None:
        return tidy(case.inline)
    try:
        return _sound(case, tidy(decoded(case.path, files.read(case.path))))
    except FileNotFoundError:
        raise InputMissing(
            f'{where(case)} case "{case.name}" has no input: '
            f'give it input = "..." there, or write {case.path}.'
        ) from None
    except OSError as error:
        raise Unreadable(f"{case.path} cannot be read: {error.strerror}.") from error


def _sound(case: Case, text: str) -> str:
    """Return the text of an input. Raises Unreadable if it was fetched and is damaged."""
    if case.cached and (damage := damaged(text)):
        id = case.path.parent.name
        raise Unreadable(
            f'{case.path} {damage}: it is not used. Fetch it once more with "puzzles fetch {id} --refresh".'
        )
    return text


def damaged(text: str) -> str:
    """Return what is wrong with an input from a site; an empty text if it looks sound."""
    if not text.strip("\0 \t\r\n"):
        return "is empty"
    return "is an HTML page" if text[:200].lstrip().lower().startswith(("<!doctype", "<html")) else ""


def where(case: Case, key: str | None = None) -> str:
    """Return the file of a case, and the line of one of its keys, else of itself: `cases.toml, line 3:`."""
    path = case.path.with_name(FILE)
    source = files.text(path, files.TABLES) if path.exists() else ""
    return _Lines(path, source).where(case.name, key)


def tidy(text: str) -> str:
    """Return an input with CRLF made LF and one trailing newline removed."""
    return text.replace("\r\n", "\n").removesuffix("\n")


def real(cases: tuple[Case, ...], account: str | None = None) -> Case | None:
    """Return the case that counts: `main` of the account, else any `main`, else the first."""
    main = [case for case in cases if case.name == MAIN]
    of_account = [case for case in main if account and case.account == account]
    return next(iter([*of_account, *main, *cases]), None)


def owner(cases: tuple[Case, ...]) -> str | None:
    """Return the first account among cases; None if no case has one."""
    return next((case.account for case in cases if case.account), None)


class _Lines:
    """Finds the line of a table or a key in a case file, for messages."""

    def __init__(self, path: Path, source: str) -> None:
        self.path = path
        self.source = source.split("\n")

    def where(self, case: str | None, key: str | None = None) -> str:
        """Return the file, with the line of a key, or that of its case if the key is not found."""
        number = next(self._find(case, key), 0) or next(self._find(case, None), 0)
        return f"{self.path}, line {number}:" if number else f"{self.path}:"

    def _find(self, case: str | None, key: str | None) -> Iterator[int]:
        """Yield the numbers of the lines where a key of a case begins; if `key` is None, the case itself."""
        wanted = [name for name in (case, key) if name is not None]
        table: list[str] = []
        inside_text = False
        for number, line in enumerate(self.source, start=1):
            if not inside_text and (header := re.match(_HEADER, line)):
                named = table = toml.key_names(header[1])
            else:
                assigned = None if inside_text else re.match(_KEY, line)
                named = [*table, *toml.key_names(assigned[1])] if assigned else []
            if named[: len(wanted)] == wanted:
                yield number
            inside_text ^= (line.count('"""') + line.count("'''")) % 2 == 1


def _tolerance(lines: _Lines, value: Any) -> float | None:
    if value is None:
        return None
    try:
        tolerance = float(value)
    except (TypeError, ValueError, OverflowError):
        tolerance = -1.0
    if isinstance(value, bool) or not 0 <= tolerance < math.inf:
        raise Unreadable(f"{lines.where(None, TOLERANCE)} tolerance must be a number such as 1e-9.")
    return tolerance


def _fields(lines: _Lines, name: str, table: Any) -> _Fields:
    if isinstance(table, list):
        raise Unreadable(
            f'{lines.where(name)} "{name}" is a list: write [{name}], in single brackets, once a case.'
        )
    if not isinstance(table, dict):
        raise Unreadable(
            f'{lines.where(None, name)} "{name}" stands outside a case. '
            f"Only tolerance may; write [{MAIN}] or [example] above it."
        )
    if is_unfit(name):
        raise Unreadable(
            f"{lines.where(name)} a case cannot be named {name!r}: its input is a file of that name."
        )
    inline = table.get("input")
    if not isinstance(inline, str | None):
        raise Unreadable(f'{lines.where(name, "input")} input must be text: write "{inline}", in quotes.')
    source = _source(lines, name, table)
    answers = {part: tuple(answer) for part, answer in _answers(lines, name, table, source).items()}
    return name, inline, answers, source, _parameters(lines, name, table), bool(table.get(OFF, False))


def _answers(lines: _Lines, case: str, table: dict[str, Any], source: str) -> dict[int, Expected]:
    """Return the answers of a case; of one that was read from a page, guesses save those by hand."""
    numbers = {key: int(part[1]) for key in table if (part := _PART.fullmatch(key))}
    answers = {part: _expected(lines, case, key, table[key]) for key, part in numbers.items()}
    return _as_guesses(lines, case, table, answers) if source == PAGE else answers


def _parameters(lines: _Lines, case: str, table: dict[str, Any]) -> Parameters:
    """Return what else stands in a case, and in its table `with`, where any name may be used."""
    within = table.get(WITH, {})
    if not isinstance(within, dict):
        raise Unreadable(
            f"{lines.where(case, WITH)} with must be a table: write [{case}.with] above its keys."
        )
    further = {key: value for key, value in table.items() if key not in KEYS and not _PART.fullmatch(key)}
    try:
        return tuple((key, _plain(key, value)) for key, value in sorted({**further, **within}.items()))
    except _Unfit as error:
        raise Unreadable(
            f"{lines.where(case, error.key)} {error.key} must be a number, a text, true, false, or a list or "
            f"a table of these, not {error.value!r}."
        ) from None


class _Unfit(Exception):
    """A value that cannot be handed to a part."""

    def __init__(self, key: str, value: object) -> None:
        self.key = key
        self.value = value


def _plain(key: str, value: Any) -> Any:
    """Return a value of a parameter as a part gets it. Raises _Unfit."""
    match value:
        case toml.Decimal():
            return float(value)
        case bool() | int() | str():
            return value
        case list():
            return [_plain(key, item) for item in value]
        case dict():
            return {name: _plain(key, item) for name, item in value.items()}
    raise _Unfit(key, value)


def _source(lines: _Lines, case: str, table: dict[str, Any]) -> str:
    source = table.get(SOURCE, "")
    if not isinstance(source, str):
        raise Unreadable(f'{lines.where(case, SOURCE)} source must be text such as "{PAGE}", not {source!r}.')
    return source


def _as_guesses(
    lines: _Lines, case: str, table: dict[str, Any], answers: dict[int, Expected]
) -> dict[int, Expected]:
    """Return the answers of a case that was read from a page: guesses, save those written by hand."""
    sentences, by_hand = table.get(SENTENCES, {}), table.get(BY_HAND, [])
    if not isinstance(sentences, dict):
        raise Unreadable(f'{lines.where(case, SENTENCES)} sentences must be a table: {{ part1 = "..." }}.')
    if not isinstance(by_hand, list):
        raise Unreadable(f"{lines.where(case, BY_HAND)} by_hand must be a list of parts, such as [1].")
    return {
        part: answer if part in by_hand else answer._replace(sentence=str(sentences.get(f"part{part}", "")))
        for part, answer in answers.items()
    }


def is_unfit(name: str) -> bool:
    """Tell whether a text cannot name a case: its input is a file of that name, beside the case file."""
    if not name.isprintable() or set(name) & set("/\\"):
        return True
    return name in ("", TOLERANCE) or len(name.encode()) > LONGEST_NAME


def _expected(lines: _Lines, case: str, key: str, value: Any) -> Expected:
    match value:
        case bool():
            pass
        case int() | str():
            return Expected(str(value))
        case {"scrypt": str(digest), **rest} if not rest and re.fullmatch(_HASH, digest):
            return Expected(digest, hidden=True)
    raise Unreadable(
        f"{lines.where(case, key)} {key} must be an integer, a text in quotes or "
        f'{{ scrypt = "N$r$p$salt$hash" }}, not {value!r}.'
    )
