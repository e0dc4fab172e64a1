"""Where things live and what the user chose."""

from pathlib import Path

import platformdirs
import pytest
from puzzle_runner import settings
from puzzle_runner.catalog import workspaces
from puzzle_runner.errors import Unreadable, UsageError
from puzzle_runner.settings import Settings


def read(folder: Path, table: str) -> Settings:
    """Return the settings of a workspace with these lines in its pyproject.toml."""
    (folder / "pyproject.toml").write_text(table, "utf-8")
    return settings.read(folder)


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    """A minute, 4 GiB, one call for each core."""
    found = settings.read(tmp_path)
    assert (60.0, 4 * 2**30, (), "", "") == found.limits(None, "/here")
    assert found.workers(None) >= 1


def test_the_choices_of_a_workspace(tmp_path: Path) -> None:
    """The choices in the file hold, and options of the command line go before them."""
    found = read(
        tmp_path,
        '[tool.other]\nx = 1\n[tool.puzzles]\ntimeout = 5\nmemory = "512 MiB"\njobs = 3\n'
        'template = "t.py"\ncontact = "me@example.org"\nenv = ["MODEL"]\nuntrusted = true\n',
    )
    assert Settings(5.0, 512 * 2**20, 3, "t.py", "me@example.org", ("MODEL",), True) == found
    assert (0.5, 512 * 2**20, ("MODEL",), "/here", "") == found.limits(0.5, "/here")
    assert (3, 7) == (found.workers(None), found.workers(7))


@pytest.mark.parametrize(
    ("size", "expected"),
    [('"2g"', 2**31), ('"2 GiB"', 2**31), ('" 64MB "', 2**26), ("1048576", 2**20), ('"8k"', 2**13)],
)
def test_sizes(tmp_path: Path, size: str, expected: int) -> None:
    """A size is a number of bytes or has a unit."""
    assert expected == read(tmp_path, f"[tool.puzzles]\nmemory = {size}\n").memory


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("timeout = 0", "a number of seconds above 0, and at most 1000000, not 0."),
        ("timeout = nan", "a number of seconds above 0, and at most 1000000, not nan."),
        ("timeout = 1e9", "a number of seconds above 0, and at most 1000000, not 1000000000.0."),
        ("memory = '99999999 TiB'", "memory must be a size such as \"4 GiB\", not '99999999 TiB'."),
        ("memory = 'much'", "memory must be a size such as \"4 GiB\", not 'much'."),
        ("jobs = 0", "jobs must be a whole number above 0, not 0."),
        ("untrusted = 1", "untrusted must be true or false, not 1."),
        ("env = 'HOME'", "env must be a list of names of environment variables, not 'HOME'."),
        (
            "languages = {c = 5}",
            "languages must be tables by ending, each with some of the texts name, run and build, "
            "not {'c': 5}.",
        ),
        ("timeot = 1", '[tool.puzzles] has no setting "timeot". Did you mean "timeout"?'),
    ],
)
def test_a_choice_that_makes_no_sense_is_said(tmp_path: Path, table: str, sentence: str) -> None:
    """The message names the file, the setting, what it must be and what it is."""
    with pytest.raises(UsageError) as caught:
        read(tmp_path, f"[tool.puzzles]\n{table}\n")
    assert str(caught.value).startswith(f"{tmp_path / 'pyproject.toml'}: ")
    assert str(caught.value).endswith(sentence)


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    """Neither broken TOML, another encoding, nor what is no table goes unnoticed, unless it is not ours."""
    for table in ("tool = 5  # puzzles", "[tool]\npuzzles = 3"):
        with pytest.raises(UsageError, match=r"\[tool.puzzles\] must be a table"):
            read(tmp_path, table)
    for content in (b"[tool", b"\xff"):
        (tmp_path / "pyproject.toml").write_bytes(b"[tool.puzzles]\n" + content)
        with pytest.raises(Unreadable, match=r"pyproject.toml cannot be read: "):
            settings.read(tmp_path)
        (tmp_path / "pyproject.toml").write_bytes(content)
        assert Settings() == settings.read(tmp_path)


def test_the_workspace_is_the_nearest_above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder counts that has `puzzles/`; the variable goes before it."""
    inner, other = tmp_path / "outer" / "inner", tmp_path / "other"
    for folder in (inner / "puzzles" / "deep", tmp_path / "outer" / "puzzles", tmp_path / "outer" / "inputs"):
        folder.mkdir(parents=True)
    (other / "puzzles").mkdir(parents=True)
    monkeypatch.chdir(inner / "puzzles" / "deep")
    assert inner == workspaces.find().root
    monkeypatch.setenv("PUZZLES_WORKSPACE", str(other))
    assert other == workspaces.find().root
    monkeypatch.setenv("PUZZLES_WORKSPACE", "nowhere")
    with pytest.raises(UsageError, match="PUZZLES_WORKSPACE is nowhere, which has no folder puzzles/"):
        workspaces.find()


def test_the_users_folders_are_those_of_the_platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are where other programs would have them."""
    monkeypatch.delenv("PUZZLES_DATA_DIR", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert platformdirs.user_data_path("puzzles", appauthor=False) == settings.data_folder()
