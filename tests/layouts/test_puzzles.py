"""Which files of a repository are its puzzles, and what is called in them."""

from pathlib import Path

import pytest
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.layouts import puzzles
from puzzle_runner.layouts.layout import Layout
from puzzle_runner.settings import Settings
from puzzle_runner.sites.registry import identify


@pytest.mark.parametrize(
    ("path", "names", "expected"),
    [
        # Names are in natural order; what lies beside solutions counts only where nothing else is there.
        ("{day:02}_{title}.py", "01_a.py 01_b.py 01_tests.py", {"aoc2021d1": "0 01_b.py"}),
        ("{day:02}_{title}.py", "02_tests.py", {"aoc2021d2": "0 02_tests.py"}),
        # The same number may be written in several ways.
        ("day{day:02}/aoc{yy}-{day}{ab}.py", "day03/aoc21-3a.py", {"aoc2021d3": "1 day03/aoc21-3a.py"}),
        ("day{day:02}/aoc{yy}-{day}{ab}.py", "day04/aoc21-3a.py day05/aoc20-5a.py", {}),
        # What has a part in its name is no title, although that pattern comes first.
        ("{day}/{title}.py {day}/part{word}.py", "1/apples.py", {"aoc2021d1": "0 1/apples.py"}),
        ("{day}/{title}.py {day}/part{word}.py", "1/partTwo.py", {"aoc2021d1": "2 1/partTwo.py"}),
        # Beside a file for part 2, the other is for part 1.
        ("{day}.py {day}_{part}.py", "1.py 1_2.py", {"aoc2021d1": "1 1.py 2 1_2.py"}),
        # Advent of Code has two parts: a third letter is none, a third part is of something else.
        ("{day}/{ab}.py", "2/a.py 2/b.py 2/c.py", {"aoc2021d2": "1 2/a.py 2 2/b.py"}),
        ("{day}/p{part}.py", "2/p2.py 2/p3.py", {"local2021d2": "2 2/p2.py 3 2/p3.py"}),
        # Parts 3 and 4 are those of day 2, unless it has a first one.
        ("{day}/p{part}.py", "2/p3.py 2/p4.py", {"aoc2021d2": "1 2/p3.py 2 2/p4.py"}),
        ("{day}/p{part}.py", "2/p5.py", {}),
    ],
)
def test_the_files_of_a_puzzle(path: str, names: str, expected: dict[str, str]) -> None:
    """Each is for a part, or for all, which is part 0 here."""
    layout = Layout(tuple(f"{{year}}/{pattern}" for pattern in path.split()))
    found = puzzles.find(Path("/nowhere"), [layout], [f"2021/{name}" for name in names.split()])
    files = {id: [f"{each.place.part} {each.path[5:]}" for each in sources] for id, sources in found.items()}
    assert expected == {id: " ".join(names) for id, names in files.items()}


@pytest.mark.parametrize(
    ("path", "place", "others"),
    [
        ("{year}/day{day:02}.py", "{folder}/day{day:02}-input.txt", ["2021/day{day:02}-test.txt"]),
        ("src/{year}/d{day}.py", "{year}/test/{day:02}.input", ["answers/2021/{day}.txt"]),
        ("{year}/day{day}.py", "inputs/day{day}.txt", ["inputs/day{day}.out.txt"]),
        (
            "{year}/{day:02}/src/Main.java",
            "{year}/{day:02}/input.txt",
            ["2021/{day:02}/example.txt", "2021/{day:02}/src/CMakeLists.txt"],
        ),
        ("{year}/{day}/a.py", "{folder}/in/deep/data.txt", ["2021/{day}/README.txt", "2021/{day}/input.bin"]),
        ("{year}/{day}.py", "{folder}/input{day}.txt", ["2021/notes.txt", "2020/{day}.txt"]),
        ("{year}/day{day}.py", "data/{year}/{day}.txt", ["tests/2021/{day}.txt", "data/2021/day1-{day}.txt"]),
    ],
)
def test_inputs_are_found_by_the_patterns_of_their_paths(path: str, place: str, others: list[str]) -> None:
    """They lie beside the solution or elsewhere; examples, answers, other days and years are none."""
    days = (1, 2, 9, 10, 16)
    folder = path.rpartition("/")[0]
    patterns = [path, place.replace("{folder}", folder), *others]
    paths = {pattern.format(year=2021, day=day) for pattern in patterns for day in days}
    found = puzzles.find(Path("/nowhere"), [Layout((path,))], sorted(paths))
    assert len(days) == len(found)
    assert {(place,)} == {source.layout.input for sources in found.values() for source in sources}


@pytest.mark.parametrize("name", ["05/input{}.txt", "05_lamps/{}.txt", "Q5/input{}.txt", "day5/input{}.txt"])
def test_a_number_in_the_folder_of_another_day_is_no_day(name: str) -> None:
    """It is that of a part, or of an attempt."""
    paths = [f"2021/{day}.py" for day in range(1, 5)] + [f"2021/{name.format(day)}" for day in range(1, 5)]
    found = puzzles.find(Path("/nowhere"), [Layout(("{year}/{day}.py",))], paths)
    assert {()} == {source.layout.input for sources in found.values() for source in sources}


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("ec/{year}/{day:02}/input{part}.txt", "{folder}/input{part}.txt"),
        ("inputs/everybody_codes_e{year}_q{day}_p{part}.txt", ""),
        ("q{day}/p{part}.txt", ""),
    ],
)
def test_each_part_may_have_its_own_input(tmp_path: Path, name: str, pattern: str) -> None:
    """Everybody Codes gives one to each: none is that of another part or day, or another that is named."""
    for day in (1, 2, 3):
        for each in ("ec/{year}/{day:02}/a.py", *(name.replace("{part}", part) for part in "123")):
            path = tmp_path / each.format(year=2024, day=day)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"open('other.dat')  # {path.name} {day}\n")
    (tmp_path / "other.dat").write_text("x")
    layout = Layout(("ec/{year}/{day:02}/a.py",))
    workspace = Workspace(tmp_path, whole=True).with_layouts((layout,))
    found = puzzles.find(tmp_path, [layout])
    assert {(pattern or name,)} == {source.layout.input for sources in found.values() for source in sources}
    paths = {part: tmp_path / name.format(year=2024, day=2, part=part) for part in (1, 2, 3)}
    assert paths == puzzles.inputs(workspace, identify("ec2024q2"))


@pytest.mark.parametrize(
    "line",
    [
        "open('./things/3rd')",
        'open(f"things/{day}rd")',
        "open('things/%drd' % day)",
        "open('things/' + str(day) + 'rd')",
    ],
)
def test_a_path_that_a_source_names_is_its_input(tmp_path: Path, line: str) -> None:
    """Also with the day in it."""
    (tmp_path / "2021").mkdir()
    (tmp_path / "2021" / "day03.py").write_text(f"day = 3\nprint({line.replace('rd', '.dat')}.read())\n")
    (tmp_path / "things").mkdir()
    (tmp_path / "things" / "3.dat").write_text("x")
    (tmp_path / "things" / "4.dat").write_text("y")
    workspace = Workspace(tmp_path, whole=True).with_layouts((Layout(("{year}/day{day:02}.py",)),))
    assert {0: tmp_path / "things" / "3.dat"} == puzzles.inputs(workspace, identify("aoc2021d3"))


def test_what_cannot_be_an_input_is_none(tmp_path: Path) -> None:
    """Many encrypt their inputs: such a file is kept, for the message."""
    folder = tmp_path / "2021"
    folder.mkdir()
    (folder / "01.sh").write_text("wc -l\n")
    layouts = (Layout(("{year}/{day:02}.sh",)),)
    found = []
    for data in (b"", b"\0GITCRYPT\0\xff\xfe", b"1\n"):
        (folder / "1.in").write_bytes(data)
        workspace = Workspace(tmp_path, whole=True).with_layouts(layouts)
        found.append(puzzles.inputs(workspace, identify("aoc2021d1")))
    assert [{}, {0: folder / "1.in"}, {0: folder / "1.in"}] == found


def test_the_places_of_inputs_are_relative_to_the_repository(tmp_path: Path) -> None:
    """A file may lie at its top, and a place may have the year's last digits."""
    (tmp_path / "2021_3.py").write_text("def part1(text):\n    return text\n")
    layout = Layout(("{year}_{day}.py",), input=("{folder}/{yy}_{day:02}.txt",))
    ((id, sources),) = puzzles.find(tmp_path, [layout]).items()
    (solution,) = puzzles.read(id, sources, Settings()).solutions
    assert ((0, "21_03.txt"),) == solution.data.places
    (tmp_path / "21_03.txt").write_text("mine\n")
    workspace = Workspace(tmp_path, whole=True).with_layouts((layout,))
    assert {0: tmp_path / "21_03.txt"} == puzzles.inputs(workspace, id)


def test_a_part_with_an_empty_body_is_not_written_yet(tmp_path: Path) -> None:
    """So is that of the module which `new` has made; a file for one part speaks of that part alone."""
    stub = 'def part1(text: str) -> int:\n    """What it asks."""\n\n\ndef part2(text: str) -> int: ...\n'
    (tmp_path / "day1.py").write_text(stub)
    (tmp_path / "day2.py").write_text(stub.replace('"""What it asks."""', "return len(text)"))
    (tmp_path / "day3_part2.py").write_text(stub)
    layout = Layout(("day{day}.py", "day{day}_part{part}.py"), year=2021)
    read = [puzzles.read(id, files, Settings()) for id, files in puzzles.find(tmp_path, [layout]).items()]
    assert [
        [(1, False), (2, False)],
        [(1, True), (2, False)],
        [(2, False)],
    ] == [[(each.part, each.written) for each in puzzle.solutions] for puzzle in read]
    assert {""} == {puzzle.warning for puzzle in read}
