"""Programs of other people: files that are built alone, and what a layout's build and command are for."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from puzzle_runner import settings
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.checking import judge, plan, preparing
from puzzle_runner.checking.selection import Selection
from puzzle_runner.layouts import puzzles
from puzzle_runner.layouts.layout import Layout
from puzzle_runner.model import Limits, Result, Verdict
from puzzle_runner.running import pool

from tests.needs import needs

LIMITS = Limits(timeout=30, memory=2**34)
CASES = '[main]\ninput = "3\\n5\\n7\\n"\npart1 = 15\npart2 = 7\n'
RIGHT = [(1, "15", Verdict.RIGHT, ""), (2, "7", Verdict.RIGHT, "")]


@pytest.fixture(scope="module", autouse=True)
def _workers() -> Iterator[None]:
    """End the worker that all of these share."""
    yield
    pool.stop()


class Repository(NamedTuple):
    """A layout, the files of day 1 of 2021, and what has to be installed."""

    layout: Layout
    files: dict[str, str]
    needs: tuple[str, ...] = ()


def of_path(path: str, source: str, *packages: str, **more: str) -> Repository:
    """Return a repository of one source; `more` are files beside it, by their names without the ending."""
    name = path.format(year=2021, day=1)
    beside = {f"{os.path.dirname(name)}/{stem}.txt": text for stem, text in more.items()}
    return Repository(Layout((path,)), {name: source, **beside}, packages)


JAVASCRIPT = """const text = require('fs').readFileSync(__dirname + '/input/01.txt', 'utf8')
const all = text.trim().split('\\n').map(Number)
console.log('Part 1:', all.reduce((sum, each) => sum + each))
console.log('Part 2:', Math.max(...all))
"""
SHELL = """echo "Part 1: $(awk '{ s += $0 } END { print s }' "$1")"
echo "Part 2: $(sort -n < "$1" | tail -1)"
"""
# The package aocd finds its login in the folder that it lists.
MAIN = """import importlib, os, sys
os.listdir(os.environ['AOCD_DIR'] + '/repository')
day = importlib.import_module(f"years.y{sys.argv[1]}.day{sys.argv[2]}")
for part, answer in enumerate(day.solve(open(f"inputs/{sys.argv[1]}/{sys.argv[2]}.txt")), 1):
    print(f"Part {part}: {answer}")
"""
DAY = (
    "def solve(lines):\n    numbers = [int(line) for line in lines]\n    return sum(numbers), max(numbers)\n"
)
START = """echo "Part 1: $(awk '{ s += $0 } END { print s }' inputs/$1/$2.txt)"
[ $3 = $4.rb ] && [ $4 = 2021/day01 ] && echo "Part 2: 7"
"""
REPOSITORIES = {
    # A file with a main is built alone. It finds the input where it looks for it.
    "JavaScript, with a file that is not there": of_path("{year}/{day:02}.js", JAVASCRIPT, "nodejs"),
    "the author's input in its place": of_path(
        "{year}/{day:02}.sh", SHELL.replace('"$1"', "input.txt"), input="1000\n"
    ),
    "the path of the input as a word": of_path("{year}/{day:02}.sh", SHELL),
    # Commands start at the top of the repository.
    "a build for each file, and a status that is an answer": Repository(
        Layout(("{year}/{day:02}.sh",), build="sh make.sh {yy} {file}", command="sh out/{yy}/{stem} {input}"),
        {"make.sh": "mkdir -p out/$1\ncp $2 out/$1/01\n", "2021/01.sh": f"{SHELL}exit 15\n"},
    ),
    "the repository's own runner": Repository(
        Layout(("years/y{year}/day{day:02}.py",), command="{python} main.py {year} {day:02}"),
        {"years/y2021/day01.py": DAY, "main.py": MAIN, "inputs/2021/01.txt": "1000\n"},
    ),
    "a command that starts something else": Repository(
        Layout(
            ("{year}/day{day:02}.rb",),
            command="bash run.sh {year} {day:02} {file} {folder}/{stem}",
            input=("inputs/{year}/{day:02}.txt",),
        ),
        {"2021/day01.rb": "# A day.\n", "run.sh": START, "inputs/2021/01.txt": "1000\n"},
    ),
}


def made(root: Path, repository: Repository) -> Workspace:
    """Write a repository of a day, with a case."""
    for name, text in {**repository.files, "inputs/aoc2021d1/cases.toml": CASES}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Workspace(root, whole=True).with_layouts((repository.layout,))


def run(workspace: Workspace, id: str = "aoc2021") -> list[Result]:
    """Build all programs, run them, and return their rows."""
    tasks = preparing.prepare(plan.tasks(workspace, [id], Selection(), LIMITS))
    return [*judge.run_and_judge(workspace.root, tasks)]


def rows_of(workspace: Workspace) -> list[tuple[int | None, str | None, Verdict, str]]:
    """Return what the rows of a repository say."""
    return [(row.part, row.answer, row.verdict, row.message) for row in run(workspace)]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=needs(*each.needs)) for name, each in REPOSITORIES.items()]
)
def test_a_program_runs_unchanged(name: str, tmp_path: Path) -> None:
    """Each part is answered with the input of the case, and the repository stays as it is."""
    workspace = made(tmp_path / "solutions", REPOSITORIES[name])
    before = sorted(workspace.root.rglob("*"))
    assert RIGHT == rows_of(workspace)
    assert before == sorted(workspace.root.rglob("*"))


def test_an_input_that_is_built_in_is_unknown(tmp_path: Path) -> None:
    """It may be the author's own; the answer can be right, and is never wrong."""
    repository = of_path("{year}/{day:02}.sh", "# include_str!\necho Part 1: 15\necho Part 2: 1000\n")
    rows = [row[1:] for row in rows_of(made(tmp_path / "solutions", repository))]
    assert [("15", Verdict.RIGHT, ""), ("1000", Verdict.UNKNOWN, "its input is built in")] == rows


def test_a_module_of_a_larger_program_is_said_to_be_one(tmp_path: Path) -> None:
    """It has no main: nothing is built, and the message says what to do."""
    source = "pub fn part1(text: &str) -> usize { text.len() }\n"
    (row,) = run(made(tmp_path, of_path("{year}/src/day{day:02}.rs", source)))
    assert (Verdict.ERROR, True) == (row.verdict, "with build and command, or" in row.message)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="it needs files of the system without an end")
def test_a_file_beside_a_program_that_cannot_be_copied_is_linked_to(tmp_path: Path) -> None:
    """Pipes, endless files and large ones lie beside it, and it runs all the same."""
    source = "paste -sd+ | sed 's/.*/Part 1: 15/; a Part 2: 7'\n"
    workspace = made(tmp_path, of_path("{year}/{day:02}.sh", source))
    folder = workspace.root / "2021"
    (folder / "memory.sh").symlink_to("/proc/self/mem")
    (folder / "zero.sh").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.sh")
    (folder / "large.sh").write_bytes(b" " * 2**21)
    assert RIGHT == rows_of(workspace)


def test_a_problem_has_one_part_and_its_own_data_files(tmp_path: Path) -> None:
    """Its only line is its answer; its files are the same for everybody, whether there is an input or not."""
    (tmp_path / "p022.sh").write_text("cat input_names.txt\n")
    (tmp_path / "input_names.txt").write_text("22\n")
    workspace = Workspace(tmp_path, whole=True).with_layouts((Layout(("p{number:03}.sh",)),))
    cases = tmp_path / "inputs" / "euler22" / "cases.toml"
    cases.parent.mkdir(parents=True)
    for given in ("", 'input = "33"\n'):
        cases.write_text(f"[main]\n{given}part1 = 22\n")
        (row,) = run(workspace, "euler22")
        assert ("p022", "22", Verdict.RIGHT, "") == (row.solution, row.answer, row.verdict, row.message)


@pytest.mark.parametrize(("own", "wanted"), [("3\n5\n7", 0), ("3\n5\n7\n", 1)])
def test_a_program_gets_the_input_as_its_author_keeps_it(own: str, wanted: int, tmp_path: Path) -> None:
    """Who has saved it without a newline need not remove one."""
    script = f"[ $(tail -c 1 input.txt | wc -l) = {wanted} ] || exit 1\necho 'Part 1: 15'\necho 'Part 2: 7'\n"
    repository = of_path("{year}/day{day:02}/solve.sh", script, input=own)
    assert RIGHT == rows_of(made(tmp_path, repository))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("text = File.read(ARGV[0])", ("ruby", "{source}", "{input}")),
        ("part = ARGV[0].to_i", ("ruby", "{source}")),
    ],
)
def test_a_program_gets_the_path_if_it_reads_that(
    source: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    """Other words are for a command."""
    (tmp_path / "1.rb").write_text(source)
    ((id, sources),) = puzzles.find(tmp_path, [Layout(("{day}.rb",), year=2021)]).items()
    solution, *_ = puzzles.read(id, sources, settings.Settings()).solutions
    assert words == solution.data.language.run
