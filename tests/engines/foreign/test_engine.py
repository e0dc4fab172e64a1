"""A module of another repository in a call: its files, its input, aocd."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from puzzle_runner.engines.foreign.adapter import Adapter
from puzzle_runner.engines.foreign.engine import ENGINE
from puzzle_runner.model import Limits, Reason, Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import Answered, Job, Outcome
from puzzle_runner.sites.registry import identify

from tests.calls import ending

LIMITS = Limits(timeout=20, memory=2**31)
# Where its input may lie.
PLACES = ((0, "2021/input.txt"), (0, "2021/2.in"))
Assignment = Callable[..., Outcome]


@pytest.fixture(scope="module", autouse=True)
def _workers() -> Iterator[None]:
    """End the worker that all of these share."""
    yield
    pool.stop()


@pytest.fixture
def call(tmp_path: Path) -> Assignment:
    """Return what writes the module of day 3 of 2021, and calls its part1, or runs it as a program."""
    (tmp_path / "2021").mkdir()

    def made(source: str, *, text: str = "mine", program: bool = False, **adapter: object) -> Outcome:
        path = tmp_path / "2021" / "day03.py"
        path.write_text(source)
        how = {} if program else {"call": "part1"}
        usual = {"depth": 1, "folder": "2021", "places": PLACES, "year": 2021, "day": 3}
        fields: dict[str, Any] = usual | how | adapter
        given = Adapter(**fields)
        return pool.run(Job(identify("aoc2021d3"), path, ENGINE, given, text, LIMITS))

    return made


def write(root: Path, *names: str) -> None:
    """Write files, each of which holds its name and a newline."""
    for name in names:
        (root / name).parent.mkdir(exist_ok=True, parents=True)
        (root / name).write_text(f"{Path(name).name}\n")


READERS = """
import fileinput, os, pathlib
def part1():
    here = pathlib.Path(__file__).resolve()
    return {
        open("input.txt").read(), pathlib.Path("day3.txt").read_text(), here.with_name("in").open().read(),
        os.read(os.open("data/03.dat", 0), 99).decode(), "".join(fileinput.input("input.txt")),
        open("input.txt", "rb").read().decode(), open("2.in", "r+").read(),
    }
"""


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        (READERS, "{'mine\\n'}"),
        ("import sys\ndef part1():\n    return sys.stdin.read()\n", "mine\n"),
        ("def part1():\n    return open(0).read()\n", "mine\n"),
    ],
)
@pytest.mark.parametrize("is_there", [True, False])
def test_the_input_is_where_the_code_looks_for_it(
    call: Assignment, tmp_path: Path, source: str, answer: str, is_there: bool
) -> None:
    """It need not be there, and it ends in a newline as a file does; an author's own is replaced."""
    if is_there:
        write(tmp_path / "2021", "input.txt", "2.in")
    assert answer == call(source).answer


def test_other_files_of_the_repository_are_its_own(call: Assignment, tmp_path: Path) -> None:
    """As are all of them where a case has no input."""
    others = ["example.txt", "tests/case.txt", "words.txt", "day04.txt", "table.json"]
    write(tmp_path / "2021", "input.txt", *others)
    source = f"def part1():\n    return [open(name).read().strip() for name in {['input.txt', *others]}]\n"
    names = [Path(name).name for name in others]
    assert str(["mine", *names]) == call(source).answer
    assert str(["input.txt", *names]) == call(source, text="").answer


@pytest.mark.parametrize("name", ["credentials.txt", "other/.example", "/no/such/file"])
def test_what_is_missing_and_no_input_is_missing(call: Assignment, name: str) -> None:
    """Neither is a kept login the input, nor a file elsewhere; the message says what to do."""
    outcome = call(f"def part1():\n    return open({name!r}).read()\n")
    assert (Verdict.ERROR, True) == (outcome.verdict, outcome.message.startswith("FileNotFoundError"))
    assert outcome.message.endswith("name it with input in [[tool.puzzles.layout]].")
    assert "overlay.py" not in outcome.message


@pytest.mark.parametrize("place", ["sample.bin", "../aoc-data/3", "/home/author/3.txt"])
def test_a_configured_place_holds_the_input(call: Assignment, tmp_path: Path, place: str) -> None:
    """Whatever its name is, also beside the repository and on its author's machine."""
    source = f"def part1():\n    return open({str(tmp_path / place)!r}).read()\n"
    assert ("mine\n", None) == ending(call(source, places=((0, place),)))


@pytest.mark.parametrize(("part", "answer"), [(1, "mine in2.txt"), (2, "in1.txt mine")])
def test_the_inputs_of_other_parts_are_theirs(
    call: Assignment, tmp_path: Path, part: int, answer: str
) -> None:
    """A script may read all of them: what is not its own part's lies in the repository, without a doubt."""
    write(tmp_path, "in1.txt", "in2.txt")
    source = "def part1():\n    return ' '.join(open(f'../in{part}.txt').read().strip() for part in (1, 2))\n"
    outcome = call(source, places=((1, "in1.txt"), (2, "in2.txt")), part=part)
    assert (answer, None) == (outcome.answer, outcome.doubt)


def test_a_look_at_an_input_finds_it(call: Assignment) -> None:
    """A helper that would fetch what is not there fetches nothing."""
    source = (
        "import os, pathlib\n"
        "def part1():\n"
        "    there = os.path.exists('inputs/3.txt'), pathlib.Path('inputs/03.txt').is_file()\n"
        "    return there, os.path.exists('example.txt'), os.path.getsize('inputs/3.txt')\n"
    )
    assert "((True, True), False, 5)" == call(source).answer


@pytest.mark.parametrize(
    ("source", "text", "doubt"),
    [
        ("return 5", "mine", Reason.UNREAD),
        ("return open('example.txt').read()", "mine", Reason.UNREAD),
        ("return open('words.txt').read() + open('input.txt').read()", "mine", Reason.OTHER_FILE),
        ("return open('words.txt').read()", "", None),
        ("return open('example.txt').read()[0] + open('input.txt').read()", "mine", None),
        ("return 500, open('input.txt').read()", "mine", Reason.SEVERAL),
        ("return [open('input.txt').read()]", "mine", Reason.SEVERAL),
        ("open('input.txt').read()", "mine", Reason.NO_ANSWER),
        ("open('input.txt').read()\n    return 2.0**60", "mine", Reason.INEXACT),
        ("return 'acc: 5\\nip: ' + open('input.txt').read()", "mine", Reason.SEVERAL),
        ("return open('input.txt').read() + '#.\\n.#'", ".#", None),
    ],
)  # fmt: skip
def test_what_may_not_be_the_solutions_fault_is_doubted(
    call: Assignment, tmp_path: Path, source: str, text: str, doubt: Reason | None
) -> None:
    """The judge calls no such answer wrong."""
    write(tmp_path / "2021", "words.txt", "example.txt")
    found = call(f"def part1():\n    {source}\n", text=text).doubt
    assert doubt == (found and found.reason)


@pytest.mark.parametrize(
    ("theirs", "answer", "doubt"),
    [
        ("other", "1", None), ("other\n", "2", None),
        (None, "2", Reason.LAST_NEWLINE), ("", "2", Reason.LAST_NEWLINE),
    ],
)  # fmt: skip
def test_the_end_of_the_input_may_matter(
    call: Assignment, tmp_path: Path, theirs: str | None, answer: str, doubt: Reason | None
) -> None:
    """It ends as its author's does; what splits at newlines is in doubt where that is not there."""
    if theirs is not None:
        (tmp_path / "2021" / "input.txt").write_text(theirs)
    outcome = call("def part1():\n    return len(open('input.txt').read().split('\\n'))\n")
    assert (answer, doubt) == (outcome.answer, outcome.doubt and outcome.doubt.reason)


@pytest.mark.parametrize("kind", ["text", "lines", "path", "Path", "file"])
def test_a_function_gets_the_input_as_its_argument_says(call: Assignment, kind: str) -> None:
    """Text and lines end without a newline, whose end matters to nobody."""
    read = {"text": "data.split('\\n')", "lines": "data", "file": "[*data]"}.get(kind, "[*open(data)]")
    outcome = call(f"def part1(data):\n    return '|'.join({read})\n", text="4\n5", arguments=(kind,))
    assert isinstance(outcome, Answered)
    expected = "4|5" if kind in ("text", "lines") else "4\n|5\n"
    assert (expected, f"it got {kind}") == (outcome.answer, outcome.details)


@pytest.mark.parametrize(
    ("returned", "others"),
    [
        ("(1234, 0.25)", ("1234",)),
        ("{'part 1': 1234, 'part 2': 5678}", ("1234", "5678")),
        ("[4, 6, 3, 5]", ()),
        ("print('so it is', 1234)", ("1234",)),
        ("[print('so it is', 1234), 5]", ("1234",)),
        ("12", ()),
    ],
)
def test_what_a_doubtful_part_has_said_may_be_its_answer(
    call: Assignment, returned: str, others: tuple[str, ...]
) -> None:
    """It returns several values, what it has worked with, or nothing."""
    outcome = call(f"def part1():\n    open('input.txt').read()\n    return {returned}\n")
    assert others == outcome.others
    assert bool(outcome.doubt) == (returned != "12")


@pytest.mark.parametrize(
    ("fields", "source", "told"),
    [
        (
            {"arguments": ("lines",), "is_guess": True},
            "def part1(data): data.pop(9)",
            "Its argument is a guess, lines: ",
        ),
        ({}, "import no_such_module", "Install it for "),
    ],
)  # fmt: skip
def test_an_error_says_which_line_of_the_table_mends_it(
    call: Assignment, fields: dict[str, Any], source: str, told: str
) -> None:
    """It is tried once."""
    outcome = call(f"{source}\n", **fields)
    assert (None, Verdict.ERROR) == ending(outcome)
    assert outcome.message.splitlines()[-1].startswith(told), outcome.message


WRITES = """
import os, pathlib, shutil, tempfile
def part1():
    with open('notes.txt') as file:
        before = file.read()
    with open('notes.txt', 'a') as file:
        file.write('more')
    with open('new.txt', 'w') as file:
        file.write('new')
    os.makedirs('made/deep', exist_ok=True)
    pathlib.Path('made/deep/x.log').write_text('x')
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy2('notes.txt', folder)
    refused = 0
    for change in (
        lambda: os.rename('new.txt', 'renamed.txt'),
        lambda: os.remove('gone.txt'),
        lambda: os.chmod('notes.txt', 0),
        lambda: shutil.rmtree('folder'),
    ):
        try:
            change()
        except PermissionError as error:
            refused += "other people's code changes no files here" in str(error)
    return [before, *(open(name).read() for name in ('notes.txt', 'new.txt', 'made/deep/x.log'))], refused
"""


def test_the_repository_stays_as_it_is(call: Assignment, tmp_path: Path) -> None:
    """What is written goes to scratch, and is read again; other changes are refused."""
    write(tmp_path / "2021", "notes.txt", "gone.txt", "folder/kept.txt")
    outcome = call(WRITES)
    notes = "notes.txt\\n"
    assert f"(['{notes}', '{notes}more', 'new', 'x'], 4)" == outcome.answer, outcome
    left = {path.name: path.read_text() for path in tmp_path.rglob("*.txt")}
    assert {"notes.txt": "notes.txt\n", "gone.txt": "gone.txt\n", "kept.txt": "kept.txt\n"} == left
    assert not (tmp_path / "2021" / "made").exists()


def test_each_call_has_its_own_input(call: Assignment) -> None:
    """A module that reads its input when it is imported is imported again for another one."""
    source = "text = open('input.txt').read()\ndef part1():\n    return text\n"
    assert ["one\n", "two\n"] == [call(source, text="one").answer, call(source, text="two").answer]


def test_its_modules_are_those_of_its_own_place(call: Assignment, tmp_path: Path) -> None:
    """Siblings come first, then the folders above; a name of the standard library stays the library's.

    The worker and its side of an engine hide none of them.
    """
    for name in ("2021/utils", "utils", "shared", "overlay", "2021/aocd_shim", "loader"):
        (tmp_path / f"{name}.py").write_text(f"name = {name!r}\n")
    (tmp_path / "queue.py").write_text("raise SystemExit('not this one')\n")
    source = (
        "import utils, shared, queue, overlay, aocd_shim, loader\nqueue.Queue\n"
        "def part1():\n    return [each.name for each in (utils, shared, overlay, aocd_shim, loader)]\n"
    )
    assert "['2021/utils', 'shared', 'overlay', '2021/aocd_shim', 'loader']" == call(source).answer


def test_a_module_has_its_dotted_name(call: Assignment) -> None:
    """It tells a base class where it is, and another module finds the same one by that name."""
    source = (
        "import sys\nclass Day:\n    pass\n"
        "def part1():\n    return Day.__module__, sys.modules['year.2021.day03'].Day is Day\n"
    )
    assert "('year.2021.day03', True)" == call(source, package="year.2021").answer


def test_integers_have_as_many_digits_as_before(call: Assignment) -> None:
    """Programs are older than the limit of 4300 digits."""
    assert "10001" == call("def part1():\n    return len(str(10**10000))\n").answer


PROGRAMS = {
    "labels": ("print('Part 1:', 3)\nprint('Part 2:', 4)\n", "3", None),
    "an end by exit": ("import sys\nprint('Part 1:', 3)\nsys.exit(0)\n", "3", None),
    "progress on standard error": (
        "import sys\nprint(3)\nprint(4)\nprint('50 %', file=sys.stderr)\n",
        "3",
        None,
    ),
    "words of other programs": ("import os\nos.system('echo 1')\nprint(3)\nprint(4)\n", "3", None),
    "much": ("for n in range(2 * 10**4):\n    print('line', n)\nprint('Part 1:', 3)\n", "3", None),
    "a guess": ("print(1)\nprint(2)\nprint(3)\n", "2", None),
    "nothing": ("x = 1\n", None, None),
    "an exception": ("print('Part 1:', 3)\n1 / 0\n", None, Verdict.ERROR),
    "a failing exit": ("print('Part 1:', 3)\nraise SystemExit(2)\n", None, Verdict.ERROR),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_answers_by_what_it_prints(call: Assignment, name: str) -> None:
    """What is read with certainty is the answer; a failure is one whatever was printed before."""
    source, answer, failure = PROGRAMS[name]
    outcome = call(f"open('input.txt').read()\n{source}", program=True)
    assert (answer, failure) == ending(outcome)
    doubt = getattr(outcome, "doubt", None)
    assert (name in ("a guess", "nothing")) == (doubt is not None and doubt.reason is Reason.READING)


AOCD = """
import aocd
from aocd import data, get_data, lines, puzzle
from aocd.get import get_data as got
from aocd.models import Puzzle
def part1():
    by_function = {get_data(day=3, year=2021), aocd.get_data(), got(None, 3, 2021)}
    return by_function | {data, *lines, aocd.data, puzzle.input_data, Puzzle(2021, 3).input_data}
"""


def test_aocd_gives_the_input_of_the_call(call: Assignment) -> None:
    """By whatever way it is asked for, without the newline at the end."""
    assert "{'4 5'}" == call(AOCD, text="4 5\n").answer


@pytest.mark.parametrize(
    "line",
    [
        "from aocd import submit; submit(12, part='a')",
        "from aocd import submit; submit(12, 1, day=3, year=2021)",
        "from aocd import submit; submit(12); submit(13)",
        "from aocd.post import submit; submit(12, 'a', reopen=False)",
        "from aocd import puzzle; puzzle.answer_a = 12; assert puzzle.answer_a == '12'",
        "from aocd.models import Puzzle; Puzzle(2021, 3).answer_a = 12",
    ],
)
def test_an_answer_for_aocd_is_the_parts(call: Assignment, line: str) -> None:
    """It is recorded, and nothing is sent."""
    assert "12" == call(f"print('sent')\n{line}\n", program=True).answer


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("aocd.get_data(day=4, year=2021)", "LookupError: the input of day 4 of 2021"),
        ("aocd.models.Puzzle(2021, 4)", "LookupError: the input of day 4 of 2021"),
        ("aocd.numbers", "AttributeError: aocd has data, lines, get_data, puzzle and submit here, but"),
        ("aocd.puzzle.examples", "AttributeError: 'Puzzle' object has no attribute 'examples'"),
    ],
)  # fmt: skip
def test_what_aocd_has_not(call: Assignment, expression: str, message: str) -> None:
    """A call has one input, and nothing else of the site."""
    outcome = call(f"import aocd\ndef part1():\n    return {expression}\n")
    assert outcome.message.startswith(message)


CONNECTS = """
import asyncio, requests, socket, threading
def part1():
    with socket.create_server(('127.0.0.1', 0)) as server, socket.socket() as client:
        client.connect(server.getsockname())
        assert socket.getaddrinfo('localhost', 80)[0][4][1] == 80 and server.accept()
    said = []
    for connect in (
        lambda: socket.create_connection(("203.0.113.1", 80), 1),
        lambda: socket.socket().connect(("203.0.113.1", 80)),
        lambda: socket.getaddrinfo("example.org", "https"),
        lambda: requests.get("https://example.org"),
        lambda: asyncio.run(asyncio.open_connection("203.0.113.1", 80)),
    ):
        try:
            connect()
        except OSError as error:
            said.append("is not reached: other people's code has no network here" in str(error))
    return said
"""


def test_only_this_machine_is_reached(call: Assignment) -> None:
    """A module may speak with processes of its own; else it is as if there were no network, with a reason."""
    assert str([True] * 5) == call(CONNECTS).answer
