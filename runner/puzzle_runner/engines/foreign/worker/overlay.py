"""The files of another repository as its own code sees them during a call.

The input stands where the code looks for it. What it writes goes to scratch, and is read from there again.
The repository itself stays as it is. Functions of `io` and `os` are replaced for that in the process of the
call: this needs no privileges and no copies, and costs nothing where a module opens nothing. Programs that it
starts, and libraries that open files without Python, see the repository as it is.
"""

import builtins
import errno
import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

# A file of examples is never the input, nor is a kept login.
_EXAMPLE = re.compile(
    r"ex[ae]mpl|beispiel|voorbeeld|ejemplo|sample|(?<!con)(?<!la)test|demo|small|tiny|(?<![a-z])(?:ex|eg|toy|[est])\d*(?![a-z])",
    re.IGNORECASE,
)
_SECRET = re.compile(r"session|cookie|token|secret|credential", re.IGNORECASE)
# A kept login, which our stand-in for the site does not look at.
_LOGIN = re.compile(
    r"\.?[\w-]*(?:session|cookie|token)[\w-]*(?:\.(?:txt|key|cookie|session))?", re.IGNORECASE
)
LOGIN = "0" * 128
# The whole name of a folder counts: another one may be a title.
_EXAMPLES = re.compile(
    r"(?:.*[-_ ])?(?:examples?|samples?|tests?|fixtures|demos?)(?:[-_ ].*)?", re.IGNORECASE
)
_INPUT = re.compile(r"input|puzzle|(?<![a-z])(?:in|i|inp|data|real|actual|full)(?![a-z])", re.IGNORECASE)
# The beginning of a path that does not depend on the working folder, on any system.
_ELSEWHERE = re.compile(r"[A-Za-z]:|[\\/]")
# The beginning of a path in the home, which is written in scratch as the repository is.
HOME = os.path.join("~", "")
_SUFFIXES = ("", ".txt", ".in", ".input", ".inp", ".dat", ".data", ".text", ".puzzle", ".csv")
# Without it, a file is text on Windows.
_BINARY = getattr(os, "O_BINARY", 0)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Overlay:
    """A repository below `root`, where files at `places` hold the input of a puzzle of this day or number."""

    def __init__(self, root: str, places: "Iterable[str]", year: int, day: int) -> None:
        self.roots = tuple({os.path.join(folder, "") for folder in (root, os.path.realpath(root))})
        self.home = os.path.join(os.path.expanduser("~"), "")
        self.places = {os.path.normpath(place) for place in places}
        self.year, self.day = year, day
        self.folder = self.written = ""
        self.text = ""
        # The files that hold it by now.
        self.inputs: set[str] = set()
        # Whether it was read, and all of it in place of files that are there.
        self.is_read = self.has_input = False
        self.knows_end = True
        # The data files of the repository that are read.
        self.own: set[str] = set()

    def begin(self, folder: str, text: str) -> None:
        """Have the input in the scratch folder of a call; from now on, writes go there, too."""
        self.folder, self.text, self.has_input = folder, text, bool(text)
        self.inputs.clear()
        self.written = os.path.join(folder, "written")

    @property
    def input(self) -> str:
        """The path of the input, which is written when it is first asked for."""
        return self._written("input.txt", "\n")

    @property
    def bare(self) -> str:
        """The path of the input without a newline at its end: who keeps it so may not remove one."""
        return self._written("bare.txt", "")

    def _written(self, name: str, ending: str) -> str:
        path = os.path.join(self.folder, name)
        if path not in self.inputs:
            file = _os["open"](path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o600)
            data = memoryview(f"{self.text}{ending}".encode("utf-8", "surrogatepass"))
            while data:
                data = data[os.write(file, data) :]
            os.close(file)
            self.inputs.add(path)
        return path

    def open(self) -> int:
        """Return a descriptor of the input, which does not count as reading it."""
        file: int = _os["open"](self.input, os.O_RDONLY | _BINARY)
        return file

    def to_read(self, path: "Any") -> "Any":
        """Return the path of the file that is meant by a path that is read."""
        below = self.below(path)
        if below is None:
            inside = (
                end for end in self.ends(path) if os.path.join(os.path.dirname(end), "") != self.roots[0]
            )
            path = next((end for end in inside if os.path.isdir(os.path.dirname(end))), path)
            below = self.below(path)
        if below is not None and _exists(written := os.path.join(self.written, below)):
            return written
        if below is None or below.startswith(HOME):
            if str(path) in self.inputs or self.is_input_elsewhere(path):
                self.is_read, self.knows_end = True, False
                return path if str(path) in self.inputs else self.input
            return self.stand_in(path)
        is_there = _exists(path)
        if not self.is_input(below, is_there):
            is_other = _EXAMPLE.search(below) or _SECRET.search(below)
            if is_there and os.path.splitext(below)[1] in _SUFFIXES and not is_other:
                self.own.add(below)
            return self.stand_in(path)
        self.is_read = True
        self.knows_end &= is_there
        return self.bare if is_there and _ends_without_newline(path) else self.input

    def to_write(self, path: "Any", old: "Any") -> "Any":
        """Return the path in scratch for a path that is written; there is first what is in the `old` one."""
        below = self.below(path)
        if below is None:
            return path
        written = os.path.join(self.written, below)
        if not _exists(written):
            _make_folders(os.path.dirname(written))
            if old and _exists(old):
                with _open(old, "rb") as kept, _open(written, "wb") as new:
                    new.write(kept.read())
        return written

    def to_look(self, path: "Any") -> "Any":
        """Return the path of what is meant by a path that is only looked at."""
        below = self.below(path)
        if below is not None and _exists(written := os.path.join(self.written, below)):
            return written
        if below is None or below.startswith(HOME):
            return self.input if self.is_input_elsewhere(path) else self.stand_in(path)
        is_input = os.path.splitext(below)[1] and not _exists(path) and self.is_input(below, False)
        return self.input if is_input else self.stand_in(path)

    def to_enter(self, path: "Any") -> "Any":
        """Return the folder that is meant by a path."""
        return next(filter(os.path.isdir, self.ends(path)), path)

    def ends(self, path: "Any") -> "Iterable[str]":
        """Yield what a path of its author's machine may be in the repository: that with the same end."""
        if isinstance(path, int) or _exists(path) or not _ELSEWHERE.match(os.fsdecode(path)):
            return
        names = re.split(r"[\\/]+", os.fsdecode(path))
        for place in range(1, len(names) + 1):
            yield os.path.join(self.roots[0], *names[place:])

    def stand_in(self, path: "Any") -> "Any":
        """Return the path of an invented login for one that is not there; else the path itself."""
        if not _LOGIN.fullmatch(os.path.basename(os.fsdecode(path))) or _exists(path):
            return path
        place = os.path.join(self.folder, "session")
        if not _exists(place):
            with _open(place, "w") as file:
                file.write(LOGIN)
        return place

    def below(self, path: "Any") -> "str | None":
        """Return a path relative to the repository, or to the home with `~/` before it; None if elsewhere."""
        try:
            whole = os.path.abspath(os.fsdecode(path))
        except (TypeError, ValueError):
            return None
        if below := next((whole[len(root) :] for root in self.roots if whole.startswith(root)), None):
            return below
        # A home at the top of all files is none.
        is_home = self.home != os.sep and whole.startswith(self.home) and not whole.startswith(self.folder)
        return HOME + whole[len(self.home) :] if is_home else None

    def is_input_elsewhere(self, path: "Any") -> bool:
        """Tell whether a file that is not there, in no folder of the repository, stands for the input.

        Its path has the day and speaks of inputs: people keep theirs beside a repository that is public.
        """
        try:
            whole = os.path.abspath(os.fsdecode(path))
        except (TypeError, ValueError):
            return False
        beside = os.path.join(os.path.dirname(self.roots[0].rstrip(os.sep)), ""), self.home
        below = next((whole[len(top) :] for top in beside if whole.startswith(top)), "")
        # What a library reads comes here, too, while the clock runs.
        if not (below and self.year):
            return False
        names = [re.split(r"[\W_]+", name) for name in below.split(os.sep)]
        numbers = {int(digits) for name in names for word in name for digits in re.findall(r"\d+", word)}
        speaks = any(_INPUT.fullmatch(word) or word in ("inputs", "aoc") for name in names for word in name)
        return self.day in numbers and speaks and self.is_input(below, False) and not _exists(path)

    def is_input(self, below: str, is_there: bool) -> bool:
        """Tell whether a file of the repository that is read stands for the input.

        None does without an input. It does at the places that the layout names. Without any, a file that is
        not there does unless its name speaks of examples or a login, and one that is there does if its name
        speaks of an input or the day. Where inputs are not personal, one that is there is the repository's.
        """
        if not self.has_input:
            return False
        if below in self.places:
            return True
        folder, name = os.path.split(below)
        suffix = os.path.splitext(name)[1]
        if _SECRET.search(name) or name.startswith("."):
            return False
        if suffix.lower() not in _SUFFIXES and not suffix[1:].isdigit():
            return False
        if _EXAMPLE.search(name) or _EXAMPLES.fullmatch(os.path.basename(folder)):
            return False
        if not is_there or not self.year:
            return not is_there
        numbers = {int(digits) for digits in re.findall(r"\d+", name)}
        if numbers - {1, 2} and self.day not in numbers and max(numbers) <= 25:
            return False
        return bool(_INPUT.search(name)) or self.day in numbers


def install(overlay: Overlay) -> None:
    """Replace the functions that open, look at and change files."""
    # Imported here, as the import of this module is forgotten: the one that the call sees is changed.
    import io

    def open(file: "Any", mode: str = "r", *arguments: "Any", **options: "Any") -> "Any":
        if not isinstance(file, int):
            if set(mode) & set("wax+"):
                # `r+` may be how its author opens an input.
                old = overlay.to_read(file) if "r" in mode else "" if "w" in mode else file
                file = overlay.to_write(file, old)
            else:
                file = overlay.to_read(file)
        return _open(file, mode, *arguments, **options)

    def open_descriptor(path: "Any", flags: int, mode: int = 0o777, *, dir_fd: "int | None" = None) -> "Any":
        if dir_fd is None:
            writes = flags & _WRITES
            old = "" if flags & os.O_TRUNC else path
            path = overlay.to_write(path, old) if writes else overlay.to_read(path)
        return _os["open"](path, flags, mode, dir_fd=dir_fd)

    def mkdir(path: "Any", mode: int = 0o777, *, dir_fd: "int | None" = None) -> "Any":
        if dir_fd is not None or overlay.below(path) is None:
            return _os["mkdir"](path, mode, dir_fd=dir_fd)
        if os.path.isdir(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)
        return _make_folders(overlay.to_write(path, ""))

    def looking(name: str) -> "Callable[..., Any]":
        def look(path: "Any", *arguments: "Any", **options: "Any") -> "Any":
            if not isinstance(path, int) and options.get("dir_fd") is None:
                path = overlay.to_look(path)
            return _os[name](path, *arguments, **options)

        return look

    def changing(name: str, paths: int) -> "Callable[..., Any]":
        def change(*arguments: "Any", **options: "Any") -> "Any":
            if not options and any(overlay.below(path) is not None for path in arguments[:paths]):
                written = [overlay.to_write(path, path) for path in arguments[:paths]]
                return _os[name](*written, *arguments[paths:])
            return _os[name](*arguments, **options)

        return change

    # Those that are there now: what a traced call looks at is heard of.
    _os.update((name, getattr(os, name)) for name in _os)
    io.open = builtins.open = open
    os.open, os.mkdir = open_descriptor, mkdir
    os.chdir = lambda path: _os["chdir"](overlay.to_enter(path))
    for name in ("stat", "lstat", "access"):
        setattr(os, name, looking(name))
    for name, paths in _CHANGES.items():
        if name in _os:
            setattr(os, name, changing(name, paths))


# The functions of `os` that change files, and how many paths each takes first.
_CHANGES = {
    "chmod": 1, "remove": 1, "rename": 2, "replace": 2, "rmdir": 1, "truncate": 1, "unlink": 1, "utime": 1,
    "link": 2, "symlink": 2,
}  # fmt: skip
_open = builtins.open
_os: "dict[str, Callable[..., Any]]" = {
    name: getattr(os, name)
    for name in ("open", "mkdir", "chdir", "stat", "lstat", "access", *_CHANGES)
    if hasattr(os, name)
}


def _exists(path: "Any") -> bool:
    try:
        _os["stat"](path)
    except (OSError, ValueError):
        return False
    return True


def _ends_without_newline(path: "Any") -> bool:
    """Tell whether a file that is not empty has no newline at its end."""
    if not os.path.isfile(path) or not os.path.getsize(path):
        return False
    with _open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return bool(file.read() != b"\n")


def _make_folders(folder: str) -> None:
    if not _exists(folder):
        _make_folders(os.path.dirname(folder))
        _os["mkdir"](folder)
