"""The immutable records of programs, and of code that others have laid out: how they are called and read.

They are apart from `model` because a puzzle of one's own in Python needs none of them.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Adapter(NamedTuple):
    """How a solution in somebody's repository is called. The paths are relative to `root`, its folder.

    `folder` is the working folder, `entries` come first on `sys.path` after the module's own folder,
    `package` is what its relative imports start from, `places` are where it looks for the input. `part` is
    the part to answer. `call` is a function or `Class.method`; if empty, the module is run as a program with
    the arguments `argv`. With `stdin`, the input is on standard input. `arguments` and `made`, of the class,
    name what is handed over: text, raw, lines, raw lines, file, path, Path, part, second (whether it is the
    second part), year, day. `parse` is a function that the argument goes through. `gives` is answer, both or
    printed; `alone` tells that only this part is answered, `is_guess` that names alone tell the arguments.
    `watch` has the functions of a program whose results are its answers, by part.
    """

    root: str
    folder: str = ""
    part: int = 1
    call: str = ""
    arguments: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    parse: str = ""
    gives: str = "answer"
    alone: bool = False
    is_guess: bool = False
    watch: tuple[tuple[int, str], ...] = ()
    argv: tuple[str, ...] = ()
    stdin: bool = False
    entries: tuple[str, ...] = ()
    package: str = ""
    places: tuple[str, ...] = ()
    year: int = 0
    day: int = 0


class Language(NamedTuple):
    """How programs of a language are built and run; an interpreter has nothing to build.

    `empty` is the source of a program that does nothing, with an `ending` of its file. `made` is where the
    build leaves the program below its folder, if that is not where it was told to. A project has a `plain`
    language, that of a single file.
    """

    name: str
    run: tuple[str, ...]
    build: tuple[str, ...] = ()
    empty: str = ""
    ending: str = ""
    made: str = ""
    plain: "Language | None" = None


class Program(NamedTuple):
    """A command that answers a part by printing, as `asked` or because that is all that it does.

    In a word of the command, `{input}` is the path of the file with the input. It runs in a scratch folder if
    `folder` is empty. `sources` are its files. `start` is how many seconds its language takes to do nothing.
    With a `language`, the command is that of the language, once the program is built.
    """

    command: tuple[str, ...]
    part: int
    asked: bool = True
    folder: str = ""
    sources: tuple[str, ...] = ()
    start: float = 0.0
    language: Language | None = None


class Reading(NamedTuple):
    """Answers read from what was printed: `answers` with certainty, `guesses` without, by part.

    `rule` says how they were read, in a few words.
    """

    rule: str
    answers: Mapping[int, str] = MappingProxyType({})
    guesses: Mapping[int, str] = MappingProxyType({})

    def __bool__(self) -> bool:
        """Tell whether something was read."""
        return bool(self.answers or self.guesses)
