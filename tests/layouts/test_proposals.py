"""The pattern that is proposed for the paths of a repository."""

from itertools import product
from pathlib import Path

import pytest
from puzzle_runner.layouts import proposals, puzzles

TITLES = ("Apples", "Pear-trees", "Big_house")
DAYS = range(1, 26)
# The name of a repository, the files of a day or of a problem, and the patterns.
REPOSITORIES = [
    ("solutions", "{y}/{d:02}.py", "{year}/{day:02}.py"),
    (
        "solutions",
        "src/mine/year_{y}/day_{d:02}/__init__.py; tests/year_{y}/test_day_{d:02}.py",
        "src/mine/year_{year}/day_{day:02}/__init__.py",
    ),
    (
        "solutions",
        "{y}/{d:02}_{t}/aoc_{d:02}.py; {y}/{d:02}_{t}/test_{t}.py; {y}/{d:02}_{t}/utils.py",
        "{year}/{day:02}_{title}/aoc_{day:02}.py",
    ),
    ("solutions", "{y}/day_{d}/{t}.py", "{year}/day_{day}/{title}.py"),
    ("solutions", "{y}/day{d}_pt1_pt2.py", "{year}/day{day}_pt1_pt2.py"),
    ("solutions", "{y}/{d:02}_{t}/1.py; {y}/{d:02}_{t}/2.py", "{year}/{day:02}_{title}/{part}.py"),
    ("solutions", "aoc{y}/Day{d}{t}.java", "aoc{year}/Day{day}{title}.java"),
    ("solutions", "{y}/{d:02}.py; {y}/{d:02}b.py", "{year}/{day:02}.py; {year}/{day:02}{ab}.py"),
    ("aoc2016", "aoc{y}/Day{d}.java; util/Vec2.java; util/Vec3.java", "aoc{year}/Day{day}.java"),
    ("aoc2016", "y{y}/aoc{d:02}.py; book/chapter_2/p{d}.py", "y{year}/aoc{day:02}.py"),
    ("solutions", "{y}/day{d:02}.py; {y}/day{d:02}_old.py; {y}/day{d:02}_alt.py", "{year}/day{day:02}.py"),
    ("euler", "py/py_{d:04}_{t}.py", "py/py_{number:04}_{title}.py"),
    ("euler", "Problem{d:03}/Python/solution_1.py", "Problem{number:03}/Python/solution_1.py"),
    (
        "solutions",
        "{y}/day{d:02}.py; {y}/day{d:02}_2.py",
        "{year}/day{day:02}.py; {year}/day{day:02}_{part}.py",
    ),
    (
        "solutions",
        "{y}/Day{d:02}/Day{d}_Challenge1_{t}.py; {y}/Day{d:02}/Day{d}_Challenge2_{t}.py",
        "{year}/Day{day:02}/Day{day}_Challenge{part}_{title}.py",
    ),
    (
        "solutions",
        "{y}/original_solutions/day{d:02}.py; {y}/solutions/day{d:02}.py",
        "{year}/solutions/day{day:02}.py",
    ),
    (
        "solutions",
        "src/main/java/me/year{y}/Day{d}.java; src/test/java/me/year{y}/Day{d}Test.java",
        "src/main/java/me/year{year}/Day{day}.java",
    ),
]


def paths(files: list[str], years: tuple[int, ...] = (2021, 2022)) -> list[str]:
    """Return the paths of two years, with titles that differ."""
    found: set[str] = set()
    for year, day, file in product(years, DAYS, files):
        title = TITLES[day % 3] + "s" * (day // 3)
        found.add(file.format(y=year, d=day, t=title))
    return sorted(found)


@pytest.mark.parametrize(("folder", "files", "patterns"), REPOSITORIES)
def test_the_pattern_of_a_repository_finds_all_its_days(folder: str, files: str, patterns: str) -> None:
    """It is the one that a person would write, and it finds every day."""
    root, of_repository = Path("/nowhere") / folder, paths(files.split("; "))
    proposal = proposals.propose(root, of_repository)
    assert proposal and patterns.split("; ") == list(proposal.path)
    expected = len(DAYS) * (2 if "{y}" in files else 1)
    assert expected == len(puzzles.find(root, [proposal], of_repository))


def test_each_language_has_patterns_of_its_own_but_for_strays() -> None:
    """Another language counts that answers three days. What the first pattern leaves is found by the next."""
    go = paths(["{y}/day{d:02}/main.go"])
    strays = ["2021/day01/draw.py", "2021/day02/draw.py", "2021/day02/run.sh"]
    proposal = proposals.propose(Path("/nowhere"), [*go, *strays])
    assert proposal and ("{year}/day{day:02}/main.go",) == proposal.path
    more = [*paths(["{y}/ruby/{d}.rb"], (2022,)), *paths(["{y}/Day {d}/main.rb"], (2023,))]
    proposal = proposals.propose(Path("/nowhere"), [*go, *strays, *more])
    patterns = ("{year}/day{day:02}/main.go", "{year}/ruby/{day}.rb", "{year}/Day {day}/main.rb")
    assert proposal and patterns == proposal.path


def test_an_empty_file_is_no_solution(tmp_path: Path) -> None:
    """Packages have empty files beside the ones with a title."""
    for day in range(1, 4):
        folder = tmp_path / "2021" / f"day{day}"
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("")
        (folder / f"{TITLES[day - 1]}.py").write_text("#")
    layout = proposals.of_folder(tmp_path)
    assert ("{year}/day{day}/{title}.py",) == layout.path
    assert ["2021/day1/Apples.py"] == [each.path for each in puzzles.find(tmp_path, [layout])["aoc2021d1"]]


def test_few_days_are_not_certain(tmp_path: Path) -> None:
    """A folder with one or two such files is not taken for a workspace unasked."""
    for day in (1, 2, 3):
        assert () == proposals.of_repository(tmp_path)
        (tmp_path / f"aoc2021_{day}.py").write_text("#")
    assert [("aoc{year}_{day}.py",)] == [layout.path for layout in proposals.of_repository(tmp_path)]


def test_a_year_and_numbers_may_be_anything(tmp_path: Path) -> None:
    """Unasked, a folder is one of puzzles only if its name, or what lies there, speaks of them."""
    root = tmp_path / "notes" / "2021"
    root.mkdir(parents=True)
    for number in (1, 2, 3):
        (root / f"{number:02}.py").write_text("#")
    assert () == proposals.of_repository(root.parent)
    assert ("{year}/{day:02}.py",) == proposals.of_folder(root.parent).path
    assert 1 == len(proposals.of_repository(root.parent.rename(tmp_path / "my-aoc")))
