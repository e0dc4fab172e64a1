"""`doctor` says what is wrong, and how to mend it."""

import os
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pytest
from puzzle_runner import doctor
from puzzle_runner.inputs import writing

from tests.conftest import Workspace

ABOUT = ["interpreter", "workspace", "user-agent", "data", "temporary", "accounts", "sandbox"]


@pytest.fixture
def sound(workspace: Workspace) -> Workspace:
    """Return a workspace in which nothing is wrong."""
    workspace.puzzle("one", "def part1(text): return 2\n", '[main]\ninput = "1"\npart1 = 2\n')
    return workspace


def findings(workspace: Workspace, **environment: str) -> dict[str, list[tuple[str, str, str]]]:
    """Return state, text and remedy of each finding by what it is about."""
    ended = workspace.run("doctor", "--json", **environment)
    found: dict[str, list[tuple[str, str, str]]] = {}
    for each in ended.document["findings"]:
        found.setdefault(each["about"], []).append((each["state"], each["text"], each["remedy"]))
    is_wrong = any(state == "wrong" for rows in found.values() for state, _, _ in rows)
    assert (1 if is_wrong else 0, "") == (ended.code, ended.err)
    return found


def wrong(workspace: Workspace, **environment: str) -> list[tuple[str, str, str]]:
    """Return about what, text and remedy of each finding that something is wrong."""
    found = findings(workspace, **environment)
    return [
        (about, text, remedy)
        for about, rows in found.items()
        for state, text, remedy in rows
        if state == "wrong"
    ]


def store(content: str) -> Path:
    """Write the file of logins, and return its path."""
    path = Path(os.environ["PUZZLES_CONFIG_DIR"]) / "accounts.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o600)
    path.write_text(content)
    return path


def test_a_line_for_each_thing(sound: Workspace) -> None:
    """Where nothing is wrong, there is a line for each thing that was looked at, and the exit code is 0."""
    ended = sound.run("doctor")
    assert (0, ABOUT) == (ended.code, [line.split()[1] for line in ended.out.splitlines()])
    assert "\x1b" not in ended.out


def test_accounts_are_those_that_account_list_shows(sound: Workspace, tmp_path: Path) -> None:
    """A session in another tool's file counts, and one that others can read is a note; none is shown."""
    ((state, text, remedy),) = findings(sound)["accounts"]
    assert ("note", "no session", True) == (state, text, "puzzles account add" in remedy)
    path = store('[alice]\nsession = "5e55107"\n')
    token = tmp_path / ".config" / "aocd" / "token"
    token.parent.mkdir(parents=True)
    token.write_text("5e55108\n")
    token.chmod(0o640)
    writing.claim("aoc", "77", "work", "hash")
    environment = {"HOME": str(tmp_path)}
    listed = sound.run("account", "list", "--json", **environment).document["accounts"]
    sources = {"work": None, "default": str(token), "alice": str(path)}
    assert sources == {row["label"]: row["session_from"] for row in listed}
    note = ("note", f"{token} can be read by others", f"Run: chmod 600 '{token}'")
    shown = [("good", f"alice from {path}", ""), ("good", f"default from {token}", ""), note]
    assert shown == findings(sound, **environment)["accounts"]
    token.write_text("$AOC")
    ((about, text, remedy),) = wrong(sound, **environment)
    assert ("accounts", "the session of default cannot be used") == (about, text)
    assert f"There is the name of a variable in {token}, and not its value." in remedy
    path.chmod(0o644)
    ((about, text, _),) = wrong(sound)
    assert ("accounts", True) == (about, f"{path} can be read by others" in text and "chmod 600" in text)
    path.chmod(0o600)
    path.write_text("[alice")
    assert ["accounts"] == [about for about, _, _ in wrong(sound)]


@pytest.mark.parametrize(("full", "named"), [("data", "PUZZLES_DATA_DIR"), ("temporary", "TMPDIR")])
def test_a_full_disk(
    sound: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: str, named: str
) -> None:
    """Where the folder for data or that for temporary files has no room, it says which, and what to do."""
    folders = {"data": tmp_path / "data", "temporary": tmp_path / "temporary"}
    for folder in folders.values():
        folder.mkdir()
    monkeypatch.setenv("PUZZLES_DATA_DIR", str(folders["data"]))
    monkeypatch.setenv("TMPDIR", str(folders["temporary"]))

    def usage(path: str | Path) -> SimpleNamespace:
        return SimpleNamespace(free=9_900_000 if Path(path) == folders[full] else 10_000_000)

    monkeypatch.setattr(doctor.shutil, "disk_usage", usage)
    ((about, text, remedy),) = wrong(sound)
    assert (full, f"{folders[full]} has 9.9 MB of space left") == (about, text)
    assert named in remedy


def test_without_a_home_folder_the_other_rows_come(sound: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said, and the other things are looked at."""
    monkeypatch.delenv("PUZZLES_DATA_DIR")
    monkeypatch.delenv("PUZZLES_CONFIG_DIR")

    def no_home(*_: object, **__: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(platformdirs, "user_data_path", no_home)
    monkeypatch.setattr(platformdirs, "user_config_path", no_home)
    found = findings(sound, HOME="nowhere")
    texts = {text for rows in found.values() for state, text, _ in rows if state == "wrong"}
    assert {"There is no home folder: set HOME, or PUZZLES_DATA_DIR to a folder."} == texts
    assert {"interpreter", "workspace", "sandbox"} <= {*found}


def test_files_that_cannot_be_read(sound: Workspace, tmp_path: Path) -> None:
    """Broken settings, memory of check and records, and a data folder that is none."""
    (tmp_path / "file").write_text("")
    ended = sound.run("doctor", PUZZLES_DATA_DIR=str(tmp_path / "file" / "data"))
    assert (1, True) == (ended.code, "PUZZLES_DATA_DIR" in ended.out)
    path = sound.root / "pyproject.toml"
    path.write_text("[tool.puzzles\n")
    ((about, text, _),) = wrong(sound)
    assert ("setup", True) == (about, text.startswith(f"{path} cannot be read: "))
    path.unlink()
    folder = Path(os.environ["PUZZLES_DATA_DIR"])
    folder.mkdir(parents=True)
    for name in ("verdicts.sqlite", "timings.db"):
        (folder / name).write_text("This is no database." * 100)
    assert ["memory", "records"] == sorted(about for about, _, _ in wrong(sound))


def test_the_bundled_collection_is_a_note(tmp_path: Path) -> None:
    """Where there is no workspace, it says so, and that the bundled collection takes its place."""
    inside, outside = Workspace(tmp_path / "w"), Workspace(tmp_path / "w2")
    assert ["good"] == [state for state, _, _ in findings(inside)["workspace"]]
    (outside.root / "puzzles").rmdir()
    ((state, _, remedy),) = findings(outside)["workspace"]
    assert ("note", True) == (state, "puzzles init" in remedy)
