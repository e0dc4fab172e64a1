"""What a call looks at, so that the runner can tell whether its outcome would be the same another time.

An audit hook (https://peps.python.org/pep-0578/) hears of each file that is opened, each folder that is
listed and each process that is started, whoever does it and by whatever name. Of three things it hears
nothing, so functions are replaced: which modules are looked for where, what is only looked at, as by
`os.path.exists`, and processes that `multiprocessing` starts. A hook cannot be removed: there is one only
where an order wants it.
"""

import os
import sys
from _frozen_importlib_external import FileFinder
from os import O_EXCL, O_RDWR, O_TRUNC, O_WRONLY, fsdecode, getcwd, lstat, stat
from os.path import basename, dirname, isabs, join
from stat import S_ISDIR, S_ISLNK, S_ISREG
from time import sleep, time_ns

from calls import is_own

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.machinery import ModuleSpec
    from types import CodeType
    from typing import Any

    from calls import Order, Reply

# Nanoseconds by which the clock of a file system may be late: two changes within them may have one stamp.
# Seconds that a process waits in all, so that no such change can come after what it looks at.
TICK, PATIENCE = 20_000_000, 0.2
# An outcome that depends on more than this is not remembered. Characters of a doubt.
MOST, LONGEST = 5000, 500
# Below these, a file has other content each time.
CHANGING, NULL = ("/proc/", "/sys/", "/dev/"), "/dev/null"
PROCESSES = (
    *("subprocess.Popen", "_winapi.CreateProcess", "os.posix_spawn", "os.spawn", "os.startfile"),
    *("os.fork", "os.forkpty", "os.exec", "os.system"),
)
NETWORK = (
    *("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"),
    *("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"),
)
DOUBTS = {
    **dict.fromkeys(PROCESSES, "it starts processes"),
    **dict.fromkeys(NETWORK, "it uses the network"),
    "ctypes.dlsym": "it calls a library by ctypes",
    "os.symlink": "it makes links",
}


class Trace:
    """What is looked at: stamps by kind and path, names of modules by folder; and a doubt that it is all."""

    def __init__(self, root: str, scratch: str) -> None:
        self.seen: dict[tuple[str, str], str] = {}
        self.names: dict[str, dict[str, None]] = {}
        self.doubt, self.hears_fork = "", False
        self.patience = PATIENCE
        # The records of what is installed say what it is.
        kinds = ("site-packages", "dist-packages", "lib-dynload")
        folders = [entry for entry in sys.path if basename(entry) in kinds]
        archives = [
            entry for entry in sys.path if entry.endswith(".zip") and entry.startswith(sys.base_prefix)
        ]
        package = dirname(dirname(dirname(__file__)))
        installed = [join(folder, "") for folder in (dirname(os.__file__), package, *folders)]
        self.installed = (*archives, *(folder for folder in installed if not root.startswith(folder)))
        # What is in the folder of the call, the call has made.
        self.ignored = (*self.installed, dirname(scratch), dirname(os.path.realpath(scratch)))

    def look(self, kind: str, path: "Any") -> None:
        """Keep the stamp of what is at a path."""
        if type(path) is not str:
            path = fsdecode(path)
        if not isabs(path):
            path = join(getcwd(), path)
        key = kind, path
        if key in self.seen or (path.startswith(self.ignored) and "/.." not in path):
            return
        found = stamp(kind, path)
        while found == "changing" and self.patience > 0:
            sleep(TICK / 1e9)
            self.patience -= TICK / 1e9
            found = stamp(kind, path)
        self.seen[key] = found
        if found == "other" and path != NULL:
            self.add_doubt(f"it reads {path}, which is no regular file")

    def look_for(self, folder: str, name: str) -> None:
        """Keep that a module is looked for in a folder."""
        if folder.startswith(self.installed) and "/.." not in folder:
            return
        if (names := self.names.get(folder)) is None:
            self.look("names", folder)
            names = self.names[folder] = {}
        names[name] = None

    def add_doubt(self, doubt: str) -> None:
        self.doubt = self.doubt or doubt[:LONGEST]

    def told(self) -> "Reply":
        """Return what the runner is to know of it."""
        for folder, finder in [*sys.path_importer_cache.items()]:
            if finder is None:
                # Modules would be looked for there if it were a folder or an archive.
                self.look("file", folder)
        if len(self.seen) > MOST:
            self.add_doubt(f"it looks at more than {MOST} files")
        if self.doubt:
            return {"trace": [self.doubt, []]}
        names = {folder: sorted(found) for folder, found in self.names.items()}
        return {
            "trace": [
                "",
                [
                    [kind, path, found, *(names.get(path, ()) if kind == "names" else ())]
                    for (kind, path), found in self.seen.items()
                ],
            ]
        }


# Of this process, once there is one.
trace: "Trace | None" = None


def told() -> "Reply":
    """Return what an order that is traced tells beside its reply."""
    return trace.told() if trace else {}


def stamp(kind: str, path: str) -> str:
    """Return a text that changes with what is there; `running.traces` makes the same."""
    try:
        status = lstat(path) if kind == "link" else stat(path)
    except (OSError, ValueError):
        return "absent"
    mode = status.st_mode
    if S_ISDIR(mode) and kind in ("file", "link"):
        return "folder"
    if not (S_ISREG(mode) or S_ISDIR(mode) or S_ISLNK(mode)):
        return "other"
    if status.st_ctime_ns > time_ns() - TICK:
        return "changing"
    return f"{status.st_ino} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}"


def install(order: "Order") -> None:
    """Trace this process from now on."""
    global trace
    trace = traced = Trace(order["root"], order["folder"])
    if sys.implementation.name != "cpython":
        traced.add_doubt(f"{sys.implementation.name} does not tell all that it looks at")
    traced.look("file", order["path"])
    for name in ("sitecustomize", "usercustomize"):
        for folder in sys.path:
            traced.look_for(folder, name)
    for module in [*sys.modules.values()]:
        # What was imported when the interpreter began.
        if file := getattr(module, "__file__", None):
            traced.look("file", file)
    _replace_search(traced)
    _replace_looks(traced)

    def hook(event: str, arguments: "tuple[Any, ...]") -> None:
        if event in HEARD:
            try:
                hear(traced, event, arguments, sys._getframe(1).f_code)
            except Exception as error:
                traced.add_doubt(f"it is not clear what it does with {event} ({type(error).__name__})")

    sys.addaudithook(hook)


HEARD = {
    *DOUBTS,
    "open",
    "os.listdir",
    "os.scandir",
    "os.rename",
    "os.link",
    "import",
    "ctypes.dlopen",
    "sqlite3.connect",
}


def hear(traced: Trace, event: str, arguments: "tuple[Any, ...]", caller: "CodeType") -> None:
    """Take in an event that some code has caused."""
    what = arguments[0] if arguments else None
    if event == "open":
        _, mode, flags = arguments
        if type(what) is int or flags & (O_WRONLY | O_RDWR) == O_WRONLY or flags & (O_TRUNC | O_EXCL):
            return
        path = what if type(what) is str else fsdecode(arguments[0])
        if path.startswith(CHANGING) and path != NULL:
            if not is_own(caller):
                traced.add_doubt(f"it reads {path}")
        elif mode is None and not isabs(path):
            # It may be relative to a folder that is open, of which the event says nothing.
            traced.add_doubt("it opens files with os.open by relative paths")
        elif path.endswith(".pyc") and basename(dirname(path)) == "__pycache__":
            # Where there is one that suits it, the source is not opened.
            folder, name = dirname(dirname(path)), basename(path)
            traced.look("file", join(folder, f"{name.partition('.')[0]}.py"))
            if stamp("file", path) != "absent":
                traced.look("file", path)
        else:
            traced.look("file", path)
    elif event in ("os.listdir", "os.scandir"):
        if type(what) is int:
            traced.add_doubt("it lists folders by their descriptors")
        elif not caller.co_filename.startswith("<frozen importlib"):
            traced.look("folder", what or ".")
    elif event in ("os.rename", "os.link"):
        traced.look("file", what)
    elif event == "import":
        if arguments[1]:
            traced.look("file", arguments[1])
        elif what == "_posixsubprocess" and not traced.hears_fork:
            traced.hears_fork = True
            _replace_fork(traced)
    elif event == "ctypes.dlopen":
        if what:
            traced.add_doubt(f"it loads the library {what}")
    elif event == "sqlite3.connect":
        if what not in (":memory:", ""):
            traced.add_doubt("it uses a database")
    elif not is_own(caller):
        traced.add_doubt(DOUBTS[event])


def _replace_search(traced: Trace) -> None:
    """Hear of every module that is looked for in a folder, also if it is not there."""
    find = FileFinder.find_spec

    def find_spec(finder: FileFinder, fullname: str, target: "Any" = None) -> "ModuleSpec | None":
        traced.look_for(finder.path, fullname.rpartition(".")[2])
        spec = find(finder, fullname, target)
        if spec and spec.submodule_search_locations:
            # It decides what a folder without this is.
            for folder in spec.submodule_search_locations:
                traced.look_for(folder, "__init__")
        return spec

    finders: Any = FileFinder
    finders.find_spec = find_spec


def _replace_looks(traced: Trace) -> None:
    """Hear of files that are looked at."""
    for name, kind in {"stat": "file", "lstat": "link", "access": "file", "readlink": "link"}.items():
        if function := getattr(os, name, None):
            replaced = _looking(traced, kind, function)
            for names in (
                "supports_dir_fd",
                "supports_fd",
                "supports_follow_symlinks",
                "supports_effective_ids",
            ):
                if function in getattr(os, names, ()):
                    getattr(os, names).add(replaced)
            setattr(os, name, replaced)


def _looking(traced: Trace, kind: str, function: "Callable[..., Any]") -> "Callable[..., Any]":
    def look(path: "Any", *arguments: "Any", **options: "Any") -> "Any":
        if type(path) is not int:
            if options.get("dir_fd") is not None:
                traced.add_doubt("it looks at files by the descriptor of a folder")
            try:
                traced.look("link" if options.get("follow_symlinks") is False else kind, path)
            except Exception:
                # The function itself refuses it.
                pass
        return function(path, *arguments, **options)

    look.__name__ = look.__qualname__ = function.__name__
    return look


def _replace_fork(traced: Trace) -> None:
    """Hear of processes that `subprocess` and `multiprocessing` start, just before the first imports this."""
    module: Any = __import__("_posixsubprocess")
    fork: Callable[..., int] = module.fork_exec

    def fork_exec(*arguments: "Any") -> int:
        traced.add_doubt(DOUBTS["os.fork"])
        return fork(*arguments)

    module.fork_exec = fork_exec
