"""The kind of word that is wanted at the cursor of a line."""

import pytest
from puzzle_runner.completion.line import COMMAND, FILE, OPTION, TEXT, read, split


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


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", COMMAND),
        ("ru", COMMAND),
        ("-", OPTION),
        ("run ", "SELECTOR"),
        ("run euler1 ", "SELECTOR"),
        ("run --watch ", "SELECTOR"),
        ("run --part ", "PART"),
        ("run -p ", "PART"),
        ("run -p 1 ", "SELECTOR"),
        ("open -p ", "ID"),
        ("run --part 1 ", "SELECTOR"),
        ("run --part=", "PART"),
        ("run --part=1 ", "SELECTOR"),
        ("run --input ", FILE),
        ("run --input -", FILE),
        ("run --solution ", "SOLUTION|all"),
        ("run -", OPTION),
        ("submit euler1 ", TEXT),
        ("submit -y euler1 ", TEXT),
        ("case ", "ID_OR_CASE"),
        ("case mine ", "CASE"),
        ("submit euler1 9 ", ""),
        ("answer euler1 -9", OPTION),
        ("account ", COMMAND),
        ("account remove ", "LABEL"),
        ("account remove alice ", ""),
        ("account nonsense ", ""),
        ("nonsense ", ""),
        ("doctor ", ""),
    ],
)
def test_the_kind_of_the_word_that_is_typed(text: str, kind: str) -> None:
    """It follows from the command, the arguments so far, and an option that waits for its value."""
    assert kind == read(split(f"puzzles {text}")[1:]).kind


def test_what_a_line_says_so_far() -> None:
    """Values of options are no arguments, and the value of an option may follow an equals sign."""
    line = read(split("puzzles run euler1 --case main 2021/1 --part=2 --quiet --account=al")[1:])
    assert (True, ["euler1", "2021/1"]) == ("--watch" in line.command.options, line.arguments)
    assert {"--case": "main", "--part": "2"} == line.options
    assert ("LABEL", "--account=", "al") == (line.kind, line.prefix, line.typed)
