"""The system calls that a sandbox refuses, as a program for the kernel (Linux).

https://docs.kernel.org/userspace-api/seccomp_filter.html. Namespaces hide files and the network. These calls
reach what is left: sockets that are files, keys, parts of the kernel that few programs need.
"""

import errno
import os
import struct
import sys

# Of each machine: its name in a call, the limit of its calls, and the place of its numbers below.
MACHINES = {"x86_64": (0xC000003E, 0x40000000, 0), "aarch64": (0xC00000B7, 0xFFFFFFFF, 1)}
REFUSED = {
    # Keys outlive a sandbox, and no namespace hides them.
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # It opens sockets that no filter sees.
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # Here the kernel had most of its holes.
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
}
SOCKET, SOCKETPAIR = (41, 198), (53, 199)
# Addresses of IP, and what tells a program which of them it has. The others leave the sandbox.
AF_INET, AF_INET6, AF_NETLINK = 2, 10, 16
# Both ends of such a pair stay connected to one another; others can be sent anywhere.
SOCK_STREAM, SOCK_SEQPACKET, SOCK_TYPES = 1, 5, 0xF

# Instructions: load a field of the call, keep some bits, jump if it is equal or not below, return.
LOAD, AND, EQUAL, LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
NUMBER, MACHINE, FIRST, SECOND = 0, 4, 16, 24
ALLOW, ERROR = 0x7FFF0000, 0x00050000
# A code, where to go on if it holds and if it does not, counted from the next line, and a value.
Line = tuple[int, int, int, int]


def machine() -> str:
    """Return the name of the machine if its calls are known; else an empty text."""
    if sys.platform != "linux" or sys.maxsize < 2**32:
        return ""
    return os.uname().machine if os.uname().machine in MACHINES else ""


def program(name: str) -> bytes:
    """Return the filter for a machine."""
    audited, limit, place = MACHINES[name]
    refused, unknown = ERROR | errno.EPERM, ERROR | errno.ENOSYS
    lines = [
        (LOAD, 0, 0, MACHINE),
        (EQUAL, 1, 0, audited),
        (RETURN, 0, 0, unknown),
        (LOAD, 0, 0, NUMBER),
        (LEAST, 0, 1, limit),
        (RETURN, 0, 0, unknown),
    ]
    for numbers in REFUSED.values():
        lines += [(EQUAL, 0, 1, numbers[place]), (RETURN, 0, 0, refused)]
    families = (AF_INET, AF_INET6, AF_NETLINK)
    lines += _only(SOCKET[place], [(LOAD, 0, 0, FIRST)], families)
    types = (SOCK_STREAM, SOCK_SEQPACKET)
    lines += _only(SOCKETPAIR[place], [(LOAD, 0, 0, SECOND), (AND, 0, 0, SOCK_TYPES)], types)
    lines.append((RETURN, 0, 0, ALLOW))
    return b"".join(struct.pack("=HBBI", *line) for line in lines)


def _only(call: int, load: list[Line], values: tuple[int, ...]) -> list[Line]:
    """Return the lines that allow a call if what is loaded is one of some values."""
    lines = load.copy()
    for following in range(len(values), 0, -1):
        lines.append((EQUAL, following, 0, values[-following]))
    lines.append((RETURN, 0, 0, ERROR | errno.EAFNOSUPPORT))
    lines.append((RETURN, 0, 0, ALLOW))
    return [(EQUAL, 0, len(lines), call), *lines]


def opened(name: str) -> int:
    """Return a descriptor that the filter for a machine can be read from, once."""
    reader, writer = os.pipe()
    with open(writer, "wb") as file:
        file.write(program(name))
    return reader
