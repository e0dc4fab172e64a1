"""`doctor` says what is wrong, and how to mend it."""

import errno
import os
from pathlib import Path
from typing import NamedTuple

import platformdirs
import pytest
from puzzle_runner import digest, doctor
from puzzle_runner.catalog.workspaces import bundled
from puzzle_runner.inputs import writing

from tests.conftest import Workspace

ABOUT = [
    "interpreter",
    "workspace",
    "data",
    "temporary",
    "accounts",
    "user-agent",
    "clock",
    "sandbox",
]


class Usage(NamedTuple):
    """How much of a disk is used, in bytes."""

    total: int
    used: int
    free: int


@pytest.fixture
def sound(workspace: Workspace) -> Workspace:
    """Return a workspace in which nothing is wrong."""
    workspace.puzzle("one", "def part1(text): return 2\n", '[main]\ninput = "1"\npart1 = 2\n')
    return workspace


def wrong(workspace: Workspace) -> list[tuple[str, str, str]]:
    """Return about what, text and remedy of each finding that something is wrong."""
    ended = workspace.run("doctor", "--json")
    found = [f for f in ended.document["findings"] if f["state"] == "wrong"]
    assert (1 if found else 0, "") == (ended.code, ended.err)
    return [(f["about"], f["text"], f["remedy"]) for f in found]


def test_a_line_for_each_thing(sound: Workspace) -> None:
    """Where nothing is wrong, there is a line for each thing that was looked at, and the exit code is 0."""
    ended = sound.run("doctor")
    assert (0, ABOUT) == (ended.code, [line.split()[1] for line in ended.out.splitlines()])
    assert "\x1b" not in ended.out


def test_secrets_that_others_can_read(sound: Workspace) -> None:
    """A file of logins that others can read is wrong; its labels are shown and its sessions are not."""
    path = Path(os.environ["PUZZLES_CONFIG_DIR"]) / "accounts.toml"
    path.parent.mkdir(parents=True)
    path.write_text('[alice]\nsession = "5e55107"\n')
    path.chmod(0o644)
    ((about, text, _),) = wrong(sound)
    assert ("accounts", True) == (about, f"{path} can be read by others" in text and "chmod 600" in text)
    path.chmod(0o600)
    out = sound.run("doctor", AOC_SESSION="0ther5e55107").out
    assert f"default from AOC_SESSION, alice from {path}" in out
    assert "5e55107" not in out
    path.write_text("[alice")
    assert ["accounts"] == [about for about, _, _ in wrong(sound)]


def test_accounts_are_those_that_account_list_shows(sound: Workspace, tmp_path: Path) -> None:
    """A session in another tool's file counts; an account of which only cached data are left has none."""
    token = tmp_path / ".config" / "aocd" / "token"
    token.parent.mkdir(parents=True)
    token.write_text("5e55107\n")
    writing.claim("aoc", "77", "work", "hash")
    environment = {"HOME": str(tmp_path)}
    listed = sound.run("account", "list", "--json", **environment).document["accounts"]
    assert {"work": None, "default": str(token)} == {row["label"]: row["session_from"] for row in listed}
    ended = sound.run("doctor", "--json", **environment)
    (accounts,) = [f for f in ended.document["findings"] if f["about"] == "accounts"]
    assert ("good", f"default from {token}") == (accounts["state"], accounts["text"])
    assert "5e55107" not in ended.out


def test_a_session_that_has_ended(sound: Workspace) -> None:
    """It is wrong and not also good, unlike that of another account."""
    session = "5e55107"
    ended = writing.claim("aoc", "77", "default", digest.text(session))
    writing.mark(ended, alive=False)
    (told,) = [
        f
        for f in sound.run("doctor", "--json", AOC_SESSION=session).document["findings"]
        if f["about"] == "accounts"
    ]
    assert ("wrong", True) == (told["state"], "the session of default was dead on" in told["text"])
    path = Path(os.environ["PUZZLES_CONFIG_DIR"]) / "accounts.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('[alice]\nsession = "a11ce"\n')
    path.chmod(0o600)
    findings = sound.run("doctor", "--json", AOC_SESSION=session).document["findings"]
    assert [("wrong", True), ("good", False)] == [
        (f["state"], "default" in f["text"]) for f in findings if f["about"] == "accounts"
    ]


def test_no_account_is_a_note(sound: Workspace) -> None:
    """It says how to log in."""
    (note,) = [f for f in sound.run("doctor", "--json").document["findings"] if f["about"] == "accounts"]
    assert ("note", "no session") == (note["state"], note["text"])
    assert "puzzles account add" in note["remedy"]


def test_a_data_folder_that_cannot_be_written(sound: Workspace, tmp_path: Path) -> None:
    """It says which folder, and what to set."""
    (tmp_path / "file").write_text("")
    ended = sound.run("doctor", PUZZLES_DATA_DIR=str(tmp_path / "file" / "data"))
    assert 1 == ended.code
    assert "PUZZLES_DATA_DIR" in ended.out


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

    def usage(path: str | Path) -> Usage:
        return Usage(10**9, 0, 9_900_000 if Path(path) == folders[full] else 10_000_000)

    monkeypatch.setattr(doctor.shutil, "disk_usage", usage)
    ((about, text, remedy),) = wrong(sound)
    assert (full, f"{folders[full]} has 9.9 MB of space left") == (about, text)
    assert named in remedy


def test_a_folder_for_temporary_files_that_cannot_be_written(
    sound: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named once, and what needs it does not end the command."""
    monkeypatch.setattr(doctor.process, "temporary", lambda: str(tmp_path / "file"))
    (tmp_path / "file").write_text("")

    def no_room() -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/tmp")

    monkeypatch.setattr(doctor.tempfile, "TemporaryDirectory", no_room)
    ended = sound.run("doctor", "--json")
    found = {f["about"]: f for f in ended.document["findings"] if f["state"] == "wrong"}
    assert (1, "", ["temporary", "calls"]) == (ended.code, ended.err, list(found))
    assert f"{tmp_path / 'file'} cannot be written" == found["temporary"]["text"]
    assert "no part can be run: No space left on device" == found["calls"]["text"]


def test_without_a_home_folder_the_other_rows_come(sound: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said once, and the other things are looked at."""
    monkeypatch.delenv("PUZZLES_DATA_DIR")
    monkeypatch.delenv("PUZZLES_CONFIG_DIR")

    def no_home(*_: object, **__: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(platformdirs, "user_data_path", no_home)
    monkeypatch.setattr(platformdirs, "user_config_path", no_home)
    ended = sound.run("doctor", "--json", HOME="nowhere")
    findings = ended.document["findings"]
    assert (1, "") == (ended.code, ended.err)
    assert ["There is no home folder: set HOME, or PUZZLES_DATA_DIR to a folder."] == [
        found["text"] for found in findings if found["state"] == "wrong"
    ]
    assert {"interpreter", "workspace", "clock", "sandbox"} <= {each["about"] for each in findings}


def test_settings_that_cannot_be_read(sound: Workspace) -> None:
    """A broken pyproject.toml is named."""
    path = sound.root / "pyproject.toml"
    path.write_text("[tool.puzzles\n")
    ((about, text, _),) = wrong(sound)
    assert ("interpreter", True) == (about, text.startswith(f"{path} cannot be read: "))


def test_databases_that_are_none(sound: Workspace) -> None:
    """A broken memory of check can be moved away; records are what a copy has, if there is one."""
    folder = Path(os.environ["PUZZLES_DATA_DIR"])
    folder.mkdir(parents=True)
    for name in ("verdicts.sqlite", "timings.db"):
        (folder / name).write_text("This is no database." * 100)
    assert ["memory", "records"] == [about for about, _, _ in wrong(sound)]


def test_a_clock_that_is_behind(sound: Workspace) -> None:
    """A file from the future shows that the clock is behind."""
    future = 2**32
    os.utime(sound.root / "puzzles" / "one.py", (future, future))
    assert ["clock"] == [about for about, _, _ in wrong(sound)]


def test_the_bundled_collection_is_a_note(tmp_path: Path) -> None:
    """Where there is no workspace, it says so, and that the bundled collection takes its place."""
    ended = Workspace(tmp_path / "w").run("doctor", "--json")
    assert "workspace" in {f["about"] for f in ended.document["findings"] if f["state"] == "good"}
    elsewhere = Workspace(tmp_path / "w2")
    (elsewhere.root / "puzzles").rmdir()
    (note,) = [f for f in elsewhere.run("doctor", "--json").document["findings"] if f["about"] == "workspace"]
    assert "note" == note["state"]
    assert "puzzles init" in note["remedy"]
    Workspace(elsewhere.root / "mine")
    (note,) = [f for f in elsewhere.run("doctor", "--json").document["findings"] if f["about"] == "workspace"]
    assert note["remedy"].endswith("One is in mine/: cd there.")


@pytest.mark.parametrize(
    ("trouble", "state"), [("", "good"), ("bubblewrap is not installed. Get it.", "note")]
)
def test_the_sandbox(monkeypatch: pytest.MonkeyPatch, trouble: str, state: str) -> None:
    """An obstacle to --untrusted is a note, with its remedy."""
    monkeypatch.setattr(doctor.sandboxes, "trouble", lambda: trouble)
    (finding,) = doctor.sandbox(bundled())
    assert (state, trouble.replace("bubblewrap", "Bubblewrap")) == (finding.state, finding.remedy)
