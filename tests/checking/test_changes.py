"""What `check` notices: of each small change between two checks, the answer before would be a stale green."""

import os
import re
import resource
import sys
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from puzzle_runner.running import fingerprint, pool

from tests.checking.test_verdict_cache import CASE
from tests.conftest import Workspace

RIGHT = CASE.replace("= 2", "= 1")
INDENT = "\n    "
HERE = "import os, sys; HERE = os.path.dirname(os.path.abspath(__file__))"
ONE, TWO = "X = 1\n", "X = 2\n"


class Change(NamedTuple):
    """A puzzle and files of its workspace, by path: before, when the answer is 1, and what then changes.

    `->` begins the target of a link; None is a file that is removed. What becomes a link is moved to `moved`
    beside it.
    """

    source: str
    before: Mapping[str, str]
    after: Mapping[str, str | None]


def part(*lines: str, top: str = HERE) -> str:
    """Return a module with a part of these lines."""
    return f"{top}\n\ndef part1():{INDENT}{INDENT.join(lines)}\n"


def imports(file: str, *lines: str, top: str = HERE) -> Change:
    """Return the change of a module that sets X, which a part of these lines imports and returns."""
    return Change(part(*lines, top=top), {file: ONE}, {file: TWO})


def beside(name: str, before: str | None, after: str | None, *lines: str, top: str = HERE) -> Change:
    """Return the change of a file beside the puzzle, or of none; a part knows its `path`."""
    file = f"puzzles/{name}"
    source = part(f"path = HERE + '/{name}'", *lines, top=top)
    return Change(source, {} if before is None else {file: before}, {file: after})


# fmt: off
CHANGES = {
    # Where code comes from.
    "helper": imports('puzzles/_plain.py', 'return _plain.X', top='import _plain'),
    "exec": imports('puzzles/code.txt', 'return X', top=f"{HERE}; exec(open(HERE + '/code.txt').read())"),
    "linked_helper": Change(part('return _linked.X', top='import _linked'),
        {'lib/linked.py': ONE, 'puzzles/_linked.py': '->../lib/linked.py'}, {'lib/linked.py': TWO}),
    "turned_link": Change(part('return _turned.X', top='import _turned'),
        {'lib/old.py': ONE, 'lib/new.py': TWO, 'puzzles/_turned.py': '->../lib/old.py'},
        {'puzzles/_turned.py': '->../lib/new.py'}),
    # What would be imported now.
    "package_beside": Change(part('return _both.X', top='import _both'), {'puzzles/_both.py': ONE},
        {'puzzles/_both/__init__.py': TWO}),
    "folder_becomes_package": Change(part('return _grown.X', top='import _grown'),
        {'puzzles/_grown.py': ONE, 'puzzles/_grown/data.txt': ''}, {'puzzles/_grown/__init__.py': TWO}),
    "namespace": Change(part('import _space.inner', "return getattr(_space, 'X', 1)"),
        {'puzzles/_space/inner.py': ''}, {'puzzles/_space/__init__.py': TWO}),
    "optional": beside('_fast.py', None, TWO, 'return X',
        top=f'{HERE}\ntry: from _fast import X\nexcept ImportError: X = 1'),
    "before_installed": beside('filelock.py', None, TWO, 'import filelock',
        "return getattr(filelock, 'X', 1)"),
    "missing_folder": beside('_no/lib.py', None, TWO, "sys.path.append(HERE + '/_no')",
        'try: from lib import X', 'except ImportError: X = 1', 'return X'),
    "sourceless": beside('_compiled.pyc', None, 'pyc:X = 2', 'try: from _compiled import X',
        'except ImportError: X = 1', 'return X'),
    # What is read.
    "data": beside('data', '1', '2', 'return open(path).read()'),
    "descriptor": beside('descriptor', '1', '2', 'return os.read(os.open(path, 0), 9).decode()'),
    "hidden_builtins": beside('sly', '1', '2', 'import builtins, io', 'opened = open',
        'builtins.open = io.open = os.stat = sys.addaudithook = None', 'return opened(path).read()'),
    "linked_data": Change(part("return open(HERE + '/linked').read()"),
        {'one': '1', 'two': '2', 'puzzles/linked': '->../one'}, {'puzzles/linked': '->../two'}),
    # What is there.
    "fallback": beside('own', None, '2', 'try: return open(path).read()', 'except OSError: return 1'),
    "changed": beside('changed', 'old:', '', 'return 2 if os.path.getmtime(path) > 9 else 1'),
    "allowed": beside('allowed', '', '+x', 'return 2 if os.access(path, os.X_OK) else 1'),
    "folder_becomes_link": Change(part("return 2 if os.path.islink(HERE + '/a/room') else 1"),
        {'puzzles/a/room/in': ''}, {'puzzles/a/room': '->moved'}),
    "file_becomes_link": beside('d/file', '', '->moved', 'try: os.open(path, os.O_NOFOLLOW); return 1',
        'except OSError: return 2'),
    "listed": Change(part("return len(os.listdir(HERE + '/some'))"), {'puzzles/some/a': ''},
        {'puzzles/some/b': ''}),
    # What no event tells of.
    "posix_stat": beside('p_stat', '1', '12', 'import posix', 'return posix.stat(path).st_size'),
    "mkfifo": beside('fifo', '', None, 'try: os.mkfifo(path); return 2', 'except OSError: return 1'),
    # What works or fails.
    "made": beside('made', '', None, "try: open(path, 'x'); return 2", 'except OSError: return 1'),
    "made_by_descriptor": beside('raw', '', None, 'try: os.open(path, os.O_CREAT | os.O_EXCL); return 2',
        'except OSError: return 1'),
    "permitted": beside('permitted', '', None, 'try: os.chmod(path, 0o600); return 1',
        'except OSError: return 2'),
    # What others read: nobody knows what that is.
    "forked": beside('_only_there.py', ONE, TWO, 'r, w = os.pipe()', 'if not os.fork():',
        '    import _only_there', '    os.write(w, bytes([_only_there.X]))', '    os._exit(0)',
        'os.wait()', 'return os.read(r, 1)[0]'),
    "database": beside('words.db', 'db:1', 'db:2', 'import sqlite3', 'words = sqlite3.connect(path)',
        "return words.execute('PRAGMA user_version').fetchone()[0]"),
    "attached": beside('other.db', 'db:1', 'db:2', 'import sqlite3',
        "memory = sqlite3.connect(':memory:')", "memory.execute('ATTACH ? AS other', (path,))",
        "return memory.execute('PRAGMA other.user_version').fetchone()[0]"),
}
# fmt: on
# Parts that none of the changes concern.
SAME = {
    "same": part("return 1"),
    "same_imports": part("return 1", top="import re, json, functools, ctypes, multiprocessing, uuid"),
    "same_helper": part("return _same.X", top="import _same"),
    "same_bytecode": part("return _cached.X", top="import _cached"),
    "same_data": part("return open(HERE + '/same.txt').read()"),
    "same_place": part("from pathlib import Path", "return 1 if Path(__file__).resolve().is_file() else 2"),
    "same_scratch": part("open('a', 'w').write('1')", "return open(os.listdir()[0]).read()"),
    "same_null": part("open(os.devnull).read()", "sys.stdin.read()", "return 1"),
}  # fmt: skip


def put(root: Path, files: Mapping[str, str | None]) -> None:
    """Write files below a folder."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None or path.is_symlink():
            path.unlink()
        if content is None:
            continue
        kind, _, rest = content.partition(":")
        if content == "+x":
            path.chmod(0o755)
        elif content.startswith("->"):
            if path.exists():
                path.rename(path.with_name("moved"))
            path.symlink_to(content.removeprefix("->"))
        elif kind == "old":
            path.touch()
            os.utime(path, (1, 1))
        elif kind in ("pyc", "unchecked"):
            import py_compile

            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH if kind == "unchecked" else None
            source_file = path.with_suffix(".source")
            source_file.write_text(rest)
            py_compile.compile(str(source_file), str(path), invalidation_mode=mode)
            source_file.unlink()
        elif kind == "db":
            import sqlite3

            connection = sqlite3.connect(path)
            connection.execute(f"PRAGMA user_version = {rest}")
            connection.close()
        else:
            path.write_text(content)


def test_each_change_is_noticed_and_nothing_else_runs(workspace: Workspace) -> None:
    """What was right is wrong at the next check without --fresh, and other parts are not run again.

    A part runs the source of its modules, whatever bytecode lies beside them.
    """
    put(workspace.root, {"puzzles/_same.py": ONE, "puzzles/_cached.py": ONE, "puzzles/same.txt": "1"})
    for name, source in SAME.items():
        workspace.puzzle(name, source, RIGHT)
    for name, change in CHANGES.items():
        files = {f"puzzles/{name}.py": change.source, f"inputs/{name}/cases.toml": RIGHT}
        put(workspace.root, files | change.before)
    assert {} == {
        row["puzzle"]: row for row in workspace.run("check", "--json").rows if row["verdict"] != "right"
    }
    for change in CHANGES.values():
        put(workspace.root, change.after)
    tag = sys.implementation.cache_tag
    put(workspace.root, {f"puzzles/__pycache__/_cached.{tag}.pyc": f"unchecked:{TWO}"})
    rows = {row["puzzle"]: (row["verdict"], row["cached"]) for row in workspace.run("check", "--json").rows}
    assert [] == [name for name in CHANGES if rows[name] != ("wrong", False)]
    assert [] == [name for name in SAME if rows[name] != ("right", True)]


def test_without_fork(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interpreter that makes one call tells of it, too."""
    monkeypatch.setattr(pool, "FORKS", False)
    put(workspace.root, {"puzzles/_once.py": ONE})
    workspace.puzzle("alone", part("return _once.X", top="import _once"), RIGHT)
    for source, seen in ((ONE, ["right", False]), (ONE, ["right", True]), (TWO, ["wrong", False])):
        put(workspace.root, {"puzzles/_once.py": source})
        (row,) = workspace.run("check", "--json").rows
        assert seen == [row["verdict"], row["cached"]]


@pytest.mark.parametrize(
    ("source", "variables"),
    [
        (part("return os.environ['LEVEL']"), {"LEVEL": "{}"}),
        (part("return len(os.environ['LC_ALL'].split('.'))"), {"LC_ALL": "C{0:.>{0}}"}),
        (part("import time", "return time.localtime(0).tm_hour"), {"TZ": "UTC-{}"}),
    ],
)
def test_a_variable_that_the_part_is_given(
    workspace: Workspace, source: str, variables: Mapping[str, str]
) -> None:
    """Another value may make another answer; a variable that no part sees makes none."""
    (workspace.root / "pyproject.toml").write_text('[tool.puzzles]\nenv = ["LEVEL"]\n')
    workspace.puzzle("given", source, RIGHT)
    for number, seen in ((1, ["right", False]), (1, ["right", True]), (2, ["wrong", False])):
        given = {name: value.format(number) for name, value in variables.items()}
        (row,) = workspace.run("check", "--json", UNSEEN=str(seen), **given).rows
        assert seen == [row["verdict"], row["cached"]]


def test_what_a_call_has_of_the_shell_and_the_machine(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With another stack a recursion may end otherwise; a time zone has other rules."""
    workspace.puzzle("plain", part("return 1"), RIGHT)

    def new() -> list[str]:
        return [row["puzzle"] for row in workspace.run("check", "--json").rows if not row["cached"]]

    assert [["plain"], []] == [new(), new()]
    workspace.puzzle("host", part("import uuid, platform", "return 1 if platform.node() else 2"), RIGHT)
    assert [["host"], []] == [new(), new()]
    with monkeypatch.context() as other:
        other.setattr(os, "uname", lambda: ("another", "host"))
        assert ["host"] == new()
    (workspace.root / "puzzles" / "host.py").unlink()
    for limit, value in ((resource.RLIMIT_STACK, 2**22), (resource.RLIMIT_NOFILE, 777)):
        soft, hard = resource.getrlimit(limit)
        resource.setrlimit(limit, (value, hard))
        try:
            assert ["plain"] == new()
        finally:
            resource.setrlimit(limit, (soft, hard))
    assert ["plain"] == new()
    umask = os.umask(0o027)
    try:
        assert ["plain"] == new()
    finally:
        os.umask(umask)
    (tmp_path / "zone").write_text("another")
    monkeypatch.setattr(fingerprint, "ZONE", str(tmp_path / "zone"))
    assert [["plain"], []] == [new(), new()]


def test_what_python_reads_as_it_starts(workspace: Workspace) -> None:
    """Without asserts, a part does not fail; PYTHONPATH names its own library."""
    put(workspace.root, {"lib/own_library.py": ONE})
    workspace.puzzle("library", part("import own_library", "return own_library.X"), RIGHT)
    workspace.puzzle(
        "asserts", part("try: assert False", "except AssertionError: return 1", "return 2"), RIGHT
    )

    def seen(**variables: str) -> list[tuple[str, bool]]:
        rows = workspace.run("check", "--json", PYTHONPATH=str(workspace.root / "lib"), **variables).rows
        return [(row["verdict"], row["cached"]) for row in rows]

    new, kept, stale = ("right", False), ("right", True), ("wrong", False)
    assert [[new, new], [kept, kept]] == [seen(), seen()]
    assert [stale, new] == seen(PYTHONOPTIMIZE="1")
    put(workspace.root, {"lib/own_library.py": TWO})
    assert [[new, stale], [kept, ("wrong", True)]] == [seen(), seen()]
    put(workspace.root, {"lib/sitecustomize.py": ""})
    assert [new, stale] == seen()


# A sitecustomize.py in site-packages is not run where the system has one, as Debian has.
@pytest.mark.parametrize("place", ["{packages}/own.pth", "{lib}/sitecustomize.py"])
def test_code_that_runs_as_python_starts(workspace: Workspace, place: str) -> None:
    """Nothing is remembered then, as nobody knows what it looks at, unless it is that of a package."""
    venv.create(workspace.root / ".venv", symlinks=True)
    (packages,) = (workspace.root / ".venv").glob("lib/*/site-packages")
    level = workspace.root / "level"
    put(workspace.root, {"lib/near.py": ""})
    put(packages, {"paths.pth": f"{workspace.root}/lib\n", "a_packed.pth": "import sys; sys.level = 1\n"})
    put(packages, {"packed-1.dist-info/RECORD": "a_packed.pth,sha256=1,6\n"})
    workspace.puzzle("level", part("return sys.level"), RIGHT)

    def seen() -> tuple[str, bool]:
        # As in a process of its own.
        fingerprint.of_installation.cache_clear()
        pool.stop()
        (row,) = workspace.run("check", "--json", PYTHONPATH=str(workspace.root / "lib")).rows
        return row["verdict"], row["cached"]

    assert [("right", False), ("right", True)] == [seen(), seen()]
    code = Path(place.format(packages=packages, lib=workspace.root / "lib"))
    code.write_text(f"import sys; sys.level = len(open({str(level)!r}).read())\n")
    level.write_text("1")
    assert [("right", False), ("right", False)] == [seen(), seen()]
    level.write_text("22")
    assert ("wrong", False) == seen()
    shown = workspace.run("check", "--verbose", PYTHONPATH=str(workspace.root / "lib")).out
    assert re.search(rf"not remembered: Python runs (code of )?{re.escape(str(code))} as it starts", shown)


def test_packages_that_are_links_or_ones_own(workspace: Workspace) -> None:
    """What a link in `site-packages` leads to counts, and so does a folder that no record names.

    What a record names counts by the record; a `site-packages` of PYTHONPATH is one's own.
    """
    venv.create(workspace.root / ".venv", symlinks=True)
    (packages,) = (workspace.root / ".venv").glob("lib/*/site-packages")
    put(workspace.root, {"src/linked/__init__.py": ONE, "lib/site-packages/near.py": ONE})
    put(packages, {"copied/__init__.py": "", "copied/deep.py": ONE, "brought/__init__.py": ONE})
    put(packages, {"brought-1.dist-info/RECORD": "brought/__init__.py,sha256=1,6\n"})
    (packages / "linked").symlink_to(workspace.root / "src" / "linked")
    for name in ("linked", "copied.deep", "near", "brought"):
        workspace.puzzle(f"of_{name[:4]}", part(f"import {name}", f"return {name}.X"), RIGHT)

    def seen() -> list[tuple[str, bool]]:
        rows = workspace.run("check", "--json", PYTHONPATH=str(workspace.root / "lib" / "site-packages")).rows
        return [(row["verdict"], row["cached"]) for row in rows]

    assert [[("right", False)] * 4, [("right", True)] * 4] == [seen(), seen()]
    put(workspace.root, {"src/linked/__init__.py": TWO, "lib/site-packages/near.py": TWO})
    put(packages, {"copied/deep.py": TWO, "brought/__init__.py": TWO})
    put(packages, {"brought-1.dist-info/RECORD": "brought/__init__.py,sha256=2,6\n"})
    fingerprint.of_installation.cache_clear()
    assert [("wrong", False)] * 4 == seen()


DOUBTS = [
    ("import subprocess; subprocess.run(['true'])", "it uses subprocess.Popen"),
    ("os.waitpid(os.fork() or os._exit(0), 0)", "it uses os.fork"),
    ("import socket; socket.socket().connect_ex(('127.0.0.1', 9))", "it uses socket.connect"),
    ("import socket; socket.gethostname()", "it uses socket.gethostname"),
    ("import ctypes; ctypes.CDLL(None).getpid()", "it uses ctypes.dlsym"),
    ("sys.audit('import', '_interpreters', None)", "it imports _interpreters"),
    ("open('/proc/uptime').read()", "it reads /proc/uptime, which is not in the workspace"),
    ("os.stat('/')", "it uses stat('/')"),
    ("os.listdir(os.open('.', 0))", "it is not clear what it does with os.listdir (TypeError)"),
    ("os.listdir('/')", "it lists the folder /"),
    ("sys.audit('new.event')", "it uses new.event"),
    ("sys.audit('import', 'fast', HERE + '/fast.so')", "it uses fast, a library in C"),
]


def test_in_doubt_it_runs_and_says_why(workspace: Workspace) -> None:
    """What nobody can hash is never remembered; with --verbose there is a line for it."""
    for number, (lines, _) in enumerate(DOUBTS):
        workspace.puzzle(f"p{number:02}", part(lines, "return 1"), RIGHT)
    for _ in range(2):
        ended = workspace.run("check", "--verbose")
        reasons = re.findall("not remembered: (.*)", ended.out)
        assert (0, False) == (ended.code, "unchanged" in ended.out)
        assert [reason for _, reason in DOUBTS] == [
            text[: len(reason)] for text, (_, reason) in zip(reasons, DOUBTS, strict=True)
        ]
    assert "not remembered" not in workspace.run("check").out


def test_another_layout_is_traced(workspace: Workspace) -> None:
    """A module of another repository is, with its folders on the path, and files that are not there."""
    put(workspace.root, {
        "pyproject.toml": '[[tool.puzzles.layout]]\npath = "solutions/{year}/day{day:02}.py"\n'
        'path_entries = ["lib"]\nargument = "text"\n',
        "solutions/2021/day01.py": "import os, helper\nfrom pathlib import Path\n\ndef part1(text):\n"
        "    if os.path.exists(Path(__file__).with_name('flag.cfg')): return 3\n    return helper.X\n",
        "lib/helper.py": ONE,
        "inputs/aoc2021d1/cases.toml": RIGHT,
    })  # fmt: skip
    for change, seen in (
        ({}, ["1", False]),
        ({}, ["1", True]),
        ({"lib/helper.py": TWO}, ["2", False]),
        ({"solutions/2021/flag.cfg": ""}, ["3", False]),
    ):
        put(workspace.root, change)
        (row,) = workspace.run("check", "--json").rows
        assert seen == [row["answer"], row["cached"]]
