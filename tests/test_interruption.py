"""Interruptions at chosen moments: the word is said once, and after it nothing is sent and nothing begins."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.timing.records import open_records

from tests.conftest import Ended, Workspace, until
from tests.stand_in import INPUT, Reply, Site

ID, WORD = "aoc2021d3", "\nInterrupted.\n"
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
PART = "def part1(text): return 12\n"
# Begins each module here: it is imported before the command, in its process.
HEAD = """
import os, signal, sys, threading, time, weakref

class Watched: pass

def swallowed():
    "Be interrupted where Python swallows what is raised: in the callback of a weak reference."
    watched = Watched()
    reference = weakref.ref(watched, lambda _: signal.raise_signal(signal.SIGINT))
    del watched

def at(event, fragment, number, act):
    "Act at the n-th event of the interpreter that names something, in the main thread."
    left = [number]
    def hook(happened, arguments):
        if happened == event and fragment in str(arguments) and left[0]:
            left[0] -= 1
            if not left[0]:
                act()
    sys.addaudithook(hook)
"""
# What is swallowed is not raised again in time: a look has to find it.
LOOKS = """
from puzzle_runner import interruption
interruption.AGAIN = interruption.PATIENCE = 1000
"""
# A command of the test's own, which can be interrupted.
COMMAND = """
from puzzle_runner import __main__, cli, interruption
interruption.PATIENCE = 1000
def command(*_):
    {0}
    return 0
cli.main = command
sys.argv = ["puzzles", "list"]
__main__.main()
"""

Injected = Callable[..., Ended]


@pytest.fixture
def injected(workspace: Workspace, tmp_path: Path) -> Injected:
    """Return what runs a command into whose process a module was injected."""

    def run(module: str, *command: str) -> Ended:
        folder = tmp_path / "injected"
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(HEAD + LOOKS + module)
        return workspace.process(*command, PYTHONPATH=str(folder))

    return run


def own(body: str) -> tuple[int, str, str]:
    """Run a command whose body is given, in a process of its own; return how it ended."""
    program = HEAD + COMMAND.format(body.replace("\n", "\n    "))
    buffered = os.environ | {"PYTHONUNBUFFERED": ""}
    ended = subprocess.run(
        [sys.executable, "-c", program], env=buffered, capture_output=True, text=True, timeout=50
    )
    return ended.returncode, ended.stdout, ended.stderr


@pytest.mark.parametrize(
    ("event", "name", "noted"), [("open", "locks/guesses", []), ("os.rename", "last-request", ["12"])]
)
def test_a_swallowed_interruption_sends_no_answer(
    site: Site, account: Account, injected: Injected, event: str, name: str, noted: list[str]
) -> None:
    """Before the answer is noted, while it is, and just before the request: it stays here."""
    writing.save_input(cached.inputs(account.folder, ID), "main", INPUT.encode())
    ended = injected(f'at("{event}", "{name}", 1, swallowed)', "submit", ID, "12", "--yes")
    guesses = cached.guesses(cached.inputs(account.folder, ID))
    assert (130, WORD, [], noted) == (ended.code, ended.err, site.sent, [guess.answer for guess in guesses])


@pytest.mark.parametrize(
    ("event", "name", "nth", "command"),
    [
        ("os.rename", "last-request", 2, f"fetch {ID}"),
        ("sqlite3.connect", "timings", 2, "bench one --samples 2"),
        ("import", "running.pool", 1, "run one"),
        ("import", "puzzle_runner.output.render", 1, "list"),
    ],
    ids=["after a reply", "after a measurement", "before a call", "before a row"],
)
def test_a_swallowed_interruption_ends_a_command(
    workspace: Workspace, site: Site, account: Account, injected: Injected,
    event: str, name: str, nth: int, command: str,
) -> None:  # fmt: skip
    """Nothing more is asked for or stored, no part is called, and nothing is said after the word."""
    called = workspace.root / "called"
    source = f"def part1(text):\n    open({str(called)!r}, 'w').close()\n    return 12\n"
    workspace.puzzle("one", source, "[main]\ninput = ''\npart1 = 12\n")
    # What was read is kept, so that nothing is written when it is read again.
    assert 0 == workspace.run("list").code
    assert (130, "", WORD) == injected(f'at("{event}", "{name}", {nth}, swallowed)', *command.split())
    assert ([], command.startswith("bench")) == ([*account.folder.rglob("*.txt")], called.exists())
    assert command.startswith("fetch") == len(site.requests)
    with open_records() as records:
        assert [] == records.puzzles()


@pytest.mark.parametrize(
    ("before", "body"),
    [
        ("", "swallowed()\ntime.sleep(1000)"),
        ("", "try: signal.raise_signal(signal.SIGINT)\nexcept BaseException: pass\ntime.sleep(1000)"),
        ("", "swallowed()"),
        ("", "swallowed()\nraise OSError('too late')"),
        ("", "interruption.PATIENCE = 0.2\ntry: swallowed(); time.sleep(1000)\nfinally: time.sleep(1000)"),
        ("half a row", "sys.stderr.write('half a row')\nsignal.raise_signal(signal.SIGINT)"),
    ],
    ids=["waits", "catches all", "ends", "fails", "cleans up for ever", "has something to say"],
)
def test_whatever_a_command_does_it_ends_with_the_word(before: str, body: str) -> None:
    """What is swallowed or caught is raised again, and the exit code tells of it, not of the command."""
    assert (130, "", f"{before}{WORD}") == own(body)


def test_a_signal_ends_what_already_waits_for_a_lock() -> None:
    """Also where the signal reached another thread, or came just before the wait, and so did not wake it."""
    body = """
interruption.WAKE = 0.3
interruption.listen()
def interrupt():
    time.sleep(0.1)
    os.kill(os.getpid(), signal.SIGTERM)
threading.Thread(target=interrupt, daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
threading.Event().wait()"""
    assert (143, "", WORD) == own(body)


def test_what_cleans_up_is_not_interrupted() -> None:
    """Neither by another signal nor by the first one once more; nor is the end of a generator."""
    body = """
interruption.AGAIN = 0.01
def rows():
    try: yield
    finally:
        time.sleep(0.05)
        print("rows")
def lines():
    for _ in rows(): signal.raise_signal(signal.SIGHUP)
try:
    lines()
finally:
    for again in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        os.kill(os.getpid(), again)
    try: open("/nowhere/at/all")
    except OSError: time.sleep(0.05)
    print("all")"""
    assert (128 + signal.SIGHUP, "rows\nall\n", WORD) == own(body)


def test_nothing_is_sent_after_the_word(site: Site, account: Account, injected: Injected) -> None:
    """Interrupted while it connects, the request is not sent, however long the command takes to end."""
    writing.save_input(cached.inputs(account.folder, ID), "main", INPUT.encode())
    module = """
def interrupted():
    os.kill(os.getpid(), signal.SIGINT)
    from puzzle_runner import interruption
    while not interruption.received: time.sleep(0.001)
    # The command takes long to end.
    sys.modules["puzzle_runner.running.pool"].stop = lambda: time.sleep(0.3)
at("socket.connect", "", 1, interrupted)
"""
    ended = injected(module, "submit", ID, "12", "--yes")
    assert (130, WORD, []) == (ended.code, ended.err, site.sent)


@pytest.mark.parametrize(("nth", "number"), [*zip((1, 100, 400), SIGNALS, strict=True)])
def test_the_word_is_said_wherever_a_signal_comes(
    workspace: Workspace, injected: Injected, nth: int, number: signal.Signals
) -> None:
    """At the n-th thing that the interpreter tells of: an import, a file, a process."""
    workspace.puzzle("one", PART, "[main]\ninput = '7'\n")
    module = f"""
left = [{nth}]
def hook(*_):
    if signal.getsignal({number}) not in (signal.SIG_DFL, signal.default_int_handler):
        left[0] -= 1
        if not left[0]: os.kill(os.getpid(), {number})
sys.addaudithook(hook)
"""
    assert (128 + number, "", WORD) == injected(module, "run", "one")


@pytest.mark.parametrize(
    ("command", "key", "known"),
    [
        (("run", "one", "two", "--json"), "results", ["one"]),
        (("fetch", ID, "aoc2021d4", "--json"), "fetched", [ID]),
    ],
)
def test_json_has_what_was_known(
    workspace: Workspace, site: Site, account: Account,
    command: tuple[str, ...], key: str, known: list[str],
) -> None:  # fmt: skip
    """It is a whole document, which says that it was interrupted."""
    begun = workspace.root / "begun"
    slow = f"import time\ndef part1(text): open({str(begun)!r}, 'w').close(); time.sleep(60)\n"
    for id, source in (("one", PART), ("two", slow)):
        workspace.puzzle(id, source, "[main]\ninput = '7'\npart1 = 12\n")
    site.replies["/2021/day/4/input"] = Reply(body=INPUT, hold=60)
    running = workspace.start(*command)
    until(lambda: begun.exists() or bool(site.asked("/2021/day/4/input")))
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate()
    document = json.loads(out)
    rows = [row["puzzle"] for row in document[key]]
    assert (130, True, known) == (running.returncode, document["interrupted"], rows)
