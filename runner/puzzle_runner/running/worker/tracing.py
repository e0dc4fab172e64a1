"""What a call looks at, so that the runner can tell whether its outcome would be the same another time.

An audit hook (https://peps.python.org/pep-0578/) hears of each file that is opened, each folder that is
listed and each process that is started, whoever does it and by whatever name. Of three things it hears
nothing, so functions are replaced: which modules are looked for where, what is only looked at, as by
`os.path.exists`, and processes that `multiprocessing` starts. A hook cannot be removed: there is one only
where an order wants it. All else is done in the supervisor: what a fork of it changes, it has to copy.
"""

import os
import sys
from _frozen_importlib_external import FileFinder, source_from_cache
from os import O_EXCL, O_RDWR, O_TRUNC, O_WRONLY, fsdecode, getcwd, lstat, stat
from os.path import basename, dirname, isabs, join, realpath
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
# Some file systems keep whole seconds alone, and FAT every other one of these. Seconds that a process waits
# in all, so that no such change can come after what it looks at.
TICK, SECOND, PATIENCE = 20_000_000, 1_000_000_000, 0.2
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
# Functions of which a hook hears nothing, by their module: `subprocess` and `multiprocessing` start processes
# with the first, and a hook hears nothing of what is done in the interpreters that the others make.
UNHEARD = {
    "_posixsubprocess": ("fork_exec", "it starts processes"),
    "_interpreters": ("create", "it starts other interpreters"),
    "_xxsubinterpreters": ("create", "it starts other interpreters"),
}
DOUBTS = {
    **dict.fromkeys(PROCESSES, "it starts processes"),
    **dict.fromkeys(NETWORK, "it uses the network"),
    "ctypes.dlsym": "it calls a library by ctypes",
    "os.symlink": "it makes links",
}


# A folder of the interpreter's library, or of what is installed: its records say what that is.
KINDS = ("site-packages", "dist-packages", "lib-dynload")
ARCHIVES = [entry for entry in sys.path if entry.endswith(".zip") and entry.startswith(sys.base_prefix)]
PACKAGE = dirname(dirname(dirname(__file__)))
# What PYTHONPATH names is one's own, whatever it is called.
OWN = os.environ.get("PYTHONPATH", "").split(os.pathsep)
FOUND = [entry for entry in sys.path if basename(entry) in KINDS and entry not in OWN]
INSTALLED = [dirname(os.__file__), PACKAGE, *FOUND]
FOLDERS = [join(folder, "") for folder in INSTALLED]
# What Python has imported as it began, and the folders in which it has looked for more.
AT_START = [file for module in [*sys.modules.values()] if (file := getattr(module, "__file__", None))]
AT_START = [file for file in AT_START if not file.startswith((*ARCHIVES, *INSTALLED))]
CUSTOM = [(entry, name) for entry in sys.path for name in ("sitecustomize", "usercustomize")]
CUSTOM = [(entry, name) for entry, name in CUSTOM if not entry.startswith((*ARCHIVES, *INSTALLED))]


class Trace:
    """What is looked at: stamps by kind and path, names of modules by folder; and a doubt that it is all."""

    def __init__(self) -> None:
        self.seen: dict[tuple[str, str], str] = {}
        self.names: dict[str, dict[str, None]] = {}
        self.doubt, self.hears = "", False
        self.replaced: set[str] = set()
        self.patience = PATIENCE
        self.installed: tuple[str, ...] = ()
        self.ignored: tuple[str, ...] = ()
        # What was told last, as long as nothing is new, and how many folders had been asked for modules.
        self.reply: Reply | None = None
        self.asked = 0

    def begin(self, order: "Order") -> None:
        """Ignore what is installed, unless it is to be run, and what the call makes in its folder."""
        installed = (folder for folder in FOLDERS if not order["root"].startswith(folder))
        self.installed = (*ARCHIVES, *installed)
        scratch = dirname(order["folder"])
        self.ignored = (*self.installed, scratch, realpath(scratch))
        for path in (order["path"], *AT_START):
            self.look("file", path)
        for folder, name in CUSTOM:
            self.look_for(folder, name)
        if sys.implementation.name != "cpython":
            self.add_doubt(f"{sys.implementation.name} does not report everything that it reads")
        self.told()

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
        self.seen[key], self.reply = found, None
        if found == "other" and path != NULL:
            self.add_doubt(f"it reads {path}, which is no regular file")
        elif not path.isprintable():
            self.add_doubt("it looks at a path with odd characters")

    def look_for(self, folder: str, name: str) -> None:
        """Keep that a module is looked for in a folder."""
        if not isabs(folder):
            folder = join(getcwd(), folder)
        if folder.startswith(self.installed) and "/.." not in folder:
            return
        if (names := self.names.get(folder)) is None:
            self.look("names", folder)
            names = self.names[folder] = {}
        if name in names:
            return
        if not name.isprintable():
            self.add_doubt("it imports a module with an odd name")
        names[name] = self.reply = None

    def add_doubt(self, doubt: str) -> None:
        self.doubt, self.reply = self.doubt or doubt[:LONGEST], None

    def told(self) -> "Reply":
        """Return what the runner is to know: the doubt, and a line for each thing that was looked at."""
        if self.reply and self.asked == len(sys.path_importer_cache):
            return self.reply
        for folder, finder in [*sys.path_importer_cache.items()]:
            if finder is None:
                # Modules would be looked for there if it were a folder or an archive.
                self.look("file", folder)
        self.asked = len(sys.path_importer_cache)
        if len(self.seen) > MOST:
            self.add_doubt(f"it looks at more than {MOST} files")
        lines = []
        for (kind, path), found in self.seen.items():
            names = sorted(self.names.get(path, ())) if kind == "names" else ()
            lines.append("\t".join((kind, path, found, *names)))
        self.reply = {"unproven": self.doubt, "looked": "" if self.doubt else "\n".join(lines)}
        return self.reply


# Of this process, and its forks.
trace = Trace()


def told() -> "Reply":
    """Return what an order that is traced tells beside its reply."""
    return trace.told() if trace.hears else {}


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
    if status.st_ctime_ns > time_ns() - (TICK if status.st_ctime_ns % SECOND else 2 * SECOND):
        return "changing"
    return f"{status.st_ino} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}"


def begin(order: "Order") -> None:
    """Make ready for a fork, or this process, to trace a module and its calls, or not to."""
    global trace
    trace = Trace()
    finders: Any = FileFinder
    wanted = find_spec if order["traced"] else find
    if finders.find_spec is not wanted:
        finders.find_spec = wanted
        for name, function, replaced in LOOKS:
            setattr(os, name, replaced if order["traced"] else function)
    if order["traced"]:
        trace.begin(order)


def install() -> None:
    """Trace this process from now on."""
    trace.hears = True
    sys.addaudithook(hook)


def hook(event: str, arguments: "tuple[Any, ...]") -> None:
    """Hear of an event. Most are none of these, and some come a million times."""
    if event in HEARD:
        try:
            hear(event, arguments, sys._getframe(1).f_code)
        except Exception as error:
            trace.add_doubt(f"it is not clear what it does with {event} ({type(error).__name__})")


# These change what is there, or where the process is, and fail or not as it is.
CHANGES = ("os.chdir", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate", "os.utime")
HEARD = {*DOUBTS, *CHANGES, "open", "os.listdir", "os.scandir", "import", "ctypes.dlopen", "sqlite3.connect"}


def hear(event: str, arguments: "tuple[Any, ...]", caller: "CodeType") -> None:
    """Take in an event that some code has caused."""
    what = arguments[0] if arguments else None
    if event == "open":
        _, mode, flags = arguments
        if type(what) is int or flags & (O_WRONLY | O_RDWR) == O_WRONLY or flags & (O_TRUNC | O_EXCL):
            return
        path = what if type(what) is str else fsdecode(arguments[0])
        if path.startswith(CHANGING) and path != NULL:
            if not is_own(caller):
                trace.add_doubt(f"it reads {path}")
        elif mode is None and not isabs(path):
            # It may be relative to a folder that is open, of which the event says nothing.
            trace.add_doubt("it opens files with os.open by relative paths")
        elif source := source_of(path):
            # Where there is one that suits it, the source is not opened.
            trace.look("file", source)
            if stamp("file", path) != "absent":
                trace.look("file", path)
        else:
            trace.look("file", path)
    elif event in ("os.listdir", "os.scandir"):
        if type(what) is int:
            trace.add_doubt("it lists folders by their descriptors")
        elif not caller.co_filename.startswith("<frozen importlib"):
            trace.look("folder", what or ".")
    elif event in CHANGES:
        if type(what) is not int:
            # A folder can be removed if it is empty.
            trace.look("folder" if event == "os.rmdir" else "file", what)
    elif event == "import":
        # What it asks of the path is to be told, too.
        trace.reply = None
        if arguments[1]:
            trace.look("file", arguments[1])
        elif what in UNHEARD and what not in trace.replaced:
            trace.replaced.add(what)
            replace(what, *UNHEARD[what])
    elif event == "ctypes.dlopen":
        if what:
            trace.add_doubt(f"it loads the library {what}")
    elif event == "sqlite3.connect":
        if what not in (":memory:", ""):
            trace.add_doubt("it uses a database")
    elif not is_own(caller):
        trace.add_doubt(DOUBTS[event])


def source_of(path: str) -> str:
    """Return the source that a file with bytecode was made from; nothing for another file."""
    try:
        return source_from_cache(path) if path.endswith(".pyc") else ""
    except ValueError:
        return ""


find = FileFinder.find_spec


def find_spec(finder: FileFinder, fullname: str, target: "Any" = None) -> "ModuleSpec | None":
    """Hear of every module that is looked for in a folder, also if it is not there."""
    if trace.hears:
        trace.look_for(finder.path, fullname.rpartition(".")[2])
    spec = find(finder, fullname, target)
    if trace.hears and spec and spec.submodule_search_locations:
        # It decides what a folder without this is.
        for folder in spec.submodule_search_locations:
            trace.look_for(folder, "__init__")
    return spec


def looking(kind: str, function: "Callable[..., Any]") -> "Callable[..., Any]":
    """Return a function of `os` that lets hear of what is looked at."""

    def look(path: "Any", *arguments: "Any", **options: "Any") -> "Any":
        if trace.hears and type(path) is not int:
            if options.get("dir_fd") is not None:
                trace.add_doubt("it looks at files by the descriptor of a folder")
            try:
                trace.look("link" if options.get("follow_symlinks") is False else kind, path)
            except Exception:
                # The function itself refuses it.
                pass
        return function(path, *arguments, **options)

    look.__name__ = look.__qualname__ = function.__name__
    return look


LOOKS = [
    (name, function, looking(kind, function))
    for name, kind in {"stat": "file", "lstat": "link", "access": "file", "readlink": "link"}.items()
    if (function := getattr(os, name, None))
]
for names in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks, os.supports_effective_ids):
    names.update({replaced for _, function, replaced in LOOKS if function in names})


def replace(name: str, function: str, doubt: str) -> None:
    """Hear of the calls of a module's function, just before the module is imported for the first time."""
    try:
        module = __import__(name)
    except ImportError:
        # This version of Python has it by another name.
        return
    original: Callable[..., Any] = getattr(module, function)

    def replaced(*arguments: "Any", **options: "Any") -> "Any":
        trace.add_doubt(doubt)
        return original(*arguments, **options)

    setattr(module, function, replaced)
