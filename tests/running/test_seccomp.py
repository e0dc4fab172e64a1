"""The filter of system calls, carried out here as the kernel does: so that it is right for each machine."""

import errno
import shutil
import struct

import pytest
from puzzle_runner.running import sandbox, seccomp
from puzzle_runner.running.seccomp import CLONE, CLONE3, MACHINES, OF_ITSELF, REFUSED, SOCKET, SOCKETPAIR

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
            case 0x15 | 0x35 | 0x45:
                holds = {0x15: value == constant, 0x35: value >= constant, 0x45: bool(value & constant)}
                position += yes if holds[code] else no
            case 0x06:
                return ALLOWED if constant == 0x7FFF0000 else constant & 0xFFFF


@pytest.mark.parametrize("machine", MACHINES)
def test_the_decisions(machine: str) -> None:
    """What leads out is refused, whatever the upper half of an argument holds; all else is allowed."""
    place = MACHINES[machine][2]
    upper = 1 << 32
    special = (*REFUSED.values(), *(numbers for numbers, _ in OF_ITSELF.values()))
    named = {numbers[place] for numbers in (*special, CLONE, CLONE3, SOCKET, SOCKETPAIR)}
    assert {errno.EPERM} == {decided(machine, numbers[place]) for numbers in REFUSED.values()}
    assert errno.ENOSYS == decided(machine, CLONE3[place])
    for numbers, own in OF_ITSELF.values():
        assert ALLOWED == decided(machine, numbers[place], *own, 7)
        others = [(*own[:at], own[at] + 1, *own[at + 1 :]) for at in range(len(own))]
        assert {errno.EPERM} == {decided(machine, numbers[place], *other, 7) for other in others}
    assert {ALLOWED} == {decided(machine, number) for number in range(500) if number not in named}
    assert errno.ENOSYS == decided(machine, 39, audited=0x40000003)
    families = {family for family in range(64) if not decided(machine, SOCKET[place], family, 1)}
    assert {2, 10, 16} == families
    assert decided(machine, SOCKET[place], upper | 1, 1)
    pairs = {kind for kind in range(16) if not decided(machine, SOCKETPAIR[place], 1, kind | 0o2004000)}
    assert {1, 5} == pairs
    assert ALLOWED == decided(machine, CLONE[place], 0x3D0F00)
    assert ALLOWED == decided(machine, CLONE[place], 0x01200011)
    spaces = [1 << bit for bit in range(32) if decided(machine, CLONE[place], 1 << bit | 17)]
    assert [0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000] == spaces


def test_calls_with_other_numbers() -> None:
    """On x86-64 there is a second set of numbers for the same calls: none of them can be made."""
    assert errno.ENOSYS == decided("x86_64", 0x40000000 + REFUSED["ptrace"][0])


def test_another_machine_has_no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the numbers of calls are not known, nothing runs, and a sentence says why."""
    monkeypatch.setattr(seccomp, "machine", lambda: "")
    monkeypatch.setattr(sandbox.sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda name: name)
    assert "x86_64 and aarch64" in sandbox.trouble()
