"""A module of another repository: loaded from its own place, and called as its author would call it.

The order's `data` says how: the fields of an adapter. Its paths are relative to `root`.
"""

import os
import sys
from time import perf_counter_ns, process_time_ns

import aocd_shim
import overlay as overlays
import site_shim
from recorder import Recorder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast import Module
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

    from calls import Order, Reply

ONLY_AST = 0x400
# Characters of an earlier result of a watched function, and how many of these are told.
LONGEST_OTHER, MOST_OTHERS = 100, 20


class Foreign:
    """A loaded module, or the code of a program, which is run in each call."""

    def __init__(self, order: "Order", code: bytes) -> None:
        adapter: dict[str, Any] = order["data"]
        self.adapter = adapter
        self.root, self.path = adapter["root"], order["path"]
        self.working = os.path.join(self.root, adapter["folder"])
        self.overlay = overlays.Overlay(self.root, adapter["places"], adapter["year"], adapter["day"])
        self.given = aocd_shim.Given(adapter["year"], adapter["day"])
        self.site = site_shim.Site(self.given, *adapter["site"])
        # The calls of watched functions, by part: the value, wall and CPU time of each.
        self.calls: dict[int, list[tuple[Any, int, int]]] = {}
        self.depth = 0
        self.printed: Recorder | None = None
        self.module: Any = None
        self.parse: Callable[..., Any] | None = None
        if ":" in adapter["call"]:
            # An installed package finds its own files.
            del sys.path[0]
            if self.root not in sys.path:
                sys.path.append(self.root)
            self.begin(order)
            import importlib

            self.module = importlib.import_module(adapter["call"].partition(":")[0])
            return
        self.add_folders()
        sys.dont_write_bytecode = True
        if hasattr(sys, "set_int_max_str_digits"):
            # Much is older than this limit.
            sys.set_int_max_str_digits(0)
        self.begin(order)
        overlays.install(self.overlay)
        aocd_shim.install(self.given)
        site_shim.install(self.site)
        source: Any = code
        if watched := dict(adapter["watch"]):
            source = with_watchers(compile(code, self.path, "exec", ONLY_AST, dont_inherit=True), watched)
        self.code = compile(source, self.path, "exec", dont_inherit=True)
        if adapter["call"]:
            stem = os.path.splitext(os.path.basename(self.path))[0]
            package = adapter["package"]
            name = f"{package}.{stem}" if package else stem
            # As in any import, the package is first, and may have imported the module.
            self.module = None if stem == "__init__" else imported(package) and sys.modules.get(name)
            if not self.module:
                self.module = self._module((package or order["id"]) if stem == "__init__" else name)
                exec(self.code, self.module.__dict__)

    def add_folders(self) -> None:
        """Put the folders on the path in which the module finds what it imports.

        Only its own folder comes before the library, as `python FILE` has it. Folders that are packages come
        last: what is in them is imported by its whole name.
        """

        def is_package(folder: str) -> bool:
            return os.path.exists(os.path.join(folder, "__init__.py"))

        own = os.path.dirname(self.path)
        above: list[str] = []
        while (folder := os.path.dirname(above[-1] if above else own)).startswith(self.root):
            above.append(folder)
        entries, roots = (
            [os.path.normpath(os.path.join(self.root, entry)) for entry in self.adapter[key]]
            for key in ("entries", "roots")
        )
        first = [] if self.adapter["call"] and is_package(own) else [own]
        last = sorted([own, *above], key=is_package)
        sys.path[:1] = [*first, *entries]
        installed = (place for place, folder in enumerate(sys.path) if folder.endswith("-packages"))
        place = next(installed, len(sys.path))
        sys.path[place:place] = [folder for folder in roots if folder not in sys.path]
        sys.path += [folder for folder in last if folder not in sys.path]

    def begin(self, order: "Order") -> None:
        """Give the module the input of a call."""
        text = order["text"] or ""
        # It may have been read on import.
        self.was_read = bool(self.overlay.folder) and self.has_read()
        self.adapter = order["data"]
        self.overlay.begin(order["folder"], text)
        self.given.begin(text, self.adapter["part"])
        self.site.wanted = []
        if adapter_prints(self.adapter) and not order["debug"]:
            stdout: Any = sys.__stdout__
            self.printed = Recorder(stdout)
            vars(sys)["stdout"] = self.printed
        sys.argv = [self.path, *map(self._word, self.adapter["argv"])]
        os.chdir(self.working)
        if self.adapter["stdin"] and not order["debug"]:
            file = self.overlay.open()
            os.dup2(file, 0)
            os.close(file)
            stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)
            vars(sys).update(stdin=stdin, __stdin__=stdin)

    def _word(self, word: str) -> str:
        values = self.adapter["fields"] | {name: self.adapter[name] for name in ("year", "day")}
        # The input is written when its path is asked for.
        values["input"] = self.overlay.input if "{input}" in word else ""
        return word.format(**values, file=self.path)

    def _module(self, name: str) -> "ModuleType":
        module = type(sys)(name)
        module.__file__ = self.path
        module.__package__ = self.adapter["package"]
        vars(module)["__builtins__"] = __builtins__
        if os.path.basename(self.path) == "__init__.py":
            module.__path__ = [os.path.dirname(self.path)]
        for part, _ in self.adapter["watch"]:
            setattr(module, f"_puzzles_watched_{part}", self._watcher(part))
        sys.modules[name] = module
        return module

    def _watcher(self, part: int) -> "Callable[[Any], Any]":
        """Return a decorator that keeps what a function returns, and its time."""

        def decorator(function: "Any") -> "Any":
            def watched(*arguments: "Any", **options: "Any") -> "Any":
                if self.depth:
                    return function(*arguments, **options)
                self.depth += 1
                cpu, begun = process_time_ns(), perf_counter_ns()
                try:
                    value = function(*arguments, **options)
                    ended, cpu_ended = perf_counter_ns(), process_time_ns()
                finally:
                    self.depth -= 1
                if value is not None and value is not True and value is not False:
                    self.calls.setdefault(part, []).append((value, ended - begun, cpu_ended - cpu))
                return value

            for name in ("__module__", "__name__", "__qualname__", "__doc__", "__dict__"):
                try:
                    setattr(watched, name, getattr(function, name))
                except (AttributeError, TypeError):
                    pass
            vars(watched)["__wrapped__"] = function
            return watched

        return decorator

    def target(self, order: "Order") -> "tuple[Any, tuple[Any, ...]]":
        """Return the function to call for an order, and its arguments."""
        self.begin(order)
        adapter = self.adapter
        name = adapter["call"]
        if not name:
            return self._run, ()

        def made(kinds: tuple[str, ...]) -> "tuple[Any, ...]":
            return tuple(argument(kind, self.given.text, self.overlay, adapter) for kind in kinds)

        if ":" in name:
            plugin, text = self.module, self.given.text
            for piece in name.partition(":")[2].split("."):
                plugin = getattr(plugin, piece)
            year, day = adapter["year"], adapter["day"]
            return lambda: nth(plugin(year=year, day=day, data=text), adapter["part"]), ()
        owner, _, method = name.rpartition(".")
        for_class, arguments = made(adapter["made"]), made(adapter["arguments"])
        function: Any = None if owner else getattr(self.module, name)
        self.parse = None
        if adapter["parse"] and owner:
            self.parse = lambda *given: self.parsed(owner, for_class, *given)
        elif adapter["parse"]:
            self.parse = getattr(self.module, adapter["parse"])

        def call(*given: "Any") -> "Any":
            if not owner:
                return function(*given)
            if adapter["parse"]:
                ((made, *given),) = given
            else:
                made = getattr(self.module, owner)(*for_class)
            return getattr(made, method)(*given)

        if adapter["gives"] == "both":
            return lambda *given: nth(call(*given), adapter["part"]), arguments
        # A plain function is called by itself: nothing else is timed.
        return (call if owner else function), arguments

    def parsed(self, owner: str, for_class: "tuple[Any, ...]", *given: "Any") -> "tuple[Any, ...]":
        """Return an object of a class whose own method has parsed, with what that returned, if it did."""
        made = getattr(self.module, owner)(*for_class)
        value = getattr(made, self.adapter["parse"].rpartition(".")[2])(*given)
        return (made,) if value is None else (made, value)

    def _run(self) -> None:
        """Run the program, to its end."""
        self.calls.clear()
        program = self._module("__main__")
        try:
            exec(self.code, program.__dict__)
        except SystemExit as end:
            if end.code not in (None, 0):
                raise

    def answered(self, value: object, wall: int, cpu: int) -> "tuple[Any, int, int, Reply]":
        """Return the answer to the part and its times; and how it was given, with what casts doubt on it."""
        part = self.adapter["part"]
        told: Reply = {"given": "returned", "has_read": self.has_read(), "others": []}
        told["knows_end"] = self.overlay.knows_end and not self.has_read_stdin()
        told["wanted"] = self.site.wanted[:MOST_OTHERS]
        told["own"] = sorted(path[:LONGEST_OTHER] for path in self.overlay.own)[:MOST_OTHERS]
        if self.printed:
            told["printed"] = self.printed.text()
        if part in self.given.answers:
            return self.given.answers[part], wall, cpu, told | {"given": "submitted"}
        if calls := self.calls.get(part) or [
            (nth(each[0], part), *each[1:]) for each in self.calls.get(0, ())
        ]:
            *before, (value, wall, cpu) = calls
            others = [text[:LONGEST_OTHER] for other, _, _ in before if (text := str(other)) != str(value)]
            return value, wall, cpu, told | {"given": "watched", "others": others[-MOST_OTHERS:]}
        if adapter_prints(self.adapter):
            return None, wall, cpu, told | {"given": "printed"}
        return value, wall, cpu, told

    def has_read(self) -> bool:
        """Tell whether the input was read, as far as one can see."""
        return self.was_read or self.overlay.is_read or self.given.is_read or self.has_read_stdin()

    def has_read_stdin(self) -> bool:
        """Tell whether standard input was read, as far as one can see."""
        try:
            return bool(self.adapter["stdin"] and os.lseek(0, 0, os.SEEK_CUR))
        except OSError:
            return True


def imported(package: str) -> bool:
    """Import a package; tell whether that is done: what it imports may not be there, and not be needed."""
    try:
        __import__(package)
    except Exception:
        return False
    return True


def adapter_prints(adapter: "dict[str, Any]") -> bool:
    """Tell whether the answers are in what is printed."""
    return not adapter["call"] or adapter["gives"] == "printed"


def load(order: "Order", code: bytes) -> Foreign:
    """Return the module of an order, given its source: the worker asks it for what to call."""
    return Foreign(order, code)


def argument(kind: str, text: str, overlay: overlays.Overlay, adapter: "dict[str, Any]") -> "Any":
    """Return an argument of a kind, made from the input."""
    if kind in ("raw", "raw lines"):
        text += "\n"
    if kind in ("text", "raw"):
        return text
    if kind == "lines":
        return text.split("\n")
    if kind == "raw lines":
        return text.splitlines(keepends=True)
    if kind == "file":
        return open(overlay.input, encoding="utf-8", errors="surrogateescape")
    if kind == "path":
        return overlay.input
    if kind == "Path":
        from pathlib import Path

        return Path(overlay.input)
    if kind in ("yes", "no"):
        return kind == "yes"
    if kind == "second":
        return adapter["part"] == 2
    # The part, the year or the day.
    return adapter[kind]


def nth(value: "Any", part: int) -> "Any":
    """Return the answer to a part from what gives both: a list, a tuple, a dict, or a generator."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, (tuple, list)):
        rest = iter(value)
        for _ in range(part - 1):
            next(rest, None)
        return next(rest, None)
    return value[part - 1] if len(value) >= part else None


def with_watchers(tree: "Module", watched: dict[int, str]) -> "Module":
    """Return a syntax tree in which functions, by part, have a decorator more. Methods are `Class.method`."""
    import _ast

    names = {name: part for part, name in watched.items()}

    def visit(body: "list[Any]", prefix: str) -> None:
        for node in body:
            if isinstance(node, _ast.ClassDef):
                visit(node.body, f"{node.name}.")
            elif isinstance(node, _ast.FunctionDef) and (part := names.get(prefix + node.name)) is not None:
                place = {"lineno": node.lineno, "end_lineno": node.lineno}
                name = f"_puzzles_watched_{part}"
                node.decorator_list.append(
                    _ast.Name(name, _ast.Load(), col_offset=0, end_col_offset=0, **place)
                )

    visit(tree.body, "")
    return tree
