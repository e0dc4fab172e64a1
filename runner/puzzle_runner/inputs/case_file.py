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
_SETTINGS = (TOLERANCE, CHECKER, SOLUTION)
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
_INPUT = rf"([^.].*?)(?:\.part({PART_NUMBER}))?\.txt"
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
    cases: list[Case] = []
    ranges: list[Case] = []
    for table, fields in tables.items():
        answers = {}
        for part, values in fields.pop("answers").items():
            answers[part] = Expected(*values)
        file = os.path.join(folder, f"{table}.txt")
        case = Case(table, file, answers=answers, tolerance=tolerance, account=account, **fields)
        if any(is_range(value) for _, value in case.parameters):
            ranges.append(case)
        else:
            cases.append(case)
    by_solution = {solution: Rule(*values) for solution, values in rules.items()}
    return CaseFile(tuple(cases), tuple(ranges), by_solution, checker, tolerance)


def of_workspace(folder: Path) -> CaseFile:
    """Return all that the case file in a folder of the workspace says. Raises Unreadable.

    There, the file of an input is a case without a table, too.
    """
    listed = whole(folder)
    try:
        names = [name for name in os.listdir(folder) if name.endswith(".txt")]
    except OSError:
        # There is no folder, or it may only be read by names.
        return listed
    cases = {case.name: case for case in listed.cases}
    drawn = {case.name for case in listed.ranges}
    for name in sorted(names, key=natural):
        match = re.fullmatch(_INPUT, name)
        if not match or match[1] in drawn or is_unfit(match[1]):
            continue
        stem, part = match.groups()
        case = cases.get(stem) or Case(stem, str(folder / f"{stem}.txt"), tolerance=listed.tolerance)
        if part:
            case = case._replace(keys={**case.keys, int(part): name})
        cases[stem] = case
    return listed._replace(cases=tuple(cases.values()))


def is_range(value: Any) -> bool:
    """Tell whether a value stands for all from one to another: `{ from = 1, to = 200 }`."""
    match value:
        case {"from": int(), "to": int(), **rest}:
            return not rest or [*rest] == ["length"]
    return False


def is_key(name: str) -> bool:
    """Tell whether a key of a case is no parameter."""
    return name in KEYS or _PART.fullmatch(name) is not None


def is_unfit(name: str) -> bool:
    """Tell whether a text cannot name a case: its input is a file of that name, beside the case file."""
    if not name.isprintable() or "/" in name or "\\" in name or not name.strip("."):
        return True
    return name in _SETTINGS or len(name.encode()) > LONGEST_NAME


def tables(case: Case) -> tuple[Path, ...]:
    """Return the case files that the answers of a case stand in. New ones go into the first."""
    return tuple(map(Path, case.tables)) or (case.path.with_name(FILE),)


def where(case: Case, key: str | None = None) -> str:
    """Return the file of a case, and the line of one of its keys, else of itself: `cases.toml, line 3:`.

    Where the key is the name of a file beside it, that is the file.
    """
    file = tables(case)[0]
    if key and key.endswith(".txt"):
        return f"{file.with_name(key)}:"
    return place(file, case.name, key)


def place(path: Path, table: str | None, key: str | None = None) -> str:
    """Return a case file, and the line where a table or a key of it begins, if it is written as usual."""
    text = files.text(path, files.TABLES) if path.exists() else ""
    begin = None
    start = 0
    in_table = ""
    if table:
        in_table = rf"\[*{_written(table)}[\].]"
        begin = re.search(rf"(?m)^[ \t]*{in_table}", text)
        start = begin.start() if begin else 0
    if key:
        at_key = re.compile(rf"(?m)^[ \t]*({in_table})?{_written(key)}[ \t]*[=\].]")
        begin = at_key.search(text, start) or begin
    if not begin:
        return f"{path}:"
    line = text.count("\n", 0, begin.end()) + 1
    return f"{path}, line {line}:"


def _written(name: str) -> str:
    """Return an expression for a name in TOML, in quotes or without."""
    return f"[\"']?{re.escape(name)}[\"']?"


class _Wrong(Exception):
    """What a table, or a key of it, says wrongly."""

    def __init__(self, table: str | None, key: str | None, message: str) -> None:
        self.table, self.key, self.message = table, key, message


def _parse(
    name: str, data: bytes
) -> tuple[float | None, str, dict[str, dict[str, Any]], dict[str, tuple[Any, ...]]]:
    """Return the tolerance in a case file, the checker, the fields of its cases, those of its rules.

    They consist of what `memo` can remember: an answer has the values of an `Expected`.
    """
    path = Path(name)
    document = toml.parse(path, files.decoded(name, data))
    try:
        tolerance = document.pop(TOLERANCE, None)
        checker = document.pop(CHECKER, "")
        rules = document.pop(SOLUTION, {})
        if tolerance is not None:
            if not (_is_number(tolerance) and 0 <= float(tolerance) < 1):
                wanted = "a number such as 1e-9, without quotes: 0 or more, and less than 1"
                raise _Wrong(None, TOLERANCE, f"tolerance must be {wanted}.")
            tolerance = float(tolerance)
        if type(checker) is not str or set(checker) & set("/\\"):
            wanted = 'the name of a function, or of a file beside this one: checker = "validate"'
            raise _Wrong(None, CHECKER, f"checker must be {wanted}.")
        if not isinstance(rules, dict):
            raise _Wrong(SOLUTION, None, _RULE)
        return (
            tolerance,
            checker,
            {table: _fields(table, value) for table, value in document.items()},
            {solution: _rule(solution, value) for solution, value in rules.items()},
        )
    except _Wrong as wrong:
        raise Unreadable(f"{place(path, wrong.table, wrong.key)} {wrong.message}") from None


def _is_number(value: Any) -> bool:
    """Tell whether a value of TOML is a number that a float can hold: no truth value, and no text."""
    return isinstance(value, toml.Decimal) or (type(value) is int and abs(value) < 2**63)


def _rule(solution: str, table: Any) -> tuple[tuple[str, ...] | None, float | None, bool]:
    """Return the fields of a `Rule`. Raises _Wrong."""
    if not _is_rule(table):
        raise _Wrong(SOLUTION, solution, _RULE)
    cases, timeout = table.get("cases"), table.get("timeout")
    if cases is not None:
        cases = tuple(cases)
    if timeout is not None:
        timeout = float(timeout)
    return cases, timeout, table.get("slow", False)


def _is_rule(table: Any) -> bool:
    if not isinstance(table, dict) or not table.keys() <= set(Rule._fields):
        return False
    cases, timeout, slow = table.get("cases", []), table.get("timeout", 1), table.get("slow", False)
    if not isinstance(cases, list) or not all(isinstance(case, str) for case in cases):
        return False
    if not _is_number(timeout) or not 0 < float(timeout) <= settings.LONGEST:
        return False
    return isinstance(slow, bool)


def _fields(name: str, table: Any) -> dict[str, Any]:
    """Return the fields of a `Case` by their names. Raises _Wrong."""
    if isinstance(table, list):
        raise _Wrong(name, None, f'"{name}" is a list: write [{name}], in single brackets, once a case.')
    if not isinstance(table, dict):
        near = nearest(name, (TOLERANCE, CHECKER))
        message = f"Only tolerance and checker may; write [{MAIN}] or [example] above it.{near}"
        raise _Wrong(None, name, f'"{name}" stands outside a case. {message}')
    if is_unfit(name):
        raise _Wrong(name, None, f"a case cannot be named {name!r}: its input is a file of that name.")
    for key, (kind, wanted) in _TYPES.items():
        if key in table and not isinstance(table[key], kind):
            raise _Wrong(name, key, f"{key} must be {wanted}, not {table[key]!r}.")
    if not all(type(part) is int and part > 0 for part in table.get(BY_HAND, ())):
        raise _Wrong(name, BY_HAND, "by_hand must be a list of parts, such as [1].")
    parameters = {key: value for key, value in table.items() if not is_key(key)}
    parameters.update(table.get(WITH, {}))
    inline = table.get("input")
    if is_range(inline):
        parameters["input"] = inline
        inline = None
    values = {key: _parameter(name, key, value) for key, value in parameters.items()}
    keys = dict.fromkeys(table.get(BY_HAND, ()), BY_HAND)
    for key in table.get(SENTENCES, ()):
        if _PART.fullmatch(key):
            keys[int(key.removeprefix("part"))] = SENTENCES
    return {
        "inline": _inline(name, inline),
        "answers": _answers(name, table),
        "source": table.get(SOURCE, ""),
        "parameters": tuple(sorted(values.items())),
        "off": table.get(OFF, False),
        "keys": keys,
    }


def _inline(case: str, value: Any) -> str | dict[int, str] | None:
    """Return the input in a case file: one text, or texts by part. Raises _Wrong."""
    if value is None or isinstance(value, str):
        return value
    if not isinstance(value, dict):
        raise _Wrong(case, "input", f'input must be text: write "{value}", in quotes.')
    texts: dict[int, str] = {}
    for part, text in value.items():
        if not (re.fullmatch(PART_NUMBER, part) and isinstance(text, str)):
            wanted = f'[{case}.input] with 1 = "...", 2 = "..."'
            raise _Wrong(case, "input", f"the texts of the parts are {wanted}.")
        texts[int(part)] = text
    return texts


def _answers(case: str, table: Mapping[str, Any]) -> dict[int, tuple[Any, ...]]:
    """Return the values of the answers of a case, by part. Raises _Wrong.

    In a case that was read from a page they are guesses, unless they were written by hand.
    """
    answers: dict[int, tuple[Any, ...]] = {}
    for key, value in table.items():
        match = _PART.fullmatch(key)
        if not match:
            continue
        part = int(match[1])
        text, is_hidden = _answer(case, key, value)
        by_hand = part in table.get(BY_HAND, ())
        sentence = None
        if table.get(SOURCE) == PAGE and not by_hand:
            sentence = str(table.get(SENTENCES, {}).get(key, ""))
        answers[part] = (text, is_hidden, sentence, by_hand)
    return answers


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
            if not _is_possible(value):
                wanted = "{ from = 1, to = 200 }; with length = 5, or a range of it, a list"
                raise _Wrong(case, key, f"{key}: a range is {wanted}.")
            return value
        case dict():
            return {name: _parameter(case, key, item) for name, item in value.items()}
    wanted = "a number, a text, true, false, or a list or a table of these"
    raise _Wrong(case, key, f"{key} must be {wanted}, not {value!r}.")


def _is_possible(value: Any) -> bool:
    """Tell whether something can be drawn from a range."""
    if not is_range(value) or value["from"] > value["to"]:
        return False
    length = value.get("length", 0)
    if type(length) is int:
        return length >= 0
    return is_range(length) and 0 <= length["from"] <= length["to"]
