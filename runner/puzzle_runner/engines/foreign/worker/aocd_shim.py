"""Our own `aocd` for modules that import that package: the input of this call, and no network.

https://github.com/wimglenn/advent-of-code-data has the original. Answers are recorded and never sent.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

# The attributes of a puzzle with the answers that it has been given.
PARTS = {"answer_a": 1, "answer_b": 2}
NAMES = ("aocd", "aocd.models", "aocd.get", "aocd.post", "aocd.exceptions", "aocd.transforms", "aocd.utils")


class Given:
    """The input text, year and day that a call gives to `aocd`, and the answers that it takes, by part."""

    def __init__(self, year: int, day: int) -> None:
        self.unread, self.year, self.day = "", year, day
        self.answers: dict[int, object] = {}
        self.is_read = False

    def begin(self, text: str) -> None:
        """Take the input of a call."""
        self.unread = text.rstrip("\r\n")
        self.answers = {}

    @property
    def text(self) -> str:
        """The input; from now on it is known to have been read."""
        self.is_read = True
        return self.unread


class AocdException(Exception):
    """As in aocd, the base of what it raises."""


class PuzzleLockedError(AocdException):
    """As in aocd: the input of another day, which is not at hand."""


class PuzzleUnsolvedError(AocdException):
    """As in aocd: an answer that is not known."""


def install(given: Given) -> None:
    """Let `import aocd` find ours, before any that is installed."""
    sys.meta_path.insert(0, Finder(given))


class Finder:
    """Finds `aocd` and its modules."""

    def __init__(self, given: Given) -> None:
        self.given = given

    def find_spec(self, name: str, path: object = None, target: object = None) -> "ModuleSpec | None":
        if name not in NAMES:
            return None
        from importlib.machinery import ModuleSpec

        loader: Any = self
        return ModuleSpec(name, loader, is_package=name == "aocd")

    def create_module(self, spec: "ModuleSpec") -> None:
        return None

    def exec_module(self, module: "ModuleType") -> None:
        vars(module).update(contents(self.given))
        if module.__name__ == "aocd":
            # Looked up when asked for, as a module may be imported once for several inputs.
            vars(module)["__getattr__"] = lambda name: attribute(self.given, name)
            vars(module)["__all__"] = ["data", "get_data", "lines", "numbers", "puzzle", "submit"]
            for name in ("data", "lines", "numbers"):
                delattr(module, name)


def attribute(given: Given, name: str) -> "Any":
    """Return what the module `aocd` has for a name."""
    if name == "data":
        return given.text
    if name == "lines":
        return given.text.splitlines()
    if name == "numbers":
        return numbers(given.text)
    if name == "puzzle":
        return puzzle_class(given)(given.year, given.day)
    raise AttributeError(f"module 'aocd' has no attribute {name!r} here")


def contents(given: Given) -> "dict[str, Any]":
    """Return the names that the modules of `aocd` have in common here."""

    def get_data(session: object = None, day: "Any" = None, year: "Any" = None, block: object = False) -> str:
        check(given, year, day)
        return given.text

    def submit(
        answer: object, part: object = None, day: "Any" = None, year: "Any" = None, **_: object
    ) -> None:
        check(given, year, day)
        record(given, answer, part)

    def get_puzzle(
        session: object = None, day: "Any" = None, year: "Any" = None, block: object = False
    ) -> object:
        return puzzle_class(given)(year or given.year, day or given.day)

    return {
        "AocdError": AocdException,
        "AocdException": AocdException,
        "Puzzle": puzzle_class(given),
        "PuzzleLockedError": PuzzleLockedError,
        "PuzzleUnsolvedError": PuzzleUnsolvedError,
        "User": User,
        "current_day": lambda: given.day,
        "data": None,
        "default_user": User,
        "get_day_and_year": lambda: (given.day, given.year),
        "get_data": get_data,
        "get_puzzle": get_puzzle,
        "lines": lambda data: data.splitlines(),
        "most_recent_year": lambda: given.year,
        "numbers": numbers,
        "submit": submit,
    }


class User:
    """A user without a login."""

    def __init__(self, token: object = "") -> None:
        self.token, self.id = "", "anonymous"


def check(given: Given, year: "Any", day: "Any") -> None:
    """Raise an error if a year or day is asked for that this call does not have."""
    asked = int(year or given.year), int(day or given.day)
    if asked != (given.year, given.day):
        raise PuzzleLockedError(f"the input of day {asked[1]} of {asked[0]} is not given to this puzzle")


def record(given: Given, answer: object, part: object) -> None:
    """Take down an answer; without a part, it is that of the first part without one."""
    if answer is None:
        return
    number = {"a": 1, "1": 1, "b": 2, "2": 2}.get(str(part).lower()) if part is not None else None
    given.answers[number or (2 if 1 in given.answers else 1)] = answer


def numbers(text: str) -> "list[int] | list[list[int]]":
    """Return the numbers of a text: one for each line, or a list for each line with several."""
    import re

    rows = [[int(number) for number in re.findall(r"-?\d+", line)] for line in text.splitlines()]
    if all(len(row) == 1 for row in rows):
        return [number for row in rows for number in row]
    return rows[0] if len(rows) == 1 else rows


def puzzle_class(given: Given) -> type:
    """Return the class `Puzzle` for an input."""

    class Puzzle:
        def __init__(self, year: "Any" = None, day: "Any" = None, user: object = None) -> None:
            check(given, year, day)
            self.year, self.day = given.year, given.day
            self.title = self.pretty_title = ""
            self.examples: list[object] = []

        @property
        def input_data(self) -> str:
            return given.text

        def __setattr__(self, name: str, value: "Any") -> None:
            if name == "answers":
                given.answers.update(zip((1, 2), value))  # noqa: B905  (new in Python 3.10)
            elif name in PARTS:
                record(given, value, PARTS[name])
            else:
                object.__setattr__(self, name, value)

        def __getattr__(self, name: str) -> str:
            if PARTS.get(name) in given.answers:
                return str(given.answers[PARTS[name]])
            known = name in PARTS or name == "answers"
            raise AttributeError(name if known else f"{name}: a puzzle has no more than its input here")

        def answered(self, part: "Any") -> bool:
            return {"a": 1, "b": 2}.get(part, part) in given.answers

    return Puzzle
