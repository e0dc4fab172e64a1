"""What a call looks at, so that the runner can tell whether its outcome would be the same another time.

A call may import modules, use its input and its scratch folder, and read regular files of the workspace: each
file, and each name of a module that was looked for, is noted with a stamp. Anything else outside is a doubt.
An audit hook (https://peps.python.org/pep-0578/) hears of it. Functions are replaced that no event tells of:
the search for modules, and those of `os` that look at files.
"""

import os
import sys
from _frozen_importlib_external import FileFinder, SourceFileLoader
from _functools import partial
from os import fsdecode, getcwd, lstat, readlink, stat
from os.path import basename, dirname, isabs, islink, join, normpath, realpath
from stat import S_ISDIR, S_ISLNK, S_ISREG
from time import sleep, time_ns

from bytecode import compiled
from calls import is_own
from usage import content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import FrameType
    from typing import Any

    from calls import Order, Reply

# Nanoseconds by which the clock of a file system may be late: two changes within them may have one stamp.
# Some file systems keep whole seconds alone, and FAT every other one of these.
TICK, SECOND = 20_000_000, 1_000_000_000
# Characters of a doubt.
LONGEST = 500
# All that can be asked of a file that is opened, but to read it.
MORE_THAN_READING = ~(
    getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
)
# Below these, a file has other content each time.
CHANGING = ("/proc/", "/sys/", "/dev/")
# Events that tell of nothing outside, or are followed by others that do, and kinds of them: the words before
# their point.
HARMLESS_KINDS = {
    *("array", "builtins", "code", "compile", "cpython", "exec", "function", "gc", "glob", "marshal", "mmap"),
    *("object", "pathlib", "pdb", "pickle", "shutil", "sys", "tempfile", "time", "_thread"),
}
harmless_events = {
    # The first two are those of the hook itself.
    *("object.__getattr__", "sys._getframe", "compile", "exec", "marshal.loads", "os.fwalk", "os.putenv"),
    *("os.unsetenv", "os.walk", "resource.setrlimit", "socket.__new__"),
    *("ctypes.addressof", "ctypes.cdata", "ctypes.cdata/buffer", "ctypes.create_string_buffer"),
}
LISTINGS = ("os.listdir", "os.scandir")
# Functions of which no event tells, with the modules that have them from C.
LOOKS = ("access", "fstat", "lstat", "mkfifo", "mknod", "pathconf", "readlink", "stat", "statvfs", "uname")
UNHEARD = dict.fromkeys(LOOKS, os.name)
if os.name == "posix":
    UNHEARD["fork_exec"] = "_posixsubprocess"
# Functions of the library, and of an engine, that ask for no more than a stamp tells.
FACTS = {
    *("exists", "isfile", "isdir", "getsize", "is_file", "is_dir", "resolve", "_exists"),
    *("realpath", "_joinrealpath", "islink", "lexists", "is_symlink"),
}
# Modules of the library whose doings nobody hears of.
OPAQUE = {
    *("_curses", "_dbm", "_gdbm", "_interpreters", "_tkinter", "_xxsubinterpreters"),
    *("concurrent.futures.interpreter", "concurrent.interpreters"),
}
# Installed libraries in C that open files by Python's own function, or none.
HEARD_LIBRARIES = {
    *("bitarray", "contourpy", "gmpy2", "kiwisolver", "markupsafe", "matplotlib", "msgpack", "numpy"),
    *("orjson", "pandas", "PIL", "rapidjson", "regex", "scipy", "shapely", "simplejson", "ujson", "yaml"),
}

HERE = join(dirname(__file__), "")
LIBRARY = join(dirname(os.__file__), "")
IMPORTING = ("<frozen importlib", "<frozen zipimport")
# Folders of what is installed, which the key of a verdict knows. What PYTHONPATH names is one's own.
PACKAGES = [
    entry
    for entry in sys.path
    if basename(entry) in ("site-packages", "dist-packages")
    and os.path.isdir(entry)
    and entry not in os.environ.get("PYTHONPATH", "").split(os.pathsep)
]
# The system's own functions, which are replaced below.
uname: "Any" = getattr(os, "uname", None)
find, code_of = FileFinder.find_spec, SourceFileLoader.get_code

is_traced = False
# The folder of compiled modules.
bytecode = ""
# Why the outcome is not to be remembered, what it depends on otherwise, by kind and path, and the names that
# were looked for by folder.
doubt = ""
stamps: "dict[tuple[str, str], str]" = {}
names: "dict[str, set[str]]" = {}
# The fields of a reply that tell of these; None where they have to be made anew.
fields: "Reply | None" = None
number_of_finders = 0
# The beginnings of paths that need no stamp, of those among them that do, of scratch, and of the workspace.
installed: "tuple[str, ...]" = (
    LIBRARY,
    join(dirname(dirname(dirname(HERE[:-1]))), ""),
    *(join(folder, "") for folder in PACKAGES),
)
unrecorded: "tuple[str, ...]" = ()
scratch: "tuple[str, ...]" = ()
workspace: "tuple[str, ...]" = ()
# The workspace for which all this is so.
prepared = ""


def prepare(order: "Order") -> None:
    """Make ready to trace the modules of a workspace: once in the forker, for all its loaders."""
    global scratch, workspace, prepared
    if not prepared:
        finders: Any = FileFinder
        loaders: Any = SourceFileLoader
        finders.find_spec, loaders.get_code = find_spec, get_code
        for name, module_name in UNHEARD.items():
            module: Any = __import__(module_name)
            if hasattr(module, name):
                replacement = partial(do_unheard, name, getattr(module, name))
                for each in (module, os) if hasattr(os, name) else (module,):
                    setattr(each, name, replacement)
        for folder in PACKAGES:
            look_into_packages(folder)
    prepared = order["traced"]
    folders = prepared, dirname(order["folder"])
    workspace, scratch = ((join(path, ""), join(realpath(path), "")) for path in folders)
    stamps.clear()
    names.clear()
    for folder in sys.path:
        for name in ("sitecustomize", "usercustomize"):
            look_for(folder, name)
    for module in [*sys.modules.values()]:
        path = getattr(module, "__file__", None)
        if path and not is_ignored(path):
            add_doubt(f"Python runs {path} as it starts")


def look_into_packages(folder: str) -> None:
    """Find the packages that can change without a record of what is installed in a folder.

    Those are links, and folders that no record names. A `.pth` file with code that none names is a doubt,
    unless it belongs to the installation of Python, as that of the system.
    """
    global unrecorded
    entries = os.listdir(folder)
    # The second one is what virtualenv has Python run as it starts.
    recorded = {"__pycache__", "_virtualenv.pth"}
    for entry in entries:
        if entry.endswith(".dist-info"):
            for line in lines(join(folder, entry, "RECORD")):
                recorded.add(line.split(",")[0].split("/")[0])
    is_of_python = folder.startswith(join(sys.base_prefix, ""))
    for entry in entries:
        path = join(folder, entry)
        if islink(path) or (entry not in recorded and os.path.isdir(path)):
            unrecorded += (path,)
        if entry in recorded or is_of_python or not entry.endswith(".pth"):
            continue
        if any(line.startswith(("import ", "import\t")) for line in lines(path)):
            add_doubt(f"Python runs code of {path} as it starts")


def lines(path: str) -> "list[str]":
    """Return the lines of a file; none if there is none: packages of the system have no record."""
    try:
        return content(path).decode("utf-8-sig", "replace").splitlines()
    except OSError:
        return []


def install(order: "Order") -> None:
    global is_traced, installed, bytecode
    is_traced, bytecode = True, order["bytecode"]
    # A workspace that is installed, too, is to be run.
    installed = tuple(folder for folder in installed if not order["root"].startswith(folder))
    note("file", order["path"])
    sys.addaudithook(hook)


def trace_fields() -> "Reply":
    """Return the fields of a reply that tell the runner of the trace: a doubt, or a line for each state."""
    global fields, number_of_finders
    if not is_traced:
        return {}
    if len(sys.path_importer_cache) != number_of_finders:
        number_of_finders = len(sys.path_importer_cache)
        for folder, finder in [*sys.path_importer_cache.items()]:
            if finder is None and not is_ignored(folder):
                # Modules would be looked for there if it were a folder or an archive.
                note("file", folder)
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
        its_stamp = stamp(kind, path)
        if its_stamp == "changing":
            # It was saved just before the check.
            sleep(TICK / 1e9)
            its_stamp = stamp(kind, path)
        stamps[kind, path] = its_stamp
    return stamps[kind, path]


def stamp(kind: str, path: str) -> str:
    """Return a text that changes with what is there; `running.traces` makes the same."""
    if kind == "uname":
        return " ".join(uname())
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
    if "/.." in path:
        return False
    return path.startswith(scratch) or (path.startswith(installed) and not path.startswith(unrecorded))


def hook(event: str, arguments: "tuple[Any, ...]") -> None:
    """Hear of an event. Some come a million times."""
    if event in harmless_events:
        return
    try:
        caller = sys._getframe(1)
        if caller.f_code.co_filename.startswith(HERE):
            return
        if event.partition(".")[0] in HARMLESS_KINDS:
            harmless_events.add(event)
            return
        hear(event, arguments, caller)
    except Exception as error:
        add_doubt(f"it is not clear what it does with {event} ({type(error).__name__})")


def hear(event: str, arguments: "tuple[Any, ...]", caller: "FrameType") -> None:
    what: Any = arguments[0] if arguments else None
    file = caller.f_code.co_filename
    if event == "open":
        if type(what) is not int:
            hear_open(absolute(what), arguments[2], is_import=file.startswith(IMPORTING))
    elif event == "import":
        library = arguments[1]
        if what in OPAQUE:
            add_doubt(f"it imports {what}")
        # Of a library in C with a file of its own, nobody hears what it opens.
        is_known = not library or basename(dirname(library)) in ("lib-dynload", "DLLs")
        if not is_known and what.partition(".")[0] not in HEARD_LIBRARIES:
            add_doubt(f"it uses {what}, a library in C")
    elif event in LISTINGS:
        if not (file.startswith(IMPORTING) or is_ignored(absolute("." if what is None else what))):
            add_doubt(f"it lists the folder {what}")
    elif event == "os.chdir" and is_own(caller.f_code):
        # An engine goes where its author's program would be.
        pass
    elif (event, what) != ("ctypes.dlopen", None):
        add_doubt(f"it uses {event}")


def hear_open(path: str, flags: int, *, is_import: bool) -> None:
    if path == os.devnull or is_ignored(path):
        return
    if flags & MORE_THAN_READING:
        add_doubt(f"it opens {path} for more than reading")
    elif path.startswith(CHANGING) or not (is_import or normpath(path).startswith(workspace)):
        add_doubt(f"it reads {path}, which is not in the workspace")
    elif note("file", path).endswith(("folder", "other")):
        add_doubt(f"it reads {path}, which is no regular file")


def find_spec(finder: FileFinder, fullname: str, target: "Any" = None) -> "ModuleSpec | None":
    """Hear of every module that is looked for in a folder, also if it is not there."""
    if is_traced:
        look_for(finder.path, fullname.rpartition(".")[2])
    return find(finder, fullname, target)


def get_code(loader: SourceFileLoader, name: str) -> "Any":
    """Return the code of a module of one's own by its source, whatever bytecode lies beside it."""
    if not is_traced or is_ignored(loader.path):
        return code_of(loader, name)
    return compiled(loader.get_data(loader.path), loader.path, bytecode)


def look_for(folder: str, name: str) -> None:
    global fields
    folder = absolute(folder)
    if is_ignored(join(folder, "")) or name in names.get(folder, ()):
        return
    note("names", folder)
    names.setdefault(folder, set()).add(name)
    fields = None
    inner = join(folder, name)
    if name != "__init__" and stamp("file", inner).endswith("folder"):
        # With this file in it, it is a package, and comes before a module of its name.
        look_for(inner, "__init__")


def do_unheard(name: str, function: "Any", *arguments: "Any", **options: "Any") -> "Any":
    """Take in that something is looked at, which is a fact that can be noted, or a doubt."""
    if is_traced:
        try:
            hear_unheard(name, arguments[0] if arguments else None, sys._getframe(1))
        except Exception:
            # The function itself refuses it.
            pass
    return function(*arguments, **options)


def hear_unheard(name: str, what: "Any", caller: "FrameType | None") -> None:
    path = absolute(what) if isinstance(what, (str, bytes, os.PathLike)) else ""
    file = caller.f_code.co_filename if caller else ""
    if file.startswith(IMPORTING) or (path and is_ignored(path)):
        return
    if name == "uname":
        # The library asks once, for all who ask it.
        note("uname", "")
        return
    # An engine may stand in for the function, and the library may have one in another.
    while caller and (is_own(caller.f_code) or caller.f_code.co_filename.startswith((LIBRARY, "<frozen "))):
        if path and caller.f_code.co_name in FACTS and not path.startswith(CHANGING):
            note("file", path)
            return
        caller = caller.f_back
    add_doubt(f"it uses {name}({what!r})")
