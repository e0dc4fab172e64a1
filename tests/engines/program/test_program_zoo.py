"""Programs that misbehave: each gets one verdict, as a part in Python would, and nothing is left running."""

from pathlib import Path
from typing import NamedTuple

from puzzle_runner.running import pool

from tests.conftest import Ended, Workspace
from tests.needs import needs


class Animal(NamedTuple):
    """A shell script, the verdict it gets, and a piece of its message or answer."""

    verdict: str
    says: str
    source: str


# They never end: a slow machine kills them all the same.
IMPATIENT = 0.2
HANGING = {
    "hangs": Animal("timeout", "longer than 0.2 s", "sleep 1000"),
    "loops": Animal("timeout", "longer than 0.2 s", "while :; do :; done"),
    "ignores_signals": Animal(
        "timeout", "longer than 0.2 s", "trap '' TERM INT HUP; while :; do sleep 1; done"
    ),
    "floods_for_ever": Animal("timeout", "longer than 0.2 s", "yes"),
    "floods_stderr": Animal("timeout", "longer than 0.2 s", "yes >&2"),
    "hangs_in_children": Animal("timeout", "longer than 0.2 s", "sleep 1000 & sleep 1001 & wait"),
}
ANIMALS = {
    "segfaults": Animal("crash", "its process was killed by SIGSEGV", "kill -SEGV $$"),
    "kills_its_group": Animal("crash", "SIGKILL", "kill -KILL 0"),
    "fails": Animal("error", "it exited with status 7", "echo 12; exit 7"),
    "does_not_parse": Animal("error", "it exited with status 2", "if ("),
    "floods": Animal("right", "12", "yes all the same | head -n 50000; echo 12"),
    "leaves_children": Animal("right", "12", "sleep 1000 & (sleep 1001 &) & echo 12"),
    "child_escapes": Animal("right", "12", "setsid sleep 1000 > /dev/null 2>&1 & sleep 0.1; echo 12"),
    "reads_nothing": Animal("right", "12", "exec < /dev/null; echo 12"),
    "closes_its_streams": Animal("right", "12", "echo 12; exec 0<&- 1>&- 2>&-"),
    "deletes_its_folder": Animal("right", "12", 'rm -rf "$PWD"; echo 12'),
    "fills_its_folder": Animal("right", "12", "mkdir -p a/b; echo x > a/b/c; chmod 0 a; echo 12"),
    "prints_no_text": Animal("unknown", "with certainty", "printf '\\377 \\001\\n13\\n14\\n'"),
    "prints_several_lines": Animal("right", "12", "echo 7; echo 12; echo 13"),
    "is_well": Animal("right", "12", "echo 12"),
}


def inhabited(root: Path, animals: dict[str, Animal]) -> Workspace:
    """Return a workspace with one puzzle, whose solutions these are."""
    workspace = Workspace(root)
    workspace.input("zoo", "cases.toml", "[main]\ninput = '7'\npart1 = 12\n")
    folder = root / "puzzles" / "zoo"
    folder.mkdir()
    for name, animal in animals.items():
        (folder / f"{name}.sh").write_text(f"# {name}\n{animal.source}\n")
    return workspace


def checked(workspace: Workspace, *options: str) -> Ended:
    """Return how `check` of all ended, with its workers; what these start bears the workspace's mark."""
    try:
        return workspace.run("check", "--fresh", "--json", *options, PYTHON_MARK=str(workspace.root))
    finally:
        pool.stop()


def compare(ended: Ended, animals: dict[str, Animal]) -> None:
    """Compare each row with what is to become of its animal."""
    rows = {row["solution"]: row for row in ended.rows}
    assert animals.keys() == rows.keys()
    for name, animal in animals.items():
        row = rows[name]
        assert (name, animal.verdict) == (name, row["verdict"]), row
        assert animal.says in (row["answer"] or row["message"]), row
        # An answer, or the ends of what floods.
        assert len(row["output"]) < 2**19


def test_each_gets_its_verdict(tmp_path: Path) -> None:
    """Crashes, failures, floods and children that stay: one verdict each, and the rest goes on."""
    zoo = inhabited(tmp_path, ANIMALS)
    compare(checked(zoo, "--timeout", "50"), ANIMALS)
    assert [] == zoo.left()


def test_what_hangs_is_killed(tmp_path: Path) -> None:
    """Time is limited, whatever a program does with its signals, its children and its output."""
    zoo = inhabited(tmp_path, HANGING)
    compare(checked(zoo, "--timeout", str(IMPATIENT)), HANGING)
    assert [] == zoo.left()


@needs("bubblewrap")
def test_the_sandbox_holds_programs(tmp_path: Path) -> None:
    """Each has the same verdict inside the sandbox, where it can write into its own folder alone."""
    inside = ("segfaults", "fails", "leaves_children", "floods", "is_well")
    animals = {name: ANIMALS[name] for name in inside} | {
        "writes": Animal("right", "12", f"touch {tmp_path}/puzzles/zoo/x && exit 3; echo 12"),
        "has_scratch": Animal("right", "12", "echo 12 > here && cat here"),
    }
    compare(checked(inhabited(tmp_path, animals), "--untrusted", "--timeout", "30"), animals)
