"""Modules of puzzles, as their engines import them.

An order names the file of its engine's side of this program, which has `load(order, source)` and returns what
`calls.Loaded` describes; without one, it is for a function of one's own module.
"""

import gc
import os
import sys

import tracing
from bytecode import compiled
from calls import own_folders
from usage import content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from calls import Loaded, Order

# The modules of engines that were needed so far, by the paths of their files.
engines: "dict[str, Any]" = {"": None}


def load(order: "Order") -> "Loaded":
    if order["profile"]:
        import cProfile  # noqa: F401
    if order["debug"]:
        import pdb  # noqa: F401
    path = order["path"]
    if order["traced"]:
        tracing.install(order)
    try:
        source = content(path)
    except IsADirectoryError:
        source = b""
    engine = engines[order["engine"]].load if order["engine"] else Function
    loaded: Loaded = engine(order, source)
    # Calls share this memory, too, unless they look at more.
    tracing.trace_fields()
    return loaded


class Function:
    """A module of one's own, imported as `python file.py` would: from source, its folder first."""

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
        owner, name, parses, has_lines = order["data"]
        text = order["text"]
        arguments: tuple[Any, ...] = ()
        if text is not None:
            arguments = (text.split("\n") if has_lines else text,)
        if not owner and not parses:
            # A plain function is called by itself: nothing else is timed.
            return getattr(self.module, name), arguments

        def steps(*given: "Any", **keywords: "Any") -> "Any":
            if parses:
                given = (self.module.parse(*given),)
            of = getattr(self.module, owner)() if owner else self.module
            return getattr(of, name)(*given, **keywords)

        return steps, arguments

    def answered(self, value: object, wall: int, cpu: int) -> "tuple[Any, int, int, dict[str, Any]]":
        return value, wall, cpu, {}


def prepare(order: "Order") -> None:
    """Do what loaders share, if it has not been done: the forker does, so that they have its memory."""
    import_engine(order["engine"])
    if order["traced"] and order["traced"] != tracing.prepared:
        tracing.prepare(order)


def import_engine(path: str) -> None:
    """Import the module of an engine.

    It is forgotten with all that it imports: a sibling of the puzzle may bear such a name.
    """
    if path in engines:
        return
    before, folder = {*sys.modules}, os.path.dirname(path)
    sys.path.insert(0, folder)
    try:
        engines[path] = __import__(os.path.splitext(os.path.basename(path))[0])
    except Exception:
        # Its loaders fail, and tell of it.
        pass
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
