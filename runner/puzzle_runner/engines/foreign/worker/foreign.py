"""A module of somebody's repository: loaded from its own place, and called as its author would call it.

The order's `data` says how: the fields of an adapter. Its paths are relative to `root`.
"""

import os
import sys
from time import perf_counter_ns, process_time_ns

import aocd_shim
import overlay as overlays
import recorder

ONLY_AST = 0x400
# Characters of an earlier result of a watched function, and how many of these are told.
LONGEST_OTHER, MOST_OTHERS = 100, 20


class Foreign:
    """A loaded module, or the code of a program, which is run in each call."""

    def __init__(self, order, code):
        adapter = self.adapter = order["data"]
        self.root, self.path = adapter["root"], order["path"]
        self.working = os.path.join(self.root, adapter["folder"])
        self.overlay = overlays.Overlay(self.root, adapter["places"], adapter["day"])
        self.given = aocd_shim.Given(adapter["year"], adapter["day"])
        # Of each watched function, by part: the value, wall and CPU time of its calls.
        self.calls = {}
        self.depth = 0
        self.printed = None
        self._prepare(order)
        self.begin(order)
        self.code = self.module = None
        if ":" in adapter["call"]:
            import importlib

            # An installed package, which finds its own files.
            self.module = importlib.import_module(adapter["call"].partition(":")[0])
            return
        overlays.install(self.overlay)
        aocd_shim.install(self.given)
        self.code = self._compiled(code)
        if not self.is_program:
            self.module = self._module(order["id"])
            exec(self.code, self.module.__dict__)

    @property
    def is_program(self):
        return not self.adapter["call"]

    def _prepare(self, order):
        """Arrange the path on which modules are found, and arguments."""
        folders = [os.path.join(self.root, entry) for entry in self.adapter["entries"]]
        if ":" in self.adapter["call"]:
            del sys.path[0]
            if self.root not in sys.path:
                sys.path.append(self.root)
            return
        own, above = os.path.dirname(self.path), []
        while (folder := os.path.dirname(above[-1] if above else own)).startswith(self.root):
            above.append(folder)
        sys.path[:1] = [own, *(os.path.normpath(folder) for folder in folders)]
        # Behind all else, so that they hide no module of the library.
        sys.path += [folder for folder in above if folder not in sys.path]
        sys.dont_write_bytecode = True

    def begin(self, order):
        """Give the module the input of a call."""
        text = order["text"] or ""
        # It may have been read on import.
        self.was_read = self.overlay.folder is not None and self.has_read()
        self.adapter = order["data"]
        self.overlay.begin(order["folder"], text)
        self.given.begin(text)
        if adapter_prints(self.adapter) and not order["debug"]:
            self.printed = sys.stdout = recorder.Recorder(sys.__stdout__)
        sys.argv = [self.path, *(self._word(word) for word in self.adapter["argv"])]
        os.chdir(self.working)
        if self.adapter["stdin"] and not order["debug"]:
            file = self.overlay.open()
            os.dup2(file, 0)
            os.close(file)
            sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)

    def _word(self, word):
        part = self.adapter["part"]
        values = {
            "part": part,
            "ab": " abc"[part % 4],
            "year": self.adapter["year"],
            "day": self.adapter["day"],
        }
        values["input"] = self.overlay.input if "{input}" in word else ""
        return word.format(**values, file=self.path)

    def _compiled(self, source):
        watched = self.adapter["watch"]
        if not watched:
            return compile(source, self.path, "exec", dont_inherit=True)
        tree = compile(source, self.path, "exec", ONLY_AST, dont_inherit=True)
        return compile(with_watchers(tree, dict(watched)), self.path, "exec", dont_inherit=True)

    def _module(self, name):
        module = type(sys)(name)
        module.__file__ = self.path
        module.__package__ = self.adapter["package"]
        module.__builtins__ = __builtins__
        if os.path.basename(self.path) == "__init__.py":
            module.__path__ = [os.path.dirname(self.path)]
        for part, _ in self.adapter["watch"]:
            setattr(module, f"_puzzles_watched_{part}", self._watcher(part))
        sys.modules[name] = module
        return module

    def _watcher(self, part):
        """Return a decorator that keeps what a function returns, and its time."""

        def decorator(function):
            def watched(*arguments, **options):
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
            watched.__wrapped__ = function
            return watched

        return decorator

    def target(self, order):
        """Return the function to call for an order, and its arguments."""
        self.begin(order)
        if self.is_program:
            return self._run, ()
        name = self.adapter["call"]
        if ":" in name:
            return self._both(self._plugin(name.partition(":")[2])), ()
        owner, _, method = name.rpartition(".")
        if not owner:
            function, arguments = getattr(self.module, name), self._arguments(self.adapter["arguments"])
            if self.adapter["parse"]:
                return self._parsed(function), arguments
            return (
                (function, arguments)
                if self.adapter["gives"] != "both"
                else (self._both(function), arguments)
            )
        made, given = self._arguments(self.adapter["made"]), self._arguments(self.adapter["arguments"])

        def construct_and_call():
            return getattr(getattr(self.module, owner)(*made), method)(*given)

        return (construct_and_call if self.adapter["gives"] != "both" else self._both(construct_and_call)), ()

    def _plugin(self, name):
        function = self.module
        for piece in name.split("."):
            function = getattr(function, piece)
        year, day, data = self.adapter["year"], self.adapter["day"], self.given.text
        return lambda: function(year=year, day=day, data=data)

    def _parsed(self, function):
        parse = getattr(self.module, self.adapter["parse"])
        part = self.adapter["part"]

        def parse_and_call(*arguments):
            value = function(parse(*arguments))
            return nth(value, part) if self.adapter["gives"] == "both" else value

        return parse_and_call

    def _both(self, function):
        return lambda *arguments: nth(function(*arguments), self.adapter["part"])

    def _arguments(self, kinds):
        return tuple(argument(kind, self.given.text, self.overlay, self.adapter) for kind in kinds)

    def _run(self):
        """Run the program, to its end."""
        self.calls.clear()
        program = self._module("__main__")
        try:
            exec(self.code, program.__dict__)
        except SystemExit as end:
            if end.code not in (None, 0):
                raise

    def answered(self, value, wall, cpu):
        """Return the answer to the part and its times; and how it was given, with what casts doubt on it."""
        part = self.adapter["part"]
        told = {"given": "returned", "has_read": self.has_read(), "others": []}
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

    def has_read(self):
        """Tell whether the input was read, as far as one can see."""
        if self.was_read or self.overlay.is_read or self.given.is_read:
            return True
        try:
            return bool(self.adapter["stdin"] and os.lseek(0, 0, os.SEEK_CUR))
        except OSError:
            return True


def adapter_prints(adapter):
    """Tell whether the answers are in what is printed."""
    return not adapter["call"] or adapter["gives"] == "printed"


def load(order, code):
    """Return the module of an order, given its source: the worker asks it for what to call."""
    return Foreign(order, code)


def argument(kind, text, overlay, adapter):
    """Return an argument of a kind, made from the input."""
    match kind:
        case "text":
            return text
        case "raw":
            return f"{text}\n"
        case "lines":
            return text.split("\n")
        case "raw lines":
            return f"{text}\n".splitlines(keepends=True)
        case "file":
            return open(overlay.input, encoding="utf-8", errors="surrogateescape")
        case "path":
            return overlay.input
        case "Path":
            from pathlib import Path

            return Path(overlay.input)
        case "part":
            return adapter["part"]
        case "second":
            return adapter["part"] == 2
    return adapter[kind]


def nth(value, part):
    """Return the answer to a part from what gives both: a list, a tuple, a dict, or a generator."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, (tuple, list)):
        rest = iter(value)
        for _ in range(part - 1):
            next(rest, None)
        return next(rest, None)
    return value[part - 1] if len(value) >= part else None


def with_watchers(tree, watched):
    """Return a syntax tree in which functions, by part, have a decorator more. Methods are `Class.method`."""
    import _ast

    names = {name: part for part, name in watched.items()}

    def visit(body, prefix):
        for node in body:
            if isinstance(node, _ast.ClassDef):
                visit(node.body, f"{node.name}.")
            elif isinstance(node, _ast.FunctionDef) and (part := names.get(prefix + node.name)) is not None:
                place = {
                    "lineno": node.lineno,
                    "col_offset": 0,
                    "end_lineno": node.lineno,
                    "end_col_offset": 0,
                }
                node.decorator_list.append(_ast.Name(f"_puzzles_watched_{part}", _ast.Load(), **place))

    visit(tree.body, "")
    return tree
