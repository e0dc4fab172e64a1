"""The supervisor: speaks with the runner, keeps the time, kills what is overdue and reaps what is left."""

import gc
import os
import sys

# Without fork, nothing imports this.
assert sys.platform != "win32"

from _signal import SIG_DFL, SIGTERM, SIGUSR1, signal
from io import TextIOWrapper
from marshal import dumps, loads
from mmap import mmap
from os import _exit, close, set_blocking, set_inheritable, urandom
from os import read as read_from
from select import poll
from time import perf_counter_ns

import tracing
from children import Command, Loader
from cleanup import FOREVER, LOOK, discard, is_there, make, sweep
from guard import ROUND, Patrol, be_guarded
from imports import engines, forget_imports, prepare
from loader import OF_CALL, serve_module
from messages import (
    REPLY_BYTES,
    TOKEN_BYTES,
    caller,
    clear,
    imported,
    receive,
    send,
    sign,
    stamp,
    write,
    written,
)  # fmt: skip
from usage import freeze, limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NoReturn

    from calls import Order
    from children import End

# Milliseconds in which a loader without orders has ended by itself, and in which a call says where it is.
LAST_WORDS, PLACE = 500, 250
# Orders that have these in common share a loaded module.
OF_MODULE = ("id", "path", "memory", "environment", "engine", "loads", "traced")


def keep(before: set[str], requests: str, replies: str, scratch: str, sandboxed: str = "") -> "NoReturn":
    """Be the guard of a supervisor, and in a fork that supervisor. `before` are the modules to keep."""
    forget_imports(before)
    # It is for this program, and not for what a puzzle starts.
    os.environ.pop("LD_BIND_NOW", None)
    be_guarded(int(requests), int(replies), scratch, sandboxed=bool(sandboxed))
    for end in (requests, replies):
        # No program has them.
        set_inheritable(int(end), False)
    assert isinstance(sys.stdout, TextIOWrapper)
    sys.stdout.reconfigure(encoding="utf-8", line_buffering=True)
    patrol = Patrol() if sandboxed else None
    Supervisor(int(requests), int(replies), scratch, patrol).serve()
    _exit(0)


class Gone(Exception):
    """The runner has closed its end, or the guard is dead: nobody waits for a reply any more."""


class Supervisor:
    """Serves requests, one at a time. At most one loader is alive: the one of the module asked for last."""

    def __init__(self, requests: int, replies: int, scratch: str, patrol: "Patrol | None" = None) -> None:
        self.requests = requests
        self.replies = replies
        self.scratch = scratch
        self.patrol = patrol
        self.folder: tuple[str, os.stat_result] | None = None
        self.calls = 0
        self.loader: Loader | None = None
        self.module: list[object] | None = None
        self.shared = mmap(-1, REPLY_BYTES)

    def serve(self) -> None:
        """Answer requests until there are no more."""
        signal(SIGTERM, _gone)
        limit()
        # The first time, the compiler makes a thousand objects for itself: loaders find them made.
        compile("", "", "exec")
        # Nothing that is here now is ever garbage; a collector that looked at it would copy its pages.
        gc.disable()
        freeze()
        try:
            send(self.replies, bytes(TOKEN_BYTES), dumps(("ready",)))
            while frame := receive(self.requests):
                self.answer(loads(frame))
        except (Gone, BrokenPipeError):
            pass
        finally:
            self.unload()
            sweep()
            # Removing an empty folder is quick; for any other a program is started.
            if self.folder:
                discard(self.folder[0])
            discard(self.scratch)

    def answer(self, order: "Order") -> None:
        """Make a call, tidy up after it, and tell how it ended: state, exit code, peak, time and reply.

        Where that cannot be done, the state is `fault`, with the reason.
        """
        self.runner_token, self.token = order["token"], urandom(TOKEN_BYTES)
        clear(self.shared)
        try:
            # The folder of this call is that of the one before, where it was left empty and is there.
            if not self.folder or not is_there(*self.folder):
                self.calls += 1
                path = os.path.join(self.scratch, str(self.calls))
                make(path)
                self.folder = path, os.stat(path)
            order |= {"token": self.token, "folder": self.folder[0]}
            loader, ended = self.handle(order)
            if ended[0] in ("crowded", "large"):
                # The sandbox goes, and all that is in it.
                self.tell(*ended, b"")
                _exit(0)
            reply = written(self.shared, self.token)
            self.tidy(loader, self.folder[0])
        except BrokenPipeError:
            raise
        except OSError as error:
            self.unload()
            self.tell("fault", error.strerror, error.filename)
            return
        self.tell(*ended, reply)

    def tell(self, *report: "Any") -> None:
        send(self.replies, self.runner_token, dumps(report))

    def handle(self, order: "Order") -> "tuple[Loader, tuple[str, int, int, float]]":
        """Have a call made; return its loader, how it ended, and the seconds that it took."""
        module = [order[name] for name in OF_MODULE]
        if self.module != module:
            self.unload(LAST_WORDS)
        begun = perf_counter_ns()
        if loader := self.loader:
            stamp(self.shared)
            loader.order(dumps([order[name] for name in OF_CALL]))
        else:
            loader = self.load(order)
            self.module = module
            if loader.process:
                # It is registered to see when its other end is closed.
                loader.ready.register(self.requests, 0)
        if not loader.process:
            # It could not be started, for a reason that is its own.
            write(self.shared, self.token, loader.reply() or {})
            return loader, ("done", 0, 0, 0.0)
        ended = self.wait(loader, begun, int(order["timeout"] * 1e9), order["memory"])
        now = perf_counter_ns()
        return loader, (*ended, (now - max(begun, min(imported(self.shared), now))) / 1e9)

    def load(self, order: "Order") -> Loader:
        try:
            prepare(order["engine"])
        except Exception:
            # The loader fails of the same, and tells of it.
            pass
        if start := getattr(engines.get(order["engine"]), "start", None):
            stamp(self.shared)
            self.loader = Command(start, order)
            sign(self.shared, self.loader.leader)
            return self.loader
        if order["traced"]:
            tracing.prepare(order)
        loader = self.loader = Loader()
        if not loader.process:
            try:
                close(self.requests)
                close(self.replies)
                signal(SIGTERM, SIG_DFL)
                if self.patrol:
                    self.patrol.release()
                serve_module(order, *loader.attach(), self.shared)
            finally:
                _exit(1)
        loader.attend()
        return loader

    def wait(self, loader: Loader, begun: int, timeout: int, memory: int) -> "End":
        """Return how the call ended, with the exit code and peak of its process.

        That is done, died, timeout or forged, the first three also in the import; in a sandbox also what the
        patrol complains of. The import may take as long as the call.
        """
        deadline, extended = begun + timeout, False
        while True:
            if (left := deadline - (now := perf_counter_ns())) <= 0:
                if extended or not imported(self.shared):
                    self.ask(loader)
                    loader.end_all(caller(self.shared))
                    return "timeout" if imported(self.shared) else "import timeout", 0, 0
                deadline, extended = min(imported(self.shared), now) + timeout, True
                continue
            patience = min(left // 1_000_000 + 1, loader.patience, ROUND if self.patrol else FOREVER)
            if ended := self.heard(loader, [pipe for pipe, _ in loader.ready.poll(patience)]):
                return ended
            if self.patrol and (complaint := self.patrol.complaint(memory)):
                return complaint, 0, 0

    def ask(self, loader: Loader) -> None:
        """Let a call reply where it is. One that is busy in C, or hears of no signal, does not."""
        if not loader.can_tell:
            return
        os.kill(loader.process, SIGUSR1)
        until = perf_counter_ns() + PLACE * 1_000_000
        while not written(self.shared, self.token) and perf_counter_ns() < until:
            poll().poll(1)

    def heard(self, loader: Loader, pipes: "Sequence[int]") -> "End | None":
        """Read what pipes have to tell; return how the call ended where they tell that."""
        if self.requests in pipes:
            self.ask(loader)
            try:
                # The runner may not read any more.
                set_blocking(self.replies, False)
                self.tell("left", written(self.shared, self.token))
            except (BlockingIOError, BrokenPipeError):
                pass
            raise Gone
        if loader.output in pipes and self.forward(loader) is False:
            loader.ready.unregister(loader.output)
        if loader.events in pipes and (told := loader.event(self.token)):
            if told[0] == "forged":
                loader.end_all(caller(self.shared))
            return told
        if loader.end in pipes or loader.patience == LOOK:
            loader.reap(os.WNOHANG)
        if loader.process:
            return None
        # It has made the call itself, or not come so far.
        loader.end_all(caller(self.shared))
        if reply := loader.reply():
            write(self.shared, self.token, reply)
        if not imported(self.shared):
            state = "import failed" if written(self.shared, self.token) else "import died"
        else:
            state = "done" if caller(self.shared) == loader.leader else "died"
        return state, loader.code, loader.usage.ru_maxrss if loader.usage else 0

    def forward(self, loader: Loader) -> "bool | None":
        """Pass on what has been printed; False where nobody can print any more, None where nothing was."""
        try:
            printed = read_from(loader.output, 2**16)
        except BlockingIOError:
            return None
        if printed:
            self.tell("printed", printed)
        return bool(printed)

    def tidy(self, loader: Loader, folder: str) -> None:
        """Kill what the call has left behind, and pass on what that has printed."""
        sweep(loader.process)
        while loader.printed.poll(0) and self.forward(loader):
            pass
        if not loader.process:
            self.unload()
        try:
            # A folder that is used again costs less than a new one. Of a program, it has but the input.
            is_empty = (names := os.listdir(folder)) in ([], ["input.txt"])
            for name in names if is_empty else ():
                os.unlink(os.path.join(folder, name))
        except OSError:
            is_empty = False
        if not is_empty:
            discard(folder)
            self.folder = None

    def unload(self, patience: int = 0) -> None:
        """End the loader, with the call it waits for."""
        if self.loader:
            self.loader.end_all(caller(self.shared), patience)
            self.loader.close()
            self.loader = self.module = None


def _gone(*_: object) -> None:
    raise Gone
