"""A release: number, changelog, metadata, and which files are built. `.ci/smoke-test` tries the wheel."""

import re
import shutil
import tomllib
from collections.abc import Iterable
from pathlib import Path

from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from puzzle_runner.version import VERSION

from tests.documents import ROOT

HEADINGS = re.findall(r"(?m)^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OURS = ["inputs/aoc2021d21/cases.toml", "puzzles/aoc2021d21.py", "runner/puzzle_runner/py.typed"]
# What may lie in the folders of a clone, and must not leave it.
OTHERS = [
    "inputs/accounts.toml",
    "inputs/aoc2021d21/main.txt",
    "puzzles/__pycache__/aoc2021d21.cpython-311.pyc",
    "puzzles/me.session",
    "runner/puzzle_runner/__pycache__/cli.cpython-311.pyc",
]


def in_wheel(paths: Iterable[str]) -> set[str]:
    """Return where a wheel has files of the repository; it has the package and the collection only."""
    moved = {"runner/puzzle_runner/": "puzzle_runner/"}
    moved |= {f"{name}/": f"puzzle_runner/collection/{name}/" for name in ("puzzles", "inputs")}
    return {
        place + path.removeprefix(top)
        for path in paths
        for top, place in moved.items()
        if path.startswith(top)
    }


def built(root: Path) -> tuple[set[str], set[str]]:
    """Return the paths in the sdist and in the wheel of a project, without what is made for them."""
    sdist, wheel = SdistBuilder(str(root)), WheelBuilder(str(root))
    return (
        {file.distribution_path for file in sdist.recurse_included_files()},
        {file.distribution_path for file in wheel.recurse_included_files()},
    )


def test_the_version_is_the_newest_of_the_changelog() -> None:
    """It is the one that was released last, or a later one in development."""
    version, _, development = VERSION.partition(".dev")
    newest = HEADINGS[1].split(" - ")[0]
    order = [[int(number) for number in text.split(".")] for text in (newest, version)]
    assert order[0] < order[1] if development else order[0] == order[1]


def test_what_is_personal_is_not_built(tmp_path: Path) -> None:
    """Neither sdist nor wheel has what git ignores: an input, a session, a login, what was compiled."""
    for name in ("pyproject.toml", ".gitignore"):
        shutil.copy(ROOT / name, tmp_path)
    for name in OURS + OTHERS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert ({"pyproject.toml", ".gitignore", *OURS}, in_wheel(OURS)) == built(tmp_path)
