"""The guard: forks the supervisor, outlives it, and removes what it leaves when it dies or is stopped."""

import os
import sys
from _signal import SIGCHLD, set_wakeup_fd, signal
from os import _exit
from select import POLLIN, poll

from orphans import kill, sweep
from scratch import discard

if sys.platform == "linux":
    # What `ctypes` is made of: that itself takes a fifth of a worker's start.
    from _ctypes import call_function, dlopen, dlsym

    PRCTL = dlsym(dlopen(None, 0), "prctl")
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36
SIGTERM = 15
# Milliseconds in which a supervisor ends by itself when the runner has gone.
LAST_WORDS = 1000


def be_guarded(requests, replies, scratch, *, sandboxed):
    """Fork, and return in the child, which is to be the supervisor; this process is its guard, and ends here.

    In a sandbox all ends with the sandbox, and that with the guard.
    """
    me = os.getpid()
    if not (supervisor := os.fork()):
        # A subreaper too; it is told to end should the guard be killed.
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        prctl(PR_SET_PDEATHSIG, SIGTERM)
        if os.getppid() != me:
            _exit(1)
        return
    try:
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        if sandboxed:
            prctl(PR_SET_DUMPABLE, 0)
        # The runner is to see it when the supervisor closes its end.
        os.close(replies)
        watch(supervisor, requests)
    finally:
        kill(os.kill, supervisor)
        if not sandboxed:
            sweep()
            discard(scratch)
        _exit(0)


def prctl(option, value):
    """Set an attribute of this process (Linux)."""
    if sys.platform == "linux":
        call_function(PRCTL, (option, value, 0, 0, 0))


def watch(supervisor, requests):
    """Return when the supervisor has ended, is stopped, or does not end though the runner has gone."""
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal(SIGCHLD, lambda *_: None)
    set_wakeup_fd(wake)
    ready = poll()
    ready.register(requests, 0)
    ready.register(woken, POLLIN)
    patience = None
    # It may have ended before its signal could be heard.
    while not os.waitpid(supervisor, os.WNOHANG | os.WUNTRACED)[0]:
        if not (events := ready.poll(patience)):
            return
        for pipe, _ in events:
            if pipe == woken:
                os.read(woken, 64)
            else:
                ready.unregister(requests)
                patience = LAST_WORDS
