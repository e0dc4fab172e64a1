"""Our own `aocd` for modules that import that package: the input of this call, and no network.

It has the names of aocd 2.2: what needs no network is right, the rest raises an error that says so.

https://github.com/wimglenn/advent-of-code-data has the original. Answers are recorded and never sent.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any

# The attributes of a puzzle with the answers that it has been given.
PARTS = {"answer_a": 1, "answer_b": 2}
MODULES = (
    "cli", "cookies", "examples", "exceptions", "get", "models", "post", "runner", "transforms", "types",
    "utils",
)  # fmt: skip
NAMES = ("aocd", *(f"aocd.{module}" for module in MODULES))
# Packages that put an answer where its author pastes it from.
CLIPBOARDS = ("clipboard", "pyperclip", "pyperclip3")
URL = "https://adventofcode.com/{year}/day/{day}"


class Given:
    """The input text, year and day that a call gives to `aocd`, and the answers that it takes, by part."""

    def __init__(self, year: int, day: int) -> None:
        self.unread, self.year, self.day, self.part = "", year, day, 0
        self.answers: dict[int, object] = {}
        self.is_read = False

    def begin(self, text: str, part: int) -> None:
        """Take the input of a call, and the part that it is about."""
        self.unread, self.part = text.rstrip("\r\n"), part
        self.answers = {}

    @property
    def text(self) -> str:
        """The input; from now on it is known to have been read."""
        self.is_read = True
        return self.unread


class AocdException(Exception):
    """As in aocd, the base of what it raises."""


ERRORS = dict.fromkeys(("AocdError", "AocdException"), AocdException) | {
    name: type(name, (AocdException,), {})
    for name in (
        "CoercionError", "DeadTokenError", "ExampleParserError", "PuzzleLockedError", "PuzzleUnsolvedError",
        "UnknownUserError",
    )
}  # fmt: skip


def install(given: Given) -> None:
    """Let `import aocd` find ours, before any that is installed, and so the others."""
    contents_of = dict.fromkeys(NAMES, contents) | dict.fromkeys(CLIPBOARDS, of_clipboard)
    contents_of |= {"aoc_helper": of_helper, "aoc_lube": of_lube}
    sys.meta_path.insert(0, Finder(given, contents_of))


class Finder:
    """Finds packages that stand between a puzzle and the site, by the names of modules."""

    def __init__(self, given: Given, contents_of: "Mapping[str, Callable[[Given], dict[str, Any]]]") -> None:
        self.given, self.contents_of = given, contents_of

    def find_spec(self, name: str, path: object = None, target: object = None) -> "ModuleSpec | None":
        if name not in self.contents_of:
            return None
        from importlib.machinery import ModuleSpec

        loader: Any = self
        spec = ModuleSpec(name, loader, is_package="." not in name and name not in CLIPBOARDS)
        if name in ("aoc_helper", "aoc_lube"):
            # The rest of the package, which has nothing to do with the site, is the installed one.
            others = (finder.find_spec(name, None) for finder in sys.meta_path if finder is not self)
            real = next(filter(None, others), None)
            spec.submodule_search_locations = [*((real and real.submodule_search_locations) or ())]
        return spec

    def create_module(self, spec: "ModuleSpec") -> None:
        return None

    def exec_module(self, module: "ModuleType") -> None:
        vars(module).update(self.contents_of[module.__name__](self.given))
        if module.__name__ == "aocd":
            # Looked up when asked for, as a module may be imported once for several inputs.
            vars(module)["__getattr__"] = lambda name: attribute(self.given, name)
            vars(module)["__all__"] = ["AocdError", *LOOKED_UP, "get_data", *MODULES, "submit"]
            for name in ("data", "lines", "numbers"):
                delattr(module, name)
        elif module.__name__ in ("aoc_helper", "aoc_lube") and module.__path__:
            utils = __import__(f"{module.__name__}.utils", fromlist=["utils"])
            if module.__name__ == "aoc_helper":
                vars(module).update({name: vars(utils)[name] for name in vars(utils) if name[0] != "_"})


def of_lube(given: Given) -> "dict[str, Any]":
    """Return what `aoc_lube` has here: https://github.com/salt-die/aoc_lube."""

    def fetch(year: "Any", day: "Any", open_with: object = None) -> str:
        check(given, year, day)
        return given.text

    def submit(year: "Any", day: "Any", part: object, solution: "Any", sanity_check: object = True) -> None:
        check(given, year, day)
        solve(given, solution, part)

    return {"fetch": fetch, "setup_dir": lambda *_, **__: None, "submit": submit}


def solve(given: Given, solution: "Any", part: object) -> None:
    """Take down what a solution gives, or is. As in these packages, none is called for another part."""
    if not callable(solution):
        record(given, solution, part)
    elif number_of(part) == given.part:
        record(given, solution(), part)


def of_clipboard(given: Given) -> "dict[str, Any]":
    """Return what `pyperclip` and the like have here: the input is on the clipboard, which stays as it is."""
    return {"copy": lambda *_, **__: None, "paste": lambda: f"{given.text}\n"}


def of_helper(given: Given) -> "dict[str, Any]":
    """Return what `aoc_helper` has here: https://github.com/Starwort/aoc_helper."""

    def fetch(day: "Any" = None, year: "Any" = None, never_print: object = False) -> str:
        check(given, year, day)
        return given.text

    def submit(day: "Any", part: "Any", answer: object = None, year: "Any" = None) -> None:
        check(given, year, day)
        solve(given, part if callable(part) else answer, name_of(part))

    def lazy_submit(day: "Any", solution: "Any", data: object, year: "Any" = None) -> None:
        check(given, year, day)
        solve(given, lambda: solution(data), name_of(solution))

    def name_of(part: "Any") -> object:
        name = getattr(part, "__name__", None)
        return part if name is None else "b" if name in ("part_two", "part2", "part_2", "part_b") else "a"

    return {
        "day": fetch, "fetch": fetch, "lazy_submit": lazy_submit, "lazy_test": lambda *_, **__: None,
        "submit": submit,
    }  # fmt: skip


# What a puzzle has of its page, or of a login.
OF_PAGES = ("easter_eggs", "my_stats", "solve", "solve_for", "prose")
LOOKED_UP = ("data", "extra", "lines", "numbers", "puzzle")


def attribute(given: Given, name: str) -> "Any":
    """Return what the module `aocd` has for a name."""
    if name in ("data", "lines", "numbers"):
        text = given.text
        return text if name == "data" else numbers(text) if name == "numbers" else text.splitlines()
    if name in ("extra", "puzzle"):
        return puzzle_class(given)() if name == "puzzle" else {}
    if name in MODULES:
        return __import__(f"aocd.{name}", fromlist=["aocd"])
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

    from collections import namedtuple
    from pathlib import Path

    Example = namedtuple("Example", "input_data answer_a answer_b extra", defaults=(None, None, None))
    puzzle = puzzle_class(given)
    # The folder is not there: nothing is kept.
    folder = Path("~", ".config", "aocd").expanduser()
    User.memo_dir = folder / "anonymous"
    return {
        **ERRORS,
        "AOCD_CONFIG_DIR": folder,
        "AOCD_DATA_DIR": folder,
        "AnswerValue": object,
        "Example": Example,
        "Puzzle": puzzle,
        "PuzzlePart": str,
        "URL": URL,
        "USER_AGENT": "",
        "User": User,
        "atomic_write_file": lambda path, contents_str: path.write_text(contents_str),
        "blocker": lambda *_, **__: None,
        "coerce": lambda val, warn=False: str(val),
        "colored": lambda txt, color=None: txt,
        "current_day": lambda: given.day,
        "data": None,
        "default_user": User,
        "get_data": get_data,
        "get_day_and_year": lambda: (given.day, given.year),
        "get_owner": lambda token="": "anonymous",
        "get_puzzle": lambda session=None, day=None, year=None, block=False: puzzle(year, day),
        "get_working_tokens": dict,
        "lines": lambda data: data.splitlines(),
        "most_recent_year": lambda: given.year,
        "numbers": numbers,
        "scrape_session_tokens": lambda *_: refuse("the cookies of a browser"),
        "submit": submit,
    }


def refuse(what: str) -> "Any":
    """Raise an error for what only the site, or a login, can tell."""
    raise AocdException(f"{what}: other people's code gets only its input here, nothing else of the site")


class User:
    """A user without a login."""

    memo_dir: "Any" = None

    def __init__(self, token: object = "") -> None:
        self.token, self.id = "", "anonymous"

    @classmethod
    def from_id(cls, id: object) -> "User":
        return cls()

    def get_stats(self, years: object = None) -> None:
        refuse("the statistics of a user")


def check(given: Given, year: "Any", day: "Any") -> None:
    """Raise an error if a year or day is asked for that this call does not have."""
    asked = int(year or given.year), int(day or given.day)
    if asked != (given.year, given.day):
        raise ERRORS["PuzzleLockedError"](
            f"the input of day {asked[1]} of {asked[0]} is not given to this puzzle"
        )


def record(given: Given, answer: object, part: object) -> None:
    """Take down an answer; without a part, it is that of the first part without one."""
    if answer is not None:
        given.answers[number_of(part) or (2 if 1 in given.answers else 1)] = answer


def number_of(part: object) -> "int | None":
    """Return the number of a part that is named in one of the ways of these packages."""
    return {"a": 1, "1": 1, "b": 2, "2": 2}.get(str(part).lower())


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
        year: int
        day: int

        def __init__(self, year: "Any" = None, day: "Any" = None, user: object = None) -> None:
            vars(self).update(year=int(year or given.year), day=int(day or given.day), user=user or User())
            vars(self).update(url=URL.format(year=self.year, day=self.day), submit_results=[], examples=[])
            # What is printed above the answers.
            vars(self).update(title=f"Day {self.day}", pretty_title=f"Day {self.day} of {self.year}")

        @property
        def input_data(self) -> str:
            check(given, self.year, self.day)
            return given.text

        @property
        def answers(self) -> "tuple[str | bool, str | bool]":
            return self.answer_a, self.answer_b

        def __setattr__(self, name: str, value: "Any") -> None:
            if name == "answers":
                given.answers.update(zip((1, 2), value))  # noqa: B905  (new in Python 3.10)
            elif name in PARTS:
                record(given, value, PARTS[name])
            else:
                object.__setattr__(self, name, value)

        def __getattr__(self, name: str) -> "str | bool":
            if name in ("answered_a", "answered_b"):
                return self.answered(name[-1])
            if name not in PARTS:
                if name in OF_PAGES:
                    refuse(f"{name} of a puzzle")
                raise AttributeError(name)
            if PARTS[name] in given.answers:
                return str(given.answers[PARTS[name]])
            raise ERRORS["PuzzleUnsolvedError"](f"{name} is not known to the code that is to find it")

        def answered(self, part: "Any") -> bool:
            return {"a": 1, "b": 2}.get(part, part) in given.answers

        def unlock_time(self, local: bool = True) -> "Any":
            from datetime import datetime, timedelta, timezone

            time = datetime(self.year, 12, self.day, tzinfo=timezone(timedelta(hours=-5), "EST"))
            return time.astimezone() if local else time

        def view(self) -> None:
            """Open no browser."""

        @classmethod
        def all(cls, user: object = None) -> "Any":
            return iter([cls(given.year, given.day)])

    return Puzzle
