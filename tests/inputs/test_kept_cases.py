"""Cases that are added to a case file: the next one is read as it was given."""

from pathlib import Path
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st
from puzzle_runner.inputs import case_file, cases, writing

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)
VALUES = st.recursive(
    st.integers() | st.booleans() | TEXTS | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, min_size=1, max_size=2),
    max_leaves=4,
)


@given(
    text=TEXTS | st.text("ab\n\\\"'\r ", max_size=40),
    parameters=st.dictionaries(
        st.sampled_from(["n", "part1", "source", "with", "a b"]) | TEXTS, VALUES, max_size=3
    ),
)
def test_a_case_is_read_as_it_was_added(tmp_path_factory: Any, text: str, parameters: dict[str, Any]) -> None:
    """Whatever the text of the input is, and whatever parameters are called."""
    path = tmp_path_factory.mktemp("cases") / case_file.FILE
    text = cases.tidy(text)
    # No part is given a CRLF, which would be left of CR, CR, LF.
    assume("\r\n" not in text)
    given = tuple(sorted(parameters.items()))
    assert "stress-1" == writing.add_case(path, "stress", text, given, {1: "07", 2: "7"}, "stress, seed 1")
    (case,) = case_file.load(path.parent).cases or case_file.load(path.parent).ranges
    assert text == cases.text(case)
    assert given == case.parameters
    assert {1: "07", 2: "7"} == {part: answer.text for part, answer in case.answers.items()}
    assert "stress, seed 1" == case.source


def test_comments_stay(tmp_path: Path) -> None:
    """Numbers that are taken are left out, and so is a case that is there already."""
    path = tmp_path / case_file.FILE
    path.write_text(mine := "# mine\n[stress-1]  # by hand\ninput = 'a'\nn = 3\n")
    for text, name in (("long", "stress-2"), ("b\nc", "stress-3"), ("long", "stress-2"), ("a", "stress-4")):
        assert name == writing.add_case(path, "stress", text, (), {}, "")
    assert "stress-1" == writing.add_case(path, "stress", "a", (("n", 3),), {}, "")
    assert path.read_text().startswith(mine)
    assert "b\nc\n" == (tmp_path / "stress-3.txt").read_text()
