"""A loader as the supervisor sees it: its process, its pipes, and how to end it."""

import os
from os import close, dup2, fork, pipe, set_blocking
from select import POLLIN, poll

from frames import send
from orphans import kill, kill_group, reap

# Milliseconds: as long as a poll can take; and between two looks at a loader that cannot tell when it ends.
FOREVER, LOOK = 2**30, 5


class Loader:
    """A fork of the supervisor. `process` is None once it has ended; then `code` and `peak` tell how."""

    def __init__(self):
        self.code, self.peak = 0, 0
        self.patience = FOREVER
        self.pipes = [*pipe(), *pipe(), *pipe()]
        try:
            self.leader = self.process = fork()
        except OSError:
            self.close()
            raise

    def attach(self):
        """Be the loader: print into its pipe; return the pipe of orders and that of events."""
        orders, no_orders, no_events, events, no_output, output = self.pipes
        for number in (1, 2):
            dup2(output, number)
        for end in (no_orders, no_events, no_output, output):
            close(end)
        return orders, events

    def attend(self):
        """Be the supervisor of the loader."""
        orders, self.orders, self.events, events, self.output, output = self.pipes
        close(orders)
        close(output)
        set_blocking(self.output, False)
        self.pipes = [self.orders, self.events, self.output]
        try:
            self.end = os.pidfd_open(self.process)
            # As long as this end is open, too, there is no hearing of a loader that closes its own.
            self.pipes += [self.end, events]
        except (AttributeError, OSError):
            self.end = None
            close(events)
        self.ready, self.printed = poll(), poll()
        for end in (self.events, self.output, self.end):
            if end is not None:
                self.ready.register(end, POLLIN)
        self.printed.register(self.output, POLLIN)

    def order(self, data):
        """Send an order; one that is dead is seen to be when it does not answer."""
        try:
            send(self.orders, data)
        except BrokenPipeError:
            pass

    def is_silent(self):
        """Take note that there will be no events: where nothing tells its end, one has to look."""
        if self.end is None:
            self.patience = LOOK

    def has_ended(self, pipes):
        """Tell whether the process has ended, given the pipes that have something to read; reap it then."""
        if self.end in pipes:
            self.reap()
        elif self.patience == LOOK:
            self.reap(os.WNOHANG)
        return not self.process

    def reap(self, options=0):
        """Wait for the end of the process, and keep how it ended."""
        process, code, peak = reap(self.process, options)
        if process:
            self.process, self.code, self.peak = None, code, peak

    def end_all(self, caller, patience=0):
        """End the process, its group, and the call it waits for: by force after some milliseconds.

        A loader without orders ends by itself.
        """
        if self.process and patience:
            close(self.orders)
            self.pipes.remove(self.orders)
            ready = poll()
            ready.register(self.events if self.end is None else self.end, POLLIN)
            ready.poll(patience)
        if self.process:
            kill(os.kill, self.process)
            self.reap()
        kill_group(self.leader)
        if caller:
            kill_group(caller)

    def close(self):
        """Close the pipes."""
        while self.pipes:
            close(self.pipes.pop())
