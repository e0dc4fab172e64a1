"""A repository that is built as a whole: once for all of its programs, in a copy, again after a change."""

from pathlib import Path

import pytest
from puzzle_runner.engines.program import builds, making
from puzzle_runner.engines.program.engine import ENGINE
from puzzle_runner.engines.program.languages import Language, Program
from puzzle_runner.model import Limits
from puzzle_runner.running.call import Job
from puzzle_runner.running.job import NotReady
from puzzle_runner.sites.registry import identify

from tests.needs import needs

# Makes a program of all sources, and says how often it was run, in a file that stays in the copy.
MAKE = """
echo built >> log
mkdir -p out
for day in src/*.day; do (echo "#!/bin/sh"; cat "$day" lib) > "out/$(basename "$day" .day)"; done
chmod +x out/*
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with two days and what they share."""
    root = tmp_path / "theirs"
    for name, text in {
        "make.sh": MAKE,
        "src/1.day": "echo 1\n",
        "src/2.day": "echo 2\n",
        "lib": "exit 0\n",
        "inputs/aoc2021d1/cases.toml": "[main]\npart1 = 12\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def job(root: Path, day: int, untrusted: str = "") -> Job:
    """Return the job of a day, which is built with all of them."""
    language = Language("day", (f"out/{day}", "{part}"), ("sh", "make.sh"))
    program = Program(1, language, (f"{day}.day",), root="..", builds_repository=True)
    limits = Limits(10, 2**30, untrusted=untrusted)
    return Job(identify(f"aoc2021d{day}"), root / "src" / f"{day}.day", ENGINE, program, "7", limits)


def test_one_build_for_all_days(repository: Path) -> None:
    """It is made in a copy, where the command is found; the repository stays as it is."""
    first, second = job(repository, 1), job(repository, 2)
    assert first.engine.needs(first) == second.engine.needs(second)
    build = making.make(first)
    assert builds.found(second) == build
    assert (str(build.folder / "out" / "2"), "1") == builds.command(second, build)
    assert "built\n" == (build.folder / "log").read_text()
    assert not (repository / "log").exists() and not (repository / "out").exists()
    one, two = first.engine.prepare([first, second])
    assert first.engine.identity(one) != first.engine.identity(two)


def test_a_change_builds_again_in_the_same_copy(repository: Path) -> None:
    """What it has made before is still there, and no file that has gone. Inputs and answers do not count."""
    build = making.make(job(repository, 1))
    (repository / "inputs" / "aoc2021d1" / "cases.toml").write_text("[main]\npart1 = 13\n")
    (repository / ".git").mkdir()
    (repository / ".git" / "HEAD").touch()
    assert builds.found(job(repository, 1)) == build
    (repository / "lib").write_text("exit 3\n")
    (repository / "src" / "2.day").unlink()
    assert builds.found(job(repository, 1)) is None
    again = making.make(job(repository, 1))
    assert (build.folder, True) == (again.folder, build.state != again.state)
    assert "built\nbuilt\n" == (again.folder / "log").read_text()
    assert "#!/bin/sh\necho 1\nexit 3\n" == (again.folder / "out" / "1").read_text()
    assert not (again.folder / "src" / "2.day").exists()
    # One that fails is tried again, and nothing that was built before is used then.
    (repository / "make.sh").write_text("echo oh no; exit 1")
    for _ in range(2):
        with pytest.raises(NotReady, match="oh no"):
            making.make(job(repository, 1))
    (repository / "make.sh").write_text(MAKE)
    assert builds.found(job(repository, 1)) is None
    assert making.make(job(repository, 1))


@needs("bubblewrap")
def test_a_copy_that_is_not_trusted_has_no_secrets(repository: Path, tmp_path: Path) -> None:
    """It is built in the sandbox, without inputs and answers, and without what links lead to."""
    (tmp_path / "private").write_text("8\n")
    (repository / "link").symlink_to(tmp_path / "private")
    harm = f"cat link {tmp_path}/private && exit 3\ntouch {repository}/harm\nexit 0\n"
    (repository / "make.sh").write_text(MAKE + harm)
    build = making.make(job(repository, 1, untrusted=str(repository)))
    assert not (build.folder / "inputs").exists()
    assert (build.folder / "link").is_symlink()
    assert build == builds.found(job(repository, 1, untrusted=str(repository)))
    assert not (repository / "harm").exists()
    assert (build.folder / "out" / "1").exists()
    assert builds.found(job(repository, 1)) is None


@needs("bubblewrap")
def test_a_link_of_a_build_leads_nowhere(repository: Path, tmp_path: Path) -> None:
    """What is not trusted may put a link into the copy: the next one is not written through it."""
    home = tmp_path / "home"
    home.mkdir()
    (repository / "make.sh").write_text(f"rm -r src && ln -s {home} src\n")
    making.make(job(repository, 1, untrusted=str(repository)))
    (repository / "src" / "1.day").write_text("echo 3\n")
    (repository / "make.sh").write_text(MAKE)
    build = making.make(job(repository, 1, untrusted=str(repository)))
    assert [] == [*home.iterdir()]
    assert "echo 3\n" == (build.folder / "src" / "1.day").read_text()


def test_a_build_file_above_tells_what_counts(repository: Path) -> None:
    """Without a build of the repository, all below the build file counts, else the folder of the source."""
    language = Language("day", ("sh", "{source}"))
    program = Program(1, language, ("1.day",), root="..")
    alone = job(repository, 1)._replace(data=program)
    states = []
    for build_file in ("", "go.mod", "src/Cargo.toml"):
        if build_file:
            (repository / build_file).touch()
        for text in ("a", "b"):
            (repository / "lib").write_text(text)
            found = builds.found(alone)
            assert found
            states.append(found.state)
    assert [False, True, False] == [states[number] != states[number + 1] for number in (0, 2, 4)]
