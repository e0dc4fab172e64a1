"""The lines of a TOML file."""

from puzzle_runner.storage import toml_lines


def test_the_names_in_a_key() -> None:
    """Quotes and dots are read as TOML has them."""
    assert ["main", "part.1", "x"] == toml_lines.key_names("main . 'part.1'.x")
