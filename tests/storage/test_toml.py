"""TOML files: read whole, changed in place."""

from pathlib import Path

import pytest
import tomlkit
from puzzle_runner.errors import StoreFailed, Unreadable
from puzzle_runner.storage import atomic, toml


def test_a_change_keeps_comments(tmp_path: Path) -> None:
    """A file that is not there has no tables, and is made; all else stays as written, blank lines too."""
    path = tmp_path / "below" / "file.toml"
    assert {} == toml.read(path)
    toml.change(path, lambda document: document.update({"a": {"x": 1}}))
    assert {"a": {"x": 1}} == toml.read(path)
    path.write_text("# mine\n[b]\nx = 0x10  # hex\n\n[a]\n")
    toml.change(path, lambda document: document["a"].update({"y": 2}))
    assert "# mine\n[b]\nx = 0x10  # hex\n\n[a]\ny = 2\n" == path.read_text()
    assert {"b": {"x": 16}, "a": {"y": 2}} == toml.read(path)
    before = path.stat()
    toml.change(path, lambda document: document["b"].setdefault("x", 2))
    assert (before.st_mtime_ns, before.st_ino) == (path.stat().st_mtime_ns, path.stat().st_ino)


def test_a_file_is_locked_while_it_is_changed(tmp_path: Path) -> None:
    """Another process that wants to change it waits, so that no change is lost."""
    path = tmp_path / "file.toml"

    def make(document: tomlkit.TOMLDocument) -> None:
        with pytest.raises(StoreFailed), atomic.locked(atomic.lock_name(path), patience=0):
            pass
        with atomic.locked(atomic.lock_name(tmp_path / "other.toml"), patience=0):
            document["x"] = 1

    toml.change(path, make)
    assert {"x": 1} == toml.read(path)


def test_a_secret_file_is_not_quoted(tmp_path: Path) -> None:
    """A parser repeats a key that stands there twice; of a secret file the kind of the error is said."""
    path = tmp_path / "file.toml"
    path.write_text("[hush]\n[hush]\n")
    for call in (toml.read, lambda path, **kind: toml.change(path, len, **kind)):
        with pytest.raises(Unreadable, match="hush"):
            call(path)
        with pytest.raises(Unreadable, match=r"cannot be (read|changed): it is no TOML, at line 2") as error:
            call(path, secret=True)
        assert ("hush" in str(error.value), error.value.__cause__) == (False, None)
        with pytest.raises(Unreadable, match="Is a directory"):
            call(tmp_path, secret=True)


def test_decimals_stay_as_they_are_written(tmp_path: Path) -> None:
    """Answers are compared as texts, and integers may be longer than Python reads by itself."""
    path = tmp_path / "file.toml"
    path.write_text(f"a = 1_0.50\nb = {'9' * 5000}\n")
    assert {"a": "10.50", "b": 10**5000 - 1} == toml.read(path)


def test_tables_are_added_below_all_others(tmp_path: Path) -> None:
    """Comments stay where they are."""
    path, added = tmp_path / "file.toml", "[[a.b.c]]\nx = 1\n"
    above = ("[a.z]\ny = 1\n\n# d\n[d]\n# end\n\n", "[a.b]\ny = 1\n# d\n[d]\n\n", "a.b.y = 1\n[d]\n\n", "")
    for before in above:
        path.write_text(before.removesuffix("\n"))
        toml.change(path, lambda document: toml.add_below(document, ("a", "b", "c"), [{"x": 1}]))
        assert (before + added, [{"x": 1}]) == (path.read_text(), toml.read(path)["a"]["b"]["c"])


def test_what_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    """The library writes what is no TOML when it is asked oddly: the file stays as it was."""
    path = tmp_path / "file.toml"
    path.write_text("x = []\n")
    for change in (
        lambda document: document["x"].append(tomlkit.item({"y": {"z": 1}})),
        lambda document: document.add("x", 2),
        lambda document: document.update({"a": "\udcff"}),
    ):
        with pytest.raises(Unreadable, match="cannot be changed"):
            toml.change(path, change)
    assert "x = []\n" == path.read_text()
