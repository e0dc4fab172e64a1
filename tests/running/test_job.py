"""What a worker is given, and what is kept of what it prints."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.running.job import HEAD, TAIL, Printed, environment


def printed(*chunks: bytes) -> tuple[str, str]:
    """Return what is kept of some output, and what is shown of it as it comes."""
    shown: list[str] = []
    kept = Printed(shown.append)
    for chunk in chunks:
        kept.add(chunk)
    kept.end()
    return kept.text(), "".join(shown)


@given(st.lists(st.binary(max_size=9)))
def test_what_fits_is_kept_whole(chunks: list[bytes]) -> None:
    """However it is cut into pieces, a short output is the same, on the screen with its line ended."""
    text = b"".join(chunks).decode("utf-8", "replace")
    assert (text, text if not text or text.endswith("\n") else f"{text}\n") == printed(*chunks)


@given(st.lists(st.integers(0, 50_000), max_size=12))
def test_of_a_long_output_head_and_tail_are_kept(sizes: list[int]) -> None:
    """The first and the last part are kept, and the number of bytes between them."""
    data = bytes(ord("a") + i % 26 for i in range(sum(sizes)))
    cuts = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
    text, _ = printed(*(data[a:b] for a, b in pairwise(cuts)))
    if len(data) <= HEAD + TAIL:
        assert data.decode() == text
    else:
        left_out = len(data) - HEAD - TAIL
        gap = f"\n... {left_out} bytes left out ...\n"
        assert data[:HEAD].decode() + gap + data[-TAIL:].decode() == text


def test_secrets_stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle's environment has neither what is called a secret nor an address with a password in it."""
    secret = {
        "AOC_SESSION": "x", "GH_TOKEN": "x", "DB_PASSWORD": "x", "PGPASS": "x", "MYSQL_PWD": "x",
        "SSH_AUTH_SOCK": "x", "OPENAI_API_KEY": "x", "session_cookie": "x", "PLAIN_URL": "https://me:pass@host/",
    }  # fmt: skip
    plain = {"LANG": "x", "PWD": "/x", "MONKEY": "x", "URL": "https://host:8080/a", "MAIL": "me@host:a//"}
    for name, value in (secret | plain).items():
        monkeypatch.setenv(name, value)
    assert set() == set(secret) & set(environment())
    assert plain.items() <= environment().items()
