"""Frames and events over pipes, and replies in memory that the supervisor shares with a call.

A frame is eight bytes of length, then a value, marshalled. The shared memory begins with eight bytes each for
the length of the reply, the process that is to write it, and the time at which the module had been imported,
in nanoseconds; 0 is none. Then come the token that the supervisor made for this call, and the reply: JSON. It
comes from a process in which anything may have happened, and must be harmless to read.
"""

from _json import encode_basestring, make_encoder
from marshal import dumps, loads
from mmap import mmap
from os import read as read_from
from os import write as write_to
from struct import Struct
from time import perf_counter_ns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

REPLY_BYTES = 32 * 2**20
TOKEN_BYTES = 16
LENGTH, CALLER, IMPORTED = slice(0, 8), slice(8, 16), slice(16, 24)
TOKEN = slice(24, 24 + TOKEN_BYTES)
HEADER = TOKEN.stop
# That a call has ended: its token, its exit code, and its peak in the unit of the system. Without a token:
# that a loader has ended. As BEGUN: that it has begun, with its process, or 0 and the number of the error.
EVENT = Struct(f"={TOKEN_BYTES}siq")
BEGUN = b"loader has begun"
_encode = make_encoder(None, str, encode_basestring, None, ":", ",", False, False, False)


def json(value: object) -> str:
    """Return plain values as JSON. The module of that name would be in the way of a puzzle's imports."""
    return "".join(_encode(value, 0))


def encoded(reply: object) -> bytes:
    return json(reply).encode("utf-8", "surrogatepass")


def framed(value: "Any", token: bytes = b"") -> memoryview:
    data = token + dumps(value)
    return memoryview(len(data).to_bytes(8, "big") + data)


def send(pipe: int, value: "Any") -> None:
    frame = framed(value)
    while frame:
        frame = frame[write_to(pipe, frame) :]


def receive(pipe: int) -> "Any":
    """Read one frame and return what it holds; None where the other end has closed."""
    data = bytearray()
    end = 8
    while len(data) < end:
        chunk = read_from(pipe, min(end - len(data), 2**20))
        if not chunk:
            return None
        data += chunk
        if len(data) == 8:
            end += int.from_bytes(data, "big")
    return loads(memoryview(data)[8:])


class Memory:
    """What the supervisor shares with its calls."""

    def __init__(self) -> None:
        self.bytes = mmap(-1, REPLY_BYTES)

    def clear(self) -> None:
        self.bytes[:HEADER] = bytes(HEADER)

    def get(self, field: slice) -> int:
        return int.from_bytes(self.bytes[field], "big")

    def put(self, field: slice, value: int) -> None:
        self.bytes[field] = value.to_bytes(8, "big")

    def stamp(self) -> None:
        """Write that the module has been imported; it reaches no frame with this clock."""
        self.put(IMPORTED, perf_counter_ns())

    def written(self, token: bytes) -> bytes:
        """Return the reply; nothing where there is none, or one without the token."""
        if self.bytes[TOKEN] != token:
            return b""
        end = HEADER + self.get(LENGTH)
        return self.bytes[HEADER:end]

    def write(self, token: bytes, reply: dict[str, object]) -> None:
        data = encoded(reply)
        if HEADER + len(data) > REPLY_BYTES:
            data = encoded({"error": "OverflowError", "text": "the answer is too long to keep", "frames": []})
        end = HEADER + len(data)
        self.bytes[HEADER:end] = data
        self.bytes[TOKEN] = token
        # The length goes last: a reply that was cut short by a kill is no reply.
        self.put(LENGTH, len(data))
