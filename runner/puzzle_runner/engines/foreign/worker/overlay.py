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
    from collections.abc import Callable
    from typing import Any

# The whole name of a folder counts: another one may be a title.
_EXAMPLES = re.compile(
    r"(?:.*[-_ ])?(?:examples?|samples?|tests?|fixtures|demos?)(?:[-_ ].*)?", re.IGNORECASE
)
_INPUT = re.compile(r"input|puzzle|(?<![a-z])(?:in|i|inp|data|real|actual|full)(?![a-z])", re.IGNORECASE)
# Without it, a file is text on Windows.
_BINARY = getattr(os, "O_BINARY", 0)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Overlay:
    """A repository below `root`, where files at some places hold the input of a puzzle.

    `data` has the fields of an adapter, and the names of examples and the endings of inputs.
    """

    def __init__(self, data: "dict[str, Any]") -> None:
        self.root = os.path.join(data["root"], "")
        self.real_root = os.path.join(os.path.realpath(self.root), "")
        self.home = os.path.join(os.path.expanduser("~"), "")
        # By part, or 0 for all: where the input of a call is, and those of other parts.
        self.part_of: dict[str, int] = {}
        for part, path in data["places"]:
            self.part_of[os.path.normpath(os.path.join(self.root, path))] = part
        self.places: set[str] = set()
        self.lies_in_place = False
        self.year, self.day = data["year"], data["day"]
        self.endings: list[str] = data["endings"]
        # A file of examples is never the input, nor is a kept login.
        self.example = re.compile(data["example"], re.IGNORECASE)
        self.folder = self.written = self.text = ""
        # The files that hold the input by now.
        self.inputs: set[str] = set()
        # Whether the input was read, and each time in place of a file that is there.
        self.is_read, self.knows_end = False, True
        # The data files of the repository that are read, relative to it.
        self.own: set[str] = set()

    def begin(self, folder: str, text: str, part: int) -> None:
        """Have the input in the scratch folder of a call; from now on, writes go there, too."""
        self.folder, self.text = folder, text
        self.places.clear()
        for place, number in self.part_of.items():
            if number in (0, part):
                self.places.add(place)
        self.lies_in_place = any(map(_exists, self.places))
        self.inputs.clear()
        self.written = os.path.join(folder, "written")

    def input(self, ending: str = "\n") -> str:
        """Return the path of the input, which is written when it is first asked for."""
        path = os.path.join(self.folder, "input.txt" if ending else "bare.txt")
        if path not in self.inputs:
            with _open(path, "wb") as file:
                file.write(f"{self.text}{ending}".encode("utf-8", "surrogatepass"))
            self.inputs.add(path)
        return path

    def open(self) -> int:
        """Return a descriptor of the input, which does not count as reading it."""
        file: int = _os["open"](self.input(), os.O_RDONLY | _BINARY)
        return file

    def to_read(self, path: "Any") -> "Any":
        """Return the path of the file that is meant by a path that is read."""
        whole = self.absolute(path)
        if whole in self.inputs:
            self.is_read, self.knows_end = True, False
            return path
        written = self.in_scratch(whole)
        if written and _exists(written):
            return written
        is_there = _exists(path)
        if self.is_input(whole, is_there):
            self.is_read = True
            self.knows_end &= is_there
            # Who keeps it without a newline at its end may not remove one.
            return self.input("" if is_there and _ends_without_newline(path) else "\n")
        below = self.below(whole)
        is_data = below and os.path.splitext(below)[1] in self.endings and not self.example.search(below)
        if is_there and is_data and whole not in self.part_of:
            if self.holds_input(path):
                self.is_read = True
            else:
                self.own.add(below)
        return path

    def holds_input(self, path: "Any") -> bool:
        """Tell whether a file holds the input itself, whatever its name says."""
        text = self.text.encode("utf-8", "surrogatepass")
        try:
            with _open(path, "rb") as file:
                data: bytes = file.read(2 * len(text) + 2)
        except OSError:
            return False
        return bool(text) and data.replace(b"\r\n", b"\n").removesuffix(b"\n") == text

    def to_look(self, path: "Any") -> "Any":
        """Return the path of what is meant by a path that is only looked at."""
        whole = self.absolute(path)
        written = self.in_scratch(whole)
        if written and _exists(written):
            return written
        # What has no ending may be a folder.
        is_missing = os.path.splitext(whole)[1] and not _exists(path)
        return self.input() if is_missing and self.is_input(whole, False) else path

    def to_write(self, path: "Any", old: "Any") -> "Any":
        """Return the path in scratch for a path that is written, which begins as a copy of the `old` file."""
        written = self.in_scratch(self.absolute(path))
        if not written:
            return path
        if not _exists(written):
            os.makedirs(os.path.dirname(written), exist_ok=True)
            if old and _exists(old):
                with _open(old, "rb") as kept, _open(written, "wb") as new:
                    new.write(kept.read())
        return written

    def absolute(self, path: "Any") -> str:
        """Return a path from the top, below the repository as it is named; nothing for what is no path."""
        try:
            whole = os.path.abspath(os.fsdecode(path))
        except (TypeError, ValueError):
            return ""
        if whole.startswith(self.real_root):
            return self.root + whole[len(self.real_root) :]
        return whole

    def below(self, whole: str) -> str:
        """Return a path relative to the repository; nothing for one elsewhere."""
        if not whole.startswith(self.root):
            return ""
        return whole[len(self.root) :]

    def in_scratch(self, whole: str) -> str:
        """Return where that is written which is meant for the repository or the home; else nothing."""
        below = self.below(whole)
        if below:
            return os.path.join(self.written, below)
        # A home at the top of all files is none.
        if self.home == os.sep or not whole.startswith(self.home) or whole.startswith(self.folder):
            return ""
        return os.path.join(self.written, "~", whole[len(self.home) :])

    def is_input(self, whole: str, is_there: bool) -> bool:
        """Tell whether a file that is read stands for the input.

        None does without an input. It does at the places that are known, and in the repository: there, a
        file that is missing does unless its name speaks of examples or a login. If nothing lies at these
        places, one that is there does whose name speaks of an input or the day. Where inputs are not
        personal, that is the repository's.
        """
        if not self.text or whole in self.places:
            return bool(self.text)
        folder, name = os.path.split(self.below(whole))
        ending = os.path.splitext(name)[1].lower()
        if not name or name.startswith(".") or (ending not in self.endings and not ending[1:].isdigit()):
            return False
        if self.example.search(name) or _EXAMPLES.fullmatch(os.path.basename(folder)):
            return False
        if not is_there:
            return True
        if self.lies_in_place or whole in self.part_of or not self.year:
            return False
        numbers = [digits.lstrip("0") for digits in re.findall(r"\d+", name)]
        return str(self.day) in numbers or _INPUT.search(name) is not None


def install(overlay: Overlay) -> None:
    """Replace the functions that open, look at and change files."""
    # Imported here, as the import of this module is forgotten: the one that the call sees is changed.
    import io

    def open(file: "Any", mode: str = "r", *arguments: "Any", **options: "Any") -> "Any":
        if isinstance(file, int):
            return _open(file, mode, *arguments, **options)
        if not set(mode) & set("wax+"):
            return _open(overlay.to_read(file), mode, *arguments, **options)
        old = "" if "w" in mode else file
        if "r" in mode:
            # It may be how its author opens an input.
            old = overlay.to_read(file)
        return _open(overlay.to_write(file, old), mode, *arguments, **options)

    def open_descriptor(path: "Any", flags: int, mode: int = 0o777, *, dir_fd: "int | None" = None) -> "Any":
        if dir_fd is None and flags & _WRITES:
            path = overlay.to_write(path, "" if flags & os.O_TRUNC else path)
        elif dir_fd is None:
            path = overlay.to_read(path)
        return _os["open"](path, flags, mode, dir_fd=dir_fd)

    def mkdir(path: "Any", mode: int = 0o777, *, dir_fd: "int | None" = None) -> "Any":
        if dir_fd is not None or not overlay.in_scratch(overlay.absolute(path)):
            return _os["mkdir"](path, mode, dir_fd=dir_fd)
        if os.path.isdir(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), path)
        return os.makedirs(overlay.to_write(path, ""), exist_ok=True)

    def looking(name: str) -> "Callable[..., Any]":
        def look(path: "Any", *arguments: "Any", **options: "Any") -> "Any":
            if not isinstance(path, int) and options.get("dir_fd") is None:
                path = overlay.to_look(path)
            return _os[name](path, *arguments, **options)

        return look

    def changing(name: str, number_of_paths: int) -> "Callable[..., Any]":
        def change(*arguments: "Any", **options: "Any") -> "Any":
            paths = arguments[:number_of_paths]
            if options or not any(overlay.in_scratch(overlay.absolute(path)) for path in paths):
                return _os[name](*arguments, **options)
            written = [overlay.to_write(path, path) for path in paths]
            return _os[name](*written, *arguments[number_of_paths:])

        return change

    # Those that are there now: what a traced call looks at is heard of.
    _os.update((name, getattr(os, name)) for name in _os)
    io.open = builtins.open = open
    os.open, os.mkdir = open_descriptor, mkdir
    for name in _LOOKS:
        setattr(os, name, looking(name))
    for name, number_of_paths in _CHANGES.items():
        if name in _os:
            setattr(os, name, changing(name, number_of_paths))


_LOOKS = ("stat", "lstat", "access")
# The functions of `os` that change files, and how many paths each takes first.
_CHANGES = {
    "chmod": 1, "remove": 1, "rename": 2, "replace": 2, "rmdir": 1, "truncate": 1, "unlink": 1, "utime": 1,
    "link": 2, "symlink": 2,
}  # fmt: skip
_open = builtins.open
_os: "dict[str, Callable[..., Any]]" = {
    name: getattr(os, name) for name in ("open", "mkdir", *_LOOKS, *_CHANGES) if hasattr(os, name)
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
