"""A module of another repository: loaded from its own place, and called as its author would call it.

The order's `data` says how: the fields of an adapter. Its paths are relative to `root`.
"""

import os
import sys

import aocd_shim
import overlay as overlays

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from calls import Order, Reply

# Characters of a path that is told, and how many of these.
LONGEST_PATH, MOST_PATHS = 100, 20
# Characters that are kept of the beginning of what is printed, and of the end.
LONGEST_PRINTED = 32 * 1024
LOCAL = ("", "localhost", "::1", "::", "0.0.0.0")


class Foreign:
    """A loaded module, or the code of a program, which is run in each call."""

    def __init__(self, order: "Order", code: bytes) -> None:
        adapter: dict[str, Any] = order["data"]
        self.adapter = adapter
        self.root, self.path = adapter["root"], order["path"]
        self.working = os.path.join(self.root, adapter["folder"])
        self.overlay = overlays.Overlay(adapter)
        self.given = aocd_shim.Given(adapter["year"], adapter["day"])
        self.printed: Recorder | None = None
        self.module: Any = None
        self.parse = None
        self.add_folders()
        sys.dont_write_bytecode = True
        if hasattr(sys, "set_int_max_str_digits"):
            # Much is older than this limit.
            sys.set_int_max_str_digits(0)
        self.begin(order)
        overlays.install(self.overlay)
        aocd_shim.install(self.given)
        refuse_network()
        self.code = compile(code, self.path, "exec", dont_inherit=True)
        if adapter["call"]:
            stem = os.path.splitext(os.path.basename(self.path))[0]
            package = adapter["package"]
            name = f"{package}.{stem}" if package else stem
            # As in any import, the package is first, and may have imported the module.
            self.module = None if stem == "__init__" else imported(package) and sys.modules.get(name)
            if not self.module:
                self.module = self.new_module((package or order["id"]) if stem == "__init__" else name)
                exec(self.code, self.module.__dict__)

    def add_folders(self) -> None:
        """Put the folders on the path in which the module finds what it imports.

        Only its own folder comes before the library, as `python FILE` has it, then those above it, and what
        is installed. Folders that are packages come last: what is in them is imported by its whole name.
        """
        own = os.path.dirname(self.path)
        folders = [own]
        while os.path.dirname(folders[-1]).startswith(self.root):
            folders.append(os.path.dirname(folders[-1]))
        packages: list[str] = []
        others: list[str] = []
        for folder in folders:
            if os.path.exists(os.path.join(folder, "__init__.py")):
                packages.append(folder)
            else:
                others.append(folder)
        first = [own]
        if self.adapter["call"] and own in packages:
            first = []
        for entry in self.adapter["entries"]:
            first.append(os.path.normpath(os.path.join(self.root, entry)))
        library = sys.path[1:]
        installed = 0
        while installed < len(library) and not library[installed].endswith("-packages"):
            installed += 1
        ordered = [*first, *library[:installed], *others, *library[installed:], *packages]
        sys.path[:] = dict.fromkeys(ordered)

    def begin(self, order: "Order") -> None:
        """Give the module the input of a call."""
        text = order["text"] or ""
        # It may have been read on import.
        self.was_read = bool(self.overlay.folder) and self.has_read()
        self.adapter = order["data"]
        self.overlay.begin(order["folder"], text, self.adapter["part"])
        self.given.begin(text)
        if not self.adapter["call"] and not order["debug"]:
            stdout: Any = sys.__stdout__
            self.printed = Recorder(stdout)
            vars(sys)["stdout"] = self.printed
        sys.argv = [self.path, *map(self.word, self.adapter["argv"])]
        os.chdir(self.working)
        if not order["debug"]:
            file = self.overlay.open()
            os.dup2(file, 0)
            os.close(file)
            stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)
            vars(sys).update(stdin=stdin, __stdin__=stdin)

    def word(self, word: str) -> str:
        """Return an argument of the program, filled in."""
        values = dict(self.adapter["fields"], file=self.path)
        for name in ("year", "day"):
            values[name] = self.adapter[name]
        if "{input}" in word:
            # It is written when its path is asked for.
            values["input"] = self.overlay.input()
        return word.format(**values)

    def new_module(self, name: str) -> "ModuleType":
        """Return an empty module for the file, which is imported under a name."""
        module = type(sys)(name)
        module.__file__ = self.path
        module.__package__ = self.adapter["package"]
        vars(module)["__builtins__"] = __builtins__
        if os.path.basename(self.path) == "__init__.py":
            module.__path__ = [os.path.dirname(self.path)]
        sys.modules[name] = module
        return module

    def target(self, order: "Order") -> "tuple[Any, tuple[Any, ...]]":
        """Return the function to call for an order, and its arguments."""
        self.begin(order)
        adapter = self.adapter
        owner, _, name = adapter["call"].rpartition(".")
        if not name:
            return self.run_program, ()
        arguments = tuple(map(self.argument, adapter["arguments"]))
        # A plain function is called by itself: nothing else is timed.
        function: Any = None if owner else getattr(self.module, name)
        if owner:

            def function(*given: "Any") -> "Any":
                return getattr(getattr(self.module, owner)(), name)(*given)

        return function, arguments

    def argument(self, kind: str) -> "Any":
        """Return an argument of a kind, made from the input: the text and the lines end without a newline."""
        if kind == "text":
            return self.given.get_data()
        if kind == "lines":
            return self.given.get_data().split("\n")
        if kind == "file":
            return open(self.overlay.input(), encoding="utf-8", errors="surrogateescape")
        if kind == "path":
            return self.overlay.input()
        if kind == "Path":
            from pathlib import Path

            return Path(self.overlay.input())
        return self.adapter["part"]

    def run_program(self) -> None:
        """Run the program, to its end."""
        program = self.new_module("__main__")
        try:
            exec(self.code, program.__dict__)
        except SystemExit as end:
            if end.code not in (None, 0):
                raise

    def answered(self, value: object, wall: int, cpu: int) -> "tuple[Any, int, int, Reply]":
        """Return the answer to the part and its times; and how it was given, with what casts doubt on it."""
        told: Reply = {"given": "returned", "has_read": self.has_read()}
        told["knows_end"] = self.overlay.knows_end and not self.has_read_stdin()
        told["own"] = sorted(path[:LONGEST_PATH] for path in self.overlay.own)[:MOST_PATHS]
        if not self.adapter["call"]:
            value, told["given"] = None, "printed"
        if self.printed:
            told["printed"] = self.printed.text()
        if self.adapter["part"] in self.given.answers:
            value, told["given"] = self.given.answers[self.adapter["part"]], "submitted"
        return value, wall, cpu, told

    def has_read(self) -> bool:
        """Tell whether the input was read, as far as one can see."""
        return self.was_read or self.overlay.is_read or self.given.is_read or self.has_read_stdin()

    def has_read_stdin(self) -> bool:
        """Tell whether standard input was read, as far as one can see."""
        try:
            return bool(os.lseek(0, 0, os.SEEK_CUR))
        except OSError:
            return True


class Recorder:
    """Stands for a stream: passes on what is written, and keeps the first and the last of it."""

    def __init__(self, stream: "Any") -> None:
        self.stream = stream
        self.pieces: list[str] = []
        self.size = 0

    def write(self, text: str) -> "Any":
        self.pieces.append(text)
        self.size += len(text)
        if self.size > 8 * LONGEST_PRINTED:
            self.pieces = [self.text()]
            self.size = len(self.pieces[0])
        return self.stream.write(text)

    def writelines(self, lines: "Any") -> None:
        for line in lines:
            self.write(line)

    def text(self) -> str:
        """Return what is kept."""
        text = "".join(self.pieces)
        if len(text) <= 3 * LONGEST_PRINTED:
            return text
        return f"{text[:LONGEST_PRINTED]}\n{text[-LONGEST_PRINTED:]}"

    def __getattr__(self, name: str) -> "Any":
        return getattr(self.stream, name)


def load(order: "Order", code: bytes) -> Foreign:
    """Return the module of an order, given its source: the worker asks it for what to call."""
    return Foreign(order, code)


def imported(package: str) -> bool:
    """Import a package; tell whether that is done: what it imports may not be there, and not be needed."""
    try:
        __import__(package)
    except Exception:
        return False
    return True


def refuse_network() -> None:
    """Refuse to look up other machines and to connect to them, as if there were no network.

    Programs that the module starts, and libraries that connect without Python, are not seen.
    """
    import _socket

    look_up = _socket.getaddrinfo

    def getaddrinfo(host: "Any", *arguments: "Any", **options: "Any") -> "Any":
        check(host)
        return look_up(host, *arguments, **options)

    def check(host: "str | bytes | None") -> None:
        name = host.decode("latin-1") if isinstance(host, bytes) else host or ""
        if name not in LOCAL and not name.startswith("127."):
            raise OSError(f"{name[:LONGEST_PATH]} is not reached: other people's code has no network here")

    class Socket(_socket.socket):
        # `socket` makes a class of it that has slots of its own.
        __slots__ = ()

        def connect(self, address: "Any") -> None:
            # Other addresses are paths.
            if isinstance(address, tuple):
                check(address[0])
            super().connect(address)

        def connect_ex(self, address: "Any") -> int:
            if isinstance(address, tuple):
                check(address[0])
            return super().connect_ex(address)

    # `socket` takes its own from there, when it is imported.
    for name, value in {"getaddrinfo": getaddrinfo, "socket": Socket, "SocketType": Socket}.items():
        setattr(_socket, name, value)
