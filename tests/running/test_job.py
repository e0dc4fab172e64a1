"""What a worker is given, and what is kept of what it prints."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.running.job import HEAD, TAIL, Printed, environment

from tests.conftest import Workspace


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


def test_only_what_a_puzzle_needs_of_the_environment_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle sees the names that programs rely on, and no other: any of those may be a secret."""
    hidden = ("AOC_SESSION", "GH_TOKEN", "URL", "MAIL", "PUZZLES_CONFIG_DIR", "XDG_CONFIG_HOME", "HOME2")
    plain = ("HOME", "PATH", "LANG", "LC_ALL", "TERM", "TZ", "PYTHONPATH")
    for name in (*hidden, *plain):
        monkeypatch.setenv(name, "x")
    assert set() == set(hidden) & set(environment())
    assert set(plain) <= set(environment())


def test_the_workspace_may_name_more_of_the_environment(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What `env` in `[tool.puzzles]` names is there as well, where it is set; nothing else is."""
    monkeypatch.setenv("MODEL", "x")
    monkeypatch.setenv("OTHER", "x")
    workspace.puzzle(
        "p",
        "import os\nHAS = [*os.environ]\ndef part1(): return [n for n in ('MODEL', 'OTHER') if n in HAS]\n",
    )
    (workspace.root / "pyproject.toml").write_text('[tool.puzzles]\nenv = ["MODEL", "UNSET"]\n')
    assert "['MODEL']" == workspace.run("run", "p", "--json").rows[0]["answer"]


def test_what_the_worker_needs_is_not_the_puzzles(workspace: Workspace) -> None:
    """A variable that makes the worker's forks quicker is not in the environment of what a puzzle starts."""
    workspace.puzzle(
        "p", "import subprocess\ndef part1(): return 'LD_BIND' in subprocess.check_output('env', text=True)\n"
    )
    assert "False" == workspace.run("run", "p", "--json").rows[0]["answer"]
