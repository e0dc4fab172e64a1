"""The supervisor: speaks with the runner, keeps the time, kills what is overdue and reaps what is left."""

import os
from builtins import open  # noqa: A004  (a puzzle may replace the built-in one)
from marshal import dumps, loads
from mmap import mmap
from os import _exit, getpid
from select import POLLIN, poll
from time import perf_counter_ns

from frames import receive, send
from loader import kill, serve_module
from replies import REPLY_BYTES, caller, clear, written

# Milliseconds in which a loader without orders has ended by itself.
LAST_WORDS = 500


class Gone(Exception):
    """The runner has closed its end: nobody waits for a reply any more."""


class Supervisor:
    """Serves requests, one at a time. At most one loader is alive: the one of the module asked for last."""

    def __init__(self, requests, replies):
        self.requests = requests
        self.replies = replies
        self.shared = mmap(-1, REPLY_BYTES)
        self.scratch = os.path.join(_temporary(), f"puzzles-{os.urandom(8).hex()}")
        os.mkdir(self.scratch, 0o700)
        self.calls = 0
        self.loader = None
        self.module = None
        self.pipes = ()

    def serve(self):
        try:
            while frame := receive(self.requests):
                request = loads(frame)
                state, figures = self.handle(request)
                reply = written(self.shared)
                self.leave()
                send(self.replies, dumps((state, *figures, reply)))
        except (Gone, BrokenPipeError):
            self.unload(0)
        finally:
            self.unload()
            self.leave()
            _discard(self.scratch)

    def handle(self, request):
        """Return how the call ended, and the exit code and peak of its process."""
        clear(self.shared)
        if self.module != (module := (request["id"], request["path"])):
            self.unload()
            self.load(request)
            ended = self.wait(request["timeout"])
            if ended[0] != "loaded":
                self.unload(LAST_WORDS if ended[0] == "failed" else 0)
                return f"import {ended[0]}", ended[1:]
            self.module = module
        self.calls += 1
        request["folder"] = os.path.join(self.scratch, str(self.calls))
        os.mkdir(request["folder"], 0o700)
        send(self.orders, dumps(request))
        ended = self.wait(request["timeout"])
        if ended[0] != "done":
            self.unload(0)
        return ended[0], ended[1:]

    def load(self, request):
        orders, self.orders = os.pipe()
        self.events, events = os.pipe()
        self.pipes = (self.orders, self.events)
        if not (loader := os.fork()):
            for pipe in (self.requests, self.replies, *self.pipes):
                os.close(pipe)
            try:
                serve_module(request, orders, events, self.shared, self.scratch)
            finally:
                _exit(1)
        os.close(orders)
        os.close(events)
        self.loader = loader

    def wait(self, timeout):
        """Return what the loader says: loaded, failed, done, died or timeout, with exit code and peak."""
        deadline = perf_counter_ns() + int(timeout * 1e9)
        ready = poll()
        ready.register(self.events, POLLIN)
        ready.register(self.requests, POLLIN)
        while (left := deadline - perf_counter_ns()) > 0:
            for pipe, _ in ready.poll(min(left // 1_000_000 + 1, 2**30)):
                if pipe == self.requests:
                    raise Gone
                return loads(said) if (said := receive(self.events)) else ("died", self.reap(), 0)
        return "timeout", 0, 0

    def reap(self):
        _, status = os.waitpid(self.loader, 0)
        self.loader = None
        return os.waitstatus_to_exitcode(status)

    def unload(self, patience=LAST_WORDS):
        """End the loader: by itself where it waits for orders, else by force, with the call it waits for."""
        for pipe in self.pipes[:1]:
            os.close(pipe)
        if self.loader:
            ready = poll()
            ready.register(self.events, 0)
            ready.poll(patience)
        for leader in (self.loader, caller(self.shared)):
            if leader:
                kill(os.killpg, leader)
                kill(os.kill, leader)
        for pipe in self.pipes[1:]:
            os.close(pipe)
        if self.loader:
            self.reap()
        self.module, self.pipes = None, ()

    def leave(self):
        """Kill what the call left behind and remove its folder."""
        clear(self.shared)
        self.sweep()
        _discard(os.path.join(self.scratch, str(self.calls)))

    def sweep(self):
        """Kill and reap every descendant but the loader: a subreaper inherits all orphans."""
        while orphans := [child for child in _children() if child != self.loader]:
            for orphan in orphans:
                kill(os.kill, orphan)
            for orphan in orphans:
                os.waitpid(orphan, 0)


def _children():
    try:
        with open(f"/proc/self/task/{getpid()}/children") as listing:
            return [int(child) for child in listing.read().split()]
    except OSError:
        return []


def _temporary():
    return next(
        (f for name in ("TMPDIR", "TEMP", "TMP") if os.path.isdir(f := os.environ.get(name, ""))), "/tmp"
    )


def _discard(folder):
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        pass
    except OSError:
        _discard_tree(folder)


def _discard_tree(folder):
    # In a process of its own: what shutil imports must not be there when the next puzzle is.
    if not (janitor := os.fork()):
        try:
            import shutil

            shutil.rmtree(folder, ignore_errors=True)
        finally:
            _exit(0)
    os.waitpid(janitor, 0)
