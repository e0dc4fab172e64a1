"""The files of another repository as its own code sees them during a call.

The input stands at the places that are known, and for each file that is missing, unless its name is that of
an example or a login. What is written goes to scratch, and is read from there; all else that would change the
repository is refused. Programs that are started, and libraries in C, see what is there.
"""

import builtins
import os
import re
from _functools import partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_LOOKS = ("stat", "lstat", "access")
# The events of changes, each with the number of paths that it tells first.
CHANGES = {
    "os.remove": 1, "os.rmdir": 1, "os.rename": 2, "os.link": 2, "os.symlink": 2, "os.truncate": 1,
    "os.chmod": 1, "os.utime": 1, "shutil.rmtree": 1,
}  # fmt: skip
_open = builtins.open
_os: "dict[str, Callable[..., Any]]" = {name: getattr(os, name) for name in ("open", "mkdir", *_LOOKS)}


class Overlay:
    """The files of a repository; `data` has its root, and the places and names of inputs."""

    def __init__(self, data: "dict[str, Any]") -> None:
        self.root = os.path.join(data["root"], "")
        self.real_root = os.path.join(os.path.realpath(self.root), "")
        # The part that each place is for, or 0 for all.
        self.places: dict[str, int] = {}
        for part, path in data["places"]:
            whole = os.path.join(self.root, path)
            self.places[os.path.normpath(whole)] = part
        self.endings: list[str] = data["endings"]
        self.example = re.compile(data["example"], re.IGNORECASE)
        self.folder = self.input = ""
        self.has_input = self.is_read = False
        self.part = 0
        # The data files of the repository that were read, relative to it.
        self.own: set[str] = set()

    def begin(self, folder: str, text: str, part: int) -> None:
        """Write the input into the scratch folder of a call, which takes what is written from now on, too."""
        self.folder = os.path.join(folder, "")
        self.part = part
        self.input = os.path.join(folder, "input.txt")
        self.has_input = bool(text)
        data = text.encode("utf-8", "surrogatepass")
        with _open(self.input, "wb") as file:
            file.write(data)

    def to_read(self, path: "Any", *, opens: bool = True) -> "Any":
        """Return the path of what is meant by a path, and take down what is opened to be read."""
        whole = self.absolute(path)
        written = self.in_scratch(whole)
        if written and _exists(written):
            return written
        is_there = _exists(path)
        # What is missing and has no ending may be a folder.
        has_ending = bool(os.path.splitext(whole)[1])
        if not opens and (is_there or not has_ending):
            return path
        if whole == self.input or self.is_input(whole, is_there):
            self.is_read |= opens
            return self.input
        if is_there and whole not in self.places and self.is_data(whole):
            self.own.add(whole.removeprefix(self.root))
        return path

    def to_write(self, path: "Any", old: "Any") -> "Any":
        """Return the path in scratch for a path that is written, which begins as a copy of the `old` file."""
        written = self.in_scratch(self.absolute(path))
        if not written:
            return path
        if not _exists(written):
            os.makedirs(os.path.dirname(written), exist_ok=True)
            if _exists(old):
                with _open(old, "rb") as there, _open(written, "wb") as copy:
                    copy.write(there.read())
        return written

    def absolute(self, path: "Any") -> str:
        """Return a path from the top, below the repository as it is named; nothing for what is no path."""
        try:
            whole = os.path.abspath(os.fsdecode(path))
        except (TypeError, ValueError):
            return ""
        if whole.startswith(self.real_root):
            whole = self.root + whole.removeprefix(self.real_root)
        return whole

    def in_scratch(self, whole: str) -> str:
        """Return where that is written which is meant for the repository; else nothing."""
        below = whole.removeprefix(self.root)
        if below == whole or whole.startswith(self.folder):
            return ""
        return os.path.join(self.folder, "written", below)

    def is_input(self, whole: str, is_there: bool) -> bool:
        """Tell whether a file stands for the input."""
        if not self.has_input:
            return False
        if self.places.get(whole) in (0, self.part):
            return True
        return not is_there and self.is_data(whole)

    def is_data(self, whole: str) -> bool:
        """Tell whether a file of the repository may be an input by its name."""
        name = os.path.basename(whole)
        if not whole.startswith(self.root) or name.startswith("."):
            return False
        if self.example.search(name):
            return False
        ending = os.path.splitext(name)[1].lower()
        return ending in self.endings or ending[1:].isdigit()

    def refuse(self, event: str, arguments: "tuple[Any, ...]") -> None:
        """Refuse a change of the repository, of which an event tells."""
        if event in ("os.remove", "os.rmdir") and arguments[1] != -1:
            # It is below an open folder, which is asked for before.
            return
        for path in arguments[: CHANGES[event]]:
            if self.in_scratch(self.absolute(path)):
                raise PermissionError(f"{event} of {path}: other people's code changes no files here")


def install(overlay: Overlay) -> None:
    """Replace the functions that open, look at and make files."""
    # Imported here, as the import of this module is forgotten: the one that the call sees is changed.
    import io

    def open(file: "Any", mode: str = "r", *arguments: "Any", **options: "Any") -> "Any":
        path = file
        if not isinstance(file, int):
            if "r" in mode:
                path = overlay.to_read(file)
            if set(mode) & set("wax+"):
                path = overlay.to_write(file, path)
        return _open(path, mode, *arguments, **options)

    def open_descriptor(path: "Any", flags: int, mode: int = 0o777, *, dir_fd: "int | None" = None) -> "Any":
        if dir_fd is not None:
            return _os["open"](path, flags, mode, dir_fd=dir_fd)
        if flags & _WRITES:
            return _os["open"](overlay.to_write(path, path), flags, mode)
        return _os["open"](overlay.to_read(path), flags, mode)

    def mkdir(path: "Any", mode: int = 0o777, *, dir_fd: "int | None" = None) -> None:
        written = overlay.in_scratch(overlay.absolute(path))
        if dir_fd is not None or not written or _exists(path):
            _os["mkdir"](path, mode, dir_fd=dir_fd)
        else:
            os.makedirs(written)

    def look(name: str, path: "Any", *arguments: "Any", **options: "Any") -> "Any":
        if not isinstance(path, int) and options.get("dir_fd") is None:
            path = overlay.to_read(path, opens=False)
        return _os[name](path, *arguments, **options)

    # Those that are there now: what a traced call looks at is heard of.
    _os.update((name, getattr(os, name)) for name in _os)
    io.open = builtins.open = open
    os.open, os.mkdir = open_descriptor, mkdir
    for name in _LOOKS:
        setattr(os, name, partial(look, name))


def _exists(path: "Any") -> bool:
    try:
        _os["stat"](path)
    except (OSError, ValueError):
        return False
    return True
