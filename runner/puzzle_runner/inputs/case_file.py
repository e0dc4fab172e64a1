"""The format of a case file, `inputs/<id>/cases.toml`: what it may say, and where it is wrong."""

import math
import os
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from puzzle_runner import files, settings
from puzzle_runner.errors import Unreadable
from puzzle_runner.model import MAIN, PAGE, PART_NUMBER, Case, Expected, Rule
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
_INPUT = rf"(.+?)(?:\.part({PART_NUMBER}))?\.txt"
# The types of some of these keys, and what to write.
_TYPES = {
    SOURCE: (str, f'text such as "{PAGE}"'),
    SENTENCES: (dict, 'a table: { part1 = "..." }'),
    BY_HAND: (list, "a list of parts, such as [1]"),
    WITH: (dict, "a table"),
    OFF: (bool, "true or false"),
}
_RULE = (
    'a rule is [solution.NAME] with cases = ["example"], slow = true or timeout = 300, '
    f"in seconds, at most {settings.LONGEST:.0f}."
)
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


def load(folder: Path | str, account: str | None = None) -> CaseFile:
    """Return all that a folder says of cases, in the order of its case file.

    The file of an input is a case without a table, too. Raises Unreadable, with file and line.
    """
    try:
        names = os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return CaseFile()
    except OSError as error:
        raise Unreadable(f"{folder} cannot be read: {error.strerror}.") from error
    folders = (os.fspath(folder),)
    beside: dict[str, Case] = {}
    for name in sorted(names, key=natural):
        match = re.fullmatch(_INPUT, name)
        if not match:
            continue
        part = int(match[2] or 0)
        case = beside.get(match[1]) or Case(match[1], folders, account=account)
        case = case._replace(inputs={**case.inputs, part: Path(folder, name)})
        if part:
            case = case._replace(keys={**case.keys, part: name})
        beside[case.name] = case
    content: _Content = (None, "", {}, [])
    if FILE in names:
        content = _read(Path(folder, FILE))
    tolerance, checker, rules, tables = content
    cases = []
    ranges = []
    for name, texts, answers, source, parameters, off, keys in tables:
        case = beside.pop(name, Case(name, folders, account=account))
        case = case._replace(
            inputs={**case.inputs, **texts},
            answers={part: Expected(*values) for part, values in answers.items()},
            tolerance=tolerance,
            source=source,
            parameters=parameters,
            off=off,
            keys={**case.keys, **keys},
        )
        if any(is_range(value) for _, value in parameters):
            ranges.append(case)
        else:
            cases.append(case)
    for name, case in beside.items():
        if not name.startswith(".") and not is_unfit(name):
            cases.append(case._replace(tolerance=tolerance))
    by_solution = {solution: Rule(*values) for solution, values in rules.items()}
    return CaseFile(tuple(cases), tuple(ranges), by_solution, checker, tolerance)


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


def where(case: Case, key: str | None = None) -> str:
    """Return the file of a case, and the line of one of its keys, else of itself: `cases.toml, line 3:`.

    Where the key is the name of a file beside it, that is the file.
    """
    file = tables(case)[0]
    if key and key.endswith(".txt"):
        return f"{file.with_name(key)}:"
    return place(file, case.name, key)


def place(path: Path, table: str, key: str | None = None) -> str:
    """Return a case file, and the line where a table or a key of it begins, if it is written as usual.

    The table is an empty text for a key that stands above all tables.
    """
    text = files.text(path, files.TABLES) if path.exists() else ""
    in_table = ""
    if table:
        in_table = rf"\[*[\"']?{re.escape(table)}[\"']?[\].]"
    begin = re.search(rf"(?m)^[ \t]*{in_table}", text)
    if key:
        name = rf"[\"']?{re.escape(key)}[\"']?"
        at_key = re.compile(rf"(?m)^[ \t]*({in_table})?{name}[ \t]*[=\].]")
        start = begin.start() if begin else 0
        begin = at_key.search(text, start) or begin
    if not begin:
        return f"{path}:"
    line = text.count("\n", 0, begin.end()) + 1
    return f"{path}, line {line}:"


class _Wrong(Exception):
    """What a table, or a key of it, says wrongly; the table is empty above all tables."""

    def __init__(self, table: str, key: str | None, message: str) -> None:
        self.table, self.key, self.message = table, key, message


# What `memo` can remember of a case: name, texts by part, answers by part with the values of an `Expected`,
# source, parameters, whether it is off, and the keys that name parts.
_Fields = tuple[Any, ...]
# Tolerance, checker, the values of the rules, the fields of the cases.
_Content = tuple[float | None, str, dict[str, tuple[Any, ...]], list[_Fields]]


def _read(path: Path) -> _Content:
    try:
        data = files.read(path, files.TABLES)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}.") from error
    toml.allow_long_integers()
    return memo.of(lambda: _parse(path, data), data, __file__)


def _parse(path: Path, data: bytes) -> _Content:
    document = toml.parse(path, files.decoded(path, data))
    try:
        tolerance = document.pop(TOLERANCE, None)
        checker = document.pop(CHECKER, "")
        rules = document.pop(SOLUTION, {})
        if tolerance is not None:
            is_fit = _is_number(tolerance) and 0 <= float(tolerance) < 1
            if not is_fit:
                wanted = "a number such as 1e-9, without quotes: 0 or more, and less than 1"
                raise _Wrong("", TOLERANCE, f"tolerance must be {wanted}.")
            tolerance = float(tolerance)
        if type(checker) is not str or set(checker) & set("/\\"):
            wanted = 'the name of a function, or of a file beside this one: checker = "validate"'
            raise _Wrong("", CHECKER, f"checker must be {wanted}.")
        if not isinstance(rules, dict):
            raise _Wrong(SOLUTION, None, _RULE)
        values_of_rules = {solution: _rule(solution, table) for solution, table in rules.items()}
        return tolerance, checker, values_of_rules, [_case(*item) for item in document.items()]
    except _Wrong as wrong:
        raise Unreadable(f"{place(path, wrong.table, wrong.key)} {wrong.message}") from None


def _is_number(value: Any) -> bool:
    """Tell whether a value of TOML is a number that a float can hold: no truth value, and no text."""
    if type(value) is int:
        return abs(value) < 2**63
    return isinstance(value, toml.Decimal)


def _rule(solution: str, table: Any) -> tuple[tuple[str, ...] | None, float | None, bool]:
    wrong = _Wrong(SOLUTION, solution, _RULE)
    if not isinstance(table, dict) or not table.keys() <= set(Rule._fields):
        raise wrong
    cases, timeout, slow = table.get("cases"), table.get("timeout"), table.get("slow", False)
    if cases is not None:
        if not isinstance(cases, list) or not all(isinstance(case, str) for case in cases):
            raise wrong
        cases = tuple(cases)
    if timeout is not None:
        if not _is_number(timeout) or not 0 < float(timeout) <= settings.LONGEST:
            raise wrong
        timeout = float(timeout)
    if not isinstance(slow, bool):
        raise wrong
    return cases, timeout, slow


def _check_table(name: str, table: Any) -> None:
    """Raise _Wrong for what is no table of a case, or has a key of the wrong type."""
    if isinstance(table, list):
        raise _Wrong(name, None, f'"{name}" is a list: write [{name}], in single brackets, once a case.')
    if not isinstance(table, dict):
        near = nearest(name, (TOLERANCE, CHECKER))
        message = f"Only tolerance and checker may; write [{MAIN}] or [example] above it.{near}"
        raise _Wrong("", name, f'"{name}" stands outside a case. {message}')
    if is_unfit(name):
        raise _Wrong(name, None, f"a case cannot be named {name!r}: its input is a file of that name.")
    for key, (kind, wanted) in _TYPES.items():
        if key in table and not isinstance(table[key], kind):
            raise _Wrong(name, key, f"{key} must be {wanted}, not {table[key]!r}.")
    for part in table.get(BY_HAND, ()):
        if type(part) is not int or part < 1:
            raise _Wrong(name, BY_HAND, "by_hand must be a list of parts, such as [1].")


def _case(name: str, table: Any) -> _Fields:
    _check_table(name, table)
    by_hand = table.get(BY_HAND, [])
    sentences = table.get(SENTENCES, {})
    source = table.get(SOURCE, "")
    inline = table.get("input")
    parameters = dict(table.get(WITH, {}))
    if is_range(inline):
        parameters["input"] = inline
        inline = None
    texts = _inline(name, inline)
    keys = dict.fromkeys(by_hand, BY_HAND)
    for part in texts.keys() - {0}:
        keys[part] = "input"
    for key in sentences:
        if part := _part(key):
            keys[part] = SENTENCES
    answers = {}
    for key, value in table.items():
        if part := _part(key):
            is_by_hand = part in by_hand
            # What was read from a page is a guess, unless it was written by hand.
            is_guess = source == PAGE and not is_by_hand
            sentence = str(sentences.get(key, "")) if is_guess else None
            text, is_hidden = _answer(name, key, value)
            answers[part] = (text, is_hidden, sentence, is_by_hand)
            keys[part] = key
        elif key not in KEYS:
            parameters[key] = value
    values = tuple((key, _parameter(name, key, parameters[key])) for key in sorted(parameters))
    return name, texts, answers, source, values, table.get(OFF, False), keys


def _part(key: str) -> int:
    match = _PART.fullmatch(key)
    return int(match[1]) if match else 0


def _inline(case: str, value: Any) -> dict[int, str]:
    """Return the input in a case file by part, 0 for all. Raises _Wrong."""
    if value is None:
        return {}
    if isinstance(value, str):
        return {0: value}
    if not isinstance(value, dict):
        raise _Wrong(case, "input", f'input must be text: write "{value}", in quotes.')
    texts = {}
    for part, text in value.items():
        if not (re.fullmatch(PART_NUMBER, part) and isinstance(text, str)):
            wanted = f'[{case}.input] with 1 = "...", 2 = "..."'
            raise _Wrong(case, "input", f"the texts of the parts are {wanted}.")
        texts[int(part)] = text
    return texts


def _answer(case: str, key: str, value: Any) -> tuple[str, bool]:
    """Return the text of an answer, or its hash, and whether it is one. Raises _Wrong."""
    match value:
        case bool():
            pass
        case int() | str():
            return str(value), False
        case {"scrypt": str(digest), **rest} if not rest and re.fullmatch(_HASH, digest):
            return digest, True
    wanted = 'an integer, a text in quotes or { scrypt = "N$r$p$salt$hash" }'
    raise _Wrong(case, key, f"{key} must be {wanted}, not {value!r}.")


def _parameter(case: str, key: str, value: Any) -> Any:
    """Return a value of a parameter as a part gets it. Raises _Wrong, also for an empty range."""
    match value:
        case toml.Decimal() if math.isfinite(float(value)):
            return float(value)
        case toml.Decimal():
            pass
        case bool() | int() | str():
            return value
        case list():
            return [_parameter(case, key, item) for item in value]
        case {"from": int() | toml.Decimal(), "to": _}:
            lengths = value.get("length", 0)
            if not is_range(lengths):
                lengths = {"from": lengths, "to": lengths}
            if not (_is_ordered(value) and _is_ordered(lengths) and lengths["from"] >= 0):
                wanted = "{ from = 1, to = 200 }; with length = 5, or a range of it, a list"
                raise _Wrong(case, key, f"{key}: a range is {wanted}.")
            return value
        case dict():
            return {name: _parameter(case, key, item) for name, item in value.items()}
    wanted = "a number, a text, true, false, or a list or a table of these"
    raise _Wrong(case, key, f"{key} must be {wanted}, not {value!r}.")


def _is_ordered(value: Any) -> bool:
    return is_range(value) and bool(value["from"] <= value["to"])
