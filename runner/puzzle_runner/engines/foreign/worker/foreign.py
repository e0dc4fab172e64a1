"""A module of another repository, called as its author would: an order has the fields of its adapter."""

import os
import sys
from os import open as open_descriptor

import aocd_shim
import overlay as overlays
from bytecode import compiled
from usage import HeadAndTail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from calls import Order, Reply

LOCAL = ("", "localhost", "::1", "::", "0.0.0.0")


class Foreign:
    """A loaded module, or the code of a program, which is run in each call."""

    def __init__(self, order: "Order", code: bytes) -> None:
        self.adapter = order["data"]
        self.root, self.path = self.adapter["root"], order["path"]
        self.overlay = overlays.Overlay(self.adapter)
        self.given = aocd_shim.Given(self.adapter["year"], self.adapter["day"])
        self.module: Any = None
        # What a program prints, without what others say on standard error.
        self.printed = Recorder(sys.stdout)
        self.was_read = False
        self.add_folders()
        sys.dont_write_bytecode = True
        # Much is older than this limit.
        sys.set_int_max_str_digits(0)
        self.begin(order)
        self.code = compiled(code, self.path, order["bytecode"])
        overlays.install(self.overlay)
        aocd_shim.install(self.given)
        sys.addaudithook(self.refuse)
        if self.adapter["call"]:
            name = os.path.splitext(os.path.basename(self.path))[0]
            if self.adapter["package"]:
                name = f"{self.adapter['package']}.{name}"
            self.module = self.new_module(name)
            exec(self.code, self.module.__dict__)

    def add_folders(self) -> None:
        """Put the folders on the path in which the module finds what it imports.

        Its own comes before the library, as `python FILE` has it, and those above it last.
        """
        folder = os.path.dirname(self.path)
        folders = [folder]
        for entry in self.adapter["entries"]:
            path = os.path.join(self.root, entry)
            folders.append(os.path.normpath(path))
        folders += sys.path[1:]
        while len(folder) > len(self.root):
            folder = os.path.dirname(folder)
            folders.append(folder)
        sys.path[:] = dict.fromkeys(folders)

    def begin(self, order: "Order") -> None:
        self.adapter = order["data"]
        text = order["text"] or ""
        self.given.begin(text)
        if text:
            text += self.adapter["end"]
        self.overlay.begin(order["folder"], text, self.adapter["part"])
        sys.argv = [self.path]
        if self.adapter["takes_path"]:
            sys.argv.append(self.overlay.input)
        os.chdir(os.path.join(self.root, self.adapter["folder"]))
        if order["debug"]:
            return
        # The function of `os` would take it for a reading of the input.
        file = open_descriptor(self.overlay.input, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        os.dup2(file, 0)
        os.close(file)
        stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)
        vars(sys).update(stdin=stdin, __stdin__=stdin)

    def new_module(self, name: str) -> "ModuleType":
        module = type(sys)(name)
        module.__file__ = self.path
        module.__package__ = self.adapter["package"]
        sys.modules[name] = module
        return module

    def target(self, order: "Order") -> "tuple[Any, tuple[Any, ...]]":
        # It may have been read on import.
        self.was_read = self.has_read_file()
        self.begin(order)
        owner, _, name = self.adapter["call"].rpartition(".")
        if not name:
            return self.run_program, ()
        arguments = tuple(map(self.argument, self.adapter["arguments"]))
        if not owner:
            # A plain function is called by itself: nothing else is timed.
            return getattr(self.module, name), arguments

        def method(*given: "Any") -> "Any":
            return getattr(getattr(self.module, owner)(), name)(*given)

        return method, arguments

    def argument(self, kind: str) -> "Any":
        if kind == "text":
            return self.given.get_data()
        if kind == "lines":
            return self.given.get_data().split("\n")
        if kind == "file":
            return open(self.overlay.input, encoding="utf-8", errors="surrogateescape")
        if kind == "path":
            return self.overlay.input
        if kind == "Path":
            from pathlib import Path

            return Path(self.overlay.input)
        return self.adapter["part"]

    def run_program(self) -> None:
        program = self.new_module("__main__")
        vars(sys)["stdout"] = self.printed
        try:
            exec(self.code, program.__dict__)
        except SystemExit as end:
            if end.code not in (None, 0):
                raise

    def answered(self, value: object, wall: int, cpu: int) -> "tuple[Any, int, int, Reply]":
        given = "returned"
        if not self.adapter["call"]:
            given = "printed"
            value = None
        part = self.adapter["part"]
        if part in self.given.answers:
            given = "submitted"
            value = self.given.answers[part]
        reads_file = self.was_read or self.has_read_file()
        has_read = reads_file or self.given.is_read
        reply = {"given": given, "has_read": has_read, "reads_file": reads_file}
        reply["own"] = min(self.overlay.own, default="")
        reply["printed"] = self.printed.kept.take().decode("utf-8", "replace")
        return value, wall, cpu, reply

    def refuse(self, event: str, arguments: "tuple[Any, ...]") -> None:
        """Refuse what an event tells, as an audit hook: some come a million times."""
        if event in overlays.CHANGES:
            self.overlay.refuse(event, arguments)
        elif event == "socket.getaddrinfo":
            refuse_network(arguments[0])
        elif event == "socket.connect" and isinstance(arguments[1], tuple):
            refuse_network(arguments[1][0])

    def has_read_file(self) -> bool:
        """Tell whether the input was read from a file or from standard input, as far as one can see."""
        if self.overlay.is_read:
            return True
        try:
            return bool(os.lseek(0, 0, os.SEEK_CUR))
        except OSError:
            return True


class Recorder:
    """Stands for standard output: passes on what is written, and keeps the first and the last of it."""

    def __init__(self, stream: "Any") -> None:
        self.stream, self.kept = stream, HeadAndTail(2**15)

    def write(self, text: str) -> "Any":
        self.kept.add(text.encode("utf-8", "replace"))
        return self.stream.write(text)

    def __getattr__(self, name: str) -> "Any":
        return getattr(self.stream, name)


def load(order: "Order", code: bytes) -> Foreign:
    return Foreign(order, code)


def refuse_network(host: "Any") -> None:
    # Programs that are started, and libraries in C, are not seen.
    if isinstance(host, bytes):
        host = host.decode("latin-1")
    if host and host not in LOCAL and not str(host).startswith("127."):
        remedy = "let it read a file, and name that with input in [[tool.puzzles.layout]]"
        raise OSError(f"{host} is not reached: other people's code has no network here; {remedy}")
