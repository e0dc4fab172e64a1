"""A module of another repository in a call: its files, its input, aocd."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from puzzle_runner.engines.foreign.adapter import Adapter, Loading
from puzzle_runner.engines.foreign.engine import ENGINE
from puzzle_runner.model import Limits, Reason, Verdict
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job, Outcome
from puzzle_runner.sites.registry import identify

from tests.outcomes import ending

LIMITS = Limits(timeout=20, memory=2**31)
Assignment = Callable[..., Outcome]


@pytest.fixture(scope="module", autouse=True)
def _workers() -> Iterator[None]:
    """End the worker that all of these share."""
    yield
    pool.stop()


@pytest.fixture
def call(tmp_path: Path) -> Assignment:
    """Return what writes the module of day 3 of 2021, and calls its part1, or runs it as a program."""

    def made(
        source: str, *, text: str = "mine", program: bool = False, timeout: float = 20, **adapter: object
    ) -> Outcome:
        path = tmp_path / "2021" / "day03.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(source)
        how = {} if program else {"call": "part1"}
        fields = {**how, "year": 2021, "day": 3, "folder": "2021", **adapter}
        of_file: dict[str, Any] = {name: fields.pop(name) for name in Loading._fields if name in fields}
        of_call: dict[str, Any] = fields
        given = Adapter(Loading(1)._replace(**of_file), **of_call)
        return pool.run(
            Job(identify("aoc2021d3"), path, ENGINE, given, text, LIMITS._replace(timeout=timeout))
        )

    return made


@pytest.mark.parametrize(
    ("returned", "others"),
    [
        ("(1234, 0.25)", ("1234",)),
        ("{'part 1': 1234, 'part 2': 5678}", ("1234", "5678")),
        ("[4, 6, 3, 5]", ()),
        ("12", ()),
    ],
)
def test_several_values_may_have_the_answer(call: Assignment, returned: str, others: tuple[str, ...]) -> None:
    """Both parts may have one function, or a decorator adds the time."""
    outcome = call(f"def part1():\n    open('input.txt').read()\n    return {returned}\n")
    assert others == outcome.others
    assert bool(outcome.doubt) == (returned != "12")


READERS = """
import fileinput, os, pathlib
def part1():
    here = pathlib.Path(__file__).resolve()
    return {
        open("input.txt").read(), pathlib.Path("day3.txt").read_text(), here.with_name("in").open().read(),
        os.read(os.open("data/03.dat", 0), 99).decode(), "".join(fileinput.input("input.txt")),
        open("input.txt", "rb").read().decode(),
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
def test_the_input_is_where_the_code_looks_for_it(call: Assignment, source: str, answer: str) -> None:
    """It need not be there, and it ends in a newline as a file does."""
    assert answer == call(source).answer


def test_a_stored_input_of_the_author_is_not_used(call: Assignment, tmp_path: Path) -> None:
    """A file that is there and stands for the input is replaced; an example and other data are not."""
    mine = ["input.txt", "2.in", "day03.txt", "07-secret-contest/input.txt"]
    theirs = [
        "example.txt",
        "3.s.txt",
        "t_input3.txt",
        "eg.txt",
        "tests/input.txt",
        "words.txt",
        "day04.txt",
        "table.json",
    ]
    for name in mine + theirs:
        (tmp_path / "2021" / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / "2021" / name).write_text(name)
    source = (
        "names = {names}\ndef part1():\n    return ' '.join(open(name).read().strip() for name in names)\n"
    )
    assert " ".join(["mine"] * len(mine) + theirs) == call(source.format(names=mine + theirs)).answer


def test_without_an_input_each_file_is_its_own(call: Assignment, tmp_path: Path) -> None:
    """A file of the repository is replaced where a case has an input."""
    (tmp_path / "2021").mkdir()
    (tmp_path / "2021" / "input.txt").write_text("theirs\n")
    source = "def part1():\n    return open('input.txt').read()\n"
    assert ["theirs\n", "mine\n"] == [call(source, text=text).answer for text in ("", "mine")]


@pytest.mark.parametrize("is_there", [True, False])
def test_an_input_may_be_opened_to_be_changed(call: Assignment, tmp_path: Path, is_there: bool) -> None:
    """With `r+` it is read first, whether its author's own lies there or not."""
    (tmp_path / "2021").mkdir()
    if is_there:
        (tmp_path / "2021" / "input.txt").write_text("theirs\n")
    assert "mine\n" == call("def part1():\n    return open('input.txt', 'r+').read()\n").answer


def test_a_data_file_that_is_the_same_for_everybody_is_its_own(call: Assignment, tmp_path: Path) -> None:
    """As of a problem that has a number and no day; one that is not there is the input."""
    (tmp_path / "2021").mkdir()
    (tmp_path / "2021" / "p003_names.txt").write_text("names")
    source = "def part1():\n    return open('p003_names.txt').read() + open('0003_names.txt').read()\n"
    assert "namesmine\n" == call(source, year=0).answer


@pytest.mark.parametrize(
    ("source", "text", "doubt"),
    [
        ("return 5", "mine", Reason.UNREAD),
        ("return open('example.txt').read()", "mine", Reason.UNREAD),
        ("return open('words.txt').read() + open('input.txt').read()", "mine", Reason.OTHER_FILE),
        ("return open('words.txt').read()", "", None),
        ("return open('example.txt').read() + open('input.txt').read()", "mine", None),
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
    (tmp_path / "2021").mkdir()
    for name in ("words.txt", "example.txt"):
        (tmp_path / "2021" / name).write_text(name)
    found = call(f"def part1():\n    {source}\n", text=text).doubt
    assert doubt == (found and found.reason)


@pytest.mark.parametrize("theirs", ["1", "1\n", None])
def test_the_end_of_the_input_may_matter(call: Assignment, tmp_path: Path, theirs: str | None) -> None:
    """What splits at newlines is wrong for certain only if its author's input is there and tells its end."""
    (tmp_path / "2021").mkdir()
    if theirs:
        (tmp_path / "2021" / "input.txt").write_text(theirs)
    outcome = call("def part1():\n    return len(open('input.txt').read().split('\\n'))\n")
    assert ("1" if theirs == "1" else "2") == outcome.answer
    assert (None if theirs else Reason.LAST_NEWLINE) == (outcome.doubt and outcome.doubt.reason)


@pytest.mark.parametrize(
    ("fields", "line", "told"),
    [
        ({"arguments": ("text",), "is_guess": True}, "int(data)", "Its argument was the text of the input: "),
        ({"arguments": ("lines",), "is_guess": True}, "data.pop(9)", "Its argument was a list of the lines"),
        ({}, "open('../none/example.txt')", "If that file is to hold the input, name it with input in"),
    ],
)  # fmt: skip
def test_an_error_tells_what_was_handed_over(
    call: Assignment, fields: dict[str, Any], line: str, told: str
) -> None:
    """It is tried once; one line of the table mends it."""
    outcome = call(f"def part1(data=''):\n    {line}\n", **fields)
    assert (None, Verdict.ERROR) == ending(outcome)
    assert outcome.message.splitlines()[-1].startswith(told), outcome.message


@pytest.mark.parametrize("name", ["credentials.txt", "other/.example", "/no/such/file"])
def test_what_is_missing_and_no_input_is_missing(call: Assignment, name: str) -> None:
    """Neither is a kept login the input, nor a file elsewhere."""
    outcome = call(f"def part1():\n    return open({name!r}).read()\n")
    assert (Verdict.ERROR, True) == (outcome.verdict, outcome.message.startswith("FileNotFoundError"))
    assert "overlay.py" not in outcome.message


def test_integers_have_as_many_digits_as_before(call: Assignment) -> None:
    """Programs are older than the limit of 4300 digits."""
    assert (
        "10001" == call("def part1():\n    open('input.txt').read()\n    return len(str(10**10000))\n").answer
    )


@pytest.mark.parametrize(("returned", "others"), [("[[5], 6, 7]", ("1234",)), ("None", ("1234",)), ("5", ())])
def test_what_a_doubtful_part_has_printed_may_be_its_answer(
    call: Assignment, returned: str, others: tuple[str, ...]
) -> None:
    """It returns what it has worked with, or nothing; what is returned without a doubt counts alone."""
    body = f"open('input.txt').read()\n    print('so it is', 1234)\n    return {returned}"
    assert others == call(f"def part1():\n    {body}\n").others


@pytest.mark.parametrize("place", ["sample.bin", "../aoc-data/3", "/home/author/3.txt"])
def test_a_configured_place_holds_the_input(call: Assignment, tmp_path: Path, place: str) -> None:
    """Whatever its name is, also beside the repository and on its author's machine; else it is missing."""
    source = f"def part1():\n    return open({str(tmp_path / place)!r}).read()\n"
    without, given = call(source), call(source, places=((0, place),))
    assert [(None, Verdict.ERROR), ("mine\n", None)] == [ending(without), ending(given)]
    assert without.message.endswith("name it with input in [[tool.puzzles.layout]].")


@pytest.mark.parametrize(("part", "answer"), [(1, "mine theirs"), (2, "theirs mine")])
def test_the_inputs_of_other_parts_are_theirs(
    call: Assignment, tmp_path: Path, part: int, answer: str
) -> None:
    """A script may read all of them: what is not its own part's lies in the repository, without a doubt."""
    for number in (1, 2):
        (tmp_path / f"in{number}.txt").write_text("theirs")
    source = "def part1():\n    return ' '.join(open(f'../in{part}.txt').read() for part in (1, 2))\n"
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


WRITES = """
import os, pathlib, shutil
def part1():
    with open('notes.txt') as file:
        before = file.read()
    with open('notes.txt', 'a') as file:
        file.write(' more')
    with open('new.txt', 'w') as file:
        file.write('new')
    os.makedirs('made/deep', exist_ok=True)
    pathlib.Path('made/deep/x.log').write_text('x')
    os.rename('new.txt', 'renamed.txt')
    os.remove('gone.txt')
    os.chmod('notes.txt', 0)
    os.chmod('notes.txt', 0o600)
    return [before, *(open(name).read() for name in ('notes.txt', 'renamed.txt', 'made/deep/x.log'))]
"""


def test_writes_go_to_scratch(call: Assignment, tmp_path: Path) -> None:
    """What is written is read again, and the repository stays as it is."""
    (tmp_path / "2021").mkdir()
    for name in ("notes.txt", "gone.txt"):
        (tmp_path / "2021" / name).write_text(name)
    outcome = call(WRITES)
    assert "['notes.txt', 'notes.txt more', 'new', 'x']" == outcome.answer, outcome.message
    left = {path.name: path.read_text() for path in (tmp_path / "2021").iterdir() if path.name != "day03.py"}
    assert {"notes.txt": "notes.txt", "gone.txt": "gone.txt"} == left


def test_the_home_stays_as_it_is(call: Assignment, tmp_path: Path) -> None:
    """Who keeps what was fetched there finds it in the same call."""
    source = (
        "import pathlib\ndef part1():\n    kept = pathlib.Path.home() / '.kept-inputs' / '2021'\n"
        "    kept.mkdir(parents=True, exist_ok=True)\n    (kept / 'a.json').write_text('5')\n"
        "    return (kept / 'a.json').read_text(), kept.exists()\n"
    )
    assert "('5', True)" == call(source).answer
    assert not (Path.home() / ".kept-inputs").exists()


def test_each_call_has_its_own_input(call: Assignment) -> None:
    """A module that reads its input when it is imported is imported again for another one."""
    source = "text = open('input.txt').read()\ndef part1():\n    return text\n"
    assert ["one\n", "two\n"] == [call(source, text="one").answer, call(source, text="two").answer]


def test_its_modules_are_those_of_its_own_place(call: Assignment, tmp_path: Path) -> None:
    """Siblings come first, then the folders above; a name of the standard library stays the library's."""
    (tmp_path / "2021").mkdir()
    (tmp_path / "2021" / "utils.py").write_text("name = 'sibling'\n")
    (tmp_path / "utils.py").write_text("name = 'above'\n")
    (tmp_path / "shared.py").write_text("name = 'shared'\n")
    (tmp_path / "queue.py").write_text("raise SystemExit('not this one')\n")
    source = "import utils, shared, queue\ndef part1():\n    return utils.name, shared.name, queue.Queue\n"
    assert "('sibling', 'shared', <class 'queue.Queue'>)" == call(source).answer


def test_a_module_has_its_dotted_name(call: Assignment) -> None:
    """It tells a base class where it is, and another module finds the same one by that name."""
    source = (
        "import sys\nclass Day:\n    pass\n"
        "def part1():\n    return Day.__module__, sys.modules['year.2021.day03'].Day is Day\n"
    )
    assert "('year.2021.day03', True)" == call(source, package="year.2021").answer


def test_packages_are_imported_by_their_whole_name(call: Assignment, tmp_path: Path) -> None:
    """Their folders come last on the path, but for a program's own."""
    for name in ("", "2021/"):
        (tmp_path / name).mkdir(exist_ok=True)
        (tmp_path / name / "tools.py").write_text(f"NAME = {name or 'top'!r}\n")
    (tmp_path / "2021" / "__init__.py").write_text("")
    source = "import tools\nprint('Part 1:', tools.NAME)\ndef part1():\n    return tools.NAME\n"
    assert "top" == call(source).answer
    assert "2021/" == call(source, program=True).answer


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
    outcome = call(source, program=True)
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
        "from aocd.models import Puzzle; Puzzle(2021, 3).answers = 12, 13",
    ],
)
def test_an_answer_for_aocd_is_the_parts(call: Assignment, line: str) -> None:
    """It is recorded, and nothing is sent."""
    assert "12" == call(f"print('sent')\n{line}\n", program=True).answer


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("aocd.get_data(day=4, year=2021)", "PuzzleLockedError: the input of day 4 of 2021"),
        ("aocd.numbers", "AttributeError: aocd has data, lines, get_data, puzzle and submit here, but"),
        ("aocd.puzzle.examples", "AttributeError: 'Puzzle' object has no attribute 'examples'"),
    ],
)  # fmt: skip
def test_what_aocd_has_not(call: Assignment, expression: str, message: str) -> None:
    """A call has one input, and nothing else of the site."""
    outcome = call(f"import aocd\ndef part1():\n    return {expression}\n")
    assert outcome.message.startswith(message)


def test_siblings_may_bear_the_names_of_what_runs_them(call: Assignment, tmp_path: Path) -> None:
    """The worker and its side of an engine hide no module of the repository."""
    (tmp_path / "2021").mkdir()
    for name in ("overlay", "aocd_shim", "recorder", "loader"):
        (tmp_path / "2021" / f"{name}.py").write_text(f"NAME = {name[0]!r}\n")
    source = (
        "import overlay, aocd_shim, recorder, loader\n"
        "def part1(): return overlay.NAME + aocd_shim.NAME + recorder.NAME + loader.NAME\n"
    )
    assert "oarl" == call(source).answer


@pytest.mark.parametrize(
    ("line", "failure"), [("1 / 0", Verdict.ERROR), ("__import__('time').sleep(1000)", Verdict.TIMEOUT)]
)
def test_what_is_printed_before_a_failure_may_be_right(call: Assignment, line: str, failure: Verdict) -> None:
    """It is compared with the stored answer, and is none of its own."""
    source = f"print('Part 1:', len(open('input.txt').read()), flush=True)\n{line}\n"
    outcomes = [call(source, part=part, program=True, timeout=1) for part in (1, 2)]
    assert [(failure, ("5",)), (failure, ())] == [(each.verdict, each.others) for each in outcomes]


@pytest.mark.parametrize(
    ("there", "read"), [("mine", "mine"), ("other", "mine"), ("other\n", "mine\n"), ("", "mine\n")]
)
def test_the_input_ends_as_the_one_that_its_author_has_there(
    call: Assignment, tmp_path: Path, there: str, read: str
) -> None:
    """Who has saved it without a newline may not remove one."""
    (tmp_path / "input.txt").write_text(there)
    outcome = call("def part1():\n    return open('../input.txt').read()\n")
    assert (read, None) == (outcome.answer, outcome.doubt)


CONNECTS = """
import asyncio, requests, socket
def part1():
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


def test_other_machines_are_not_reached(call: Assignment) -> None:
    """It is as if there were no network, with a reason."""
    assert str([True] * 5) == call(CONNECTS).answer


def test_this_machine_is_reached(call: Assignment) -> None:
    """A module may speak with processes of its own."""
    source = """
import socket, threading
def part1():
    with socket.create_server(('127.0.0.1', 0)) as server, socket.socket() as client:
        client.connect(server.getsockname())
        return socket.getaddrinfo('localhost', 80)[0][4][1], server.accept()[0].fileno() > 0
"""
    assert "(80, True)" == call(source).answer
