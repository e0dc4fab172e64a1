"""Modules of puzzles, as their engines import them.

An order names the file of its engine's side of this program, which has `load(order, source)` and returns what
`calls.Loaded` describes; without one, it is for a function of one's own module.
"""

import gc
import os
import sys
from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader
from _imp import source_hash
from builtins import open  # noqa: A004  (an engine stands in for it, and for the next)
from marshal import dumps, loads
from os import replace

import tracing
from calls import own_folders
from usage import content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, ModuleType
    from typing import Any

    from calls import Loaded, Order

# What the hash of a source is made with, and how a .pyc file begins that has one which is to be checked:
# https://peps.python.org/pep-0552/.
VERSION, BEGINNING = int.from_bytes(MAGIC_NUMBER, "little"), MAGIC_NUMBER + b"\3\0\0\0"
# The modules of engines that were needed so far, by the paths of their files.
engines: "dict[str, Any]" = {}


def load(order: "Order") -> "Loaded":
    if order["profile"]:
        import cProfile  # noqa: F401
    if order["debug"]:
        import pdb  # noqa: F401
    path = order["path"]
    prepare(order["engine"])
    if order["traced"]:
        tracing.install(order)
        import_checked(order["bytecode"])
    source = b"" if os.path.isdir(path) else content(path)
    engine = engines[order["engine"]].load if order["engine"] else Function
    loaded: Loaded = engine(order, source)
    # Calls share this memory, too, unless they look at more.
    tracing.trace_fields()
    return loaded


class Function:
    """A module of one's own, imported as `python file.py` would: from source, its folder first."""

    parse: "Any" = None

    def __init__(self, order: "Order", source: bytes) -> None:
        name, path = order["id"], order["path"]
        self.module: ModuleType = type(sys)(name)
        self.module.__file__ = path
        self.module.__package__ = ""
        if os.path.basename(path) == "__init__.py":
            self.module.__path__ = [os.path.dirname(path)]
            self.module.__package__ = name
        # The interpreter itself has it without a slash.
        sys.path[0] = order["root"][:-1]
        sys.argv = [path]
        sys.dont_write_bytecode = True
        sys.modules[name] = self.module
        exec(compiled(source, path, order["bytecode"]), self.module.__dict__)

    def target(self, order: "Order") -> "tuple[Any, tuple[Any, ...]]":
        owner, function, parses, has_lines = order["data"]
        self.parse = self.module.parse if parses else None
        text = order["text"]
        arguments = () if text is None else (text.split("\n") if has_lines else text,)
        if not owner:
            return getattr(self.module, function), arguments

        def method(*texts: str, **keywords: "Any") -> "Any":
            return getattr(getattr(self.module, owner)(), function)(*texts, **keywords)

        return method, arguments

    def answered(self, value: object, wall: int, cpu: int) -> "tuple[Any, int, int, dict[str, Any]]":
        return value, wall, cpu, {}


def compiled(source: bytes, path: str, folder: str) -> "CodeType":
    """Return the code of a module, which is kept in a folder of bytecode, if there is one, by its source."""
    if not folder or sys.flags.optimize:
        return compile(source, path, "exec", dont_inherit=True)
    beginning = BEGINNING + source_hash(VERSION, source)
    file = os.path.join(folder, f"{source_hash(VERSION, os.fsencode(path)).hex()}.pyc")
    try:
        data = content(file)
        if data.startswith(beginning):
            kept: CodeType = loads(data[len(beginning) :])
            return kept
    except (OSError, EOFError, ValueError, TypeError):
        # There is none, or it is damaged.
        pass
    code = compile(source, path, "exec", dont_inherit=True)
    new = f"{file}.{os.getpid()}"
    try:
        # What is nested deeply can be compiled, and is too deep to be written down.
        data = beginning + dumps(code)
        with open(new, "wb") as output:
            output.write(data)
        replace(new, file)
    except (OSError, ValueError):
        pass
    return code


def import_checked(folder: str) -> None:
    """Have modules of one's own imported by their source, whatever bytecode lies beside them."""
    loaders: Any = SourceFileLoader
    get_code = loaders.get_code

    def code_of(loader: "Any", name: str) -> "Any":
        path = loader.path
        if tracing.is_ignored(path):
            return get_code(loader, name)
        return compiled(loader.get_data(path), path, folder)

    loaders.get_code = code_of


def prepare(path: str) -> None:
    """Import the module of an engine; the supervisor does, so that loaders share its memory.

    It is forgotten with all that it imports: a sibling of the puzzle may bear such a name.
    """
    if not path or path in engines:
        return
    before, folder = {*sys.modules}, os.path.dirname(path)
    sys.path.insert(0, folder)
    try:
        engines[path] = __import__(os.path.splitext(os.path.basename(path))[0])
    finally:
        del sys.path[0]
        own_folders.append(os.path.join(folder, ""))
        forget_imports(before)
    # A collector that looked at it would copy its pages.
    gc.freeze()


def forget_imports(before: set[str]) -> None:
    """Forget what was imported since `before`: a sibling of the puzzle may bear the name of such a module.

    A module that is built into the interpreter stays, as no sibling would be found in its place.
    """
    for name in {*sys.modules} - before - {*sys.builtin_module_names}:
        del sys.modules[name]
