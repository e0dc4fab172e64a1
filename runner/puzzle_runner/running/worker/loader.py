"""The forker, which forks a loader for each module; the loader, which imports it and forks for each call."""

import gc
import os
import sys

# Without fork, nothing imports this.
assert sys.platform != "win32"

from _signal import SIG_DFL, SIGCHLD, SIGTERM, SIGUSR1, signal
from _thread import _count as count_threads
from marshal import loads
from os import _exit, chdir, close, fork, getpid, set_blocking, setsid
from os import write as write_to

import tracing
from calls import failure, finalize, flush, overdue, perform
from imports import load, prepare_early
from messages import event, receive, sign, stamp, write
from processes import (
    PR_SET_CHILD_SUBREAPER,
    PR_SET_DUMPABLE,
    PR_SET_PDEATHSIG,
    kill_group,
    prctl,
    reap,
    sweep,
)
from usage import freeze, limit_memory, reset_peak

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mmap import mmap
    from types import FrameType
    from typing import Any, NoReturn

    from calls import Loaded, Order

# What a further order of a module says that was loaded: what it shares with the first goes without saying.
OF_CALL = ("token", "folder", "text", "keywords", "data", "last", "sampled", "profile")


class Gone(BaseException):
    """Nobody waits for a reply any more."""


def gone(*_: object) -> None:
    raise Gone


def fork_loaders(
    parent: int, modules: int, calls: int, events: int, shared: "mmap", is_sandboxed: bool
) -> None:
    """Fork a loader for each module that is ordered, one at a time, and tell how it ends.

    This process does as little as it can: after a fork, each page that it uses is copied. Orphans of calls
    become its children, and end with the loader, or with the supervisor.
    """
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    prctl(PR_SET_PDEATHSIG, SIGTERM)
    signal(SIGTERM, gone)
    if os.getppid() != parent:
        return
    # The first time, the compiler makes a thousand objects for itself: loaders find them made.
    compile("", "", "exec")
    # Nothing that is here now is ever garbage; a collector that looked at it would copy its pages.
    gc.disable()
    freeze()
    try:
        while frame := receive(modules):
            order = loads(frame)
            prepare_early(order["engine"])
            if order["traced"]:
                tracing.prepare(order)
            try:
                loader = fork()
            except OSError as error:
                write_to(events, event("refused", order["token"], error.errno or 0))
                continue
            if not loader:
                try:
                    close(modules)
                    signal(SIGTERM, SIG_DFL)
                    if is_sandboxed:
                        # It is looked after.
                        prctl(PR_SET_DUMPABLE, 1)
                    serve_module(order, calls, events, shared)
                finally:
                    _exit(1)
            process = 0
            # A call may leave orphans.
            while process != loader:
                process, code, usage = reap(-1)
            sweep()
            write_to(events, event("ended", order["token"], code, usage.ru_maxrss))
    except Gone:
        pass
    finally:
        signal(SIGTERM, SIG_DFL)
        sweep()


def serve_module(order: "Order", calls: int, events: int, shared: "mmap") -> "NoReturn":
    """Import the module of an order, then make calls of it as long as there are orders."""
    setsid()
    loader = getpid()
    write_to(events, event("started", order["token"], loader))
    # The module before may have had it otherwise.
    set_blocking(1, True)
    chdir(order["folder"])
    if order["environment"]:
        os.environ.update(order["environment"])
    limit_memory(order["memory"])
    gc.enable()

    def tell(_: int, frame: "FrameType | None") -> None:
        flush()
        write(shared, order["token"], overdue(frame))

    # The supervisor asks where a call is that takes too long.
    signal(SIGUSR1, tell)
    try:
        loaded = load(order)
    except BaseException as error:
        if getpid() == loader:
            write(shared, order["token"], failure(error))
        os._exit(0)
    if getpid() != loader:
        _exit(0)
    stamp(shared)
    # The collector's passes would copy every page they touch: they leave out what was imported.
    freeze()
    while not order["last"] and can_be_copied():
        fork_call(loaded, order, shared, calls, events)
        frame = receive(calls)
        if frame is None:
            os._exit(0)
        order |= zip(OF_CALL, loads(frame))  # noqa: B905  (Python 3.9 has no `strict`)
    call_here(loaded, order, shared, calls, events)


def can_be_copied() -> bool:
    """Tell whether a fork of this process is as good as itself: threads and child processes stay behind."""
    if count_threads():
        return False
    if not hasattr(os, "waitid"):
        return True
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return False


def call_here(loaded: "Loaded", order: "Order", shared: "mmap", *pipes: int) -> "NoReturn":
    close_all(pipes)
    # A fork begins with a mark of its own.
    reset_peak()
    call(loaded, order, shared)


def close_all(pipes: "tuple[int, ...]") -> None:
    for pipe in pipes:
        try:
            close(pipe)
        except OSError:
            # The puzzle has closed what it could.
            pass


def fork_call(loaded: "Loaded", order: "Order", shared: "mmap", calls: int, events: int) -> None:
    """Make one call in a fork of this process; tell when it has ended, with its exit code and peak.

    Where no other process can be started, make it in this one.
    """
    # `random` seeds itself anew in a fork: a seed that was set on import must hold.
    try:
        random = sys.modules.get("random")
        seed = random and random.getstate()
    except Exception:
        seed = None
    # Were this signal ignored, there would be nothing to wait for.
    on_child = signal(SIGCHLD, SIG_DFL)
    try:
        caller = fork()
    except OSError:
        restore(on_child)
        call_here(loaded, order, shared, calls, events)
    if not caller:
        try:
            close_all((calls, events))
            setsid()
            restore(on_child)
            if seed is not None:
                sys.modules["random"].setstate(seed)
            call(loaded, order, shared)
        finally:
            _exit(1)
    _, code, usage = reap(caller)
    kill_group(caller)
    restore(on_child)
    write_to(events, event("called", order["token"], code, usage.ru_maxrss))


def restore(on_child: "Any") -> None:
    if on_child is not None and on_child is not SIG_DFL:
        signal(SIGCHLD, on_child)


def call(loaded: "Loaded", order: "Order", shared: "mmap") -> "NoReturn":
    me = getpid()
    sign(shared, me)
    chdir(order["folder"])
    try:
        # The one before may have had it otherwise.
        set_blocking(1, True)
    except OSError:
        pass
    reply = perform(loaded, order) | tracing.trace_fields()
    if getpid() != me:
        _exit(0)
    write(shared, order["token"], reply)
    finalize()
    # Looked up anew, as what counts coverage has an exit for each process. Were it the puzzle's, there is
    # the `_exit` below, and the reply is written.
    try:
        os._exit(0)
    finally:
        _exit(0)
