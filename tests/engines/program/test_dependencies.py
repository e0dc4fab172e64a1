"""What a program depends on: rules for make, paths that lead out of a folder, options of compilers."""

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzle_runner.engines.program import dependencies
from puzzle_runner.engines.program.dependencies import closure, of_make, options, tree

# Compilers cannot write a path with the end of a line in it.
PATHS = st.text(st.characters(codec="utf-8", exclude_characters="\n\r\0\\"), min_size=1)


@given(st.lists(PATHS))
def test_a_rule_is_read_as_gcc_writes_it(paths: list[str]) -> None:
    """Spaces, tabs and `#` have a backslash, `$` is doubled, and a line goes on after a backslash."""
    spelt = [re.sub(r"([ \t#])", r"\\\1", path.replace("$", "$$")) for path in paths]
    rule = " \\\n ".join(["it:", *spelt])
    assert paths == of_make(f"{rule}\n\nother: x\n")


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    """What is no rule names nothing that breaks."""
    assert isinstance(of_make(text), list)


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("cc -o x a.c", True),
        ("/opt/bin/aarch64-linux-gnu-g++-12 -O3 a.c -lm", True),
        ("ccache clang++ a.c", True),
        ("cc a.c b.c", False),
        ("tool a.c", False),
        ("rustc -o x a.c", True),
        ("rustc --emit=asm a.c", False),
    ],
)
def test_who_can_be_asked(words: str, asked: bool) -> None:
    """A compiler that builds one source says what it has read, unless its options leave no room for that."""
    assert asked is bool(options(tuple(words.split()), "a.c", "/x/.read"))


@pytest.mark.parametrize(
    ("text", "found", "doubt"),
    [
        (". ./x.sh", set(), False),
        ('. "$(dirname "$0")/../lib/x.sh"', {"lib/x.sh"}, False),
        ('require("../lib/util")', {"lib/util.js"}, False),
        ('open("../lib/" + name)', {"lib/x.sh", "lib/util.js"}, False),
        ('join(here, "..", "lib")', set(), True),
        ('cd "${0%/*}/.."', set(), True),
        ('open("../" + name)', set(), True),
        ("cd ..; cat x", set(), True),
        ('read("../none")', set(), True),
        ("for x in 'a'..'z' do", set(), False),
        ("f(...words); 1..9; (..); a .. b; [...x, ...y]", set(), False),
    ],
)
def test_a_path_that_leads_out(tmp_path: Path, text: str, found: set[str], doubt: bool) -> None:
    """It counts as far as it can be told; what may be anything above the folder is in doubt."""
    for name in ("lib/x.sh", "lib/util.js", "p/a.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "p" / "a.js").write_text(text)
    looked = closure([str(tmp_path / "p")], {"js", "sh"})
    files = {os.path.relpath(path, tmp_path) for path in looked.stamps if os.path.isfile(path)}
    assert (doubt, True) == (bool(looked.doubt), doubt or found | {"p/a.js"} == files)


def test_a_file_that_would_be_found_before_a_folder(tmp_path: Path) -> None:
    """`../lib` is the folder until there is a `lib.js`."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "a.js").write_text('require("../lib")')
    before = closure([str(tmp_path / "p")], {"js"}).stamps
    (tmp_path / "lib.js").write_text("")
    assert (
        before[str(tmp_path / "lib.js")]
        != closure([str(tmp_path / "p")], {"js"}).stamps[str(tmp_path / "lib.js")]
    )


def test_a_folder_is_read_once(tmp_path: Path) -> None:
    """Links that lead back end; caches, histories and packages are not looked through."""
    for name in (
        "a",
        "target/x",
        ".git/x",
        "__pycache__/x.pyc",
        "node_modules/y/x",
        "node_modules/.package-lock.json",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "target" / dependencies.CACHE).touch()
    (tmp_path / "b").symlink_to(tmp_path)
    (tmp_path / "pipe")
    os.mkfifo(tmp_path / "pipe")
    looked = tree(str(tmp_path))
    names = {os.path.relpath(path, tmp_path) for path in looked.stamps}
    assert {".", "a", "b", "pipe", "target", "node_modules", "node_modules/.package-lock.json"} == names
    states = {state.path: state.state for state, _ in dependencies.states(looked.stamps)}
    assert "other" == states[str(tmp_path / "pipe")]


@pytest.mark.parametrize(("limit", "value"), [("MOST_PATHS", 3), ("MOST_BYTES", 10)])
def test_too_much_is_in_doubt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    """Neither numbers of files nor their bytes are without bounds."""
    monkeypatch.setattr(dependencies, limit, value)
    for name in "abcdef":
        (tmp_path / name).write_text("text")
    assert f"{tmp_path} has more than" in tree(str(tmp_path)).doubt
