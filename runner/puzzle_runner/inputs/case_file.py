"""The format of a case file, `inputs/<id>/cases.toml`: what it may say, and where it is wrong."""

import math
import os
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from puzzle_runner import settings
from puzzle_runner.errors import Unreadable
from puzzle_runner.model import MAIN, PAGE, PART_NUMBER, Case, Expected, Rule
from puzzle_runner.storage import toml
from puzzle_runner.text import natural, nearest

FILE, TOLERANCE, CHECKER = "cases.toml", "tolerance", "checker"
# The table of what is to be expected of solutions, by their names: no case.
SOLUTION = "solution"
# The beginning of the source of a case that `stress` has kept.
STRESS = "stress"
# Keys of a case that was read from a page: the source, and the sentences that its answers were read from. Of
# any that was fetched: the parts whose answer a person has written since.
SOURCE, SENTENCES, BY_HAND = "source", "sentences", "by_hand"
# Keys: a table of parameters of any name; the case is left out unless it is asked for by name.
WITH, OFF = "with", "off"
# All keys that are neither an answer nor a parameter.
KEYS = ("input", SOURCE, SENTENCES, BY_HAND, WITH, OFF)
# In bytes. A file system allows 255; the ending and a temporary name need some.
LONGEST_NAME = 150
# The name of a file with the input of a case, or with that of a part.
_INPUT = rf"(.+?)(?:\.part({PART_NUMBER}))?\.txt"
_PART = re.compile(rf"part({PART_NUMBER})")
# The types of some of these keys, and what to write.
_TYPES: dict[str, tuple[type, str]] = {
    SOURCE: (str, f'text such as "{PAGE}"'),
    SENTENCES: (dict, 'a table: { part1 = "..." }'),
    BY_HAND: (list, "a list of parts, such as [1]"),
    WITH: (dict, "a table"),
    OFF: (bool, "true or false"),
}
_RULE = f'must be a table with cases = ["a"], slow = true or timeout = 300 (at most {settings.LONGEST:.0f}).'
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


class _Wrong(Exception):
    """What a case file says wrongly, as a sentence."""


def load(folder: Path | str, account: str | None = None) -> CaseFile:
    """Return all that a folder says of cases, in the order of its case file.

    The file of an input is a case without a table, too. Raises Unreadable.
    """
    try:
        names = os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return CaseFile()
    except OSError as error:
        raise Unreadable(f"{folder} cannot be read: {error.strerror}.") from error
    beside: dict[str, dict[int, str | Path]] = {}
    for name in sorted(set(names) - {FILE}, key=natural):
        match = re.fullmatch(_INPUT, name)
        if match:
            inputs = beside.setdefault(match[1], {})
            inputs[int(match[2] or 0)] = Path(folder, name)
    path = Path(folder, FILE)
    document = toml.read(path) if FILE in names else {}
    try:
        tolerance = document.pop(TOLERANCE, None)
        if tolerance is not None:
            tolerance = _number(tolerance)
            wanted = "a number such as 1e-9, without quotes: 0 or more, and less than 1"
            _check(0 <= tolerance < 1, TOLERANCE, wanted)
        checker = document.pop(CHECKER, "")
        is_name = type(checker) is str and not set(checker) & set("/\\")
        _check(is_name, CHECKER, "the name of a function, or of a file beside this one")
        rules = _rules(document.pop(SOLUTION, {}))
        cases = []
        for name, table in document.items():
            cases.append(_case(name, table, beside.pop(name, {})))
    except _Wrong as wrong:
        raise Unreadable(f"{path}: {wrong}") from None
    for name, inputs in beside.items():
        if not name.startswith(".") and not is_unfit(name):
            cases.append(Case(name, (), inputs, parts=frozenset(inputs)))
    fixed: list[Case] = []
    ranges: list[Case] = []
    folders = (os.fspath(folder),)
    for case in cases:
        case = case._replace(folders=folders, tolerance=tolerance, account=account)
        has_range = any(is_range(value) for _, value in case.parameters)
        (ranges if has_range else fixed).append(case)
    return CaseFile(tuple(fixed), tuple(ranges), rules, checker, tolerance)


def is_range(value: Any) -> bool:
    """Tell whether a value stands for all from one to another: `{ from = 1, to = 200 }`."""
    match value:
        case {"from": int(), "to": int(), **rest}:
            return not rest or [*rest] == ["length"]
    return False


def is_key(name: str) -> bool:
    """Tell whether a key of a case is no parameter."""
    return name in KEYS or _part(name) > 0


def is_unfit(name: str) -> bool:
    """Tell whether a text cannot name a case: its input is a file of that name, beside the case file."""
    if not name.isprintable() or not name.strip("."):
        return True
    if "/" in name or "\\" in name or name in (TOLERANCE, CHECKER, SOLUTION):
        return True
    return len(name.encode()) > LONGEST_NAME


def tables(case: Case) -> tuple[Path, ...]:
    """Return the case files that the answers of a case stand in. New ones go into the first."""
    return tuple(Path(folder, FILE) for folder in case.folders)


def where(case: Case, part: int = 0) -> str:
    """Return the file and the table of a case, or the file of a part's input."""
    input = case.inputs.get(part)
    if part and isinstance(input, Path):
        return f"{input}:"
    return f"{tables(case)[0]}, [{case.name}]:"


def _number(value: Any) -> float:
    """Return a number of TOML; nan for another value: a truth value, a text, or one that no float can be."""
    if isinstance(value, toml.Decimal) or (type(value) is int and abs(value) < 2**63):
        return float(value)
    return math.nan


def _check(is_fit: bool, key: str, wanted: str) -> None:
    """Raise _Wrong unless the value of a key is fit, with what is wanted in its place."""
    if not is_fit:
        raise _Wrong(f"{key} must be {wanted}.")


def _rules(tables: Any) -> dict[str, Rule]:
    rules = {}
    for solution, table in tables.items() if isinstance(tables, dict) else [("NAME", tables)]:
        wrong = _Wrong(f"[{SOLUTION}.{solution}] {_RULE}")
        if not isinstance(table, dict) or not table.keys() <= set(Rule._fields):
            raise wrong
        cases, timeout, slow = table.get("cases"), table.get("timeout"), table.get("slow", False)
        if cases is not None:
            if not isinstance(cases, list) or not all(isinstance(case, str) for case in cases):
                raise wrong
            cases = tuple(cases)
        if timeout is not None:
            timeout = _number(timeout)
            if not 0 < timeout <= settings.LONGEST:
                raise wrong
        if not isinstance(slow, bool):
            raise wrong
        rules[solution] = Rule(cases, timeout, slow)
    return rules


def _case(name: str, table: Any, beside: Mapping[int, str | Path]) -> Case:
    """Return the case of a table, with the inputs in files beside it. Raises _Wrong."""
    if isinstance(table, list):
        raise _Wrong(f'"{name}" is a list: write [{name}], in single brackets, once a case.')
    if not isinstance(table, dict):
        near = nearest(name, (TOLERANCE, CHECKER))
        message = f"Only tolerance and checker may; write [{MAIN}] or [example] above it.{near}"
        raise _Wrong(f'"{name}" stands outside a case. {message}')
    if is_unfit(name):
        raise _Wrong(f"a case cannot be named {name!r}: its input is a file of that name.")
    for key, (kind, wanted) in _TYPES.items():
        if key in table:
            _check(isinstance(table[key], kind), f"[{name}] {key}", wanted)
    by_hand = table.get(BY_HAND, [])
    for part in by_hand:
        _check(type(part) is int and part > 0, f"[{name}] {BY_HAND}", _TYPES[BY_HAND][1])
    sentences = table.get(SENTENCES, {})
    source = table.get(SOURCE, "")
    parameters = dict(table.get(WITH, {}))
    inputs = {**beside}
    inline = table.get("input")
    if is_range(inline):
        parameters["input"] = inline
    elif inline is not None:
        inputs |= _inline(name, inline)
    answers = {}
    for key, value in table.items():
        part = _part(key)
        if part:
            text, is_hidden = _answer(f"[{name}] {key}", value)
            # What was read from a page is a guess, unless it was written by hand.
            sentence = None
            if source == PAGE and part not in by_hand:
                sentence = str(sentences.get(key, ""))
            answers[part] = Expected(text, is_hidden, sentence, by_hand=part in by_hand)
        elif key not in KEYS:
            parameters[key] = value
    for key in sorted(parameters):
        parameters[key] = _parameter(f"[{name}] {key}", parameters[key])
    return Case(
        name,
        (),
        inputs,
        answers,
        source=source,
        parameters=tuple(sorted(parameters.items())),
        off=table.get(OFF, False),
        parts=frozenset({*inputs, *answers, *by_hand, *map(_part, sentences)}),
    )


def _part(key: str) -> int:
    match = _PART.fullmatch(key)
    return int(match[1]) if match else 0


def _inline(case: str, value: Any) -> dict[int, str | Path]:
    """Return the input in a case file by part, 0 for all. Raises _Wrong."""
    if isinstance(value, str):
        return {0: value}
    _check(isinstance(value, dict), f"[{case}] input", f'text: write "{value}", in quotes')
    texts: dict[int, str | Path] = {}
    for part, text in value.items():
        is_fit = re.fullmatch(PART_NUMBER, part) and isinstance(text, str)
        _check(bool(is_fit), f"[{case}] input", 'a text, or a table of one for each part: { 1 = "..." }')
        texts[int(part)] = text
    return texts


def _answer(key: str, value: Any) -> tuple[str, bool]:
    """Return a stored answer, its text or its hash, and whether it is a hash. Raises _Wrong."""
    match value:
        case bool():
            pass
        case int() | str():
            return str(value), False
        case {"scrypt": str(digest), **rest} if not rest and re.fullmatch(_HASH, digest):
            return digest, True
    wanted = 'an integer, a text in quotes or { scrypt = "N$r$p$salt$hash" }'
    raise _Wrong(f"{key} must be {wanted}, not {value!r}.")


def _parameter(key: str, value: Any) -> Any:
    """Return a value of a parameter as a part gets it. Raises _Wrong, also for an empty range."""
    match value:
        case toml.Decimal():
            if math.isfinite(float(value)):
                return float(value)
        case bool() | int() | str():
            return value
        case list():
            return [_parameter(key, item) for item in value]
        case {"from": int() | toml.Decimal(), "to": _}:
            length = value.get("length", 0)
            if not is_range(length):
                length = {"from": length, "to": length}
            is_fit = is_range(value) and value["from"] <= value["to"]
            if is_fit:
                is_fit = is_range(length) and 0 <= length["from"] <= length["to"]
            wanted = "a range { from = 1, to = 200 }; with length = 5, or a range of it, a list"
            _check(is_fit, key, wanted)
            return value
        case dict():
            return {name: _parameter(key, item) for name, item in value.items()}
    raise _Wrong(f"{key} must be a number, a text, true, false, or a list or a table of these.")
