"""The command line as a process: help, errors, streams, signals."""

import contextlib
import inspect
import os
import pty
import re
import signal
import subprocess
import sys
import termios
from importlib import import_module
from pathlib import Path

import pytest
from puzzle_runner import cli, commands, declare
from puzzle_runner.inputs import cached, writing
from puzzle_runner.inputs.cached import Account
from puzzle_runner.version import VERSION

from tests.conftest import Workspace, until

HEAVY = {
    *("typer", "pydantic", "inspect", "shutil", "dataclasses", "subprocess", "sqlite3", "rich", "asyncio"),
    "concurrent.futures",
    # What uses the network, changes files or reads pages.
    *("requests", "urllib3", "filelock", "tomlkit", "selectolax", "html2text", "platformdirs"),
    "importlib.metadata",
    "puzzle_runner.catalog.layouts",
    "puzzle_runner.inputs.guesses",
    "puzzle_runner.inputs.letters",
    "puzzle_runner.flows.accounts",
}
WAITS = """
import subprocess, time
def part1(text):
    subprocess.Popen(["sleep", "1000"])
    print("waiting", flush=True)
    time.sleep(1000)
"""

INTERRUPTED = """
import os, signal, sys
class Finder:
    def find_spec(name, path, target=None):
        if name == "puzzle_runner.cli": os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder)
"""


@pytest.fixture
def one(workspace: Workspace) -> Workspace:
    """Return a workspace with one puzzle, all right."""
    workspace.puzzle("one", "def part1(text): return text\n", "[main]\ninput = '7'\npart1 = 7\n")
    return workspace


@pytest.mark.parametrize(("typed", "said"), [("lits", ' Did you mean "list"?'), ("aoc2021d21", "")])
def test_a_command_that_does_not_exist_is_usage(workspace: Workspace, typed: str, said: str) -> None:
    """A typo gets a did-you-mean."""
    ended = workspace.run(typed, "aoc2021d21")
    told = f'There is no command "{typed}".{said} "puzzles --help" lists them'
    assert (2, True) == (ended.code, told in ended.err)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("check --jobs 0", "--jobs"),
        ("check --jobs ٣", "'--jobs' / '-j': give a whole number of at least 1, not ٣."),
        ("bench --budget nan", "'--budget': give a number of at least 0.001, not nan."),
        ("bench --against x --fail-if-slower 1e999%", "a share such as 10%"),
        ("check --timeout inf", "'--timeout': give a number of at least 0.001, not inf."),
        ("calendar 1e3", "'YEAR': give a whole number, not 1e3."),
        ("stress --seed -1", "'--seed'"),
        ("leaderboard --by foo", "solution"),
        ("completion tcsh", "bash"),
        (f"run --part {'9' * 5000}", "--part"),
        ("run --tiemout 3", "--tiemout"),
        ("answer", "ID"),
        ("run --case", "--case"),
    ],
)
def test_a_line_that_means_nothing_is_usage(workspace: Workspace, line: str, said: str) -> None:
    """What is wrong with it is named, whatever version of typer says so."""
    ended = workspace.run(*line.split())
    assert (2, "") == (ended.code, ended.out)
    assert said in " ".join(re.sub("[│╭╰─╮╯]", " ", ended.err).split())


@pytest.mark.parametrize("name", sorted(module.__name__.rpartition(".")[2] for module in cli.all_commands()))
def test_the_help_of_a_command(workspace: Workspace, name: str) -> None:
    """It names all options with what they do, and ends with an example; so does that of each in a group."""
    program = cli.declared(import_module(f"{commands.__name__}.{name}"))
    below = {f"{name} {inner}": group for group in program.groups.values() for inner in group.commands}
    for line, group in (below or {name: program}).items():
        ended = workspace.run(*line.split(), "--help")
        assert (0, "") == (ended.code, ended.err)
        command = line.split()[-1]
        for parameter in declare.parameters(group.commands[command]):
            for said in (*parameter.options, parameter.declaration.help.split()[0]):
                assert said in ended.out, said
        example = group.examples[command].split()
        assert f"Example: {' '.join(example)}" == ended.out.strip().splitlines()[-1].strip()
        assert ["puzzles", *line.split()] == example[: len(line.split()) + 1]
        if not below:
            assert declare.read_plain(program, example[1:])


def test_the_help_begins_with_what_a_new_user_types(workspace: Workspace) -> None:
    """It fits into a small terminal, above the prompt, and names all commands; `--all` tells what they do."""
    ended = workspace.in_terminal()
    assert (0, "") == (ended.code, ended.err)
    lines = ended.out.splitlines()
    assert (True, True) == (len(lines) < 24, max(map(len, lines)) <= 80)
    assert "New here: puzzles account add" == lines[0][:29]
    assert ended.out == workspace.in_terminal("--help").out == workspace.in_terminal("-h").out
    all_lines = workspace.in_terminal("--help", "--all").out.splitlines()
    assert max(map(len, all_lines)) <= 80
    for module in cli.all_commands():
        name = module.__name__.rpartition(".")[2]
        assert re.search(rf"\b{name}\b", ended.out)
        assert any(line.startswith(f"  {name} ") for line in all_lines), name


@pytest.mark.parametrize("arguments", [("--version",), ("check", "--json")])
def test_closed_streams_are_no_failure(one: Workspace, arguments: tuple[str, ...]) -> None:
    """Where stdin, stdout or stderr are closed, the command does its work all the same."""
    command = subprocess.list2cmdline([sys.executable, "-m", "puzzle_runner", *arguments])
    for closed, printed in (("<&-", True), (">&-", False), ("<&- >&- 2>&-", False)):
        ended = subprocess.run(
            f"{command} {closed}", shell=True, cwd=one.root, capture_output=True, text=True
        )
        assert (0, printed, "") == (ended.returncode, ended.stdout != "", ended.stderr), closed
        if printed and "--version" in arguments:
            assert f"puzzles {VERSION}\n" == ended.stdout


@pytest.mark.parametrize("arguments", [("--version",), ("run", "one")])
def test_a_full_disk_is_said(one: Workspace, arguments: tuple[str, ...]) -> None:
    """Output that cannot be written gives exit code 7 and no traceback."""
    with open("/dev/full", "w") as full:
        process = one.start(*arguments, stdout=full)
        _, said = process.communicate()
    assert 7 == process.returncode
    assert "puzzles: the output: No space left on device.\n" == said


def test_who_stops_reading_does_no_harm(one: Workspace) -> None:
    """A reader that has gone, as after `| head`, is no failure."""
    inward, outward = os.pipe()
    os.close(inward)
    process = one.start("list", stdout=outward)
    os.close(outward)
    assert ("", 0) == (process.communicate()[1], process.returncode)


@pytest.mark.parametrize(("command", "number"), [("run", signal.SIGHUP), ("check", signal.SIGINT)])
def test_an_interrupt_ends_everything(
    one: Workspace, tmp_path: Path, command: str, number: signal.Signals
) -> None:
    """^C ends with exit code 130, other signals in the same way; no process and no folder is left."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    one.puzzle("waits", WAITS, "[main]\ninput = '7'\n")
    process = one.start(command, "waits", environment={"TMPDIR": str(scratch)})
    if command == "run":
        assert process.stderr
        assert "waiting\n" == process.stderr.readline()
    else:
        until(lambda: any("sleep 1000" in line for line in one.left()))
    process.send_signal(number)
    _, said = process.communicate()
    assert 128 + number == process.returncode
    counted = "Interrupted with 0 of 1 result.\n" if command == "check" else ""
    assert f"\nInterrupted.\n{counted}" == said
    assert [] == one.left()
    assert [] == [*scratch.iterdir()]


def test_the_terminal_is_as_it_was(one: Workspace) -> None:
    """Ended by a signal, a watch that reads single keys gives back the echo, and a check clears its bar."""
    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    watch = one.start("run", "one", "--watch", stdin=theirs)
    until(lambda: termios.tcgetattr(theirs) != before)
    assert watch.stdout
    until(lambda: watch.stdout and "1 result" in watch.stdout.readline())
    watch.send_signal(signal.SIGHUP)
    watch.communicate()
    assert before == termios.tcgetattr(theirs)
    one.puzzle("waits", WAITS, "[main]\ninput = '7'\n")
    check = one.start("check", "waits", stderr=theirs, environment={"TERM": "xterm"})
    shown = b""
    while b"] 0 of 1" not in shown:
        shown += os.read(ours, 2**16)
    check.send_signal(signal.SIGTERM)
    check.communicate()
    os.close(theirs)
    with contextlib.suppress(OSError):
        while chunk := os.read(ours, 2**16):
            shown += chunk
    os.close(ours)
    _, _, after = shown.rpartition(b"] 0 of 1")
    assert (143, True) == (check.returncode, b"\r\x1b[2K" in after)
    assert [] == one.left()


def test_an_interrupt_at_the_very_start_is_quiet(one: Workspace) -> None:
    """^C shows no traceback of ours, however early it comes."""
    (one.root / "sitecustomize.py").write_text(INTERRUPTED)
    ended = one.process("run", "one", PYTHONPATH=str(one.root))
    assert (130, "", "\nInterrupted.\n") == ended


def test_a_runner_that_is_killed_leaves_nothing(one: Workspace) -> None:
    """If the runner itself is killed, the processes that it started end."""
    one.puzzle("waits", WAITS, "[main]\ninput = '7'\n")
    process = one.start("run", "waits")
    assert process.stderr
    assert "waiting\n" == process.stderr.readline()
    process.kill()
    process.communicate()
    until(lambda: not one.left())


@pytest.mark.parametrize("id", ["script", "aoc2021d3"])
def test_run_imports_nothing_heavy(one: Workspace, account: Account, id: str) -> None:
    """`puzzles run` pays for no module that it does not need: for a function, a program, a fetched input."""
    writing.save_input(cached.inputs(account.folder, "aoc2021d3"), "main", b"3\n")
    one.puzzle("aoc2021d3", "def part1(text): return 3\n", "[example]\ninput = '3'\npart1 = 3\n")
    script = one.root / "puzzles" / "script" / "main.sh"
    script.parent.mkdir()
    script.write_text("echo 1\n")
    (one.root / "inputs" / "script").mkdir()
    (one.root / "inputs" / "script" / "cases.toml").write_text("[main]\ninput = ''\npart1 = 1\n")
    # The first run of a program in a new data folder has something to write there.
    one.process("run", id)
    ended = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "puzzle_runner", "run", id],
        cwd=one.root, capture_output=True, text=True,
    )  # fmt: skip
    assert "right" in ended.stdout
    imported = {line.split("|")[-1].strip() for line in ended.stderr.splitlines() if "|" in line}
    assert {"puzzle_runner.running.pool", "typing"} <= imported
    # A script is looked for on the path.
    assert HEAVY & imported <= ({"shutil"} if id == "script" else set())


def test_colour_is_for_terminals(one: Workspace) -> None:
    """A terminal gets colour, unless NO_COLOR is set; a pipe never does."""
    assert "\x1b[32m✓ right\x1b[0m" in one.in_terminal("run", "one").out
    assert "\x1b" not in one.in_terminal("run", "one", NO_COLOR="1").out
    assert "\x1b" not in one.run("run", "one").out


def test_a_workspace_needs_no_permission_to_write(one: Workspace) -> None:
    """Nothing is ever written into the workspace."""
    before = sorted(one.root.rglob("*"))
    for command in ("run", "check", "list"):
        assert 0 == one.run(command, PYTHONDONTWRITEBYTECODE="").code
    assert before == sorted(one.root.rglob("*"))


@pytest.mark.skipif(sys.platform != "linux", reason="there is prctl")
@pytest.mark.parametrize(
    ("session", "arguments", "dumpable"), [("x", ["run"], 0), ("", ["submit"], 0), ("", ["run"], 1)]
)
def test_a_runner_with_a_session_hides_it(session: str, arguments: list[str], dumpable: int) -> None:
    """No other program of the same user can read the environment and the memory of one that has a session."""
    program = """
import ctypes
from puzzle_runner import __main__, cli, declare
declare.read_plain = lambda *_: None
cli.program = lambda modules: lambda args: print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
__main__.main()
"""
    # Nox names its session in the environment.
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_SESSION")}
    if session:
        environment["AOC_SESSION"] = session
    command_line = [sys.executable, "-c", program, *arguments]
    printed = subprocess.run(command_line, env=environment, capture_output=True, text=True, check=True).stdout
    assert f"{dumpable}\n" == printed


def test_a_command_that_uses_the_network_may_read_a_session() -> None:
    """It says so, and its memory is hidden; some others import the same, and ask for nothing."""
    network = r"puzzle_runner\.(flows|doctor)|from puzzle_runner import .*\bdoctor\b"
    uses = {module for module in cli.all_commands() if re.search(network, inspect.getsource(module))}
    says = {module for module in cli.all_commands() if getattr(module, "READS_SESSION", False)}
    assert says <= uses
    assert {module.__name__.rpartition(".")[2] for module in uses - says} <= {"answer", "open", "show"}


def test_a_worker_that_was_not_needed_goes(one: Workspace) -> None:
    """`run` starts one before it reads the line: whatever is wrong there, nothing is left."""
    assert 3 == one.process("run", "nothing").code
    assert [] == one.left()
