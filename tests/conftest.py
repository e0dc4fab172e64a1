"""What the tests share: a home that cannot be used, workspaces of real files, the real program."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from runner import digest, filing
from runner.cache import Account
from tests.sites import SESSION, USER, Site, advent, euler, serve


class Ended(NamedTuple):
    """How a command ended: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The JSON on stdout."""
        return json.loads(self.out)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The results in that JSON."""
        return self.document["results"]


class Workspace:
    """A workspace in a temporary folder, and the commands run in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "puzzles").mkdir(parents=True)
        (root / "inputs").mkdir()

    def puzzle(self, id: str, source: str | bytes, cases: str | None = None) -> Path:
        """Write a module, and its case file where `cases` is given."""
        path = self.root / "puzzles" / f"{id}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        if cases is not None:
            self.input(id, "cases.toml", cases)
        return path

    def input(self, id: str, name: str, content: str | bytes) -> Path:
        """Write a file beside the cases of a puzzle."""
        path = self.root / "inputs" / id / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def run(self, *arguments: str, stdin: str | None = None, **environment: str) -> Ended:
        """Run `puzzles` with arguments, in the workspace, to its end."""
        ended = subprocess.run(
            [sys.executable, "-m", "runner", *arguments],
            cwd=self.root,
            env=os.environ | environment,
            input=stdin,
            stdin=subprocess.DEVNULL if stdin is None else None,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=50,
        )
        return Ended(ended.returncode, ended.stdout, ended.stderr)


@pytest.fixture(autouse=True)
def _no_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the real home unusable, and the sites out of reach."""
    folder = tmp_path_factory.mktemp("home")
    home = folder / "home"
    home.write_text("This home is a file: whoever writes below it fails.")
    for variable in list(os.environ):
        if variable.startswith(("PUZZLES_", "XDG_", "AOC_")) or variable in ("NO_COLOR", "FORCE_COLOR", "CI"):
            monkeypatch.delenv(variable)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PUZZLES_DATA_DIR", str(folder / "data"))
    monkeypatch.setenv("PUZZLES_CONFIG_DIR", str(folder / "config"))
    monkeypatch.setenv("PUZZLES_AOC_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("PUZZLES_EULER_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """Return an empty workspace."""
    return Workspace(tmp_path / "workspace")


@pytest.fixture
def make_workspace(tmp_path: Path) -> Callable[[str], Workspace]:
    """Return what makes further workspaces."""
    return lambda name: Workspace(tmp_path / name)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Return an Advent of Code of one invented day, 3 of 2021, on loopback."""
    monkeypatch.setenv("PUZZLES_MIN_INTERVAL", "0")
    with serve(advent(Site())) as served:
        monkeypatch.setenv("PUZZLES_AOC_URL", served.address)
        yield served


@pytest.fixture
def account(site: Site, monkeypatch: pytest.MonkeyPatch) -> Account:
    """Return the account `default` of that site, whose session is in the environment."""
    monkeypatch.setenv("AOC_SESSION", SESSION)
    return filing.claim("aoc", USER, "default", digest.text(SESSION))


@pytest.fixture
def euler_site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Return a Project Euler of two invented problems on loopback."""
    monkeypatch.setenv("PUZZLES_MIN_INTERVAL", "0")
    with serve(euler(Site())) as served:
        monkeypatch.setenv("PUZZLES_EULER_URL", served.address)
        yield served
