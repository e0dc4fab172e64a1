"""Frames and events over pipes, and replies in memory that the supervisor shares with a call.

A frame is eight bytes of length, then the data. The shared memory begins with eight bytes each for the length
of the reply, the process that is to write it, and the time at which the module had been imported. Then come
the token that the supervisor made for this call, and the reply: JSON. It comes from a process in which
anything may have happened, and must be harmless to read.
"""

from _json import encode_basestring, make_encoder
from os import read as read_from
from os import write as write_to
from time import perf_counter_ns

_encode = make_encoder(None, str, encode_basestring, None, ":", ",", False, False, False)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mmap import mmap

REPLY_BYTES = 32 * 2**20
TOKEN_BYTES = 16
TOKEN = slice(24, 24 + TOKEN_BYTES)
HEADER = TOKEN.stop
EVENT_BYTES = TOKEN_BYTES + 4 + 8


def json(value: object) -> str:
    """Return plain values as JSON. The module of that name would be in the way of a puzzle's imports."""
    return "".join(_encode(value, 0))


def framed(data: bytes) -> bytes:
    return len(data).to_bytes(8, "big") + data


def send(pipe: int, data: bytes) -> None:
    view = memoryview(framed(data))
    while view:
        view = view[write_to(pipe, view) :]


def receive(pipe: int) -> "bytes | None":
    """Read one frame; None where the other end has closed."""
    data = bytearray()
    end = 8
    while len(data) < end:
        chunk = read_from(pipe, min(end - len(data), 2**20))
        if not chunk:
            return None
        data += chunk
        if len(data) == 8:
            end += int.from_bytes(data, "big")
    return bytes(data[8:])


def event(token: bytes, code: int, peak: int) -> bytes:
    """Return what tells that a call has ended: its exit code, and its peak in the unit of the system."""
    return token + code.to_bytes(4, "big", signed=True) + peak.to_bytes(8, "big")


def parse_event(data: bytes) -> tuple[int, int]:
    code, peak = data[TOKEN_BYTES : TOKEN_BYTES + 4], data[TOKEN_BYTES + 4 :]
    return int.from_bytes(code, "big", signed=True), int.from_bytes(peak, "big")


def clear(shared: "mmap") -> None:
    shared[:HEADER] = bytes(HEADER)


def caller(shared: "mmap") -> int:
    """Return the process that was to write the reply; 0 where there was none."""
    return int.from_bytes(shared[8:16], "big")


def imported(shared: "mmap") -> int:
    """Return when the module had been imported, in nanoseconds; 0 where it has not."""
    return int.from_bytes(shared[16:24], "big")


def written(shared: "mmap", token: bytes) -> bytes:
    """Return the reply; nothing where there is none, or one without the token."""
    length = int.from_bytes(shared[:8], "big")
    return shared[HEADER : HEADER + length] if shared[TOKEN] == token else b""


def sign(shared: "mmap", process: int) -> None:
    shared[8:16] = process.to_bytes(8, "big")


def stamp(shared: "mmap") -> None:
    shared[16:24] = perf_counter_ns().to_bytes(8, "big")


def write(shared: "mmap", token: bytes, reply: dict[str, object]) -> None:
    data = encoded(reply)
    if HEADER + len(data) > REPLY_BYTES:
        data = encoded({"error": "OverflowError", "text": "the answer is too long to keep", "frames": []})
    shared[HEADER : HEADER + len(data)] = data
    shared[TOKEN] = token
    # The length goes last: a reply that was cut short by a kill is no reply.
    shared[:8] = len(data).to_bytes(8, "big")


def encoded(reply: object) -> bytes:
    return json(reply).encode("utf-8", "surrogatepass")
