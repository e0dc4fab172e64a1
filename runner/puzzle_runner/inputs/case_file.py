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
_INPUT = rf"([^.].*?)(?:\.part{PART_NUMBER})?\.txt"
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


# The fields of a case in a case file: name, input, answers, source, parameters, off, keys that name parts.
_Fields = tuple[
    str, str | dict[int, str] | None, dict[int, tuple[Any, ...]], str, Parameters, bool, dict[int, str]
]


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
    for case, inline, fields, source, parameters, off, keys in tables:
        path = os.path.join(folder, f"{case}.txt")
        answers = {part: Expected(*values) for part, values in fields.items()}
        is_drawn = any(is_range(value) for _, value in parameters)
        (ranges if is_drawn else cases).append(
            Case(
                case,
                path,
                inline,
                answers,
                tolerance,
                account,
                source=source,
                parameters=parameters,
                off=off,
                keys=keys,
            )
        )
    by_solution = {solution: Rule(*values) for solution, values in rules.items()}
    return CaseFile(tuple(cases), tuple(ranges), by_solution, checker, tolerance)


def of_workspace(folder: Path) -> CaseFile:
    """Return all that the case file in a folder of the workspace says. Raises Unreadable.

    There, the file of an input is a case without a table, too.
    """
    listed = whole(folder)
    try:
        inputs = [name for name in os.listdir(folder) if name.endswith(".txt")]
    except OSError:
        # There is no folder, or it may only be read by names.
        inputs = []
    if not inputs:
        return listed
    known = {case.name for case in (*listed.cases, *listed.ranges)}
    further: set[str] = set()
    for name in inputs:
        match = re.fullmatch(_INPUT, name)
        if match and match[1] not in known and not is_unfit(match[1]):
            further.add(match[1])
    cases = list(listed.cases)
    for name in sorted(further, key=natural):
        path = str(folder / f"{name}.txt")
        cases.append(Case(name, path, tolerance=listed.tolerance))
    return listed._replace(cases=tuple(cases))


def is_range(value: Any) -> bool:
    """Tell whether a value stands for all from one to another: `{ from = 1, to = 200 }`."""
    if not isinstance(value, dict) or value.keys() - {"length"} != {"from", "to"}:
        return False
    return type(value["from"]) is int and type(value["to"]) is int


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
    """Return a case file, and the line of one of its tables, or of a key of it if that is found."""
    if path.exists():
        lines = _lines(path, path.stat().st_mtime_ns)
        wanted = tuple(name for name in names if name is not None)
        if line := lines.get(wanted) or lines.get(wanted[:1]):
            return f"{path}, line {line}:"
    return f"{path}:"


# Each case of a file may have a message.
@lru_cache(maxsize=1)
def _lines(path: Path, changed: int) -> dict[tuple[str, ...], int]:
    # Imported here: only messages need it.
    from puzzle_runner.storage import toml_lines

    return toml_lines.lines(files.text(path, files.TABLES))


class _Wrong(Exception):
    """What a table, or a key of it, says wrongly."""

    def __init__(self, table: str | None, key: str | None, message: str) -> None:
        self.table, self.key, self.message = table, key, message


def _require(is_valid: bool, table: str | None, key: str | None, message: str) -> None:
    if not is_valid:
        raise _Wrong(table, key, message)


def _parse(
    name: str, data: bytes
) -> tuple[float | None, str, list[_Fields], dict[str, tuple[tuple[str, ...] | None, float | None, bool]]]:
    """Return the tolerance in a case file, the checker, the fields of its cases, those of rules."""
    path = Path(name)
    document = toml.parse(path, files.decoded(name, data).replace("\r\n", "\n"))
    try:
        tolerance = document.pop(TOLERANCE, None)
        checker = document.pop(CHECKER, "")
        rules = document.pop(SOLUTION, {})
        if tolerance is not None:
            message = "tolerance must be a number such as 1e-9, without quotes: 0 or more, and less than 1."
            _require(_is_number(tolerance) and 0 <= float(tolerance) < 1, None, TOLERANCE, message)
            tolerance = float(tolerance)
        message = (
            'checker must be the name of a function, or of a file beside this one: checker = "validate".'
        )
        _require(type(checker) is str and not set(checker) & set("/\\"), None, CHECKER, message)
        if not isinstance(rules, dict):
            rules = {"": rules}
        return (
            tolerance,
            checker,
            [_fields(name, table) for name, table in document.items()],
            {name: _rule(name, table) for name, table in rules.items()},
        )
    except _Wrong as wrong:
        raise Unreadable(f"{place(path, wrong.table, wrong.key)} {wrong.message}") from None


def _is_number(value: Any) -> bool:
    """Tell whether a value of TOML is a number that a float can hold: no truth value, and no text."""
    return isinstance(value, toml.Decimal) or (type(value) is int and abs(value) < 2**63)


def _rule(name: str, table: Any) -> tuple[tuple[str, ...] | None, float | None, bool]:
    message = 'a rule is [solution.NAME] with cases = ["example"], timeout = 300 or slow = true'
    _require(isinstance(table, dict), SOLUTION, name, f"{message}.")
    for key in table:
        near = nearest(key, Rule._fields)
        _require(key in Rule._fields, SOLUTION, name, f'{message}, and has no "{key}".{near}')
    cases, timeout, slow = table.get("cases"), table.get("timeout"), table.get("slow", False)
    if cases is not None:
        message = f'cases must be a list such as ["example"], not {cases!r}.'
        _require(_is_list_of(str, cases), SOLUTION, name, message)
        cases = tuple(cases)
    if timeout is not None:
        message = f"timeout must be {settings.WANTED['timeout']}, at most {settings.LONGEST:.0f}."
        _require(_is_number(timeout) and 0 < float(timeout) <= settings.LONGEST, SOLUTION, name, message)
        timeout = float(timeout)
    _require(isinstance(slow, bool), SOLUTION, name, f"slow must be true or false, not {slow!r}.")
    return cases, timeout, slow


def _is_list_of(kind: type, value: Any) -> bool:
    return isinstance(value, list) and all(type(item) is kind for item in value)


def _fields(name: str, table: Any) -> _Fields:
    if isinstance(table, list):
        raise _Wrong(name, None, f'"{name}" is a list: write [{name}], in single brackets, once a case.')
    if not isinstance(table, dict):
        message = (
            f'"{name}" stands outside a case. Only tolerance and checker may; '
            f"write [{MAIN}] or [example] above it.{nearest(name, (TOLERANCE, CHECKER))}"
        )
        raise _Wrong(None, name, message)
    message = f"a case cannot be named {name!r}: its input is a file of that name."
    _require(not is_unfit(name), name, None, message)
    source, off, within = table.get(SOURCE, ""), table.get(OFF, False), table.get(WITH, {})
    message = f'source must be text such as "{PAGE}", not {source!r}.'
    _require(isinstance(source, str), name, SOURCE, message)
    _require(isinstance(off, bool), name, OFF, f"off must be true or false, not {off!r}.")
    _require(
        isinstance(within, dict), name, WITH, f"with must be a table: write [{name}.with] above its keys."
    )
    parameters = {key: value for key, value in table.items() if not is_key(key)}
    parameters.update(within)
    inline = table.get("input")
    if is_range(inline):
        parameters["input"] = inline
        inline = None
    for key, value in parameters.items():
        if isinstance(value, dict) and {"from", "to"} <= value.keys():
            _check_range(name, key, value)
    return (
        name,
        _inline(name, inline),
        _answers(name, table, is_page=source == PAGE),
        source,
        tuple((key, _parameter(name, key, value)) for key, value in sorted(parameters.items())),
        off,
        _keys(table),
    )


def _keys(table: Mapping[str, Any]) -> dict[int, str]:
    """Return the parts that other keys than answers and inputs name in a case, each with that key."""
    keys = dict.fromkeys(table.get(BY_HAND, ()), BY_HAND)
    sentences = table.get(SENTENCES)
    for name in sentences if isinstance(sentences, dict) else ():
        if part := _PART.fullmatch(name):
            keys[int(part[1])] = SENTENCES
    return keys


def _inline(name: str, value: Any) -> str | dict[int, str] | None:
    """Return the input in a case file: one text, or texts by part. Raises _Wrong."""
    if not isinstance(value, dict):
        message = f'input must be text: write "{value}", in quotes.'
        _require(isinstance(value, str | None), name, "input", message)
        text: str | None = value
        return text
    texts: dict[int, str] = {}
    for part, text in value.items():
        message = f'the texts of the parts are [{name}.input] with 1 = "...", 2 = "...".'
        is_part = re.fullmatch(PART_NUMBER, part) is not None
        _require(is_part and isinstance(text, str), name, "input", message)
        texts[int(part)] = text
    return texts


def _check_range(case: str, key: str, value: Mapping[str, Any]) -> None:
    """Raise _Wrong for a range that nothing can be drawn from. A table of texts is none."""
    message = f"{key}: a range is {{ from = 1, to = 200 }}; with length = 5, or a range of it, a list."
    if not is_range(value):
        _require(not _is_number(value["from"]) and not _is_number(value["to"]), case, key, message)
        return
    length = value.get("length", 0)
    if not is_range(length):
        _require(type(length) is int, case, key, message)
        length = {"from": length, "to": length}
    is_possible = value["from"] <= value["to"] and 0 <= length["from"] <= length["to"]
    _require(is_possible, case, key, message)


def _answers(case: str, table: dict[str, Any], *, is_page: bool) -> dict[int, tuple[Any, ...]]:
    """Return the fields of the answers of a case, by part. Raises _Wrong.

    In a case that was read from a page they are guesses, unless they were written by hand.
    """
    by_hand, sentences = table.get(BY_HAND, []), table.get(SENTENCES, {})
    is_valid = _is_list_of(int, by_hand) and all(part > 0 for part in by_hand)
    _require(is_valid, case, BY_HAND, "by_hand must be a list of parts, such as [1].")
    if is_page:
        message = 'sentences must be a table: { part1 = "..." }.'
        _require(isinstance(sentences, dict), case, SENTENCES, message)
        for key, sentence in sentences.items():
            is_valid = _PART.fullmatch(key) is not None and isinstance(sentence, str)
            _require(is_valid, case, SENTENCES, message)
    answers: dict[int, tuple[Any, ...]] = {}
    for key, value in table.items():
        if match := _PART.fullmatch(key):
            part = int(match[1])
            text, is_hidden = _answer(case, key, value)
            is_guess = is_page and part not in by_hand
            sentence = sentences.get(key, "") if is_guess else None
            answers[part] = (text, is_hidden, sentence, part in by_hand)
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
    raise _Wrong(
        case,
        key,
        f'{key} must be an integer, a text in quotes or {{ scrypt = "N$r$p$salt$hash" }}, not {value!r}.',
    )


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
