"""Our own `aocd` for modules that import that package: the input of this call, and no network.

It has `data`, `lines`, `get_data`, `puzzle` with `models.Puzzle`, and `submit`, which sends nothing.
https://github.com/wimglenn/advent-of-code-data has the original.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PARTS = {"a": 1, "1": 1, "b": 2, "2": 2}


class Given:
    """The input text, year and day that a call gives to `aocd`, and the answers that it takes, by part."""

    def __init__(self, year: int, day: int) -> None:
        self.year, self.day = year, day
        self.text = ""
        self.answers: dict[int, object] = {}
        self.is_read = False

    def begin(self, text: str) -> None:
        self.text = text.rstrip("\r\n")
        self.answers = {}

    def get_data(self, session: object = None, day: "Any" = None, year: "Any" = None, **_: object) -> str:
        """Return the input; from now on it is known to have been read."""
        self.check(year, day)
        self.is_read = True
        return self.text

    def submit(
        self, answer: object, part: object = None, day: "Any" = None, year: "Any" = None, **_: "Any"
    ) -> None:
        """Take down an answer; without a part, it is that of the first part without one."""
        self.check(year, day)
        if answer is not None:
            next_part = 2 if 1 in self.answers else 1
            self.answers[PARTS.get(str(part).lower(), next_part)] = answer

    def check(self, year: "Any", day: "Any") -> None:
        """Raise an error if a year or day is asked for that this call does not have."""
        year = int(year or self.year)
        day = int(day or self.day)
        if year != self.year or day != self.day:
            raise LookupError(f"the input of day {day} of {year} is not given to this puzzle")


def install(given: Given) -> None:
    """Let `import aocd` find ours, before any that is installed."""

    class Puzzle:
        def __init__(self, year: "Any" = None, day: "Any" = None, user: object = None) -> None:
            given.check(year, day)

        @property
        def input_data(self) -> str:
            return given.get_data()

        def __setattr__(self, name: str, value: object) -> None:
            if name in ("answer_a", "answer_b"):
                given.submit(value, name[-1])
                value = str(value)
            super().__setattr__(name, value)

    def attribute(name: str) -> "Any":
        # Looked up when asked for, as a module may be imported once for several inputs.
        if name == "data":
            return given.get_data()
        if name == "lines":
            return given.get_data().splitlines()
        if name == "puzzle":
            return Puzzle()
        raise AttributeError(f"aocd has data, lines, get_data, puzzle and submit here, but no {name}")

    names = {"Puzzle": Puzzle, "get_data": given.get_data, "submit": given.submit}
    aocd = type(sys)("aocd")
    vars(aocd).update(names, __getattr__=attribute, __all__=["data", "get_data", "lines", "puzzle", "submit"])
    sys.modules["aocd"] = aocd
    for name in ("get", "models", "post"):
        module = type(sys)(f"aocd.{name}")
        vars(module).update(names)
        setattr(aocd, name, module)
        sys.modules[module.__name__] = module
