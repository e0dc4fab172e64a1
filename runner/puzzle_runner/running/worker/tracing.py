"""What a call looks at, so that the runner can tell whether its outcome would be the same another time.

A call may import modules, use its input and its scratch folder, and read regular files of the workspace: each
file, and each name of a module that was looked for, is noted with a stamp. Anything else outside is a doubt.
An audit hook (https://peps.python.org/pep-0578/) hears of it. Functions are replaced that no event tells of:
the search for modules, looks such as `os.stat`, and those that ask the machine or start processes.
"""

import os
import sys
from _frozen_importlib_external import FileFinder
from os import fsdecode, getcwd, lstat, readlink, stat
from os.path import basename, dirname, exists, isabs, join, normpath, realpath
from stat import S_ISDIR, S_ISLNK, S_ISREG
from time import sleep, time_ns

from calls import is_own

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.machinery import ModuleSpec
    from types import FrameType
    from typing import Any

    from calls import Order, Reply

# Nanoseconds by which the clock of a file system may be late: two changes within them may have one stamp.
# Some file systems keep whole seconds alone, and FAT every other one of these.
TICK, SECOND = 20_000_000, 1_000_000_000
# An outcome that depends on more than this is not remembered. Characters of a doubt.
MOST, LONGEST = 5000, 500
# All that can be asked of a file that is opened, but to read it.
MORE_THAN_READING = ~(
    getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
)
# Below these, a file has other content each time.
CHANGING = ("/proc/", "/sys/", "/dev/")
# Events that tell of nothing outside, or are followed by others that do; all with one of the first before
# their point. What is met of these is added to the second.
HARMLESS = {
    *("array", "builtins", "code", "compile", "cpython", "exec", "function", "gc", "glob", "marshal", "mmap"),
    *("object", "pathlib", "pdb", "pickle", "shutil", "sys", "tempfile", "time", "_thread"),
}
harmless_events = {
    *("os.fwalk", "os.putenv", "os.unsetenv", "os.walk", "resource.setrlimit", "socket.__new__"),
    *("ctypes.addressof", "ctypes.cdata", "ctypes.cdata/buffer", "ctypes.create_string_buffer"),
}
LISTINGS = ("os.listdir", "os.scandir")
# The first argument of these is a path; of a renaming, so is the second.
CHANGES = ("os.chmod", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate", "os.utime")
# Functions of `os` of which no event tells: those that look at a path, and others whose calls are a doubt.
# The library may call the last: it returns nothing of what they say, as a pool of threads does not.
LOOKS = ("stat", "lstat", "readlink", "access")
UNHEARD = ("fpathconf", "fstat", "fstatvfs", "mkfifo", "mknod", "pathconf", "statvfs")
OF_MACHINE = (
    *("confstr", "cpu_count", "getegid", "geteuid", "getgid", "getgroups", "getloadavg", "getlogin"),
    *("getpriority", "getresgid", "getresuid", "getuid", "nice", "process_cpu_count", "sched_getaffinity"),
    *("sched_getparam", "sched_getscheduler", "sysconf", "umask"),
)
# Functions of other modules of which no event tells, and the doubt about a call. The hook is not called for
# what is done in another interpreter.
CALLS = {
    "_posixshmem": ("it uses shared memory", "shm_open", "shm_unlink"),
    "_posixsubprocess": ("it starts processes", "fork_exec"),
    "_interpreters": ("it starts other interpreters", "create"),
    "_xxsubinterpreters": ("it starts other interpreters", "create"),
    "grp": ("it asks for groups", "getgrall", "getgrgid", "getgrnam"),
    "pwd": ("it asks for users", "getpwall", "getpwnam", "getpwuid"),
}
# Modules of the library that open files themselves.
OPENING = ("_curses", "_dbm", "_gdbm", "_tkinter", "nis", "ossaudiodev", "readline", "spwd")
# Installed libraries in C that open files by Python's own function, or none.
HEARD_LIBRARIES = {
    *("bitarray", "contourpy", "gmpy2", "kiwisolver", "markupsafe", "matplotlib", "msgpack", "numpy"),
    *("orjson", "pandas", "PIL", "rapidjson", "regex", "scipy", "shapely", "simplejson", "ujson", "yaml"),
}
# Functions of the library that ask for no more than a state tells.
FACTS = {
    *("exists", "isfile", "isdir", "getsize", "is_file", "is_dir", "resolve"),
    *("realpath", "_joinrealpath", "islink", "lexists", "is_symlink"),
}

HERE = join(dirname(__file__), "")
LIBRARY = join(dirname(os.__file__), "")
IMPORTING = ("<frozen importlib", "<frozen zipimport")
# How a line of a `.pth` file begins that is code; and the file of virtualenv with such a line.
CODE = ("import ", "import\t")
KNOWN_CODE = "_virtualenv.pth"
# What Python has imported as it began.
AT_START = [getattr(module, "__file__", None) for module in sys.modules.values()]
# What PYTHONPATH names is one's own, whatever it is called.
OWN = os.environ.get("PYTHONPATH", "").split(os.pathsep)
PACKAGES = [entry for entry in sys.path if basename(entry) in ("site-packages", "dist-packages")]
PACKAGES = [entry for entry in PACKAGES if entry not in OWN and os.path.isdir(entry)]
# The beginnings of the paths of what is installed, which the key of a verdict knows; and of this program.
INSTALLED = (
    LIBRARY,
    join(dirname(dirname(dirname(HERE[:-1]))), ""),
    *(join(folder, "") for folder in PACKAGES),
)

is_traced = False
doubt = ""
# Stamps by kind and path, and the names that were looked for by folder.
stamps: "dict[tuple[str, str], str]" = {}
names: "dict[str, set[str]]" = {}
# The beginnings of paths that need no stamp, of those among them that do, of scratch, and of the workspace.
ignored: "tuple[str, ...]" = ()
linked: "tuple[str, ...]" = ()
scratch: "tuple[str, ...]" = ()
workspace: "tuple[str, ...]" = ()
# The folders for which all this is so.
prepared: "tuple[str, str] | None" = None
# What `trace_fields` returned last, if that still holds.
fields: "Reply | None" = None


def prepare(order: "Order") -> None:
    """Make ready to trace the modules of a workspace: once in the supervisor, for all its loaders."""
    global ignored, linked, scratch, workspace, prepared
    folders = order["traced"], dirname(order["folder"])
    if prepared == folders:
        return
    if not prepared:
        replace_unheard()
        linked = tuple(path for folder in PACKAGES for path in unrecorded(folder))
    prepared = folders
    workspace, scratch = ((join(path, ""), join(realpath(path), "")) for path in folders)
    ignored = (*scratch, *INSTALLED)
    stamps.clear()
    names.clear()
    for path in AT_START:
        if path and not is_ignored(path):
            note("file", path)
    for folder in sys.path:
        for name in ("sitecustomize", "usercustomize"):
            look_for(folder, name)
            # The system has its own beside the library.
            if join(folder, "") != LIBRARY and exists(join(folder, f"{name}.py")):
                add_doubt(f"Python runs {join(folder, name)}.py as it starts")


def replace_unheard() -> None:
    """Replace the functions of which no event tells, in `os` and in the module that has them from C."""
    finders: Any = FileFinder
    finders.find_spec = find_spec
    replacements: dict[str, Any] = {name: Looking(name, getattr(os, name)) for name in LOOKS}
    for name in (*UNHEARD, *OF_MACHINE):
        if function := getattr(os, name, None):
            replacements[name] = heard(function, f"it uses os.{name}", may_be_library=name in OF_MACHINE)
    if real_uname:
        replacements["uname"] = uname
    module_in_c = sys.modules.get(os.name, os)
    for name, new in replacements.items():
        function = getattr(os, name)
        for able in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
            if function in able:
                able.add(new)
        setattr(os, name, new)
        setattr(module_in_c, name, new)
    for name, (text, *function_names) in CALLS.items():
        try:
            module: Any = __import__(name)
        except ImportError:
            # This interpreter has none.
            continue
        for function_name in function_names:
            if function := getattr(module, function_name, None):
                setattr(module, function_name, heard(function, text))


def unrecorded(folder: str) -> "list[str]":
    """Return the paths of packages that can change without a record of what is installed in a folder.

    Those are links, and folders that no record names. A `.pth` file with code that none names is a doubt,
    unless it belongs to the installation of Python, as that of the system.
    """
    recorded = {"__pycache__"}
    entries = [*os.scandir(folder)]
    for entry in entries:
        if entry.name.endswith(".dist-info"):
            for line in lines(join(entry.path, "RECORD")):
                recorded.add(line.partition("/")[0].partition(",")[0])
    paths = []
    in_venv = sys.prefix != sys.base_prefix and folder.startswith(join(sys.prefix, ""))
    is_own = in_venv or not folder.startswith(join(sys.base_prefix, ""))
    for entry in entries:
        is_recorded = entry.name in recorded
        if entry.is_symlink() or (entry.is_dir() and not is_recorded):
            paths.append(entry.path)
        is_known = is_recorded or not is_own or entry.name == KNOWN_CODE
        if entry.name.endswith(".pth") and not is_known:
            code = [line for line in lines(entry.path) if line.startswith(CODE)]
            if code:
                add_doubt(f"Python runs code of {entry.path} as it starts")
    return paths


def lines(path: str) -> "list[str]":
    """Return the lines of a file; none if it cannot be read, as packages of the system have no record."""
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            return file.readlines()
    except OSError:
        return []


def install(order: "Order") -> None:
    """Trace what this process does from now on for the module of an order."""
    global is_traced, ignored
    prepare(order)
    is_traced = True
    # A workspace that is installed, too, is to be run.
    ignored = (*scratch, *(folder for folder in INSTALLED if not order["root"].startswith(folder)))
    note("file", order["path"])
    if sys.implementation.name == "cpython":
        sys.addaudithook(hook)
    else:
        add_doubt(f"{sys.implementation.name} does not report everything that it reads")


def trace_fields() -> "Reply":
    """Return the fields of a reply that tell the runner of the trace: a doubt, or a line for each state."""
    global fields
    if not is_traced:
        return {}
    for folder, finder in [*sys.path_importer_cache.items()]:
        if finder is None and not is_ignored(folder):
            # Modules would be looked for there if it were a folder or an archive.
            note("file", folder)
    if len(stamps) > MOST:
        add_doubt(f"it looks at more than {MOST} files")
    if fields is None:
        states = []
        for (kind, path), its_stamp in stamps.items():
            looked_for = sorted(names[path]) if kind == "names" else ()
            states.append("\t".join((kind, path, its_stamp, *looked_for)))
        fields = {"trace_doubt": doubt, "states": "" if doubt else "\n".join(states)}
    return fields


def add_doubt(text: str) -> None:
    """Have the outcome not remembered, for this reason if there was none before."""
    global doubt, fields
    doubt, fields = doubt or text[:LONGEST], None


def note(kind: str, path: str) -> str:
    """Return the stamp that something had when it was first looked at."""
    global fields
    if (kind, path) not in stamps:
        fields = None
        found = stamp(kind, path)
        if found == "changing":
            # It was saved just before the check.
            sleep(TICK / 1e9)
            found = stamp(kind, path)
        stamps[kind, path] = found
        if not path.isprintable():
            add_doubt("it looks at a path with odd characters")
    return stamps[kind, path]


def stamp(kind: str, path: str) -> str:
    """Return a text that changes with what is there; `running.traces` makes the same."""
    if kind == "host":
        return " ".join(real_uname())
    link = ""
    try:
        if S_ISLNK(lstat(path).st_mode):
            link = f"{readlink(path)!a} -> "
        status = stat(path)
    except (OSError, ValueError):
        return f"{link}absent"
    is_folder = S_ISDIR(status.st_mode)
    if not (is_folder if kind == "names" else S_ISREG(status.st_mode)):
        return f"{link}{'folder' if is_folder else 'other'}"
    if status.st_ctime_ns > time_ns() - (TICK if status.st_ctime_ns % SECOND else 2 * SECOND):
        return "changing"
    return f"{link}{status.st_ino} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}"


def absolute(path: "Any") -> str:
    """Return an absolute path. Raises TypeError for what is none."""
    text = fsdecode(path)
    return text if isabs(text) else join(getcwd(), text)


def is_ignored(path: str) -> bool:
    """Tell whether a path is that of something installed, or in scratch."""
    return path.startswith(ignored) and not path.startswith(linked) and "/.." not in path


def hook(event: str, arguments: "tuple[Any, ...]") -> None:
    """Hear of an event. Some come a million times."""
    if event in harmless_events:
        return
    if event.partition(".")[0] in HARMLESS:
        harmless_events.add(event)
        return
    try:
        hear(event, arguments, sys._getframe(1))
    except Exception as error:
        add_doubt(f"it is not clear what it does with {event} ({type(error).__name__})")


def hear(event: str, arguments: "tuple[Any, ...]", caller: "FrameType") -> None:
    """Take in an event that some code has caused."""
    what = arguments[0] if arguments else None
    file = caller.f_code.co_filename
    if file.startswith(HERE):
        return
    if event == "open":
        if type(what) is not int:
            hear_open(absolute(what), arguments[2], is_import=file.startswith(IMPORTING))
    elif event == "import":
        if what in OPENING:
            add_doubt(f"it imports {what}")
        elif what and arguments[1]:
            hear_library(what, arguments[1])
    elif event in LISTINGS:
        if not (file.startswith(IMPORTING) or is_ignored(absolute("." if what is None else what))):
            add_doubt(f"it lists the folder {what}")
    elif event in CHANGES:
        for path in arguments[: 2 if event == "os.rename" else 1]:
            if not (is_ignored(absolute(path)) and absolute(path).startswith(scratch)):
                add_doubt(f"it uses {event} outside its scratch folder")
    elif event == "os.chdir" and is_by_engine(caller):
        # An engine goes where its author's program would be.
        pass
    elif (event, what) != ("ctypes.dlopen", None):
        add_doubt(f"it uses {event}")


def hear_open(path: str, flags: int, *, is_import: bool) -> None:
    """Take in that a file is opened."""
    if path == os.devnull or is_ignored(path):
        return
    if flags & MORE_THAN_READING:
        add_doubt(f"it opens {path} for more than reading")
    elif path.startswith(CHANGING) or not (is_import or normpath(path).startswith(workspace)):
        add_doubt(f"it reads {path}, which is not in the workspace")
    elif note("file", path).endswith(("folder", "other")):
        add_doubt(f"it reads {path}, which is no regular file")


def hear_library(name: str, path: str) -> None:
    """Take in that a library in C is loaded: what it opens, nobody hears."""
    of_python = path.startswith(LIBRARY) and not path.startswith(tuple(PACKAGES))
    is_known = path.startswith(tuple(PACKAGES)) and name.partition(".")[0] in HEARD_LIBRARIES
    if not (of_python or is_known or basename(dirname(path)) == "lib-dynload"):
        add_doubt(f"it uses {name}, a library in C")


def is_by_engine(frame: "FrameType | None") -> bool:
    """Tell whether code of this program was called by code of its own, and not by a puzzle."""
    return bool(frame and is_own(frame.f_code) and frame.f_back and is_own(frame.f_back.f_code))


find = FileFinder.find_spec


def find_spec(finder: FileFinder, fullname: str, target: "Any" = None) -> "ModuleSpec | None":
    """Hear of every module that is looked for in a folder, also if it is not there."""
    if is_traced:
        look_for(finder.path, fullname.rpartition(".")[2])
    return find(finder, fullname, target)


def look_for(folder: str, name: str) -> None:
    """Note that a module is looked for in a folder."""
    global fields
    folder = absolute(folder)
    if is_ignored(join(folder, "")) or name in names.get(folder, ()):
        return
    note("names", folder)
    names.setdefault(folder, set()).add(name)
    fields = None
    if not name.isprintable():
        add_doubt("it imports a module with an odd name")
    inner = join(folder, name)
    if name != "__init__" and stamp("file", inner).endswith("folder"):
        # With this file in it, it is a package, and comes before a module of its name.
        look_for(inner, "__init__")


real_uname: "Any" = getattr(os, "uname", None)


class Looking:
    """A function of `os` that lets hear of what is looked at.

    It is no function: a class that has it, as pathlib has in Python 3.10, would make a method of it.
    """

    def __init__(self, name: str, function: "Callable[..., Any]") -> None:
        self.__name__ = name
        self.function = function

    def __call__(self, path: "Any", *arguments: "Any", **options: "Any") -> "Any":
        if is_traced:
            try:
                hear_look(path, sys._getframe(1))
            except Exception:
                # The function itself refuses it.
                pass
        return self.function(path, *arguments, **options)


def uname() -> "Any":
    """Note the names of the machine and of its system."""
    note("host", "")
    return real_uname()


def hear_look(looked_at: "Any", caller: "FrameType | None") -> None:
    """Take in that something is looked at: a fact that can be noted, or a doubt."""
    if caller and caller.f_code.co_filename.startswith(IMPORTING):
        return
    if type(looked_at) is int:
        add_doubt("it uses os.fstat")
        return
    path = absolute(looked_at)
    if is_ignored(path):
        return
    if caller and is_own(caller.f_code) and not is_by_engine(caller):
        # An engine stands in for the function.
        caller = caller.f_back
    if (is_by_engine(caller) or asks_for_fact(caller)) and not path.startswith(CHANGING):
        note("file", path)
    else:
        add_doubt(f"it looks at {path}")


def asks_for_fact(caller: "FrameType | None") -> bool:
    """Tell whether a function of the library asks for no more than a state tells."""
    for _ in range(2):
        if not caller or not caller.f_code.co_filename.startswith((LIBRARY, "<frozen ")):
            break
        if caller.f_code.co_name in FACTS:
            return True
        caller = caller.f_back
    return False


def heard(function: "Any", text: str, *, may_be_library: bool = False) -> "Any":
    """Return a function whose calls are a doubt, except those of this program, or of the library."""

    def call(*arguments: "Any", **keywords: "Any") -> "Any":
        if is_traced:
            code = sys._getframe(1).f_code
            of_library = code.co_filename.startswith((LIBRARY, "<frozen "))
            if not (is_own(code) or (may_be_library and of_library)):
                add_doubt(text)
        return function(*arguments, **keywords)

    return call
