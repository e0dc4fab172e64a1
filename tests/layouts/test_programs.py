"""Programs of other people: files that are built alone, and what a layout's build and command are for."""

import os
import re
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

LIMITS, ALL = Limits(timeout=30, memory=2**34), Selection()
CASES = '[main]\ninput = "3\\n5\\n7\\n"\npart1 = 15\npart2 = 7\n'


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


C = """#include <stdio.h>
int main(void) {
    int sum = 0, most = 0, next;
    while (scanf("%d", &next) == 1) { sum += next; most = next > most ? next : most; }
    printf("Part 1: %d\\nPart 2: %d\\n", sum, most);
    return sum;
}
"""
CPP = """#include "../common/larger.h"
#include <fstream>
#include <iostream>
int main() {
    std::ifstream file("input.txt");
    long sum = 0, most = 0, number;
    while (file >> number) { sum += number; most = larger(most, number); }
    std::cout << "Part 1: " << sum << "\\nPart 2: " << most << "\\n";
}
"""
JAVASCRIPT = """const text = require('fs').readFileSync(__dirname + '/input/01.txt', 'utf8')
const all = text.trim().split('\\n').map(Number)
console.log('Part 1:', all.reduce((sum, each) => sum + each))
console.log('Part 2:', Math.max(...all))
"""
SHELL = """echo "Part 1: $(awk '{ s += $0 } END { print s }' "$1")"
echo "Part 2: $(sort -n < "$1" | tail -1)"
"""
LARGER = "inline long larger(long a, long b) { return a > b ? a : b; }\n"
OF_CPP = {"2021/01.cpp": CPP, "common/larger.h": LARGER}
ALONE = {
    "C, with a status that is an answer": of_path("{year}/{day:02}.c", C, "gcc"),
    "C++, with a header": Repository(Layout(("{year}/{day:02}.cpp",)), OF_CPP, ("g++",)),
    "JavaScript, with a file that is not there": of_path("{year}/{day:02}.js", JAVASCRIPT, "nodejs"),
    "the author's input in its place": of_path(
        "{year}/{day:02}.sh", SHELL.replace('"$1"', "input.txt"), input="1000\n"
    ),
    "the path of the input as a word": of_path("{year}/{day:02}.sh", SHELL),
}


CRATE = {
    "Cargo.toml": '[package]\nname = "days"\nversion = "0.1.0"\nedition = "2021"\n',
    "Cargo.lock": 'version = 3\n\n[[package]]\nname = "days"\nversion = "0.1.0"\n',
    "src/main.rs": "mod y2021;\nfn main() {\n"
    "    let words: Vec<String> = std::env::args().collect();\n"
    '    assert_eq!((words[1].as_str(), words[2].as_str()), ("2021", "01"));\n'
    '    let text = std::fs::read_to_string("inputs/2021/01.txt").unwrap();\n'
    '    println!("{}", y2021::d01::solve(&text, words[3] == "-p2"));\n}\n',
    "src/y2021.rs": "pub mod d01;\n",
    "src/y2021/d01.rs": "pub fn solve(text: &str, last: bool) -> i64 {\n"
    "    let all = text.lines().map(|line| line.parse::<i64>().unwrap());\n"
    "    if last { all.max().unwrap() } else { all.sum() }\n}\n",
}
BUILT = {
    "a crate": Repository(
        Layout(
            ("src/y{year}/d{day:02}.rs",),
            build="cargo build --release --quiet",
            command="target/release/days {year} {day:02} -p{part}",
            input=("inputs/{year}/{day:02}.txt",),
        ),
        CRATE,
        ("cargo",),
    ),
    "a script that builds": Repository(
        Layout(
            ("{year}/{day:02}.c",),
            build="sh make.sh {yy} {file}",
            command="out/{yy}/{stem} {input}",
        ),
        {
            "make.sh": "mkdir -p out/$1\ncc -o out/$1/01 $2\n",
            "2021/01.c": C.replace("int main(void) {", "int main(int count, char **words) {\n"
                "    if (!freopen(words[1], \"r\", stdin)) return 9;"),
        },
        ("gcc",),
    ),
}  # fmt: skip


def made(root: Path, repository: Repository) -> Workspace:
    """Write a repository of a day, with a case."""
    for name, text in {**repository.files, "inputs/aoc2021d1/cases.toml": CASES}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Workspace(root, whole=True).with_layouts((repository.layout,))


def run(workspace: Workspace, selection: Selection = ALL) -> list[Result]:
    """Build all programs, run them, and return their rows."""
    return [*judge.run_and_judge(preparing.prepare(plan.tasks(workspace, ["aoc2021"], selection, LIMITS)))]


def rows_of(workspace: Workspace) -> list[tuple[int | None, str | None, Verdict, str]]:
    """Return what the rows of a repository say."""
    return [(row.part, row.answer, row.verdict, row.message) for row in run(workspace)]


def parameters(repositories: dict[str, Repository]) -> list[object]:
    """Return the names of repositories, each with what it needs."""
    return [pytest.param(name, marks=needs(*each.needs)) for name, each in repositories.items()]


RIGHT = [(1, "15", Verdict.RIGHT, ""), (2, "7", Verdict.RIGHT, "")]


@pytest.mark.parametrize("name", parameters(ALONE))
def test_a_file_with_a_main_is_built_alone(name: str, tmp_path: Path) -> None:
    """It finds the input where it looks for it, and the repository stays as it is."""
    workspace = made(tmp_path / "solutions", ALONE[name])
    before = sorted(workspace.root.rglob("*"))
    assert [row[1:] for row in rows_of(workspace)] == [row[1:] for row in RIGHT]
    assert before == sorted(workspace.root.rglob("*"))


@pytest.mark.parametrize("name", parameters(BUILT))
def test_what_a_layout_builds_is_built_once(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command starts it at the top of the repository, which stays, with the input in its place."""
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "cargo"))
    workspace = made(tmp_path / "solutions", BUILT[name])
    before = sorted(workspace.root.rglob("*"))
    assert rows_of(workspace) == RIGHT
    assert rows_of(workspace) == RIGHT
    assert before == sorted(workspace.root.rglob("*"))
    assert 1 == len([*(settings.data_folder() / "builds").iterdir()])


@needs("gcc")
def test_a_build_that_fails_is_an_error(tmp_path: Path) -> None:
    """Its row begins with what the compiler says; once it is mended, it is built again."""
    repository = BUILT["a script that builds"]
    workspace = made(tmp_path / "solutions", repository)
    source = workspace.root / "2021" / "01.c"
    text = source.read_text()
    source.write_text(text.replace("int sum", "imt sum"))
    for row in run(workspace):
        assert Verdict.ERROR == row.verdict
        assert re.match(r"2021/01\.c:\d+:\d+: error: ", row.message)
    source.write_text(text)
    assert rows_of(workspace) == RIGHT


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


@needs("nodejs")
def test_a_file_that_only_has_functions_needs_a_command(tmp_path: Path) -> None:
    """It runs, and prints nothing."""
    source = "export const part1 = (input) => 15\n"
    for row in run(made(tmp_path, of_path("{year}/{day:02}.mjs", source))):
        assert (None, True) == (row.answer, "start them with command" in row.message), row


@pytest.mark.parametrize("ending", ["rb", "py"])
def test_a_command_may_start_something_else(ending: str, tmp_path: Path) -> None:
    """It is started at the top of the repository, once for all parts, with the input in its place."""
    layout = Layout(
        (f"{{year}}/day{{day:02}}.{ending}",),
        command="bash run.sh {year} {day:02} {file} {folder}/{stem}",
        input=("inputs/{year}/{day:02}.txt",),
    )
    files = {
        f"2021/day01.{ending}": "# A day.\n",
        "run.sh": "echo \"Part 1: $(awk '{ s += $0 } END { print s }' inputs/$1/$2.txt)\"\n"
        f'[ $3 = $4.{ending} ] && [ $4 = 2021/day01 ] && echo "Part 2: 7"\n',
        "inputs/2021/01.txt": "1000\n",
    }
    rows = run(made(tmp_path, Repository(layout, files)))
    assert [("15", Verdict.RIGHT), ("7", Verdict.RIGHT)] == [(row.answer, row.verdict) for row in rows]


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="it needs files of the system without an end")
def test_a_file_beside_a_program_that_cannot_be_copied_is_linked_to(tmp_path: Path) -> None:
    """Pipes, endless files and large ones lie beside it, and it runs all the same."""
    root = tmp_path / "solutions"
    source = "paste -sd+ | sed 's/.*/Part 1: 15/; a Part 2: 7'\n"
    workspace = made(root, of_path("{year}/{day:02}.sh", source))
    (root / "2021" / "memory.sh").symlink_to("/proc/self/mem")
    (root / "2021" / "zero.sh").symlink_to("/dev/zero")
    os.mkfifo(root / "2021" / "pipe.sh")
    (root / "2021" / "large.sh").write_bytes(b" " * 2**21)
    assert rows_of(workspace) == RIGHT


def test_a_problem_has_one_part_and_its_own_data_files(tmp_path: Path) -> None:
    """Its only line is its answer; its files are the same for everybody, whether there is an input or not."""
    (tmp_path / "p022.sh").write_text("cat input_names.txt\n")
    (tmp_path / "input_names.txt").write_text("22\n")
    workspace = Workspace(tmp_path, whole=True).with_layouts((Layout(("p{number:03}.sh",)),))
    cases = tmp_path / "inputs" / "euler22" / "cases.toml"
    cases.parent.mkdir(parents=True)
    for given in ("", 'input = "33"\n'):
        cases.write_text(f"[main]\n{given}part1 = 22\n")
        tasks = plan.tasks(workspace, ["euler22"], Selection(), LIMITS)
        (row,) = judge.run_and_judge(preparing.prepare(tasks))
        assert ("p022", "22", Verdict.RIGHT, "") == (row.solution, row.answer, row.verdict, row.message)


@pytest.mark.parametrize(("own", "wanted"), [("3\n5\n7", 0), ("3\n5\n7\n", 1)])
def test_a_program_gets_the_input_as_its_author_keeps_it(own: str, wanted: int, tmp_path: Path) -> None:
    """Who has saved it without a newline need not remove one."""
    script = f"[ $(tail -c 1 input.txt | wc -l) = {wanted} ] || exit 1\necho 'Part 1: 15'\necho 'Part 2: 7'\n"
    repository = of_path("{year}/day{day:02}/solve.sh", script, input=own)
    assert rows_of(made(tmp_path, repository)) == RIGHT


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
