"""The format of a case file, `inputs/<id>/cases.toml`: what it may say, and where it is wrong."""

import math
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from puzzle_runner import files, settings
from puzzle_runner.errors import Unreadable
from puzzle_runner.model import MAIN, PAGE, PART_NUMBER, Case, Expected, Parameters, Rule
from puzzle_runner.storage import memo, toml
from puzzle_runner.text import natural, nearest

FILE, TOLERANCE, CHECKER = "cases.toml", "tolerance", "checker"
# The table of what is to be expected of solutions, by their names: no case.
SOLUTION = "solution"
# The beginning of the source of a case that `stress` has kept.
STRESS = "stress"
# Keys of a case that was read from a page: the source, and the sentences that its answers were read from. Of
# any that was fetched: the parts whose answer a person has written since.
SOURCE, SENTENCES, BY_HAND = "source", "sentences", "by_hand"
# Key: a table of parameters, which may have any name.
WITH = "with"
# Key: the case is left out unless it is asked for by name.
OFF = "off"
# All keys that are neither an answer nor a parameter.
KEYS = ("input", SOURCE, SENTENCES, BY_HAND, WITH, OFF)
# In bytes. A file system allows 255; the ending and a temporary name need some.
LONGEST_NAME = 150
_PART = re.compile(rf"part({PART_NUMBER})")
# The name of a file with the input of a case, or with that of a part.
_INPUT = re.compile(rf"([^.].*?)(?:\.part{PART_NUMBER})?\.txt")
_HASH = r"\d+\$\d+\$\d+\$[0-9a-f]+\$[0-9a-f]{64}"


class CaseFile(NamedTuple):
    """What a case file says: its cases, and what holds for each case of the puzzle, wherever it is from.

    These are the `rules` of solutions by name, the name of the `checker`, and the `tolerance`. `ranges` are
    cases with ranges in the place of values, from which `stress` draws; one for the input is among the
    parameters.
    """

    cases: tuple[Case, ...] = ()
    ranges: tuple[Case, ...] = ()
    rules: Mapping[str, Rule] = MappingProxyType({})
    checker: str = ""
    tolerance: float | None = None


# The fields of a case in a case file: name, input, answers, source, parameters, off.
_Fields = tuple[str, str | dict[int, str] | None, dict[int, tuple[Any, ...]], str, Parameters, bool]


def read(folder: Path | str, account: str | None = None) -> tuple[Case, ...]:
    """Return the cases in a folder, in the order of the file; an empty tuple if there is no file.

    Raises Unreadable, with file and line.
    """
    return whole(folder, account).cases


def whole(folder: Path | str, account: str | None = None) -> CaseFile:
    """Return all that the case file in a folder says. Raises Unreadable."""
    name = os.path.join(folder, FILE)
    try:
        data = files.read(name, files.TABLES)
    except FileNotFoundError:
        return CaseFile()
    except OSError as error:
        raise Unreadable(f"{name} cannot be read: {error.strerror}.") from error
    toml.allow_long_integers()
    tolerance, checker, tables, rules = memo.of(lambda: _parse(name, data), data, __file__)
    found = tuple(
        Case(
            name,
            os.path.join(folder, f"{name}.txt"),
            inline,
            {part: Expected._make(answer) for part, answer in answers.items()},
            tolerance,
            account,
            source=source,
            parameters=parameters,
            off=off,
        )
        for name, inline, answers, source, parameters, off in tables
    )
    ranges = tuple(case for case in found if any(is_range(value) for _, value in case.parameters))
    made = {solution: Rule._make(rule) for solution, rule in rules.items()}
    return CaseFile(tuple(case for case in found if case not in ranges), ranges, made, checker, tolerance)


def of_workspace(folder: Path) -> CaseFile:
    """Return all that the case file in a folder of the workspace says. Raises Unreadable.

    There, the file of an input is a case without a table, too.
    """
    listed = whole(folder)
    try:
        names = os.listdir(folder)
    except OSError:
        return listed
    inputs = (match[1] for name in names if (match := _INPUT.fullmatch(name)))
    known = {case.name for case in (*listed.cases, *listed.ranges)}
    further = sorted({name for name in inputs if not is_unfit(name)} - known, key=natural)
    lone = (Case(name, str(folder / f"{name}.txt"), tolerance=listed.tolerance) for name in further)
    return listed._replace(cases=(*listed.cases, *lone))


def is_range(value: Any) -> bool:
    """Tell whether a value stands for all from one to another: `{ from = 1, to = 200 }`."""
    ends = {"from", "to"}
    is_alike = isinstance(value, dict) and ends <= value.keys() <= ends | {"length"}
    return is_alike and all(type(value[end]) is int for end in ends)


def is_key(name: str) -> bool:
    """Tell whether a key of a case is no parameter."""
    return name in KEYS or _PART.fullmatch(name) is not None


def is_unfit(name: str) -> bool:
    """Tell whether a text cannot name a case: its input is a file of that name, beside the case file."""
    if not name.isprintable() or set(name) & set("/\\") or not name.strip("."):
        return True
    return name in (TOLERANCE, CHECKER, SOLUTION) or len(name.encode()) > LONGEST_NAME


def tables(case: Case) -> tuple[Path, ...]:
    """Return the case files that the answers of a case stand in. New ones go into the first."""
    return tuple(map(Path, case.tables)) or (case.path.with_name(FILE),)


def where(case: Case, key: str | None = None) -> str:
    """Return the file of a case, and the line of one of its keys, else of itself: `cases.toml, line 3:`."""
    path = tables(case)[0]
    return place(path, case.name, key)


def place(path: Path, *names: str | None) -> str:
    """Return a case file, and the line of one of its tables, or of a key of it."""
    return _place(path, _lines(path, path.stat().st_mtime_ns if path.exists() else 0), names)


# Each case of a file may have a message.
@lru_cache(maxsize=1)
def _lines(path: Path, changed: int) -> dict[tuple[str, ...], int]:
    # Imported here, as below: only messages need it.
    from puzzle_runner.storage import toml_lines

    return toml_lines.lines(files.text(path, files.TABLES)) if changed else {}


def _place(path: Path, lines: Mapping[tuple[str, ...], int], names: tuple[str | None, ...]) -> str:
    """Return the file, with the line where a key begins, or its table if the key is not found."""
    wanted = tuple(name for name in names if name is not None)
    line = lines.get(wanted) or lines.get(wanted[:1])
    return f"{path}, line {line}:" if line else f"{path}:"


class _Wrong(Exception):
    """What a table, or a key of it, says wrongly: the name of the table, the key, the message."""


def _parse(
    name: str, data: bytes
) -> tuple[float | None, str, tuple[_Fields, ...], dict[str, tuple[Any, ...]]]:
    """Return the tolerance in a case file, the checker, the fields of its cases, those of rules.

    Raises Unreadable.
    """
    text = files.decoded(name, data).replace("\r\n", "\n")
    path = Path(name)
    document = toml.parse(path, text)
    try:
        tolerance, checker = document.pop(TOLERANCE, None), document.pop(CHECKER, "")
        if tolerance is not None and not (_is_number(tolerance) and 0 <= float(tolerance) < 1):
            message = "tolerance must be a number such as 1e-9, without quotes: 0 or more, and less than 1."
            raise _Wrong(None, TOLERANCE, message)
        if not isinstance(checker, str) or isinstance(checker, toml.Decimal) or set(checker) & set("/\\"):
            message = "checker must be the name of a function, or of a file beside this one"
            raise _Wrong(None, CHECKER, f'{message}: checker = "validate".')
        rules = document.pop(SOLUTION, {})
        rules = rules if isinstance(rules, dict) else {"": rules}
        return (
            None if tolerance is None else float(tolerance),
            checker,
            tuple(_fields(name, table) for name, table in document.items()),
            {name: _rule(name, table) for name, table in rules.items()},
        )
    except _Wrong as wrong:
        from puzzle_runner.storage import toml_lines

        table, key, message = wrong.args
        place = _place(path, toml_lines.lines(text), (table, key))
        raise Unreadable(f"{place} {message}") from None


def _is_number(value: Any) -> bool:
    """Tell whether a value of TOML is a number that a float can hold: no truth value, and no text."""
    return isinstance(value, toml.Decimal) or (type(value) is int and abs(value) < 2**63)


def _rule(name: str, table: Any) -> tuple[Any, ...]:
    """Return the fields of a rule. Raises _Wrong."""
    unknown = "" if not isinstance(table, dict) else next(iter(table.keys() - {*Rule._fields}), "")
    if not isinstance(table, dict) or unknown:
        message = 'a rule is [solution.NAME] with cases = ["example"], timeout = 300 or slow = true'
        wrong = f', and has no "{unknown}".{nearest(unknown, Rule._fields)}' if unknown else "."
        raise _Wrong(SOLUTION, name, message + wrong)
    cases, timeout, slow = table.get("cases"), table.get("timeout"), table.get("slow", False)
    if not (cases is None or (isinstance(cases, list) and all(isinstance(case, str) for case in cases))):
        raise _Wrong(SOLUTION, name, f'cases must be a list such as ["example"], not {cases!r}.')
    if timeout is not None:
        if not _is_number(timeout) or not 0 < float(timeout) <= settings.LONGEST:
            wanted = f"{settings.WANTED['timeout']}, at most {settings.LONGEST:.0f}"
            raise _Wrong(SOLUTION, name, f"timeout must be {wanted}.")
        timeout = float(timeout)
    if not isinstance(slow, bool):
        raise _Wrong(SOLUTION, name, f"slow must be true or false, not {slow!r}.")
    return None if cases is None else tuple(cases), timeout, slow


def _fields(name: str, table: Any) -> _Fields:
    """Return the fields of a case. Raises _Wrong."""
    if isinstance(table, list):
        raise _Wrong(name, None, f'"{name}" is a list: write [{name}], in single brackets, once a case.')
    if not isinstance(table, dict):
        message = (
            f'"{name}" stands outside a case. Only tolerance and checker may; '
            f"write [{MAIN}] or [example] above it.{nearest(name, (TOLERANCE, CHECKER))}"
        )
        raise _Wrong(None, name, message)
    if is_unfit(name):
        raise _Wrong(name, None, f"a case cannot be named {name!r}: its input is a file of that name.")
    inline, drawn = table.get("input"), {}
    if is_range(inline):
        inline, drawn = None, {"input": inline}
    elif isinstance(inline, dict):
        if not all(re.fullmatch(PART_NUMBER, key) and isinstance(text, str) for key, text in inline.items()):
            message = f'the texts of the parts are [{name}.input] with 1 = "...", 2 = "...".'
            raise _Wrong(name, "input", message)
        inline = {int(part): text for part, text in inline.items()}
    elif not isinstance(inline, str | None):
        raise _Wrong(name, "input", f'input must be text: write "{inline}", in quotes.')
    origin = table.get(SOURCE, "")
    if not isinstance(origin, str):
        raise _Wrong(name, SOURCE, f'source must be text such as "{PAGE}", not {origin!r}.')
    numbers = {key: int(part[1]) for key in table if (part := _PART.fullmatch(key))}
    answers = {part: _expected(name, key, table[key]) for key, part in numbers.items()}
    by_hand = table.get(BY_HAND, [])
    if not isinstance(by_hand, list) or not all(type(part) is int and part > 0 for part in by_hand):
        raise _Wrong(name, BY_HAND, "by_hand must be a list of parts, such as [1].")
    answers = {part: answer._replace(by_hand=part in by_hand) for part, answer in answers.items()}
    if origin == PAGE:
        answers = _as_guesses(name, table, answers)
    off = table.get(OFF, False)
    if not isinstance(off, bool):
        raise _Wrong(name, OFF, f"off must be true or false, not {off!r}.")
    within = table.get(WITH, {})
    if not isinstance(within, dict):
        raise _Wrong(name, WITH, f"with must be a table: write [{name}.with] above its keys.")
    further = {key: value for key, value in table.items() if not is_key(key)}
    parameters = sorted({**further, **within, **drawn}.items())
    for key, value in parameters:
        if isinstance(value, dict) and {"from", "to"} <= value.keys():
            _check_range(name, key, value)
    return (
        name,
        inline,
        {part: tuple(answer) for part, answer in answers.items()},
        origin,
        tuple((key, _parameter(name, key, value)) for key, value in parameters),
        off,
    )


def _check_range(case: str, key: str, value: Mapping[str, Any]) -> None:
    """Raise _Wrong for a range that nothing can be drawn from. A table of texts is none."""
    message = "a range is { from = 1, to = 200 }; with length = 5, or a range of it, a list"
    if not is_range(value):
        if any(_is_number(value[end]) for end in ("from", "to")):
            raise _Wrong(case, key, f"{key}: {message}.")
        return
    length = value.get("length", 0)
    lengths = length if is_range(length) else {"from": length, "to": length}
    is_number = type(lengths["from"]) is int
    if value["from"] > value["to"] or not is_number or not 0 <= lengths["from"] <= lengths["to"]:
        raise _Wrong(case, key, f"{key}: {message}.")


def _expected(case: str, key: str, value: Any) -> Expected:
    match value:
        case bool():
            pass
        case int() | str():
            return Expected(str(value))
        case {"scrypt": str(digest), **rest} if not rest and re.fullmatch(_HASH, digest):
            return Expected(digest, hidden=True)
    raise _Wrong(
        case,
        key,
        f'{key} must be an integer, a text in quotes or {{ scrypt = "N$r$p$salt$hash" }}, not {value!r}.',
    )


def _as_guesses(case: str, table: dict[str, Any], answers: dict[int, Expected]) -> dict[int, Expected]:
    """Return the answers of a case that was read from a page: guesses, unless they were written by hand."""
    sentences = table.get(SENTENCES, {})
    if not isinstance(sentences, dict) or not all(
        _PART.fullmatch(part) and isinstance(sentence, str) for part, sentence in sentences.items()
    ):
        raise _Wrong(case, SENTENCES, 'sentences must be a table: { part1 = "..." }.')
    return {
        part: answer if answer.by_hand else answer._replace(sentence=sentences.get(f"part{part}", ""))
        for part, answer in answers.items()
    }


def _parameter(case: str, key: str, value: Any) -> Any:
    """Return a value of a parameter as a part gets it. Raises _Wrong."""
    match value:
        case toml.Decimal() if math.isfinite(float(value)):
            return float(value)
        case toml.Decimal():
            pass
        case bool() | int() | str():
            return value
        case list():
            return [_parameter(case, key, item) for item in value]
        case dict():
            return {name: _parameter(case, key, item) for name, item in value.items()}
    wanted = "a number, a text, true, false, or a list or a table of these"
    raise _Wrong(case, key, f"{key} must be {wanted}, not {value!r}.")
