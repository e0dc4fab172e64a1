"""What was built is used as long as nothing changes; who is not trusted builds for nobody else."""

import json
import os
from pathlib import Path

import pytest
from puzzle_runner import settings
from puzzle_runner.engines.program import builds, making
from puzzle_runner.engines.program.engine import ENGINE
from puzzle_runner.engines.program.languages import LANGUAGES, Language, Program
from puzzle_runner.layouts.programs import names_of_files
from puzzle_runner.model import Limits
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job
from puzzle_runner.running.job import NotReady
from puzzle_runner.sites.registry import identify

from tests.conftest import Workspace
from tests.needs import needs

MADE = Language("made", ("{output}",), ("sh", "{source}", "{output}"))
# A source that compiles itself.
SOURCE = 'printf "#!/bin/sh\\necho 8\\n" > "$1"; chmod +x "$1"\n'
CASES = "[main]\ninput = '7'\npart1 = 8\n"
NO_TOOLCHAIN = (
    "error: rustup could not choose a version of rustc to run, because one wasn't specified explicitly, "
    "and no default is configured."
)


def job(folder: Path, source: str = SOURCE, language: Language = MADE, *, untrusted: str = "") -> Job:
    """Return the job of a program in a folder."""
    path = folder / "a.made"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source)
    program = Program(0, language, names_of_files(path, LANGUAGES | {"made": language}))
    return Job(identify("sums"), path, ENGINE, program, "7", Limits(10, 2**30, untrusted=untrusted))


@pytest.fixture
def own(workspace: Workspace) -> Workspace:
    """Return a workspace for programs."""
    workspace.input("sums", "cases.toml", CASES)
    return workspace


def write(workspace: Workspace, name: str, source: str, commands: dict[str, str] | None = None) -> None:
    """Write a program of the puzzle, and the commands of its language."""
    path = workspace.root / "puzzles" / "sums" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(source)
    if commands:
        lines = "".join(f"{key} = {json.dumps(text)}\n" for key, text in commands.items())
        table = f"[tool.puzzles.languages.{path.suffix[1:]}]\n{lines}"
        (workspace.root / "pyproject.toml").write_text(table)


def row(workspace: Workspace, *words: str) -> tuple[str, str, bool]:
    """Return verdict, message and whether it was remembered, of the only row."""
    [row] = workspace.run(*words, "--json").rows
    return row["verdict"], row["message"], row["cached"]


def test_it_is_built_again_after_a_change_in_its_folder(tmp_path: Path) -> None:
    """Its source counts, and all that lies beside it; a touch is no change."""
    it = job(tmp_path / "p")
    first = making.make(it)
    os.utime(it.path, (5, 5))
    assert first.state == making.make(it).state
    for name in ("a.made", "x.h", "data/x"):
        before = making.make(it)
        path = tmp_path / "p" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{SOURCE}# {name}\n")
        assert builds.found(it) is None
        assert before.state != making.make(it).state
    job(tmp_path / "p")
    for name in ("x.h", "data/x"):
        (tmp_path / "p" / name).unlink()
    again = builds.found(it)
    assert again and first.folder == again.folder


def test_another_compiler_builds_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of its name counts, by path, size and time; another command is another program."""
    monkeypatch.setenv("PATH", f"{tmp_path}/one:{tmp_path}/two:{os.environ['PATH']}")
    source = SOURCE.replace("$1", "$2")
    it = job(tmp_path / "p", source, MADE._replace(build=("compiler", *MADE.build[1:])))
    states = set()
    for path, text in (("two", ". $1"), ("two", ". $1 "), ("one", ". $1")):
        compiler = tmp_path / path / "compiler"
        compiler.parent.mkdir(exist_ok=True)
        compiler.write_text(f"#!/bin/sh\n{text}\n")
        compiler.chmod(0o755)
        assert builds.found(it) is None
        states.add(making.make(it).state)
    assert 3 == len(states)
    other = job(tmp_path / "p", source, MADE._replace(build=(*it.data.language.build, "x")))
    assert builds.found(it) and builds.found(other) is None
    assert ENGINE.needs(it) != ENGINE.needs(other)


def test_what_changes_while_it_is_built(tmp_path: Path) -> None:
    """Nobody knows which text a compiler has read: it is built again. What is new there is its own."""
    it = job(tmp_path / "p", 'echo "# more" >> "$0"; ' + SOURCE)
    with pytest.raises(NotReady, match=r"a\.made was changed while it was built"):
        making.make(it)
    it = job(tmp_path / "q", 'echo lock > "${0%/*}/lock"; ' + SOURCE)
    assert builds.found(it) is None
    assert making.make(it) == builds.found(it)


def test_what_changes_while_it_runs_is_not_remembered(own: Workspace) -> None:
    """Nobody knows which text a program has read that was saved meanwhile."""
    write(own, "a.sh", 'echo 8; echo "# more" >> "$0"')
    assert ("right", False) == row(own, "check")[::2]
    assert ("right", False) == row(own, "check")[::2]


def test_old_builds_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The latest ones of a program are kept, and none that nobody has run for a month."""
    for number in range(making.KEPT + 2):
        making.make(job(tmp_path / "p", f"{SOURCE}# {number}\n"))
    [place] = (settings.data_folder() / builds.BUILDS).iterdir()
    assert making.KEPT == len([*place.iterdir()])
    assert builds.found(job(tmp_path / "p", f"{SOURCE}# {number - 1}\n"))
    assert builds.found(job(tmp_path / "p", f"{SOURCE}# 0\n")) is None
    making.make(job(tmp_path / "q"))
    assert place.exists()
    monkeypatch.setattr(making, "MONTH", -1.0)
    making.make(job(tmp_path / "r"))
    assert not place.exists()


@needs("bubblewrap")
def test_nobody_uses_what_was_built_of_code_that_is_not_trusted(tmp_path: Path) -> None:
    """What is built in the sandbox runs in the sandbox."""
    trusted, untrusted = job(tmp_path), job(tmp_path, untrusted=str(tmp_path))
    making.make(untrusted)
    assert builds.found(untrusted)
    assert builds.found(trusted) is None
    assert ENGINE.needs(trusted) != ENGINE.needs(untrusted)


@needs("bubblewrap")
@pytest.mark.parametrize("command", ["build", "run"])
def test_no_command_of_a_workspace_leaves_the_sandbox(own: Workspace, command: str) -> None:
    """With --untrusted, neither a build nor a run can write anywhere, or see what is secret."""
    outside, secret = own.root / "outside", settings.data_folder() / "secret"
    secret.parent.mkdir(parents=True, exist_ok=True)
    secret.touch()
    commands = {"run": "{output}", "build": "sh {source} {output}"}
    commands[command] = f"sh -c 'touch {outside}; cat {secret} && exit 3; exec {commands[command]}'"
    write(own, "a.made", SOURCE, commands)
    try:
        for words in (("check",), ("run", "sums"), ("bench", "sums", "--samples", "1")):
            ended = own.run(*words, "--untrusted")
            assert 0 == ended.code
            assert not outside.exists()
    finally:
        pool.stop()
    assert 1 == own.run("run", "sums").code
    assert outside.exists()


def test_a_rustup_without_a_toolchain_is_no_compiler(
    own: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is skipped as where nothing is installed, with what to type; and built once that was typed."""
    folder = tmp_path / "bin"
    folder.mkdir()
    rustc = folder / "rustc"
    rustc.write_text(f'#!/bin/sh\necho "{NO_TOOLCHAIN}" >&2\nexit 1\n')
    rustc.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    write(own, "a.rs", "fn main() {}")
    assert "- skipped: a.rs: no toolchain is installed: rustup default stable\n" in own.run("check").out
    rustc.write_text('#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\n' + SOURCE.replace("$1", "$2"))
    assert "right" == row(own, "check")[0]
