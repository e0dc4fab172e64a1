"""What a supervisor starts: a loader, which is a fork of it, or a program without Python.

A loader tells by events how its calls ended; of a program, its end is all that there is to hear of.
"""

import os
import sys

# Without fork, nothing imports this.
assert sys.platform != "win32"

from os import close, dup2, fork, pipe, set_blocking
from os import read as read_from
from select import POLLIN, POLLOUT, poll

from calls import failure
from cleanup import FOREVER, LOOK, end_of, kill, kill_group, reap
from messages import TOKEN_BYTES, send

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from resource import struct_rusage
    from typing import Any

    from calls import Order, Reply

    # The state, and the exit code and peak of the process.
    End = tuple[str, int, int]

# A loader's event: the token, then the exit code and the peak of a call.
EVENT_BYTES = TOKEN_BYTES + 4 + 8


class Loader:
    """A fork of the supervisor. `process` is 0 once it has ended; then `code` and `usage` tell how."""

    # It says where it is, if it gets a signal.
    can_tell = True
    leader = process = code = 0
    usage: "struct_rusage | None" = None
    patience = FOREVER
    awaits_runner = False

    def __init__(self) -> None:
        self.pipes = [*pipe(), *pipe(), *pipe()]
        try:
            self.leader = self.process = fork()
        except OSError:
            self.close()
            raise

    def attach(self) -> tuple[int, int]:
        """Be the loader: print into its pipe; return the pipe of orders and that of events."""
        orders, no_orders, no_events, events, no_output, output = self.pipes
        for number in (1, 2):
            dup2(output, number)
        for end in (no_orders, no_events, no_output, output):
            close(end)
        return orders, events

    def attend(self) -> None:
        """Be the supervisor of the loader."""
        orders, self.orders, self.events, events, self.output, output = self.pipes
        close(orders)
        close(output)
        self.pipes = [self.orders, self.events, self.output]
        self.watch()
        if self.end is None:
            close(events)
        else:
            # A loader that closes its own end of events is not heard as long as this one is open.
            self.pipes.append(events)

    def watch(self) -> None:
        """Be ready to hear of its events, what it prints, and its end."""
        set_blocking(self.output, False)
        self.ready, self.printed = poll(), poll()
        self.end = end_of(self.process)
        if self.end is not None:
            self.pipes.append(self.end)
            self.ready.register(self.end, POLLIN)
        self.ready.register(self.events, POLLIN)
        self.ready.register(self.output, POLLIN)
        self.printed.register(self.output, POLLIN)

    def await_runner(self, replies: int) -> None:
        """Be ready to hear when the runner takes more, or not any more."""
        self.awaits_runner = not self.awaits_runner
        if self.awaits_runner:
            self.ready.register(replies, POLLOUT)
        else:
            self.ready.unregister(replies)

    def order(self, data: bytes) -> None:
        """Send an order; one that is dead is seen to be when it does not answer."""
        try:
            send(self.orders, data)
        except BrokenPipeError:
            pass

    def event(self, token: bytes) -> "End | None":
        """Read what it tells; return how its call ended where it tells that."""
        event = read_from(self.events, 2 * EVENT_BYTES)
        if len(event) == EVENT_BYTES and event[:TOKEN_BYTES] == token:
            code, peak = event[TOKEN_BYTES : TOKEN_BYTES + 4], event[TOKEN_BYTES + 4 :]
            return "done", int.from_bytes(code, "big", signed=True), int.from_bytes(peak, "big")
        if event:
            # It bears no token: the loader has not written it.
            return "forged", 0, 0
        # No events will come any more: if nothing tells its end, the supervisor has to look for it.
        self.ready.unregister(self.events)
        if self.end is None:
            self.patience = LOOK
        return None

    def reap(self, options: int = 0) -> None:
        """Wait for the end of the process, and keep how it ended."""
        process, code, usage = reap(self.process, options)
        if process:
            self.process, self.code, self.usage = 0, code, usage

    def reply(self) -> "Reply | None":
        """Return what is to be replied for it, as it has ended; None if it has done that itself."""
        return None

    def end_all(self, caller: int, patience: int = 0) -> None:
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

    def close(self) -> None:
        while self.pipes:
            close(self.pipes.pop())


class Command(Loader):
    """A program that its engine has started: instead of a loader and its call, one process without Python."""

    can_tell = False

    def __init__(self, start: "Callable[[Order, int], Any]", order: "Order") -> None:
        self.output, errors = pipe()
        self.pipes = [self.output]
        self.printed = poll()
        try:
            self.started = start(order, errors)
            if type(self.started) is not dict:
                self.leader = self.process = self.started.process
                self.events = self.started.pipe
                self.pipes += [self.events, self.started.given]
                if self.started.watching is not None:
                    self.pipes.append(self.started.watching)
                self.watch()
                self.patience = LOOK if self.end is None else FOREVER
        except OSError:
            self.close()
            raise
        except Exception as error:
            self.started = failure(error)
        finally:
            close(errors)

    def event(self, token: bytes) -> None:
        if not self.started.read():
            self.ready.unregister(self.events)

    def reply(self) -> "Reply":
        if type(self.started) is dict:
            return self.started
        reply: Reply = self.started.reply(self.code, self.usage)
        return reply
