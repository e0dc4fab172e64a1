"""How a solution in another repository is loaded and called."""

from typing import NamedTuple

# The endings of files that may be inputs.
INPUT_ENDINGS = frozenset({"", ".txt", ".in", ".input", ".inp", ".dat", ".data", ".text", ".puzzle", ".csv"})
# The names of files that are never the input: examples, and a kept login.
EXAMPLE = (
    r"ex[ae]mpl|beispiel|voorbeeld|ejemplo|sample|(?<!con)(?<!la)test|demo|small|tiny|session|cookie|token"
    r"|secret|credential|(?<![a-z])(?:ex|eg|toy|[est])\d{0,2}(?![a-z\d])"
)


# The fields of an adapter that say how its file is loaded.
OF_FILE = ("folder", "entries", "package", "places", "year", "day")


class Adapter(NamedTuple):
    """How a solution in another repository, which is `depth` folders above its file, is loaded and called.

    Relative to that are `folder`, in which it works, `entries`, which come first on `sys.path` after its own
    folder, and `places`, where it looks for its input, each with its part, or 0 for all. Relative imports
    start from `package`.

    `part` is the part to answer. `call` is a function or `Class.method`; if empty, the module is run as a
    program, which prints or submits, and may take the path of the input as its argument. The input is on
    standard input, too. `arguments` name what is handed over: text, lines, file, path, Path or part. `alone`
    tells that only this part is answered, `is_guess` that a name alone tells the argument.
    """

    depth: int = 0
    folder: str = ""
    entries: tuple[str, ...] = ()
    package: str = ""
    places: tuple[tuple[int, str], ...] = ()
    year: int = 0
    day: int = 0
    part: int = 1
    call: str = ""
    arguments: tuple[str, ...] = ()
    alone: bool = False
    is_guess: bool = False
    takes_path: bool = False
