"""A copy of a repository for a build, with the input in its places."""

from pathlib import Path

import pytest
from puzzle_runner.engines.program import given
from puzzle_runner.engines.program.engine import ENGINE
from puzzle_runner.engines.program.languages import Language, Program
from puzzle_runner.model import Limits
from puzzle_runner.running.call import Job

FILES = {
    "2021/1/main.go": "//go:embed input.txt\n",
    "2021/2/main.go": "//go:embed input.txt\n//go:embed ../../../outside.txt\n",
    "2021/3/main.rs": 'include_str!("../../own/3.txt")',
    "own/3.txt": "\0GITCRYPT\0",
    "inputs/aoc2021d1/cases.toml": "[main]\npart1 = 12\n",
    "node_modules/one/index.js": "",
}


@pytest.mark.parametrize("untrusted", ["", "yes"])
def test_a_copy_has_the_input_and_no_secrets(untrusted: str, tmp_path: Path) -> None:
    """What is not trusted gets no other inputs, and nothing that links lead to; the originals stay.

    What is encrypted is empty: a compiler that builds it in would refuse it.
    """
    root, top = tmp_path / "root", tmp_path / "top"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "1.txt").write_text("8\n")
    (root / "data").symlink_to(tmp_path / "private")
    places = ("2021/1/input.txt", "data/1.txt")
    program = Program(1, Language("Go", ()), root="../..", places=places, embeds=True)
    limits = Limits(10, 2**30, untrusted=untrusted)
    given.copied(Job("aoc2021d1", root / "2021" / "1" / "main.go", ENGINE, program, "7", limits), top)
    assert ["7\n", "7\n", ""] == [(top / name).read_text() for name in (*places, "2021/2/input.txt")]
    assert "" == (top / "own" / "3.txt").read_text()
    assert (not untrusted) == (top / "inputs" / "aoc2021d1" / "cases.toml").exists()
    assert not (top / "data").is_symlink()
    assert not (top / "node_modules").exists()
    assert "8\n" == (tmp_path / "private" / "1.txt").read_text()
    assert not (tmp_path / "outside.txt").exists()
    assert sorted(FILES) == sorted(
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if path.is_file() and "data" not in path.parts
    )
