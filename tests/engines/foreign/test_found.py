"""Which files of a repository are its puzzles, and what is called in them."""

from pathlib import Path

from puzzle_runner.engines.foreign import found
from puzzle_runner.engines.foreign.layout import Adapter, Layout
from puzzle_runner.settings import Settings


def test_of_several_files_the_last_counts_that_is_no_test() -> None:
    """Names are in natural order; what lies beside solutions counts only where nothing else is there."""
    layout = Layout(("{year}/{day:02}_{title}.py",))
    files = ["2021/01_apples.py", "2021/01_pears.py", "2021/01_tests.py", "2021/02_tests.py"]
    of_days = found.find(Path("/nowhere"), [layout], files)
    assert {"aoc2021d1": ["2021/01_pears.py"], "aoc2021d2": ["2021/02_tests.py"]} == {
        id: [source.path for source in sources] for id, sources in of_days.items()
    }


def read(root: Path, path_pattern: str, source: str) -> list[Adapter]:
    """Return how the parts of the only day in a repository are called, whose file is 2021/01/part2.py."""
    file = root / "2021" / "01" / "part2.py"
    file.parent.mkdir(parents=True)
    file.write_text(source)
    ((id, sources),) = found.find(root, [Layout((path_pattern,))]).items()
    return [each.data for each in found.read(id, sources, Settings()).solutions]


def test_a_file_for_one_part_has_a_function_of_it(tmp_path: Path) -> None:
    """One that is named for another part is a helper there."""
    source = "def part1(text):\n    return 1\ndef part2(text):\n    return part1(text) + 1\n"
    (adapter,) = read(tmp_path, "{year}/{day:02}/part{part}.py", source)
    assert (2, "part2") == (adapter.part, adapter.call)


def test_a_program_runs_where_its_paths_begin(tmp_path: Path) -> None:
    """That is the nearest folder above it that has the first folder of a path in it."""
    (tmp_path / "2021" / "data").mkdir(parents=True)
    one, two = read(tmp_path, "{year}/{day:02}/part2.py", "print(1, open('data/01.txt').read())\n")
    assert ("2021", "2021") == (one.folder, two.folder)


def test_the_places_of_inputs_are_relative_to_the_repository(tmp_path: Path) -> None:
    """A file may lie at its top, and a place may have the year's last digits."""
    (tmp_path / "2021_3.py").write_text("def part1(text):\n    return text\n")
    layout = Layout(("{year}_{day}.py",), input=("{folder}/{yy}_{day:02}.txt",))
    ((id, sources),) = found.find(tmp_path, [layout]).items()
    (solution,) = found.read(id, sources, Settings()).solutions
    assert ("21_03.txt",) == solution.data.places
    (tmp_path / "21_03.txt").write_text("mine\n")
    assert tmp_path / "21_03.txt" == found.input_file(tmp_path, sources)
