"""`puzzles layouts`, and the folder that needs no layout to be written."""

import json
import os
import sys
from pathlib import Path

import pytest

from tests.conftest import Ended, Workspace
from tests.needs import needs

PROGRAM = "numbers = [int(line) for line in open('day{0}.txt')]\nprint(sum(numbers))\nprint(max(numbers))\n"


class Repository(Workspace):
    """Another person's repository, without `puzzles/`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir()

    def file(self, name: str, text: str) -> Path:
        """Write a file."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        # A verdict is not remembered for a file that is saved as the check begins.
        os.utime(path, (1, 1))
        return path


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Return a repository of three days that print, with their inputs."""
    made = Repository(tmp_path / "solutions")
    for day in (1, 2, 3):
        made.file(f"2021/day{day}.py", PROGRAM.format(day))
        made.file(f"2021/day{day}.txt", f"{day}\n5\n")
    return made


@pytest.mark.parametrize(
    ("module", "named", "place"),
    [
        ("2021/day{}.py", "puz/d{}.in", "2021/puz/d{}.in"),
        ("2021/{}/sol.py", "2021/{}/things.dat", "2021/{}/things.dat"),
        ("2021/day{}.py", "../given/2021-{}.txt", "given/2021-{}.txt"),
    ],
)
def test_an_input_that_a_file_names_is_its_input(tmp_path: Path, module: str, named: str, place: str) -> None:
    """What `layouts` proposes as the place of inputs, `run` finds, too, and without a doubt."""
    repository = Repository(tmp_path / "solutions")
    for day in (1, 2, 3):
        text = PROGRAM.format(day).replace(f"day{day}.txt", named.format(day))
        repository.file(module.format(day), f"# Not 'test.txt'.\n{text}")
        repository.file(place.format(day), f"{day}\n5\n")
    assert repository.run("layouts", "--json").document["layout"]["input"]
    rows = repository.run("run", "2021/3", "--json").rows
    assert [("8", ""), ("5", "")] == [(row["answer"], row["message"]) for row in rows]
    assert 0 == repository.run("answer", "2021/3", "9", "-p", "1").code
    assert ["wrong", "unknown"] == [
        row["verdict"] for row in repository.run("check", "2021/3", "--json").rows
    ]


def test_a_layout_is_proposed(repository: Repository) -> None:
    """It shows patterns, and the table; nothing is run."""
    repository.file("2021/day1.py", "open('../mark', 'w')\n")
    ended = repository.run("layouts")
    assert (0, "") == (ended.code, ended.err)
    assert [
        "3 puzzles  {year}/day{day}.py",
        "3 inputs   {folder}/day{day}.txt",
        "",
        "[[tool.puzzles.layout]]",
        'path = "{year}/day{day}.py"',
        'input = ["{folder}/day{day}.txt"]',
        "",
        'Store an answer that you know: "puzzles answer aoc2021d1 1234 -p 1".',
        "Keep these inputs as yours: \"puzzles import . --inputs '{year}/day{day}.txt'\".",
        "Works as it is.",
    ] == ended.out.splitlines()
    assert not (repository.root / "mark").exists()
    document = repository.run("layouts", "--json").document
    assert {"path": "{year}/day{day}.py", "input": ["{folder}/day{day}.txt"]} == document["layout"]
    assert [{"path": "{year}/day{day}.py", "puzzles": 3}] == document["patterns"]
    assert [True, False] == [document["certain"], document["written"]]


def test_the_import_that_is_named_has_a_day(repository: Repository) -> None:
    """Where there are several patterns, it is put together from two that belong together."""
    for day in (1, 2, 3):
        repository.file(f"2022/d{day}/a.py", "print(open('input.txt').read())\n")
        repository.file(f"2022/d{day}/input.txt", "1\n")
    out = repository.run("layouts").out
    pattern = out.partition("--inputs '")[2].partition("'")[0]
    assert (0, "3 inputs imported.\n") == repository.run("import", ".", "--inputs", pattern)[:2]


def test_an_encrypted_input_is_called_so(repository: Repository) -> None:
    """The layout works all the same."""
    for day in (1, 2, 3):
        (repository.root / "2021" / f"day{day}.txt").write_bytes(b"\0GITCRYPT\0\xff")
    out = repository.run("layouts").out
    assert "✗ 2021/day1.txt and 2 more files: it is encrypted with git-crypt" in out
    assert out.endswith("Works as it is.\n")


def test_files_that_do_not_run_need_a_table(repository: Repository) -> None:
    """Where it is proposed, the last line says how to write it; then commands use it as it is there."""
    for day in (1, 2, 3):
        repository.file(f"2022/day{day}.rs", "pub fn part1() {}\n")
        (repository.root / "2021" / f"day{day}.py").unlink()
    assert repository.run("layouts").out.endswith('Run "puzzles layouts --write".\n')
    table = '[[tool.puzzles.layout]]\npath = "{year}/day{day}.rs"\ncommand = "run {file}"\n'
    repository.file("pyproject.toml", table)
    out = repository.run("layouts").out
    assert 'command = "run {file}"' in out
    assert out.endswith("Works as it is.\n")


def test_a_layout_is_written_once(repository: Repository) -> None:
    """With --write it goes into pyproject.toml, whose other lines stay; a second one is refused."""
    repository.file("pyproject.toml", "[project]  # mine\nname = 'mine'\n")
    assert 0 == repository.run("layouts", "--write").code
    text = (repository.root / "pyproject.toml").read_text()
    assert text.startswith("[project]  # mine\nname = 'mine'\n")
    assert '[[tool.puzzles.layout]]\npath = "{year}/day{day}.py"\n' in text
    again = repository.run("layouts", "--write")
    assert (2, True) == (again.code, "has a layout already" in again.err)
    assert ["6", "5"] == answers(repository.run("run", "2021/1", "--json"))


def answers(ended: Ended) -> list[str | None]:
    """Return the answers of the rows."""
    return [row["answer"] for row in json.loads(ended.out)["results"]]


def test_a_folder_without_solutions_is_said_to_be_one(tmp_path: Path) -> None:
    """The message says what is missing, and the table to write."""
    empty = Repository(tmp_path / "empty")
    for name in ("notes.md", "day01/main.go"):
        empty.file(name, "x")
        ended = empty.run("layouts")
        assert (3, True) == (ended.code, "fewer than 3 files in a known language" in ended.err), ended.err
    assert 'path = "day{day:02}.py", year = 2021' in ended.err
    assert 2 == empty.run("layouts", "nowhere").code


def test_a_certain_layout_makes_a_workspace(repository: Repository) -> None:
    """Nothing need be written: ids, inputs that lie there, and commands work, also from a folder below."""
    listed = repository.run("list", "--json").document["puzzles"]
    assert ["aoc2021d1", "aoc2021d2", "aoc2021d3"] == [puzzle["id"] for puzzle in listed]
    assert ["main"] == listed[0]["cases"]
    assert ["7", "5"] == answers(repository.run("run", "2021/2", "--json"))
    assert 0 == repository.run("check").code


def test_a_layout_that_makes_no_sense_is_said(repository: Repository) -> None:
    """Each mistake in the table gets a sentence that names the file."""
    mistakes = {
        "pat = 'x'": 'has no "pat"',
        "parts = ['a']": "needs a path",
        "path = '{yaer}.py'": "has {yaer}, which is unknown",
        "path = 3": "a text or a list of texts",
        "path = 'x.py'\nargument = 'all'": "argument is text, lines",
        "path = 'x.py'\nyear = 'new'": "year is a number, not",
        "path = 'x.py'\ncommand = '\"'": "command cannot be read",
        "path = 'x.rs'\nbuild = 3": "build is a text, not 3",
        "path = 'x.rs'\nbuild = 'make'": "build needs a command",
    }
    for table, sentence in mistakes.items():
        repository.file("pyproject.toml", f"[[tool.puzzles.layout]]\n{table}\n")
        ended = repository.run("list")
        assert (2, True) == (ended.code, sentence in ended.err), ended.err
        assert f"{repository.root / 'pyproject.toml'}: " in ended.err


def test_a_table_says_what_no_syntax_tree_tells(repository: Repository) -> None:
    """Functions of any name, their argument, the place of the input and the path are configured."""
    repository.file("lib/tools.py", "def total(lines):\n    return sum(map(int, lines))\n")
    for day in (1, 2):
        repository.file(
            f"src/{day}/code.py",
            "import tools\nimport pathlib\nhere = pathlib.Path(__file__).resolve()\n"
            "def alpha(x):\n    return tools.total(x)\n"
            "def omega(x):\n    return len(x) + int((here.parents[2] / 'in' / 'd.bin').read_text()[0])\n",
        )
    repository.file(
        "pyproject.toml",
        '[[tool.puzzles.layout]]\npath = "src/{day}/code.py"\nyear = 2022\nparts = ["alpha", "omega"]\n'
        'argument = "lines"\ninput = ["in/d.bin"]\npath_entries = ["lib"]\n',
    )
    repository.file("mine.txt", "30\n20\n")
    rows = repository.run("run", "2022/2", "--input", "mine.txt", "--json")
    assert ["50", "5"] == answers(rows)


def test_other_languages_stand_beside_python(repository: Repository) -> None:
    """A pattern with another ending finds programs: solutions that are named by their files."""
    repository.file("2021/sh/one.1.sh", "echo Part 1: $(head -1)\necho Part 2: 7\n")
    repository.file("2021/awk/1.x", 'NR == 1 { print "Part", part ": x" $1 }\n')
    table = '[[tool.puzzles.layout]]\npath = ["{year}/day{day}.py", "{year}/sh/one.{day}.sh"]\n'
    table += '[[tool.puzzles.layout]]\npath = "{year}/awk/{day}.x"\n'
    table += 'command = "awk -v part={part} -f {file}"\n'
    repository.file("pyproject.toml", table)
    repository.file("mine.txt", "40\n2\n")
    rows = repository.run("run", "2021/1", "--solution", "all", "--input", "mine.txt", "--json").rows
    expected = {"default": ["42", "40"], "one_1": ["40", "7"], "1": ["x40", "x40"]}
    for name, answers in expected.items():
        assert answers == [row["answer"] for row in rows if row["solution"] == name]


@pytest.mark.parametrize(
    ("source", "verdicts"),
    [
        # Only Linux tells whether a file was read.
        ("echo 3", ["right", "unknown" if sys.platform == "linux" else "wrong"]),
        # As it is on file systems that keep no time of access.
        ("dd if=input.txt iflag=noatime of=/dev/null status=none; echo 3", ["right", "wrong"]),
    ],
)
def test_a_program_that_reads_no_input_is_not_called_wrong(
    repository: Repository, source: str, verdicts: list[str]
) -> None:
    """It may have one of its own. The input is on standard input, and in a file."""
    for part in (1, 2):
        repository.file(f"2022/day1/{part}.sh", f"{source}\n")
    repository.file("inputs/aoc2022d1/cases.toml", '[main]\ninput = "1"\npart1 = 3\npart2 = 4\n')
    repository.file("pyproject.toml", '[[tool.puzzles.layout]]\npath = "{year}/day{day}/{part}.sh"\n')
    rows = repository.run("check", "2022/1", "--json").rows
    assert verdicts == [row["verdict"] for row in rows]
    assert ["shell", "shell"] == [row["solution"] for row in rows]
    assert ("did not read the input" in rows[1]["message"]) == (verdicts[1] == "unknown")


@pytest.mark.parametrize("stored", ["", "part1 = 99\n"])
def test_solutions_that_may_have_inputs_of_their_own_are_not_compared(
    repository: Repository, stored: str
) -> None:
    """They may disagree and all be right, also when that is remembered."""
    repository.file("2021/day1.py", "print('Part 1:', 12)\n")
    repository.file("2021/day1.sh", "echo Part 1: 22\n")
    for day in (2, 3):
        repository.file(f"2021/day{day}.sh", "echo Part 1: 22\n")
    repository.file("inputs/aoc2021d1/cases.toml", f'[main]\ninput = "1"\n{stored}')
    for _ in range(2):
        rows = repository.run("check", "2021/1", "--json").rows
        assert [("22", "unknown"), ("12", "unknown")] == [
            (row["answer"], row["verdict"]) for row in rows if row["part"] == 1
        ]


@needs("bubblewrap")
def test_a_sandbox_holds_somebodys_repository(repository: Repository) -> None:
    """It runs with --untrusted as it does without, and can change nothing."""
    repository.file(
        "2021/day1.py", PROGRAM.format(1) + "import os\nos.system('(echo x > ../day9.py) 2> /dev/null')\n"
    )
    ended = repository.run("run", "2021/1", "--untrusted", "--json")
    assert ["6", "5"] == answers(ended), ended
    assert not (repository.root / "day9.py").exists()


def test_a_file_without_a_known_part_is_a_row_and_a_problem(repository: Repository) -> None:
    """What only the author's own runner can make is not guessed at; files with one problem are one line."""
    source = "class Day(own.Runner):\n    def part1(self, grid):\n        return 1\n"
    for day in range(4, 25):
        repository.file(f"2021/day{day}.py", source)
    (row,) = repository.run("check", "2021/4", "--json").rows
    assert ("error", True) == (row["verdict"], "it has no main, and no part1 or part2" in row["message"])
    (line,) = [line for line in repository.run("layouts").out.splitlines() if line.startswith("✗")]
    assert line.startswith("✗ 2021/day4.py and 20 more files: it has no main")
    assert 21 == len(repository.run("layouts", "--json").document["problems"])
