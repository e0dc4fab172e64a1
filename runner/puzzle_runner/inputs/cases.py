"""The cases of a puzzle: `inputs/<id>/cases.toml` and the inputs beside it."""

import math
import os
import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from puzzle_runner import files
from puzzle_runner.errors import InputMissing, Unreadable
from puzzle_runner.model import MAIN, PAGE, PART_NUMBER, Case, Expected, Parameters, Rule
from puzzle_runner.storage import memo, toml

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
_NAME = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)"""
_DOTTED = rf"({_NAME}(?:\s*\.\s*{_NAME})*)"
_HEADER = rf"\s*\[\[?\s*{_DOTTED}\s*\]"
_KEY = rf"\s*{_DOTTED}\s*="
_HASH = r"\d+\$\d+\$\d+\$[0-9a-f]+\$[0-9a-f]{64}"


class CaseFile(NamedTuple):
    """What a case file says: its cases, and what holds for each case of the puzzle, wherever it is from.

    These are the `rules` of solutions by name, and the name of the `checker`. `ranges` are cases with ranges
    in the place of values, from which `stress` draws; one for the input is among the parameters.
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


def is_range(value: Any) -> bool:
    """Tell whether a value stands for all from one to another: `{ from = 1, to = 200 }`."""
    ends = {"from", "to"}
    is_alike = isinstance(value, dict) and ends <= value.keys() <= ends | {"length"}
    return is_alike and all(type(value[end]) is int for end in ends)


def decoded(name: Path | str, data: bytes) -> str:
    """Return UTF-8 as text, without a BOM. Raises Unreadable with the name of the file and the line."""
    try:
        return data.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        line, wrong = error.object.count(b"\n", 0, error.start) + 1, error.object[error.start]
        raise Unreadable(f"{name}, line {line}: it is not UTF-8: byte {error.start} is {wrong:#x}.") from None


def file(folder: Path, case: str, part: int = 0) -> Path:
    """Return the file of the input of a case; with a part, of what that part has for itself."""
    return folder / (f"{case}.part{part}.txt" if part else f"{case}.txt")


def files_of(case: Case) -> dict[int, Path]:
    """Return the files of inputs that are beside the case file, by part; 0 is for all parts."""
    found = {0: case.path} if case.path.exists() else {}
    begin, end = f"{case.name}.part", ".txt"
    for name in sorted(os.listdir(case.path.parent)) if case.path.parent.is_dir() else ():
        part = name.removeprefix(begin).removesuffix(end)
        if name == f"{begin}{part}{end}" and re.fullmatch(PART_NUMBER, part):
            found[int(part)] = case.path.with_name(name)
    return found


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
    inline = case.inline if isinstance(case.inline, Mapping) else {}
    parts = sorted({*inline, *files_of(case)} - {0}) if not isinstance(case.inline, str) else []
    return {part: text(of_part(case, part)) for part in parts or [0]}


def text(case: Case) -> str:
    """Return the input of a case as a part gets it: CRLF made LF, one trailing newline removed.

    Raises InputMissing, or Unreadable if it is not UTF-8, or was fetched and is damaged.
    """
    if isinstance(case.inline, str):
        return tidy(case.inline)
    try:
        text = tidy(decoded(case.path, files.read(case.file)))
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
    if case.cached and (damage := damaged(text)):
        id = case.path.parent.name
        raise Unreadable(
            f'{case.file} {damage}: it is not used. Fetch it once more with "puzzles fetch {id} --refresh".'
        )
    return text


def damaged(text: str) -> str:
    """Return what is wrong with an input from a site; an empty text if it looks sound."""
    begins = text.lstrip("\ufeff\0 \t\r\n")[:9].lower()
    if not begins:
        return "is empty"
    return "is an HTML page" if begins.startswith(("<!doctype", "<html", "<head", "<body", "<?xml")) else ""


def where(case: Case, key: str | None = None) -> str:
    """Return the file of a case, and the line of one of its keys, else of itself: `cases.toml, line 3:`."""
    path = case.path.with_name(FILE)
    changed = path.stat().st_mtime_ns if path.exists() else 0
    return _source(path, changed).where(case.name, key)


# Each case of a file may have a message.
@lru_cache(maxsize=1)
def _source(path: Path, changed: int) -> "_Source":
    return _Source(path, files.text(path, files.TABLES) if changed else "")


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


def is_key(name: str) -> bool:
    """Tell whether a key of a case is no parameter."""
    return name in KEYS or _PART.fullmatch(name) is not None


def is_unfit(name: str) -> bool:
    """Tell whether a text cannot name a case: its input is a file of that name, beside the case file."""
    if not name.isprintable() or set(name) & set("/\\"):
        return True
    return name in ("", TOLERANCE, CHECKER, SOLUTION) or len(name.encode()) > LONGEST_NAME


class _Source:
    """The text of a case file, to find the lines that a message names."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text

    @cached_property
    def lines(self) -> dict[tuple[str, ...], int]:
        """The lines on which cases and their keys begin."""
        found: dict[tuple[str, ...], int] = {}
        table: list[str] = []
        inside_text = False
        for number, line in enumerate(self.text.split("\n"), start=1):
            if not inside_text and (header := re.match(_HEADER, line)):
                named = table = toml.key_names(header[1])
            else:
                assigned = None if inside_text else re.match(_KEY, line)
                named = [*table, *toml.key_names(assigned[1])] if assigned else []
            for length in range(1, min(len(named), 2) + 1):
                found.setdefault(tuple(named[:length]), number)
            inside_text ^= (line.count('"""') + line.count("'''")) % 2 == 1
        return found

    def where(self, case: str | None, key: str | None = None) -> str:
        """Return the file, with the line where a key begins, or its case if the key is not found."""
        wanted = tuple(name for name in (case, key) if name is not None)
        line = self.lines.get(wanted) or self.lines.get(wanted[:1])
        return f"{self.path}, line {line}:" if line else f"{self.path}:"

    def error(self, case: str | None, key: str | None, message: str) -> Unreadable:
        return Unreadable(f"{self.where(case, key)} {message}")


def _parse(
    name: str, data: bytes
) -> tuple[float | None, str, tuple[_Fields, ...], dict[str, tuple[Any, ...]]]:
    """Return the tolerance in a case file, the checker, the fields of its cases, those of rules.

    Raises Unreadable.
    """
    text = decoded(name, data).replace("\r\n", "\n")
    path = Path(name)
    document = toml.parse(path, text)
    source = _Source(path, text)
    tolerance = document.pop(TOLERANCE, None)
    if tolerance is not None:
        try:
            number = -1.0 if isinstance(tolerance, bool) else float(tolerance)
        except (TypeError, ValueError, OverflowError):
            number = -1.0
        if not 0 <= number < math.inf:
            raise source.error(None, TOLERANCE, "tolerance must be a number such as 1e-9.")
        tolerance = number
    checker = document.pop(CHECKER, "")
    if not isinstance(checker, str) or isinstance(checker, toml.Decimal):
        message = (
            'checker must be the name of a function, or of a file beside this one: checker = "validate".'
        )
        raise source.error(None, CHECKER, message)
    rules = document.pop(SOLUTION, {})
    if not isinstance(rules, dict):
        rules = {"": rules}
    return (
        tolerance,
        checker,
        tuple(_fields(source, name, table) for name, table in document.items()),
        {name: _rule(source, name, table) for name, table in rules.items()},
    )


def _rule(source: _Source, name: str, table: Any) -> tuple[Any, ...]:
    """Return the fields of a rule. Raises Unreadable."""
    if not isinstance(table, dict) or not table.keys() <= {*Rule._fields}:
        message = 'a rule is [solution.NAME] with cases = ["example"], timeout = 300 or slow = true.'
        raise source.error(SOLUTION, name, message)
    cases, timeout, slow = table.get("cases"), table.get("timeout"), table.get("slow", False)
    if not (cases is None or (isinstance(cases, list) and all(isinstance(case, str) for case in cases))):
        raise source.error(SOLUTION, name, f'cases must be a list such as ["example"], not {cases!r}.')
    if isinstance(timeout, toml.Decimal):
        timeout = float(timeout)
    if timeout is not None and (isinstance(timeout, bool) or not isinstance(timeout, int | float)):
        timeout = -1.0
    if timeout is not None and not 0 < timeout < math.inf:
        raise source.error(SOLUTION, name, "timeout must be a number of seconds above 0.")
    if not isinstance(slow, bool):
        raise source.error(SOLUTION, name, f"slow must be true or false, not {slow!r}.")
    return None if cases is None else tuple(cases), timeout, slow


def _fields(source: _Source, name: str, table: Any) -> _Fields:
    """Return the fields of a case. Raises Unreadable."""
    if isinstance(table, list):
        raise source.error(
            name, None, f'"{name}" is a list: write [{name}], in single brackets, once a case.'
        )
    if not isinstance(table, dict):
        message = (
            f'"{name}" stands outside a case. Only tolerance and checker may; '
            f"write [{MAIN}] or [example] above it."
        )
        raise source.error(None, name, message)
    if is_unfit(name):
        raise source.error(name, None, f"a case cannot be named {name!r}: its input is a file of that name.")
    inline, drawn = table.get("input"), {}
    if is_range(inline):
        inline, drawn = None, {"input": inline}
    elif isinstance(inline, dict):
        if not all(re.fullmatch(PART_NUMBER, key) and isinstance(text, str) for key, text in inline.items()):
            message = f'the texts of the parts are [{name}.input] with 1 = "...", 2 = "...".'
            raise source.error(name, "input", message)
        inline = {int(part): text for part, text in inline.items()}
    elif not isinstance(inline, str | None):
        raise source.error(name, "input", f'input must be text: write "{inline}", in quotes.')
    origin = table.get(SOURCE, "")
    if not isinstance(origin, str):
        raise source.error(name, SOURCE, f'source must be text such as "{PAGE}", not {origin!r}.')
    numbers = {key: int(part[1]) for key in table if (part := _PART.fullmatch(key))}
    answers = {part: _expected(source, name, key, table[key]) for key, part in numbers.items()}
    by_hand = table.get(BY_HAND, [])
    if not isinstance(by_hand, list):
        raise source.error(name, BY_HAND, "by_hand must be a list of parts, such as [1].")
    answers = {part: answer._replace(by_hand=part in by_hand) for part, answer in answers.items()}
    if origin == PAGE:
        answers = _as_guesses(source, name, table, answers)
    within = table.get(WITH, {})
    if not isinstance(within, dict):
        raise source.error(name, WITH, f"with must be a table: write [{name}.with] above its keys.")
    further = {key: value for key, value in table.items() if not is_key(key)}
    parameters = sorted({**further, **within, **drawn}.items())
    for key, value in parameters:
        if is_range(value):
            _check_range(source, name, key, value)
    return (
        name,
        inline,
        {part: tuple(answer) for part, answer in answers.items()},
        origin,
        tuple((key, _parameter(source, name, key, value)) for key, value in parameters),
        bool(table.get(OFF, False)),
    )


def _check_range(source: _Source, case: str, key: str, value: Mapping[str, Any]) -> None:
    """Raise Unreadable for a range that nothing can be drawn from."""
    length = value.get("length", 0)
    lengths = length if is_range(length) else {"from": length, "to": length}
    is_number = type(lengths["from"]) is int
    if value["from"] > value["to"] or not is_number or not 0 <= lengths["from"] <= lengths["to"]:
        message = "a range is { from = 1, to = 200 }; with length = 5, or a range of it, a list"
        raise source.error(case, key, f"{key}: {message}.")


def _expected(source: _Source, case: str, key: str, value: Any) -> Expected:
    match value:
        case bool():
            pass
        case int() | str():
            return Expected(str(value))
        case {"scrypt": str(digest), **rest} if not rest and re.fullmatch(_HASH, digest):
            return Expected(digest, hidden=True)
    raise source.error(
        case,
        key,
        f'{key} must be an integer, a text in quotes or {{ scrypt = "N$r$p$salt$hash" }}, not {value!r}.',
    )


def _as_guesses(
    source: _Source, case: str, table: dict[str, Any], answers: dict[int, Expected]
) -> dict[int, Expected]:
    """Return the answers of a case that was read from a page: guesses, unless they were written by hand."""
    sentences = table.get(SENTENCES, {})
    if not isinstance(sentences, dict):
        raise source.error(case, SENTENCES, 'sentences must be a table: { part1 = "..." }.')
    return {
        part: answer if answer.by_hand else answer._replace(sentence=str(sentences.get(f"part{part}", "")))
        for part, answer in answers.items()
    }


def _parameter(source: _Source, case: str, key: str, value: Any) -> Any:
    """Return a value of a parameter as a part gets it. Raises Unreadable."""
    match value:
        case toml.Decimal():
            return float(value)
        case bool() | int() | str():
            return value
        case list():
            return [_parameter(source, case, key, item) for item in value]
        case dict():
            return {name: _parameter(source, case, key, item) for name, item in value.items()}
    wanted = "a number, a text, true, false, or a list or a table of these"
    raise source.error(case, key, f"{key} must be {wanted}, not {value!r}.")
