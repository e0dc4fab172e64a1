"""The kind of word that is wanted at the cursor of a line."""

import pytest
from puzzle_runner.completion.line import split


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", [""]),
        ("puzzles", ["puzzles"]),
        ("puzzles run ", ["puzzles", "run", ""]),
        ("puzzles run 'my case'", ["puzzles", "run", "my case"]),
        ("puzzles run 'my ca", ["puzzles", "run", "my ca"]),
        ('puzzles run "my ca', ["puzzles", "run", "my ca"]),
        ("puzzles run my\\ ca", ["puzzles", "run", "my ca"]),
        ("puzzles run my\\", ["puzzles", "run", "my"]),
        ("puzzles run --case=main@al", ["puzzles", "run", "--case=main@al"]),
    ],
)
def test_a_line_is_split_as_a_shell_does(text: str, words: list[str]) -> None:
    """Quotes may still be open, and the last word may be empty."""
    assert words == split(text)
