"""Hashes of sources."""

from pathlib import Path

import pytest
from puzzle_runner import digest


def hashes(folder: Path, content: bytes, name: str = "p.py") -> tuple[str, str]:
    """Return the hash of a file's bytes and that of its code."""
    path = folder / name
    path.write_bytes(content)
    return digest.sources([path]), digest.code([path])


@pytest.mark.parametrize(
    "other",
    ["x = 1  # one\n", "# coding: utf-8\nx=(\n1)\n\n", "x = 0x1\n", "\ufeffx = 1"],
    ids=["comment", "layout", "spelling", "mark"],
)
def test_what_makes_no_difference_to_code(tmp_path: Path, other: str) -> None:
    """Comments, layout and the spelling of a constant change the bytes only."""
    content, code = hashes(tmp_path, b"x = 1\n")
    other_content, other_code = hashes(tmp_path, other.encode())
    assert (True, False) == (code == other_code, content == other_content)


@pytest.mark.parametrize(
    "other", ["x = True", "x = 1.0", "x = '1'", "x += 1", "y = 1", "x = [1]", "x = 1; x", "'x = 1'"]
)
def test_what_makes_a_difference(tmp_path: Path, other: str) -> None:
    """Another type, name, operation or structure is other code."""
    assert hashes(tmp_path, b"x = 1")[1] != hashes(tmp_path, other.encode())[1]
    assert hashes(tmp_path, b"x = 1")[1] != hashes(tmp_path, b"x = 1", "q.py")[1]


def test_the_hash_is_the_same_in_every_interpreter(tmp_path: Path) -> None:
    """Fields that only some interpreters have are left out while they are empty."""
    head, body = b"@c\nasync def f(x, /, *y: int, z=None) -> 'q':", b" return f'{x!r}' 'w', -1j, ..., b'1'"
    source = b"import a as b\n" + head + body
    assert "8702a1a54a09260f641da79fb389f99e" == hashes(tmp_path, source)[1]


def test_sources_of_any_shape_have_a_hash(tmp_path: Path) -> None:
    """Deep expressions, huge numbers and what is no code; a file that is gone differs from an empty one."""
    for content in (b"x = (", b"\0", b"# coding: nonsense"):
        assert hashes(tmp_path, content)[1] != hashes(tmp_path, content + b" #")[1]
    assert hashes(tmp_path, b"x = 1", "p.so")[1] != hashes(tmp_path, b"x = 1#", "p.so")[1]
    deep, huge = b"x = " + b"+".join([b"1"] * 3000), b"x = 0x1" + b"0" * 9000
    assert 3 == len({hashes(tmp_path, deep)[1], hashes(tmp_path, huge)[1], hashes(tmp_path, b"")[1]})
    assert digest.code([tmp_path / "gone.py"]) != hashes(tmp_path, b"", "gone.py")[1]
