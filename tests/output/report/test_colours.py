"""Colours that everybody can read and tell apart."""

import re

import pytest
from puzzle_runner.output.report import svg

COLOURS = {
    name: (light, dark)
    for name, light, dark in re.findall(r"--([a-z-]+): light-dark\((#\w{6}), (#\w{6})\)", svg.style())
}
# What stands on what.
TEXTS = {
    "page": ("ink", "quiet", "right", "failed", "blue"),
    "paper": ("ink", "quiet", "right", "failed", "blue"),
    "right-soft": ("ink", "quiet", "failed", "right"),
    "failed-soft": ("ink", "quiet", "failed"),
    "some-soft": ("quiet",),
    "soft": ("quiet",),
}
# AA of WCAG 2.2.
LEAST = 4.5


def channels(colour: str) -> list[int]:
    """Return red, green and blue of a colour."""
    return [*bytes.fromhex(colour[1:])]


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    total = 0.0
    for channel, weight in zip(channels(colour), (0.2126, 0.7152, 0.0722), strict=True):
        share = channel / 255
        total += weight * (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
    return total


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("at", [0, 1], ids=["light", "dark"])
def test_text_can_be_read(at: int) -> None:
    """It has contrast enough on each ground, in both themes."""
    for ground, texts in TEXTS.items():
        for text in texts:
            assert contrast(COLOURS[text][at], COLOURS[ground][at]) >= LEAST, (text, ground)


@pytest.mark.parametrize("at", [0, 1], ids=["light", "dark"])
def test_slower_and_faster_differ_for_the_colour_blind(at: int) -> None:
    """To eyes without red or green cones, they differ along what is left: yellow to blue."""
    colours = (channels(COLOURS[name][at]) for name in ("failed", "right"))
    slower, faster = ((red + green) / 2 - blue for red, green, blue in colours)
    assert abs(slower - faster) > 40
