"""What an outcome is worth."""

import pytest
from puzzle_runner.checking.results import verdict
from puzzle_runner.inputs.answers import hide
from puzzle_runner.model import Expected, Outcome, Verdict

from tests.drawn import drawn


@pytest.mark.parametrize(
    ("answer", "stored", "expected", "message"),
    [
        ("7", "7", "right", ""),
        ("7", "8", "wrong", ""),
        ("7", None, "unknown", ""),
        (None, None, "skipped", "not written yet"),
        (None, "7", "wrong", "it returned None"),
        ("7 ", "7", "wrong", "it differs in white space only"),
        (" ##\n# ", "##\n#", "wrong", "it differs in white space only"),
        ("7.0", "7", "wrong", ""),
        ("", "", "right", ""),
    ],
)
def test_verdicts(answer: str | None, stored: str | None, expected: str, message: str) -> None:
    """An answer is compared as text, to the last blank; without a stored one it is unknown."""
    known = None if stored is None else Expected(stored)
    assert (expected, message) == verdict(Outcome(answer=answer), known)


def test_a_failure_is_a_failure_whatever_is_stored() -> None:
    """A part that did not return has the verdict of its failure, and its message."""
    assert (Verdict.CRASH, "gone") == verdict(Outcome(failure=Verdict.CRASH, message="gone"), Expected("1"))


def test_a_wrong_answer_gives_nothing_of_a_hidden_one_away() -> None:
    """The message of a wrong answer tells nothing of the stored one, be they alike but for white space."""
    stored = Expected(hide("ABC 123", bytes(range(16))), hidden=True)
    assert (Verdict.RIGHT, "") == verdict(Outcome(answer="ABC 123"), stored)
    assert (Verdict.WRONG, "") == verdict(Outcome(answer="ABC  123"), stored, 1e-9)


def test_an_unknown_letter_is_told() -> None:
    """A drawing with an unknown letter is not judged, unless its other letters contradict what is stored."""
    drawing = "\n".join(f"{row}####" for row in drawn("HAZE").split("\n"))
    unsure = (Verdict.UNKNOWN, "a drawn letter is unknown: HAZE?")
    hidden = Expected(hide("HAZEL", b"salt"), hidden=True)
    assert unsure == verdict(Outcome(answer=drawing), Expected("HAZEL"))
    assert unsure == verdict(Outcome(answer=drawing), hidden)
    assert (Verdict.WRONG, "") == verdict(Outcome(answer=drawing), Expected("HAREL"))
    assert (Verdict.WRONG, "") == verdict(Outcome(answer=drawing), Expected("HAZE"))
    assert (Verdict.WRONG, "") == verdict(Outcome(answer=drawing), Expected(drawn("HAZEL")))
    assert (Verdict.WRONG, "") == verdict(Outcome(answer=drawn("HAZE")), Expected("HAZEL"))
