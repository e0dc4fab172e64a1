"""The filter of system calls, carried out here as the kernel does: so that it is right for each machine."""

import errno
import struct

import pytest
from puzzle_runner.running import sandbox, seccomp
from puzzle_runner.running.seccomp import MACHINES, REFUSED, SOCKET, SOCKETPAIR

ALLOWED = 0


def decided(machine: str, number: int, *arguments: int, audited: int | None = None) -> int:
    """Return the error with which a call is refused; 0 if it is allowed."""
    call = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("=iIQ6Q", number, MACHINES[machine][0] if audited is None else audited, 0, *call)
    lines = [*struct.iter_unpack("=HBBI", seccomp.program(machine))]
    value = position = 0
    while True:
        code, yes, no, constant = lines[position]
        position += 1
        match code:
            case 0x20:
                (value,) = struct.unpack_from("=I", data, constant)
            case 0x54:
                value &= constant
            case 0x15 | 0x35:
                holds = {0x15: value == constant, 0x35: value >= constant}
                position += yes if holds[code] else no
            case 0x06:
                return ALLOWED if constant == 0x7FFF0000 else constant & 0xFFFF


@pytest.mark.parametrize("machine", MACHINES)
def test_the_decisions(machine: str) -> None:
    """What leads out is refused, whatever the upper half of an argument holds; all else is allowed."""
    place = MACHINES[machine][2]
    upper = 1 << 32
    named = {numbers[place] for numbers in (*REFUSED.values(), SOCKET, SOCKETPAIR)}
    assert {errno.EPERM} == {decided(machine, numbers[place]) for numbers in REFUSED.values()}
    assert {ALLOWED} == {decided(machine, number) for number in range(500) if number not in named}
    assert errno.ENOSYS == decided(machine, 39, audited=0x40000003)
    # On x86-64 there is a second set of numbers for the same calls.
    assert errno.ENOSYS == decided("x86_64", 0x40000000 + REFUSED["bpf"][0])
    families = {family for family in range(64) if not decided(machine, SOCKET[place], family, 1)}
    assert {2, 10, 16} == families
    assert decided(machine, SOCKET[place], upper | 1, 1)
    pairs = {kind for kind in range(16) if not decided(machine, SOCKETPAIR[place], 1, kind | 0o2004000)}
    assert {1, 5} == pairs


def test_another_machine_has_no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the numbers of calls are not known, nothing runs, and a sentence says why."""
    monkeypatch.setattr(seccomp, "machine", lambda: "")
    monkeypatch.setattr(sandbox.sys, "platform", "linux")
    assert "x86_64 and aarch64" in sandbox.trouble()
