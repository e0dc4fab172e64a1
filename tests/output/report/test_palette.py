"""Colours that everybody can read and tell apart."""

import pytest
from puzzle_runner.output.report.palette import COLOURS

# Text, and on what it stands.
TEXTS = [
    (text, ground) for text in ("ink", "quiet", "right", "failed", "blue") for ground in ("page", "paper")
] + [
    ("ink", "right-soft"),
    ("quiet", "right-soft"),
    ("quiet", "some-soft"),
    ("quiet", "soft"),
    ("ink", "failed-soft"),
    ("quiet", "failed-soft"),
    ("failed", "failed-soft"),
    ("failed", "right-soft"),
    ("right", "right-soft"),
    ("paper", "ink"),
]
# What stands for data, or marks a field: 3 to 1 (WCAG 1.4.11).
MARKS = ["blue", "right", "failed", "purple", "quiet", "edge"]


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("at", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_text_has_a_contrast_of_4_5(at: int, text: str, ground: str) -> None:
    """AA, in both themes."""
    assert 4.5 <= contrast(COLOURS[text][at], COLOURS[ground][at])


@pytest.mark.parametrize("at", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("mark", MARKS)
def test_marks_have_a_contrast_of_3(at: int, mark: str) -> None:
    """So that what is drawn can be seen."""
    assert 3 <= contrast(COLOURS[mark][at], COLOURS["page"][at])


@pytest.mark.parametrize("at", [0, 1], ids=["light", "dark"])
def test_slower_and_faster_differ_for_the_colour_blind(at: int) -> None:
    """To eyes without red or green cones, they differ along what is left: yellow to blue."""
    one, other = (
        [int(COLOURS[name][at][place : place + 2], 16) for place in (1, 3, 5)] for name in ("failed", "right")
    )
    assert abs((one[2] - (one[0] + one[1]) / 2) - (other[2] - (other[0] + other[1]) / 2)) > 40
