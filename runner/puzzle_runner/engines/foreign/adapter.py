"""How a solution in another repository is loaded and called."""

from typing import NamedTuple

# The endings of files that may be inputs.
INPUT_ENDINGS = frozenset({"", ".txt", ".in", ".input", ".inp", ".dat", ".data", ".text", ".puzzle", ".csv"})
# The names of files that are never the input: examples, and a kept login.
EXAMPLE = (
    r"ex[ae]mpl|beispiel|voorbeeld|ejemplo|sample|(?<!con)(?<!la)test|demo|small|tiny|session|cookie|token"
    r"|secret|credential|(?<![a-z])(?:ex|eg|toy|[est])\d{0,2}(?![a-z\d])"
)


class Loading(NamedTuple):
    """How a file of another repository is loaded. That one is `depth` folders above the file.

    `folder` is the working folder, `entries` come first on `sys.path` after the module's own folder, `places`
    are where it looks for its input, each with its part, or 0 for all: all of these are relative to the
    repository. `package` is what its relative imports start from.
    """

    depth: int = 0
    folder: str = ""
    entries: tuple[str, ...] = ()
    package: str = ""
    places: tuple[tuple[int, str], ...] = ()
    year: int = 0
    day: int = 0


class Adapter(NamedTuple):
    """How a solution in another repository is called, after the `loading` of its file.

    `part` is the part to answer. `call` is a function or `Class.method`; if empty, the module is run as a
    program with the arguments `argv`, which prints or submits. The input is on standard input, too.
    `arguments` name what is handed over: text, lines, file, path, Path or part. `alone` tells that only this
    part is answered, `is_guess` that a name alone tells the argument.
    """

    loading: Loading
    part: int = 1
    call: str = ""
    arguments: tuple[str, ...] = ()
    alone: bool = False
    is_guess: bool = False
    argv: tuple[str, ...] = ()
