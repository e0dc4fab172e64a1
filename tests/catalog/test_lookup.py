"""Which puzzles a text means."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.catalog import lookup
from puzzle_runner.catalog.lookup import find, select
from puzzle_runner.catalog.workspaces import Workspace
from puzzle_runner.errors import NoSuchPuzzle, UsageError
from puzzle_runner.sites.aoc import site as aoc
from puzzle_runner.sites.registry import identify

FOLDER = Path("somewhere")
STEMS = ["aoc2021d1", "aoc2021d5", "aoc2021d21", "aoc2022d3", "euler22", "euler227", "euler232", "knapsack"]
STEMS += ["srm465", "srm465_bouncing"]
IDS = [*map(identify, STEMS)]


def chosen(*selectors: str) -> list[str]:
    """Return what is selected of the stems above."""
    return list(select(IDS, selectors, FOLDER))


@given(st.integers(2015, 2040), st.data())
def test_a_day_has_one_id_in_all_spellings(year: int, data: st.DataObject) -> None:
    """Whatever way a day is written, it is the same puzzle."""
    day = data.draw(st.integers(1, aoc.days(year)))
    spellings = ["aoc{0}d{1}", "AOC{0}D{1:02}", "{0}/{1}", "{0}/{1:02}", "aoc-{0}-day-{1}", "aoc {0} d{1}"]
    spellings += ["adventofcode.com/{0}/day/{1}/input", "https://www.adventofcode.com/{0}/day/{1}#part2"]
    for spelling in [*spellings, "https://adventofcode.com/{0}/day/{1}"]:
        id = identify(spelling.format(year, day))
        assert ("aoc", f"aoc{year}d{day}") == (id.site.NAME, id.canonical)
        assert {"year": year, "day": day} == id.fields
        assert id.canonical == aoc.SITE.parse(id.url)


@pytest.mark.parametrize(
    "text", ["PE7", "pe-7", "Euler 07", "https://projecteuler.net/problem=7", "srm-07", "SRM 7"]
)
def test_a_problem_and_a_match_have_one_id_in_all_spellings(text: str) -> None:
    """Whatever way a problem or a match is written, it is the same puzzle."""
    assert identify(text).canonical in ("euler7", "srm7")


@given(st.integers(1, 999), st.integers(1, 999))
def test_a_number_never_means_a_longer_one(one: int, other: int) -> None:
    """`euler22` does not mean `euler227`, nor `aoc2021d2` the 21st."""
    found = find([identify(f"euler{other}")], f"euler{one}")
    assert (f"euler{other}" if one == other else None) == found


@pytest.mark.parametrize(("selector", "expected"), [
    ("aoc", ["aoc2021d1", "aoc2021d5", "aoc2021d21", "aoc2022d3"]),
    ("AOC2021", ["aoc2021d1", "aoc2021d5", "aoc2021d21"]), ("aoc2021d1-5", ["aoc2021d1", "aoc2021d5"]),
    ("2021/01-05", ["aoc2021d1", "aoc2021d5"]), ("aoc2020-2021", ["aoc2021d1", "aoc2021d5", "aoc2021d21"]),
    ("euler1-230", ["euler22", "euler227"]), ("pe200-300", ["euler227", "euler232"]),
    ("*d21", ["aoc2021d21"]), ("euler2?7", ["euler227"]), ("local", ["knapsack"]), ("srm465", ["srm465"]),
    ("srm", ["srm465", "srm465_bouncing"]), ("KnapSack", ["knapsack"]),
])  # fmt: skip
def test_selectors(selector: str, expected: list[str]) -> None:
    """A kind, a year, a range, a glob and an id each select what they say."""
    assert expected == chosen(selector)


@pytest.mark.parametrize(("selector", "sentence"), [
    ("euler228", 'Did you mean euler22 or euler232 or euler227? "puzzles new euler228" starts it.'),
    ("knapsak", "Did you mean knapsack?"), ("zzz", '"puzzles list" shows the puzzles here.'),
    ("", '"puzzles list" shows the puzzles here.'),
    ("aoc2019", "Did you mean aoc2021d5 or aoc2021d1 or aoc2021d21?"),
    ("euler300-400", '"puzzles list" shows the puzzles here.'),
])  # fmt: skip
def test_what_fits_nothing_is_said(selector: str, sentence: str) -> None:
    """A selector that fits no puzzle is an error, with what may be meant; so is a range that runs back."""
    with pytest.raises(NoSuchPuzzle) as caught:
        chosen("euler22", selector)
    assert f'No puzzle "{selector}" in somewhere. {sentence}' == str(caught.value)
    with pytest.raises(UsageError, match="ends before it begins"):
        chosen("euler50-1")


@given(st.text(max_size=12))
def test_any_text_selects_or_is_refused_in_a_sentence(text: str) -> None:
    """No text makes the selection fail in another way."""
    said = "?"
    try:
        assert chosen(text)
    except (NoSuchPuzzle, UsageError) as error:
        said = str(error)
    assert said.endswith((".", "?"))


def test_who_names_puzzles_gets_those_of_the_list(tmp_path: Path) -> None:
    """A puzzle is found by its name alone where that is enough, and is the one that it is among all."""
    for name in (
        "euler1.py",
        "Euler2.py",
        "aoc2021d1/__init__.py",
        "x.y.py",
        "2021/day2.py",
        "_x.py",
        "é.py",
    ):
        (tmp_path / "puzzles" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "puzzles" / name).touch()
    where = Workspace(tmp_path)
    listed = lookup.paths(where)
    for name in ("euler1", "Euler1", "euler2", "aoc2021d1", "x.y", "2021", "_x", "", "../euler1", "\0"):
        assert lookup.named_files(where, [name]) in (listed, {name: listed.get(name)}), name
