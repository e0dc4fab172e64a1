"""Output that fits a terminal or a pipe."""

import io

import pytest
from puzzle_runner.output.terminal import coloured, room, say


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("utf-8", "✓ 36.1 µs · 漢 \\udcff"),
        ("ascii", "+ 36.1 us - \\u6f22 \\udcff"),
        ("latin-1", "+ 36.1 us - \\u6f22 \\udcff"),
    ],
)
def test_a_stream_gets_only_letters_it_can_take(encoding: str, expected: str) -> None:
    """What an encoding lacks is written otherwise, never an error."""
    stream = io.TextIOWrapper(raw := io.BytesIO(), encoding=encoding, newline="\n")
    say("✓ 36.1 µs · 漢 \udcff", stream)
    stream.flush()
    assert f"{expected}\n" == raw.getvalue().decode(encoding)


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_line_in_a_pipe_may_be_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal has room for its columns; where there is none, a line ends where it ends."""
    monkeypatch.setenv("COLUMNS", "123")
    assert (None, 123) == (room(io.StringIO()), room(Terminal()))


def test_colour_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe has no colour, a terminal has, unless it is dumb or the user wants none."""
    monkeypatch.setenv("TERM", "xterm")
    assert (False, True) == (coloured(io.StringIO()), coloured(Terminal()))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not coloured(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not coloured(Terminal())
