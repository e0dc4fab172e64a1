"""What was built is used as long as nothing changes; who is not trusted builds for nobody else."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from puzzle_runner import settings
from puzzle_runner.engines.program import builds, dependencies, starting, tools
from puzzle_runner.engines.program.engine import ENGINE, solutions
from puzzle_runner.engines.program.languages import LANGUAGES, Language
from puzzle_runner.model import Limits
from puzzle_runner.running import pool
from puzzle_runner.running.call import Job
from puzzle_runner.running.job import NotReady

from tests.conftest import Workspace
from tests.needs import needs

MADE = Language("made", ("{output}",), ("sh", "{source}", "{output}"), ending="made")
# A source that compiles itself.
SOURCE = 'printf "#!/bin/sh\\necho 8\\n" > "$1"; chmod +x "$1"\n'
CASES = "[main]\ninput = '7'\npart1 = 8\n"
NO_TOOLCHAIN = (
    "error: rustup could not choose a version of rustc to run, because one wasn't specified explicitly, "
    "and no default is configured."
)


def job(folder: Path, source: str = SOURCE, language: Language = MADE, *, untrusted: str = "") -> Job:
    """Return the job of a program in a folder."""
    path = folder / f"a.{language.ending}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source)
    program = solutions([1], "a", path, language, LANGUAGES | {language.ending: language})[0].data
    return Job("sums", path, ENGINE, program, "7", Limits(10, 2**30, untrusted=untrusted))


def made(it: Job) -> builds.Made:
    """Return a program that was built, and not in the very moment in which its source was saved."""
    first = builds.make(it)
    return builds.make(it) if first.doubt else first


@pytest.fixture
def own(workspace: Workspace) -> Iterator[Workspace]:
    """Return a workspace for programs."""
    workspace.input("sums", "cases.toml", CASES)
    starting.seconds.cache_clear()
    tools.tool.cache_clear()
    yield workspace
    starting.seconds.cache_clear()
    tools.tool.cache_clear()


def write(workspace: Workspace, name: str, source: str, commands: dict[str, str] | None = None) -> None:
    """Write a program of the puzzle, and the commands of its language."""
    path = workspace.root / "puzzles" / "sums" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(source)
    os.utime(path, (1, 1))
    if commands:
        lines = "".join(f"{key} = {json.dumps(text)}\n" for key, text in commands.items())
        table = f"[tool.puzzles.languages.{path.suffix[1:]}]\n{lines}"
        (workspace.root / "pyproject.toml").write_text(table)


def row(workspace: Workspace, *words: str) -> tuple[str, str, bool]:
    """Return verdict, message and whether it was remembered, of the only row."""
    [row] = workspace.run(*words, "--json").rows
    return row["verdict"], row["message"], row["cached"]


def test_a_sly_change_is_seen(tmp_path: Path) -> None:
    """Neither the size nor the time of the last change need tell it, also of a compiler."""
    compiler = tmp_path / "compiler"
    compiler.write_text("#!/bin/sh\n. $1\n")
    compiler.chmod(0o755)
    it = job(
        tmp_path / "p", SOURCE.replace("$1", "$2"), MADE._replace(build=(str(compiler), *MADE.build[1:]))
    )
    made(it)
    for path, text in {
        it.path: SOURCE.replace("$1", "$2").replace("8", "6"),
        compiler: "#!/bin/sh\n. $1 \n",
    }.items():
        status, before = path.stat(), path.read_text()
        assert builds.found(it)
        path.write_text(text)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        assert builds.found(it) is None
        path.write_text(before)


def test_a_touch_is_no_change(tmp_path: Path) -> None:
    """Contents count, and times only where they prove that nothing has changed."""
    it = job(tmp_path)
    first = made(it)
    os.utime(it.path, (5, 5))
    again = builds.found(it)
    assert again and (first.folder, first.state) == (again.folder, again.state)


def test_another_program_of_the_name_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes first on the PATH is another interpreter; one behind it may be the one that it starts."""
    it = job(tmp_path / "p", "8", Language("own", ("own", "{source}"), ending="own"))
    for folder in ("one", "two", "three"):
        (tmp_path / folder).mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path}/one:{tmp_path}/two:{tmp_path}/three:{os.environ['PATH']}")
    states = set()
    for folder in ("two", "three", "one"):
        (tmp_path / folder / "own").write_text("#!/bin/sh\n")
        (tmp_path / folder / "own").chmod(0o755)
        tools.tool.cache_clear()
        found = builds.found(it)
        assert found
        states.add(found.state)
    assert 3 == len(states)


@needs("gcc")
def test_data_is_read_by_what_was_built(tmp_path: Path) -> None:
    """Data in the folder of a program is nothing that it is built from, but its verdict depends on it."""
    it = job(tmp_path, "int main(void) { return 0; }\n", LANGUAGES["c"])
    first = made(it)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "x").write_text("8")
    second = builds.found(it)
    assert second and first.folder == second.folder and first.state != second.state


@needs("gcc")
def test_a_hidden_file_is_no_header(tmp_path: Path) -> None:
    """An editor's copy beside the source is not looked for, also where a folder above is hidden."""
    it = job(tmp_path / ".hidden", "int main(void) { return 0; }\n", LANGUAGES["c"])
    first = made(it)
    (it.path.parent / ".a.c.swp").touch()
    second = builds.found(it)
    assert second and first.folder == second.folder


@needs("gcc")
def test_a_link_that_points_elsewhere_is_a_change(tmp_path: Path) -> None:
    """What is read through a link is what counts."""
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.h").write_text(f"// {name}\n")
    link = tmp_path / "now"
    link.symlink_to("old")
    it = job(tmp_path / "p", '#include "../now/x.h"\nint main(void) { return 0; }\n', LANGUAGES["c"])
    made(it)
    assert builds.found(it)
    link.unlink()
    link.symlink_to("new")
    assert builds.found(it) is None


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("touch $0; " + SOURCE, "a.made was changed while it was built"),
        (SOURCE + ": ../..", "a.made may read what lies above its folder"),
    ],
)
def test_in_doubt_it_is_built_each_time(tmp_path: Path, source: str, reason: str) -> None:
    """What cannot be proved to be unchanged is built again."""
    it = job(tmp_path / "p", source)
    first, second = builds.make(it), builds.make(it)
    assert first.folder != second.folder
    assert (True, None) == (second.doubt.endswith(reason), builds.found(it))


def test_a_file_of_the_command_that_is_saved_while_it_is_built(tmp_path: Path) -> None:
    """Which text the compiler has read nobody knows: it is built again, and what is read then counts."""
    settings = tmp_path / "settings"
    build = Language("made", ("{output}",), ("sh", "{source}", "{output}", str(settings)), ending="made")
    source = (
        SOURCE + 'sed "s/^/echo /" "$2" >> "$1"; [ -e "$2.saved" ] || { touch "$2.saved"; echo 6 > "$2"; }\n'
    )
    settings.write_text("8\n")
    it = job(tmp_path / "p", source, build)
    first = builds.make(it)
    assert (f"{settings} was changed while it was built", None) == (first.doubt, builds.found(it))
    second = builds.make(it)
    assert (second.doubt, second.folder) == ("", getattr(builds.found(it), "folder", None))
    settings.write_text("7\n")
    assert builds.found(it) is None


def test_a_header_that_appears_while_it_is_built(tmp_path: Path) -> None:
    """It would be found before the one that was read: what a compiler tells is of the moment before."""
    compiler, lib = tmp_path / "gcc", tmp_path / "lib"
    lib.mkdir()
    (lib / "x.h").touch()
    compiler.write_text(
        '#!/bin/sh\nprintf "#!/bin/sh\\necho 8\\n" > "$2"; chmod +x "$2"\n'
        f'echo "it: $3 {lib}/x.h" > "$6"; touch "$(dirname "$3")/x.h"\n'
    )
    compiler.chmod(0o755)
    build = Language("c", ("{output}",), (str(compiler), "-o", "{output}", "{source}"), ending="c")
    it = job(tmp_path / "p", "#include <x.h>\n", build)
    first = builds.make(it)
    assert (f"{it.path.parent} was changed while it was built", None) == (first.doubt, builds.found(it))
    assert "" == made(it).doubt


def test_what_the_build_itself_writes_is_no_change(tmp_path: Path) -> None:
    """A file that its command names, and that is as it was before, is no doubt, however new it is."""
    log = tmp_path / "log"
    build = Language("made", ("{output}",), ("sh", "{source}", "{output}", str(log)), ending="made")
    it = job(tmp_path / "p", SOURCE + 'echo built > "$2"\n', build)
    assert builds.make(it).doubt == f"{log} was changed while it was built"
    second = builds.make(it)
    assert (second.doubt, second.folder) == ("", getattr(builds.found(it), "folder", None))


def test_a_folder_of_very_many_files_is_not_looked_through(
    own: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its program runs each time."""
    write(own, "a.sh", "echo 8")
    assert ("right", False) == row(own, "check")[::2]
    assert ("right", True) == row(own, "check")[::2]
    monkeypatch.setattr(dependencies, "MOST_PATHS", 1)
    assert ("right", False) == row(own, "check")[::2]
    assert ("right", False) == row(own, "check")[::2]


def test_what_changes_while_it_runs_is_not_remembered(own: Workspace) -> None:
    """Nobody knows which text a program has read that was saved meanwhile."""
    write(own, "a.sh", 'echo 8; touch "$0"')
    assert ("right", False) == row(own, "check")[::2]
    assert ("right", False) == row(own, "check")[::2]


def test_old_builds_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The latest ones of a program are kept, and none of a program that has been gone for a day."""
    for number in range(builds.KEPT + 2):
        it = job(tmp_path / "p", f"{SOURCE}# {number}\n")
        made(it)
    [place] = (settings.data_folder() / builds.BUILDS).iterdir()
    assert builds.KEPT == len([*place.iterdir()])
    assert builds.found(job(tmp_path / "p", f"{SOURCE}# {number - 1}\n"))
    assert builds.found(job(tmp_path / "p", f"{SOURCE}# 0\n")) is None
    it.path.unlink()
    made(job(tmp_path / "q"))
    assert place.exists()
    monkeypatch.setattr(builds, "DAY", -1.0)
    made(job(tmp_path / "r"))
    assert not place.exists()


@pytest.mark.parametrize("damage", ["", "[]", '{"builds": {"x": 3}}', '{"builds": 3}', "\0"])
def test_a_record_that_cannot_be_read_is_none(tmp_path: Path, damage: str) -> None:
    """The program is built again."""
    it = job(tmp_path)
    made(it)
    for record in (settings.data_folder() / tools.NOTES).glob("*.json"):
        record.write_text(damage)
    assert builds.found(it) is None
    made(it)
    assert builds.found(it)


def test_a_build_belongs_to_its_workspace(tmp_path: Path) -> None:
    """The same source in another folder is built there."""
    made(job(tmp_path / "mine"))
    assert builds.found(job(tmp_path / "fork")) is None


@needs("bubblewrap")
def test_nobody_uses_what_was_built_of_code_that_is_not_trusted(tmp_path: Path) -> None:
    """What is built in the sandbox runs in the sandbox."""
    made(job(tmp_path, untrusted=str(tmp_path)))
    assert builds.found(job(tmp_path, untrusted=str(tmp_path)))
    assert builds.found(job(tmp_path)) is None


@needs("bubblewrap")
@pytest.mark.parametrize("command", ["build", "run", "empty"])
def test_no_command_of_a_workspace_leaves_the_sandbox(own: Workspace, command: str) -> None:
    """With --untrusted, neither a build nor a run nor what measures a start can write anywhere."""
    outside = own.root / "outside"
    write(own, "a.made", SOURCE)
    harm = f"touch {outside}; "
    commands = {"run": "{output}", "build": "sh {source} {output}", "empty": SOURCE}
    commands[command] = harm + SOURCE if command == "empty" else f"sh -c '{harm} exec {commands[command]}'"
    write(own, "a.made", SOURCE, commands)
    try:
        for words in (("check",), ("run", "sums"), ("bench", "sums", "--samples", "1")):
            ended = own.run(*words, "--untrusted")
            assert 0 == ended.code
            assert not outside.exists()
    finally:
        pool.stop()
    assert 0 == own.run("run", "sums").code
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
    write(own, "a.rs", "fn main() {}", {"empty": ""})
    assert "- skipped: a.rs: no toolchain is installed: rustup default stable\n" in own.run("check").out
    rustc.write_text('#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\n' + SOURCE.replace("$1", "$2"))
    assert "right" == row(own, "check")[0]


def test_a_failure_is_forgotten(own: Workspace) -> None:
    """A build that failed is tried again, as what it lacked may be there now; a start likewise."""
    lacks = own.root / "lacks"
    source = f"[ -e {lacks} ] || exit 3; {SOURCE}"
    write(own, "a.made", source, {"build": "sh {source} {output}", "run": "{output}", "empty": source})
    for words in (("run", "sums"), ("check",), ("check",)):
        assert ("error", "sh exited with status 3") == row(own, *words)[:2]
    language = LANGUAGES["sh"]._replace(
        name="made", build=MADE.build, run=MADE.run, empty=source, ending="made"
    )
    assert 0.0 == starting.seconds(language, ENGINE, "")
    lacks.touch()
    assert "right" == row(own, "check")[0]
    starting.seconds.cache_clear()
    assert 0.0 < starting.seconds(language, ENGINE, "")


def test_options_that_a_compiler_does_not_know_are_left_out(tmp_path: Path) -> None:
    """Then all in the folder counts."""
    compiler = tmp_path / "cc"
    compiler.write_text(
        '#!/bin/sh\nfor word; do case $word in -MD) echo "unknown option -MD"; exit 1;; esac; done\n' + SOURCE
    )
    compiler.chmod(0o755)
    it = job(tmp_path / "p", "x", LANGUAGES["c"]._replace(build=(str(compiler), "{output}", "{source}")))
    made(it)
    assert builds.found(it)
    (tmp_path / "p" / "x.h").touch()
    assert builds.found(it) is None


def test_an_error_is_told_as_it_was_said(tmp_path: Path) -> None:
    """Nothing is left of a build that failed."""
    with pytest.raises(NotReady, match=re.escape("oh no")):
        builds.make(job(tmp_path, "echo oh no; exit 1"))
    assert [] == [*(settings.data_folder() / builds.BUILDS).iterdir()]
