"""Puzzles that misbehave: each gets one verdict, the batch goes on, nothing is left running."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import Ended, Workspace


class Animal(NamedTuple):
    """A puzzle that misbehaves, and what is to become of it: verdict, and a piece of message or answer."""

    verdict: str
    says: str
    source: str | bytes
    stored: str = ""
    input: str | bytes = "7"


ANIMALS = {
    "raises_on_import": Animal("error", "ValueError: no luck (raises_on_import.py, line 1)", "raise ValueError('no luck')\ndef part1(text): return 1"),
    "raises": Animal(
        "error",
        "ZeroDivisionError: division by zero (raises.py, line 2, in helper)",
        "def helper(text):\n    return 1 / 0\ndef part1(text):\n    return helper(text)\n",
    ),
    "raises_without_text": Animal("error", "KeyError (raises_without_text.py, line 1, in part1)", "def part1(text): raise KeyError()"),
    "raises_a_liar": Animal(
        "error",
        "Liar: (its text cannot be shown)",
        "class Liar(Exception):\n    def __str__(self): raise RuntimeError\ndef part1(text): raise Liar\n",
    ),
    "does_not_parse": Animal("error", "does_not_parse.py, line 2", "def part1(text):\n    return (1\n"),
    "loops": Animal("timeout", "longer than 2 s", "def part1(text):\n    while True: pass\n"),
    "loops_in_c": Animal("timeout", "longer than 2 s", "def part1(text):\n    return sum(iter(int, 1))\n"),
    "loops_on_import": Animal("timeout", "importing it took longer than 2 s", "while True: pass\ndef part1(text): return 1\n"),
    "overflows_the_stack": Animal("error", "RecursionError", "def part1(text): return part1(text)\n"),
    "overflows_the_c_stack": Animal(
        "crash",
        "SIGSEGV",
        "import ctypes, sys\nsys.setrecursionlimit(10**9)\n"
        "@ctypes.CFUNCTYPE(None)\ndef deeper(): deeper()\n"
        "def part1(text): deeper()\n",
    ),
    "recurses_deep_on_purpose": Animal(
        "right",
        "40000",
        "import sys\nsys.setrecursionlimit(50_000)\n"
        "def depth(n): return 0 if n == 0 else 1 + depth(n - 1)\n"
        "def part1(text): return depth(40_000)\n",
        "40000",
    ),
    "segfaults": Animal("crash", "SIGSEGV", "import ctypes\ndef part1(text): ctypes.string_at(0)\n"),
    "exits_the_process": Animal("crash", "exited with status 0", "import os\ndef part1(text): os._exit(0)\n"),
    "exits_on_import": Animal("crash", "exited with status 3 while it was imported", "import os\nos._exit(3)\ndef part1(text): return 1\n"),
    "exits": Animal("error", "SystemExit: 0", "import sys\ndef part1(text): sys.exit(0)\n"),
    "interrupts": Animal("error", "KeyboardInterrupt", "def part1(text): raise KeyboardInterrupt\n"),
    "prints_100_mb": Animal("right", "done", "def part1(text):\n    for _ in range(1000): print('x' * 100_000)\n    return 'done'\n", "'done'"),
    "prints_no_utf8": Animal("right", "1", "import os\ndef part1(text):\n    os.write(1, b'\\xff\\xfe\\x00\\x80')\n    return 1\n", "1"),
    "takes_30_gb": Animal("memory", "more than 1 GiB", "def part1(text): return len(bytearray(30 * 2**30))\n"),
    "takes_30_gb_slowly": Animal("memory", "more than 1 GiB", "def part1(text):\n    kept = []\n    while True: kept.append(bytearray(2**24))\n"),
    "child_holds_the_pipe": Animal(
        "right", "1", "import subprocess\ndef part1(text):\n    subprocess.Popen(['sleep', '1000'])\n    return 1\n", "1"
    ),
    "child_escapes": Animal(
        "right",
        "1",
        "import os, time\ndef part1(text):\n    if os.fork() == 0:\n        os.setsid()\n"
        "        if os.fork() == 0:\n            os.setsid()\n            time.sleep(1000)\n        os._exit(0)\n    return 1\n",
        "1",
    ),
    "child_returns_too": Animal("right", "1", "import os\ndef part1(text):\n    return 2 if os.fork() == 0 else 1\n", "1"),
    "threads_go_on": Animal(
        "right",
        "1",
        "import threading, time\ndef part1(text):\n    threading.Thread(target=time.sleep, args=(1000,)).start()\n    return 1\n",
        "1",
    ),
    "atexit_hangs": Animal("right", "1", "import atexit, time\natexit.register(time.sleep, 1000)\ndef part1(text): return 1\n", "1"),
    "ignores_sigterm": Animal(
        "timeout",
        "longer than 2 s",
        "import signal, time\ndef part1(text):\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n    time.sleep(1000)\n",
    ),
    "stops_itself": Animal("timeout", "longer than 2 s", "import os, signal\ndef part1(text): os.kill(os.getpid(), signal.SIGSTOP)\n"),
    "deletes_its_folder": Animal(
        "right",
        "1",
        "import os\ndef part1(text):\n    os.mkdir('a')\n    os.chdir('a')\n    os.rmdir('../a')\n    return 1\n",
        "1",
    ),
    "fills_its_folder": Animal(
        "right", "1", "import os\ndef part1(text):\n    os.makedirs('a/b/c')\n    open('a/b/c/d', 'w').write('x')\n    return len(os.listdir())\n", "1"
    ),
    "replaces_modules": Animal(
        "right",
        "1",
        "import builtins, json, os, sys, time\n"
        "def part1(text):\n    time.perf_counter_ns = time.process_time_ns = time.perf_counter = lambda: 10**18\n"
        "    builtins.print = builtins.open = json.dumps = json.loads = os.write = os._exit = None\n"
        "    sys.stdout = sys.stderr = None\n    return 1\n",
        "1",
    ),
    "reads_stdin": Animal("right", "", "import sys\ndef part1(text): return sys.stdin.read()\n", "''"),
    "asks": Animal("error", "EOFError", "def part1(text): return input()\n"),
    "returns_none": Animal("skipped", "", "def part1(text): return None\n"),
    "returns_none_for_an_answer": Animal("wrong", "it returned None", "def part1(text): return None\n", "1"),
    "huge_integer": Animal("right", "9" * 100_000, "def part1(text): return 10**100_000 - 1\n", f'"{"9" * 100_000}"'),
    "integral_float": Animal("right", "10000000000000000000000", "def part1(text): return 1e22\n", '"10000000000000000000000"'),
    "not_a_number": Animal("right", "nan", "def part1(text): return float('nan')\n", "'nan'"),
    "infinity": Animal("right", "inf", "def part1(text): return float('inf')\n", "'inf'"),
    "ascii_art": Animal("right", " ##\n#\n ##", "def part1(text): return ' ##\\n#\\n ##'\n", '" ##\\n#\\n ##"'),
    "generator": Animal("error", "returned a generator", "def part1(text): yield 1\n"),
    "lambda": Animal("error", "returned a function", "def part1(text): return lambda: 1\n"),
    "cannot_be_pickled": Animal(
        "right",
        "one",
        "class Answer:\n    def __str__(self): return 'one'\n    def __reduce__(self): raise TypeError\ndef part1(text): return Answer()\n",
        "'one'",
    ),
    "repr_raises": Animal("error", "RuntimeError: no", "class Answer:\n    def __repr__(self): raise RuntimeError('no')\ndef part1(text): return Answer()\n"),
    "lying_text": Animal(
        "wrong",
        "1",
        "class Answer(str):\n    def __eq__(self, other): return True\n    def __ne__(self, other): return False\n    __hash__ = str.__hash__\n"
        "    def encode(self, *a): return b'2'\n    def __len__(self): return 10**9\ndef part1(text): return Answer('1')\n",
        "2",
    ),
    "lone_surrogate": Animal("unknown", "\ud800", "def part1(text): return '\\ud800'\n"),
    "crlf_source": Animal("right", "7", b"def part1(text):\r\n    return text\r\n", "7"),
    "bom_source": Animal("right", "7", b"\xef\xbb\xbfdef part1(text):\n    return text\n", "7"),
    "latin1_with_cookie": Animal("right", "é", b"# -*- coding: latin-1 -*-\ndef part1(text):\n    return '\xe9'\n", '"é"'),
    "latin1_without_cookie": Animal("error", "latin1_without_cookie.py", b"def part1(text):\n    return '\xe9'\n"),
    "null_bytes": Animal("error", "null_bytes.py", b"def part1(text):\n    return '\0'\n"),
    "crlf_input": Animal("right", " a\nb\n", "def part1(text): return text\n", '" a\\nb\\n"', b" a\r\nb\r\n\r\n"),
    "bom_input": Animal("right", "a", "def part1(text): return text\n", '"a"', b"\xef\xbb\xbfa\n"),
    "latin1_input": Animal("error", "is not UTF-8: byte 1 is 0xe9", "def part1(text): return text\n", "1", b"a\xe9"),
    "forges_a_reply": Animal(
        "wrong",
        "1",
        "import os\ndef part1(text):\n    for fd in range(1, 30):\n        try: os.write(fd, b\"\\0\\0\\0\\0\\0\\0\\0\\x0f{'answer': '2'}\\n\")\n"
        "        except OSError: pass\n    return 1\n",
        "2",
    ),
    "closes_everything": Animal("right", "1", "import os\ndef part1(text):\n    os.closerange(0, 65536)\n    return 1\n", "1"),
    "closes_everything_on_import": Animal("crash", "", "import os\nos.closerange(3, 65536)\ndef part1(text): return 1\n", "1"),
    "kills_its_parent": Animal("crash", "", "import os, signal\ndef part1(text): os.kill(os.getppid(), signal.SIGKILL)\n", "1"),
    "kills_its_group": Animal("crash", "SIGKILL", "import os, signal\ndef part1(text): os.killpg(0, signal.SIGKILL)\n", "1"),
    "rude_to_terminals": Animal("unknown", "\x1b[2J", "def part1(text):\n    print('\\x1b[2J')\n    return '\\x1b[2J'\n"),
}  # fmt: skip
MUTATES = """
seen = []
def part1(text):
    seen.append(1)
    return len(seen)
def part2(text):
    seen.append(2)
    return len(seen)
"""


@pytest.fixture(scope="module")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """Return a workspace with all of them, and a memory limit of 1 GiB."""
    zoo = Workspace(tmp_path_factory.mktemp("zoo"))
    (zoo.root / "pyproject.toml").write_text('[tool.puzzles]\nmemory = "1 GiB"\n')
    for name, animal in ANIMALS.items():
        stored = f"part1 = {animal.stored}\n" if animal.stored else ""
        zoo.puzzle(name, animal.source, f"[main]\n{stored}")
        zoo.input(name, "main.txt", animal.input)
    zoo.puzzle("mutates", MUTATES, "[main]\ninput = '7'\npart1 = 1\npart2 = 1\n")
    return zoo


@pytest.fixture(scope="module")
def checked(zoo: Workspace) -> Ended:
    """Return how `check` of the whole zoo ended."""
    return zoo.run("check", "--fresh", "--timeout", "2", "--json", PUZZLES_DATA_DIR=str(zoo.root / "data"))


@pytest.mark.parametrize("name", ANIMALS)
def test_each_gets_one_right_verdict(checked: Ended, name: str) -> None:
    """A puzzle that misbehaves has one row, with the right verdict and a text that says why."""
    animal = ANIMALS[name]
    rows = [row for row in checked.rows if row["puzzle"] == name]
    assert [animal.verdict] == [row["verdict"] for row in rows]
    said = rows[0]["message"] if rows[0]["answer"] is None else rows[0]["answer"]
    assert animal.says in said


def test_the_batch_goes_on(checked: Ended) -> None:
    """The exit code tells that something is not right, and there is no word of ours on stderr."""
    assert (1, "") == (checked.code, checked.err)


def test_a_part_meets_a_fresh_module(checked: Ended) -> None:
    """What one part does to the module, another does not see."""
    assert ["right", "right"] == [row["verdict"] for row in checked.rows if row["puzzle"] == "mutates"]


def test_nothing_is_left_running(zoo: Workspace, checked: Ended) -> None:
    """When the command has ended, no process has the workspace's puzzles or a scratch folder."""
    assert checked.code == 1
    assert [] == [process for process in processes() if "sleep 1000" in process or str(zoo.root) in process]


def test_a_chatty_puzzle_keeps_head_and_tail(checked: Ended) -> None:
    """Of 100 MB, the first and the last part are kept."""
    output = next(row["output"] for row in checked.rows if row["puzzle"] == "prints_100_mb")
    assert len(output) < 200_000
    assert "bytes left out" in output


def test_a_seed_set_on_import_holds(zoo: Workspace) -> None:
    """A fork does not change what a seeded generator gives."""
    zoo.puzzle(
        "seeded",
        "import random\nrandom.seed(1)\ndef part1(text): return random.random()\n",
        "[main]\ninput = ''\n",
    )
    answers = {zoo.run("run", "seeded", "--json").rows[0]["answer"] for _ in range(2)}
    assert {"0.13436424411240122"} == answers


def test_a_sibling_may_bear_the_name_of_a_standard_module(workspace: Workspace) -> None:
    """A sibling goes before the standard library, as in `python file.py`, and does the runner no harm."""
    siblings = ("json", "mmap", "resource", "select", "statistics", "traceback")
    for sibling in siblings:
        workspace.puzzle(sibling, f"NAME = '{sibling}'\n")
    source = f"import {', '.join(siblings)}\ndef part1(): return [m.NAME for m in ({', '.join(siblings)})]\n"
    workspace.puzzle("older", source + "def part2(): raise ValueError('no')\n")
    ended = workspace.run("run", "older", "--json")
    assert [("unknown", str(list(siblings))), ("error", None)] == [
        (r["verdict"], r["answer"]) for r in ended.rows
    ]
    assert "ValueError: no (older.py, line 3, in part2)" in ended.rows[1]["message"]


def test_the_figures_are_not_the_puzzles_to_tell(checked: Ended) -> None:
    """A replaced clock does not reach the runner's."""
    seconds = next(row["seconds"] for row in checked.rows if row["puzzle"] == "replaces_modules")
    assert 0 < seconds < 1


def processes() -> list[str]:
    """Return the command lines of all processes (Linux)."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:
            continue
    return found
