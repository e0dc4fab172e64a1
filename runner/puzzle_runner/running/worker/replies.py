"""Replies in memory that the supervisor shares with a call.

The header has eight bytes each for the length of the reply, the process that is to write it, and the time
at which the module had been imported. Then comes the token that the supervisor made for this call, and the
reply: JSON. It comes from a process in which anything may have happened, and must be harmless to read.
"""

from time import perf_counter_ns

REPLY_BYTES = 32 * 2**20
TOKEN = slice(24, 40)
HEADER = 40
# What a text in JSON cannot have as it is.
ESCAPES = {code: f"\\u{code:04x}" for code in (*range(32), *b'"\\')}


def clear(shared):
    """Make room for the next reply: there is none, and nobody is writing one."""
    shared[:HEADER] = bytes(HEADER)


def caller(shared):
    """Return the process that was to write the reply; 0 where there was none."""
    return int.from_bytes(shared[8:16], "big")


def imported(shared):
    """Return when the module had been imported, in nanoseconds; 0 where it has not."""
    return int.from_bytes(shared[16:24], "big")


def written(shared, token):
    """Return the reply; nothing where there is none, or one without the token."""
    length = int.from_bytes(shared[:8], "big")
    return shared[HEADER : HEADER + length] if shared[TOKEN] == token else b""


def sign(shared, process):
    """Say which process is to write the reply."""
    shared[8:16] = process.to_bytes(8, "big")


def stamp(shared):
    """Say that the module has been imported by now."""
    shared[16:24] = perf_counter_ns().to_bytes(8, "big")


def write(shared, token, reply):
    """Write a reply."""
    data = encoded(reply)
    if HEADER + len(data) > REPLY_BYTES:
        data = encoded({"error": "OverflowError", "text": "the answer is too long to keep", "frames": []})
    shared[HEADER : HEADER + len(data)] = data
    shared[TOKEN] = token
    # The length goes last: a reply that was cut short by a kill is no reply.
    shared[:8] = len(data).to_bytes(8, "big")


def encoded(reply):
    """Return a reply as JSON. The module of that name would be in the way of what the puzzle imports."""
    return json(reply).encode("utf-8", "surrogatepass")


def json(value):
    """Return a dict, a sequence, a text, a finite number, a truth value or None as JSON.

    It runs in a fork, where whatever is used for the first time costs a page.
    """
    if value is None:
        return "null"
    kind = type(value)
    if kind is str:
        is_plain = value.isascii() and value.isprintable() and '"' not in value and "\\" not in value
        return f'"{value if is_plain else value.translate(ESCAPES)}"'
    text = ""
    if kind is dict:
        for name in value:
            text += f",{json(name)}:{json(value[name])}"
        return f"{{{text[1:]}}}"
    if kind is list or kind is tuple:
        for each in value:
            text += f",{json(each)}"
        return f"[{text[1:]}]"
    return ("true" if value else "false") if kind is bool else repr(value)
