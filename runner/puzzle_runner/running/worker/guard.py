"""The guard: starts the supervisor, outlives it, and removes what it leaves when it dies or is stopped."""

import os
import sys
from _signal import SIGCHLD, set_wakeup_fd, signal
from os import _exit
from select import POLLIN, poll

from orphans import kill, sweep
from scratch import discard

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36
SIGTERM = 15
# Milliseconds in which a supervisor ends by itself when the runner has gone.
LAST_WORDS = 1000


def guard(requests, replies, scratch):
    """Start the supervisor with these pipes and this folder; return when nothing of it is left.

    The word `sandboxed` may come after the folder: then all ends with the sandbox, and that with the guard.
    """
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    if len(scratch) > 1:
        prctl(PR_SET_DUMPABLE, 0)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal(SIGCHLD, lambda *_: None)
    set_wakeup_fd(wake)
    supervisor = start_supervisor(requests, replies, scratch)
    # The runner is to see it when the supervisor closes its end.
    os.close(replies)
    try:
        watch(supervisor, requests, woken)
    finally:
        kill(os.kill, supervisor)
        if len(scratch) > 1:
            _exit(0)
        sweep()
        discard(scratch[0])


def prctl(option, value):
    """Set an attribute of this process (Linux)."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def start_supervisor(requests, replies, scratch):
    """Start it in a clean interpreter, a subreaper too; it is told to end should the guard be killed."""
    me = os.getpid()
    if supervisor := os.fork():
        return supervisor
    try:
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        prctl(PR_SET_PDEATHSIG, SIGTERM)
        if os.getppid() == me:
            program = os.path.join(os.path.dirname(__file__), "main.py")
            arguments = ["-P", program, "serve", str(requests), str(replies), *scratch]
            os.execv(sys.executable, [sys.executable, *arguments])
    finally:
        _exit(1)


def watch(supervisor, requests, woken):
    """Return when the supervisor has ended, is stopped, or does not end though the runner has gone."""
    ready = poll()
    ready.register(requests, 0)
    ready.register(woken, POLLIN)
    patience = None
    while events := ready.poll(patience):
        for pipe, _ in events:
            if pipe == woken:
                os.read(woken, 64)
            else:
                ready.unregister(requests)
                patience = LAST_WORDS
        process, _ = os.waitpid(supervisor, os.WNOHANG | os.WUNTRACED)
        if process:
            return
