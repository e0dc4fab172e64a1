"""The files of another repository as its own code sees them during a call.

The input stands at the places that are known, and for each file of the repository that is missing, unless its
name is that of an example or a login. What is written goes to scratch, and is read from there again: the
repository and the home stay as they are. Functions of `io` and `os` are replaced for that. Programs that the
code starts, and libraries that open files without Python, see what is there.
"""

import builtins
import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Functions of `os` that look at files, and those that change them, each with how many paths it takes first.
_LOOKS = ("stat", "lstat", "access")
_CHANGES = {
    "chmod": 1, "remove": 1, "rename": 2, "replace": 2, "rmdir": 1, "truncate": 1, "unlink": 1, "utime": 1,
    "link": 2, "symlink": 2,
}  # fmt: skip
_open = builtins.open
_os: "dict[str, Callable[..., Any]]" = {
    name: getattr(os, name) for name in ("open", "mkdir", *_LOOKS, *_CHANGES) if hasattr(os, name)
}


class Overlay:
    """The files of a repository; `data` has its root, and the places and names of inputs."""

    def __init__(self, data: "dict[str, Any]") -> None:
        self.root = os.path.join(data["root"], "")
        self.real_root = os.path.join(os.path.realpath(self.root), "")
        self.home = os.path.join(os.path.expanduser("~"), "")
        # The part that each place is for, or 0 for all.
        self.places: dict[str, int] = {}
        for part, path in data["places"]:
            self.places[os.path.normpath(os.path.join(self.root, path))] = part
        self.endings: list[str] = data["endings"]
        self.example = re.compile(data["example"], re.IGNORECASE)
        self.folder = self.input = ""
        self.has_input = self.is_read = False
        self.part = 0
        # The data files of the repository that were read, relative to it.
        self.own: set[str] = set()

    def begin(self, folder: str, text: str, end: str, part: int) -> None:
        """Write the input into the scratch folder of a call, which takes what is written from now on, too."""
        self.folder, self.part = os.path.join(folder, ""), part
        self.input = os.path.join(folder, "input.txt")
        self.has_input = bool(text)
        with _open(self.input, "wb") as file:
            file.write(f"{text}{end}".encode("utf-8", "surrogatepass"))

    def to_read(self, path: "Any") -> "Any":
        """Return the path of what is read for a path, and take down whether that is the input."""
        whole = self.absolute(path)
        written = self.in_scratch(whole)
        if written and _exists(written):
            return written
        is_there = _exists(path)
        if whole == self.input or self.is_input(whole, is_there):
            self.is_read = True
            return self.input
        if is_there and whole not in self.places and whole.startswith(self.root) and self.is_data(whole):
            self.own.add(whole[len(self.root) :])
        return path

    def to_look(self, path: "Any") -> "Any":
        """Return the path of what is looked at for a path."""
        whole = self.absolute(path)
        written = self.in_scratch(whole)
        if written and _exists(written):
            return written
        # What is missing and has no ending may be a folder.
        if os.path.splitext(whole)[1] and not _exists(path) and self.is_input(whole, False):
            return self.input
        return path

    def to_write(self, path: "Any", old: "Any") -> "Any":
        """Return the path in scratch for a path that is changed, which begins as a copy of the `old` file."""
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
            return self.root + whole[len(self.real_root) :]
        return whole

    def in_scratch(self, whole: str) -> str:
        """Return where that is written which is meant for the repository or the home; else nothing."""
        if whole.startswith(self.folder):
            return ""
        if whole.startswith(self.root):
            return os.path.join(self.folder, "written", whole[len(self.root) :])
        # A home at the top of all files is none.
        if self.home != os.sep and whole.startswith(self.home):
            return os.path.join(self.folder, "written", "~", whole[len(self.home) :])
        return ""

    def is_input(self, whole: str, is_there: bool) -> bool:
        """Tell whether a file stands for the input."""
        if not self.has_input:
            return False
        if self.places.get(whole) in (0, self.part):
            return True
        return not is_there and whole.startswith(self.root) and self.is_data(whole)

    def is_data(self, whole: str) -> bool:
        """Tell whether a file may be an input, by its name."""
        name = os.path.basename(whole)
        ending = os.path.splitext(name)[1].lower()
        if name.startswith(".") or self.example.search(name):
            return False
        return ending in self.endings or ending[1:].isdigit()


def install(overlay: Overlay) -> None:
    """Replace the functions that open, look at and change files."""
    # Imported here, as the import of this module is forgotten: the one that the call sees is changed.
    import io

    def open(file: "Any", mode: str = "r", *arguments: "Any", **options: "Any") -> "Any":
        if not isinstance(file, int):
            # What is opened to be read and changed may be the input.
            old = overlay.to_read(file) if "r" in mode else file
            file = overlay.to_write(file, old) if set(mode) & set("wax+") else old
        return _open(file, mode, *arguments, **options)

    def open_descriptor(path: "Any", flags: int, mode: int = 0o777, *, dir_fd: "int | None" = None) -> "Any":
        if dir_fd is None:
            path = overlay.to_write(path, path) if flags & _WRITES else overlay.to_read(path)
        return _os["open"](path, flags, mode, dir_fd=dir_fd)

    def mkdir(path: "Any", mode: int = 0o777, *, dir_fd: "int | None" = None) -> None:
        written = overlay.in_scratch(overlay.absolute(path))
        if dir_fd is not None or not written or _exists(path):
            _os["mkdir"](path, mode, dir_fd=dir_fd)
        else:
            os.makedirs(written)

    def looking(name: str) -> "Callable[..., Any]":
        def look(path: "Any", *arguments: "Any", **options: "Any") -> "Any":
            if not isinstance(path, int) and options.get("dir_fd") is None:
                path = overlay.to_look(path)
            return _os[name](path, *arguments, **options)

        return look

    def changing(name: str, number_of_paths: int) -> "Callable[..., Any]":
        def change(*arguments: "Any", **options: "Any") -> "Any":
            if options.keys() <= {"follow_symlinks", "ns", "times"}:
                written = [overlay.to_write(path, path) for path in arguments[:number_of_paths]]
                arguments = (*written, *arguments[number_of_paths:])
            return _os[name](*arguments, **options)

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


def _exists(path: "Any") -> bool:
    try:
        _os["stat"](path)
    except (OSError, ValueError):
        return False
    return True
