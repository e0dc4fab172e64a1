"""The examples that were read from a page: guesses with their sentences, which a person can mend."""

from pathlib import Path

import pytest
from puzzle_runner.inputs import case_file, cases, page_examples, writing
from puzzle_runner.model import Expected
from puzzle_runner.sites.values import Example


def example(text: str, **answers: str) -> Example:
    told = {int(part[-1]): Expected(value, sentence=f"it is {value}") for part, value in answers.items()}
    return Example(text, told)


def stored(folder: Path) -> dict[str, tuple[str, dict[int, tuple[str, str | None]]]]:
    """Return the text of each case, and its answers with their sentences."""
    found = {}
    for case in case_file.load(folder).cases:
        answers = {part: (answer.text, answer.sentence) for part, answer in case.answers.items()}
        found[case.name] = (cases.text(case), answers)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with two examples of a page."""
    both = [example("3\n4", part1="7"), example("5", part1="5")]
    assert 2 == page_examples.store(tmp_path, both, refresh=False)
    return tmp_path


def test_an_example_says_where_it_is_from(folder: Path) -> None:
    """The file has the source and the sentence; part 2 adds an answer, and what is there stays as it is."""
    written = 'source = "page"\npart1 = 7\nsentences = {part1 = "it is 7"}\n'
    assert written in (folder / "cases.toml").read_text()
    both = {"example": ("3\n4", {1: ("7", "it is 7")}), "example2": ("5", {1: ("5", "it is 5")})}
    assert both == stored(folder)
    more = [example("8", part1="8", part2="12")]
    assert 0 == page_examples.store(folder, more, refresh=False)
    assert ("3\n4", {1: ("7", "it is 7"), 2: ("12", "it is 12")}) == stored(folder)["example"]


def test_refresh_replaces_what_an_earlier_page_told(folder: Path) -> None:
    """Also an example that the page does not have any more goes."""
    assert 1 == page_examples.store(folder, [example("8", part2="9")], refresh=True)
    assert {"example": ("8", {2: ("9", "it is 9")})} == stored(folder)


def test_what_is_a_person_s_outlives_refresh(folder: Path) -> None:
    """An answer by hand is no guess, nor is a case with another source."""
    writing.set_answers(folder / "cases.toml", "example", {1: Expected("70")})
    writing.set_answers(folder / "cases.toml", "example2", {1: Expected("50")})
    page_examples.store(folder, [example("3\n4", part1="7", part2="12")], refresh=True)
    mended = {
        "example": ("3\n4", {1: ("70", None), 2: ("12", "it is 12")}),
        "example2": ("5", {1: ("50", None)}),
    }
    assert mended == stored(folder)
    path = folder / "cases.toml"
    path.write_text(path.read_text().replace('source = "page"', 'source = "mine"'))
    (folder / "example.txt").write_text("8\n")
    before = stored(folder)
    page_examples.store(folder, [example("3\n4", part1="9", part2="9")], refresh=True)
    assert before == stored(folder)


def test_an_example_of_an_earlier_version_becomes_a_guess(tmp_path: Path) -> None:
    """Its file did not tell where it was from; a page without examples makes no file."""
    assert (0, []) == (page_examples.store(tmp_path, [], refresh=True), [*tmp_path.iterdir()])
    (tmp_path / "example.txt").write_text("3\n")
    (tmp_path / "cases.toml").write_text("[example]\npart1 = 3\n[mine]\ninput = '1'\npart1 = 1\n")
    page_examples.store(tmp_path, [example("3\n4", part1="7")], refresh=True)
    assert {"mine": ("1", {1: ("1", None)}), "example": ("3\n4", {1: ("7", "it is 7")})} == stored(tmp_path)
