"""The forker, which forks a loader for each module; the loader, which forks for each call; and the call."""

import gc
import os
import sys

# Without fork, nothing imports this.
assert sys.platform != "win32"

from _signal import SIG_DFL, SIGCHLD, SIGUSR1, signal
from _thread import _count as count_threads
from marshal import loads
from os import _exit, chdir, closerange, fork, getpid, setsid
from os import write as write_to

import tracing
from calls import failure, finalize, perform
from imports import load, prepare
from messages import BEGUN, CALLER, EVENT, receive
from processes import PR_SET_DUMPABLE, kill_group, prctl, reap
from usage import limit_memory, reset_peak

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from calls import Loaded, Order
    from messages import Memory

# What a further order of a module says that was loaded: what it shares with the first goes without saying.
OF_CALL = ("token", "folder", "text", "keywords", "data", "last", "profile")


def give_up(*_: object) -> "NoReturn":
    """Tell where a call is that takes too long, as the supervisor asks: by an error."""
    raise TimeoutError


def fork_loaders(orders: int, events: int, shared: "Memory", *, is_sandboxed: bool) -> None:
    """Fork a loader for each module that is ordered; tell its process, or why there is none, and its end.

    After a fork, each page that this process uses is copied: the loader itself reads its order, and those
    that follow from the same pipe. A dict comes first if what loaders have in common is new.
    """
    while order := receive(orders):
        if type(order) is dict:
            prepare(order)
            continue
        try:
            loader = fork()
        except OSError as error:
            write_to(events, EVENT.pack(BEGUN, 0, error.errno or 0))
            continue
        if not loader:
            try:
                # Told here, as all that the loader tells comes after it.
                write_to(events, EVENT.pack(BEGUN, getpid(), 0))
                if is_sandboxed:
                    # It is looked after.
                    prctl(PR_SET_DUMPABLE, 1)
                order = loads(order)
                serve_module(order, orders, events, shared)
            finally:
                _exit(1)
        _, code, usage = reap(loader)
        write_to(events, EVENT.pack(b"", code, usage.ru_maxrss))


def serve_module(order: "Order", calls: int, events: int, shared: "Memory") -> "NoReturn":
    """Import the module of an order, then make calls of it as long as there are orders."""
    setsid()
    loader = getpid()
    chdir(order["folder"])
    if order["environment"]:
        # Even an update with nothing touches 80 pages, which a fork has to copy.
        os.environ.update(order["environment"])
    limit_memory(order["memory"])
    gc.enable()
    signal(SIGUSR1, give_up)
    try:
        loaded = load(order)
    except BaseException as error:
        if getpid() == loader:
            shared.write(order["token"], failure(error))
        os._exit(0)
    if getpid() != loader:
        _exit(0)
    shared.stamp()
    # The collector's passes would copy every page they touch: they leave out what was imported.
    gc.freeze()
    while not order["last"] and can_be_copied():
        if not fork_call(loaded, order, shared, calls, events):
            break
        further = receive(calls)
        if further is None:
            os._exit(0)
        order |= zip(OF_CALL, further, strict=True)
    # A fork begins with a mark of its own.
    reset_peak()
    call(loaded, order, shared, calls, events)


def can_be_copied() -> bool:
    """Tell whether a fork of this process is as good as itself: threads and child processes stay behind."""
    if count_threads():
        return False
    if not hasattr(os, "waitid"):
        # The system cannot tell.
        return True
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return True
    return False


def fork_call(loaded: "Loaded", order: "Order", shared: "Memory", calls: int, events: int) -> bool:
    """Make one call in a fork of this process; tell when it has ended, with its exit code and peak.

    Returns False where no other process can be started.
    """
    # `random` seeds itself anew in a fork: a seed that was set on import must hold.
    try:
        seed = sys.modules["random"].getstate()
    except Exception:
        seed = None
    # Were this signal ignored, there would be nothing to wait for.
    on_child = signal(SIGCHLD, SIG_DFL) or SIG_DFL
    try:
        caller = fork()
    except OSError:
        signal(SIGCHLD, on_child)
        return False
    if not caller:
        try:
            setsid()
            signal(SIGCHLD, on_child)
            if seed is not None:
                sys.modules["random"].setstate(seed)
            call(loaded, order, shared, calls, events)
        finally:
            _exit(1)
    _, code, usage = reap(caller)
    kill_group(caller)
    signal(SIGCHLD, on_child)
    write_to(events, EVENT.pack(order["token"], code, usage.ru_maxrss))
    return True


def call(loaded: "Loaded", order: "Order", shared: "Memory", *pipes: int) -> "NoReturn":
    for pipe in pipes:
        # The puzzle may have closed it.
        closerange(pipe, pipe + 1)
    me = getpid()
    shared.put(CALLER, me)
    chdir(order["folder"])
    reply = perform(loaded, order) | tracing.trace_fields()
    if getpid() != me:
        _exit(0)
    shared.write(order["token"], reply)
    finalize()
    # Looked up anew, as what counts coverage has an exit for each process. Were it the puzzle's, there is
    # the `_exit` below, and the reply is written.
    try:
        os._exit(0)
    finally:
        _exit(0)
