"""What `check` notices: of each small change between two checks, the answer before would be a stale green."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from puzzle_runner.running import pool

from tests.checking.test_verdict_cache import CASE
from tests.conftest import Workspace

RIGHT = CASE.replace("= 2", "= 1")
INDENT = "\n    "


class Change(NamedTuple):
    """A puzzle and files of its workspace, by path: before, when the answer is 1, and what then changes.

    `->` begins the target of a link; None is a file that is removed.
    """

    source: str
    before: Mapping[str, str]
    after: Mapping[str, str | None]


def part(*lines: str, top: str = "") -> str:
    """Return a module with a part of these lines."""
    return f"{top}\n\ndef part1():{INDENT}{INDENT.join(lines)}\n"


HERE = "import os, sys; HERE = os.path.dirname(os.path.abspath(__file__))"
SPEC = (
    "from importlib.util import module_from_spec, spec_from_file_location as at\n"
    f"{HERE}\nspec = at('odd', HERE + '/spec/odd.txt.py'); odd = module_from_spec(spec)\n"
    "spec.loader.exec_module(odd)"
)
ONE, TWO = "X = 1\n", "X = 2\n"
CHANGES = {
    # Where code comes from.
    "module": Change(part("return 1"), {}, {"puzzles/module.py": part("return 2")}),
    "helper": Change(
        part("return _plain.X", top="import _plain"),
        {"puzzles/_plain.py": ONE},
        {"puzzles/_plain.py": TWO},
    ),
    "late": Change(
        part("from _late import X", "return X"), {"puzzles/_late.py": ONE}, {"puzzles/_late.py": TWO}
    ),
    "linked_helper": Change(
        part("return _linked.X", top="import _linked"),
        {"lib/linked.py": ONE, "puzzles/_linked.py": "->../lib/linked.py"},
        {"lib/linked.py": TWO},
    ),
    "linked_package": Change(
        part("return _pack.b.X", top="import _pack.b"),
        {"lib/pack/__init__.py": "", "lib/pack/b.py": ONE, "puzzles/_pack": "->../lib/pack"},
        {"lib/pack/b.py": TWO},
    ),
    "turned_link": Change(
        part("return _turned.X", top="import _turned"),
        {"lib/old.py": ONE, "lib/new.py": TWO, "puzzles/_turned.py": "->../lib/old.py"},
        {"puzzles/_turned.py": "->../lib/new.py"},
    ),
    "linked_module": Change(
        "->../lib/linked_module.py",
        {"lib/linked_module.py": part("return 1")},
        {"lib/linked_module.py": part("return 2")},
    ),
    "beside_the_real_file": Change(
        "->../lib/a/real.py",
        {
            "lib/a/real.py": part(
                "import os", "return int(open(os.path.dirname(os.path.realpath(__file__)) + '/n').read())"
            ),
            "lib/a/n": "1",
            "lib/b/real.py": part(
                "import os", "return int(open(os.path.dirname(os.path.realpath(__file__)) + '/n').read())"
            ),
            "lib/b/n": "2",
        },
        {"puzzles/beside_the_real_file.py": "->../lib/b/real.py"},
    ),
    "realpath": Change(
        part(
            "return far.X",
            top="import os, sys; sys.path.append(os.path.realpath(__file__ + '/../../far')); import far",
        ),
        {"far/far.py": ONE},
        {"far/far.py": TWO},
    ),
    "dots": Change(
        part("return up.X", top=f"{HERE}; sys.path.append(os.path.join(HERE, '..', 'up')); import up"),
        {"up/up.py": ONE},
        {"up/up.py": TWO},
    ),
    "relative_path": Change(
        part("os.chdir(HERE)", "sys.path.append('../common')", "import shared", "return shared.X", top=HERE),
        {"common/shared.py": ONE},
        {"common/shared.py": TWO},
    ),
    "dot": Change(
        part("return in_dot.X", top=f"{HERE}; sys.path.append(HERE + '/./_lib'); import in_dot"),
        {"puzzles/_lib/in_dot.py": ONE},
        {"puzzles/_lib/in_dot.py": TWO},
    ),
    "spec": Change(
        part("return odd.X", top=SPEC), {"puzzles/spec/odd.txt.py": ONE}, {"puzzles/spec/odd.txt.py": TWO}
    ),
    "exec": Change(
        part("return X", top=f"{HERE}; exec(open(HERE + '/code.txt').read())"),
        {"puzzles/code.txt": ONE},
        {"puzzles/code.txt": TWO},
    ),
    "run_path": Change(
        part("return runpy.run_path(HERE + '/_script.py')['X']", top=f"{HERE}; import runpy"),
        {"puzzles/_script.py": ONE},
        {"puzzles/_script.py": TWO},
    ),
    "twice": Change(
        part("import sys, _twice; sys.modules['b'] = sys.modules.pop('_twice')", "import b; return b.X"),
        {"puzzles/_twice.py": ONE},
        {"puzzles/_twice.py": TWO},
    ),
    "forgotten": Change(
        part("return X", top="import sys; from _forgotten import X; del sys.modules['_forgotten']"),
        {"puzzles/_forgotten.py": ONE},
        {"puzzles/_forgotten.py": TWO},
    ),
    "import_module": Change(
        part("import importlib", "return importlib.import_module('_dynamic').X"),
        {"puzzles/_dynamic.py": ONE},
        {"puzzles/_dynamic.py": TWO},
    ),
    "zip": Change(
        part(
            "import zipfile, zipimport",
            "return zipimport.zipimporter(HERE + '/_code.zip').load_module('inside').X",
            top=HERE,
        ),
        {"puzzles/_code.zip": "zip:inside.py=X = 1"},
        {"puzzles/_code.zip": "zip:inside.py=X = 2"},
    ),
    # What would be imported now.
    "package_beside": Change(
        part("return _both.X", top="import _both"),
        {"puzzles/_both.py": ONE},
        {"puzzles/_both/__init__.py": TWO},
    ),
    "optional": Change(
        part("return X", top="try:\n    from _fast import X\nexcept ImportError:\n    X = 1"),
        {},
        {"puzzles/_fast.py": TWO},
    ),
    "found_spec": Change(
        part("import importlib.util", "return 2 if importlib.util.find_spec('_sought') else 1"),
        {},
        {"puzzles/_sought.py": ""},
    ),
    "before_installed": Change(
        part("import filelock", "return getattr(filelock, 'X', 1)"), {}, {"puzzles/filelock.py": TWO}
    ),
    "before_standard": Change(
        part("import colorsys", "return getattr(colorsys, 'X', 1)"), {}, {"puzzles/colorsys.py": TWO}
    ),
    "namespace": Change(
        part("import _space.inner", "return getattr(_space, 'X', 1)"),
        {"puzzles/_space/inner.py": ""},
        {"puzzles/_space/__init__.py": TWO},
    ),
    "sub_package": Change(
        part("from _whole import leaf", "return leaf.X"),
        {"puzzles/_whole/__init__.py": "", "puzzles/_whole/leaf.py": ONE},
        {"puzzles/_whole/leaf/__init__.py": TWO},
    ),
    "missing_folder": Change(
        part(
            "return X",
            top=f"{HERE}; sys.path.append(HERE + '/_no')\ntry: from lib import X\nexcept ImportError: X = 1",
        ),
        {},
        {"puzzles/_no/lib.py": TWO},
    ),
    "sourceless": Change(
        part("return X", top=f"{HERE}\ntry:\n    from _compiled import X\nexcept ImportError:\n    X = 1"),
        {},
        {"puzzles/_compiled.pyc": "pyc:X = 2"},
    ),
    # Data.
    "data": Change(
        part("return open(HERE + '/data.txt').read()", top=HERE),
        {"puzzles/data.txt": "1"},
        {"puzzles/data.txt": "2"},
    ),
    "data_above": Change(
        part("from pathlib import Path", "return Path(__file__, '../../above.txt').resolve().read_text()"),
        {"above.txt": "1"},
        {"above.txt": "2"},
    ),
    "relative": Change(
        part("os.chdir(HERE)", "return open('relative.txt').read()", top=HERE),
        {"puzzles/relative.txt": "1"},
        {"puzzles/relative.txt": "2"},
    ),
    "linked_data": Change(
        part("return open(HERE + '/linked.txt').read()", top=HERE),
        {"one.txt": "1", "two.txt": "2", "puzzles/linked.txt": "->../one.txt"},
        {"puzzles/linked.txt": "->../two.txt"},
    ),
    "descriptor": Change(
        part("return os.read(os.open(HERE + '/raw.txt', os.O_RDONLY), 9).decode()", top=HERE),
        {"puzzles/raw.txt": "1"},
        {"puzzles/raw.txt": "2"},
    ),
    "file_io": Change(
        part("import _io", "return _io.FileIO(HERE + '/io.txt').read().decode()", top=HERE),
        {"puzzles/io.txt": "1"},
        {"puzzles/io.txt": "2"},
    ),
    "open_code": Change(
        part("import io", "return io.open_code(HERE + '/code.bin').read().decode()", top=HERE),
        {"puzzles/code.bin": "1"},
        {"puzzles/code.bin": "2"},
    ),
    "mapped": Change(
        part("import mmap", "file = open(HERE + '/map.txt', 'rb')",
             "return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)[:1].decode()", top=HERE),
        {"puzzles/map.txt": "1"},
        {"puzzles/map.txt": "2"},
    ),
    "resources": Change(
        part("from importlib import resources", "return (resources.files('_res') / 'r.txt').read_text()"),
        {"puzzles/_res/__init__.py": "", "puzzles/_res/r.txt": "1"},
        {"puzzles/_res/r.txt": "2"},
    ),
    "get_data": Change(
        part("import pkgutil, _got", "return pkgutil.get_data('_got', 'g.txt').decode()"),
        {"puzzles/_got/__init__.py": "", "puzzles/_got/g.txt": "1"},
        {"puzzles/_got/g.txt": "2"},
    ),
    "line_cache": Change(
        part("import linecache", "return linecache.getline(HERE + '/lines.txt', 1).strip()", top=HERE),
        {"puzzles/lines.txt": "1"},
        {"puzzles/lines.txt": "2"},
    ),
    "fallback": Change(
        part("try: return open(HERE + '/own.txt').read()", "except OSError: return 1", top=HERE),
        {},
        {"puzzles/own.txt": "2"},
    ),
    "gone": Change(
        part("try: return open(HERE + '/gone.txt').read()", "except OSError: return 2", top=HERE),
        {"puzzles/gone.txt": "1"},
        {"puzzles/gone.txt": None},
    ),
    "exists": Change(
        part("return 2 if os.path.exists(HERE + '/flag') else 1", top=HERE), {}, {"puzzles/flag": ""}
    ),
    "is_dir": Change(
        part("from pathlib import Path", "return 2 if Path(HERE, 'kind').is_dir() else 1", top=HERE),
        {"puzzles/kind": ""},
        {"puzzles/kind": None, "puzzles/kind/in": ""},
    ),
    "size": Change(
        part("return os.stat(HERE + '/size').st_size", top=HERE),
        {"puzzles/size": "1"},
        {"puzzles/size": "12"},
    ),
    "readlink": Change(
        part("return os.readlink(HERE + '/pointer')", top=HERE),
        {"puzzles/pointer": "->1"},
        {"puzzles/pointer": "->2"},
    ),
    "entered": Change(
        part("try: os.chdir(HERE + '/room'); return 2", "except OSError: return 1", top=HERE),
        {},
        {"puzzles/room/a": ""},
    ),
    "emptied": Change(
        part("try: os.rmdir(HERE + '/full'); return 2", "except OSError: return 1", top=HERE),
        {"puzzles/full/a": ""},
        {"puzzles/full/a": None},
    ),
    "listed": Change(
        part("return len(os.listdir(HERE + '/some'))", top=HERE),
        {"puzzles/some/a": ""},
        {"puzzles/some/b": ""},
    ),
    "globbed": Change(
        part("import glob", "return len(glob.glob(HERE + '/../globbed/*/*.txt'))", top=HERE),
        {"globbed/a/b.txt": ""},
        {"globbed/c/d.txt": ""},
    ),
    "walked": Change(
        part("return sum(len(names) for _, _, names in os.walk(HERE + '/../walked'))", top=HERE),
        {"walked/a/b/c": ""},
        {"walked/a/b/d": ""},
    ),
    "threads": Change(
        part("from concurrent.futures import ThreadPoolExecutor as Pool",
             "return Pool(1).submit(lambda: open(HERE + '/thread.txt').read()).result()", top=HERE),
        {"puzzles/thread.txt": "1"},
        {"puzzles/thread.txt": "2"},
    ),
    "hidden_builtins": Change(
        part("import builtins, io", "path, opened = HERE + '/sly.txt', open",
             "builtins.open = io.open = os.stat = sys.addaudithook = None", "return opened(path).read()",
             top=HERE),
        {"puzzles/sly.txt": "1"},
        {"puzzles/sly.txt": "2"},
    ),
    "allowed": Change(
        part("return 2 if os.access(HERE + '/allowed.bin', os.X_OK) else 1", top=HERE),
        {"puzzles/allowed.bin": ""},
        {"puzzles/allowed.bin": "+x"},
    ),
    "allowed_mode": Change(
        part("return 2 if os.stat(HERE + '/mode.bin').st_mode & 0o100 else 1", top=HERE),
        {"puzzles/mode.bin": ""},
        {"puzzles/mode.bin": "+x"},
    ),
    # Processes: what these read nobody knows.
    "script": Change(
        part("import subprocess", "command = [sys.executable, '-S', HERE + '/_run.py']",
             "return subprocess.run(command, capture_output=True, text=True).stdout.strip()", top=HERE),
        {"puzzles/_run.py": "print(1)"},
        {"puzzles/_run.py": "print(2)"},
    ),
    "forked": Change(
        part("r, w = os.pipe()", "if not os.fork():", "    import _only_there",
             "    os.write(w, bytes([_only_there.X]))", "    os._exit(0)",
             "os.wait()", "return os.read(r, 1)[0]", top="import os"),
        {"puzzles/_only_there.py": ONE},
        {"puzzles/_only_there.py": TWO},
    ),
    "system": Change(
        part("return os.waitstatus_to_exitcode(os.system(f'exit $(cat {HERE}/sys.txt)'))", top=HERE),
        {"puzzles/sys.txt": "1"},
        {"puzzles/sys.txt": "2"},
    ),
    "database": Change(
        part("import sqlite3", "found = sqlite3.connect(HERE + '/words.db').execute('PRAGMA user_version')",
             "return found.fetchone()[0]", top=HERE),
        {"puzzles/words.db": "db:1"},
        {"puzzles/words.db": "db:2"},
    ),
}  # fmt: skip
# Parts that none of the changes concern.
SAME = {
    "same": part("return 1"),
    "same_imports": part("return 1", top="import re, json, colorsys as _, functools, numbers")
    .replace("colorsys as _, ", ""),
    "same_helper": part("return _same.X", top="import _same"),
    "same_scratch": part(
        "open('a', 'w').write('1')", "import asyncio, tempfile", "os.mkdir('b')", "os.rmdir('b')",
        "return open('a').read()", top=HERE,
    ),
    "same_null": part("open(os.devnull).read()", "sys.stdin.read()", "return 1", top=HERE),
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
            path.symlink_to(content.removeprefix("->"))
        elif kind == "zip":
            import zipfile

            inside, _, source = rest.partition("=")
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr(inside, source)
        elif kind == "pyc":
            import py_compile

            source_file = path.with_suffix(".source")
            source_file.write_text(rest)
            py_compile.compile(str(source_file), str(path))
            source_file.unlink()
        elif kind == "db":
            import sqlite3

            connection = sqlite3.connect(path)
            connection.execute(f"PRAGMA user_version = {rest}")
            connection.close()
        else:
            path.write_text(content)


def test_each_change_is_noticed_and_nothing_else_runs(workspace: Workspace) -> None:
    """What was right is wrong at the next check without --fresh, and other parts are not run again."""
    put(workspace.root, {"puzzles/_same.py": ONE})
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
        (part("import os", "return os.environ['LEVEL']"), {"LEVEL": "{}"}),
        (part("import os", "return len(os.environ['LC_ALL'].split('.'))"), {"LC_ALL": "C{0:.>{0}}"}),
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


def test_what_python_reads_as_it_starts(workspace: Workspace, tmp_path: Path) -> None:
    """Without asserts, a part does not fail; PYTHONPATH names its own library, and what customizes a site."""
    put(workspace.root, {"lib/own_library.py": ONE, "lib/sitecustomize.py": "import sys; sys.level = 1\n"})
    workspace.puzzle("library", part("import own_library", "return own_library.X"), RIGHT)
    workspace.puzzle("custom", part("import sys", "return sys.level"), RIGHT)
    workspace.puzzle(
        "asserts", part("try: assert False", "except AssertionError: return 1", "return 2"), RIGHT
    )

    def seen(**variables: str) -> dict[str, tuple[str, bool]]:
        rows = workspace.run("check", "--json", PYTHONPATH=str(workspace.root / "lib"), **variables).rows
        return {row["puzzle"]: (row["verdict"], row["cached"]) for row in rows}

    new, kept, stale = ("right", False), ("right", True), ("wrong", False)
    assert {"library": new, "custom": new, "asserts": new} == seen()
    assert {"library": kept, "custom": kept, "asserts": kept} == seen()
    assert {"library": new, "custom": new, "asserts": stale} == seen(PYTHONOPTIMIZE="1")
    put(workspace.root, {"lib/own_library.py": TWO})
    assert {"library": stale, "custom": kept, "asserts": stale} == seen(PYTHONOPTIMIZE="1") | {
        "asserts": stale
    }
    # Of another size: bytecode of the same second would still hold for Python.
    put(workspace.root, {"lib/sitecustomize.py": "import sys; sys.level = 1 + 1\n"})
    pool.stop()
    assert ("wrong", False) == seen(PYTHONOPTIMIZE="1")["custom"]


def test_bytecode_and_packages_of_ones_own_elsewhere(workspace: Workspace, tmp_path: Path) -> None:
    """A source counts, also where its bytecode lies elsewhere; so does a library called `site-packages`."""
    put(workspace.root, {"puzzles/_far.py": "X = 1\n", "lib/site-packages/near/__init__.py": "X = 1\n"})
    workspace.puzzle("bytecode", part("import _far", "return _far.X"), RIGHT)
    workspace.puzzle("vendored", part("import near", "return near.X"), RIGHT)
    prefix = tmp_path / "bytecode"
    variables = {
        "PYTHONPYCACHEPREFIX": str(prefix),
        "PYTHONPATH": str(workspace.root / "lib" / "site-packages"),
    }
    subprocess.run([sys.executable, "-c", "import _far"], cwd=workspace.root / "puzzles",
                   env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", **variables}, check=True)  # fmt: skip
    assert [*prefix.rglob("_far*.pyc")]
    for _ in range(2):
        assert 0 == workspace.run("check", **variables).code
    put(workspace.root, {"puzzles/_far.py": "X = 22\n", "lib/site-packages/near/__init__.py": "X = 22\n"})
    rows = workspace.run("check", "--json", **variables).rows
    assert {"bytecode": "wrong", "vendored": "wrong"} == {row["puzzle"]: row["verdict"] for row in rows}


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (part("import subprocess", "subprocess.run(['true'])", "return 1"), "it starts processes"),
        (part("import os", "os.waitpid(os.fork() or os._exit(0), 0)", "return 1"), "it starts processes"),
        (
            part("from multiprocessing.resource_tracker import ensure_running as run", "run()", "return 1"),
            "it starts processes",
        ),
        (
            part("import socket", "s = socket.socket()", "s.connect_ex(('127.0.0.1', 9))", "return 1"),
            "it uses the network",
        ),
        (part("import ctypes", "ctypes.CDLL(None).getpid()", "return 1"), "it calls a library by ctypes"),
        (
            part(
                "try: import _interpreters as its",
                "except ImportError: import _xxsubinterpreters as its",
                "its.destroy(its.create())",
                "return 1",
            ),
            "it starts other interpreters",
        ),
        (part("open('/proc/uptime').read()", "return 1"), "it reads /proc/uptime"),
        (part("import sqlite3", "sqlite3.connect('words.db')", "return 1"), "it uses a database"),
        (part("import os", "os.symlink('/etc', 'a')", "return 1"), "it makes links"),
        (
            part("import os", "os.listdir(os.open('/', 0))", "return 1"),
            "it lists folders by their descriptors",
        ),
    ],
)
def test_in_doubt_it_runs_and_says_why(workspace: Workspace, source: str, reason: str) -> None:
    """What nobody can hash is never remembered; with --verbose there is a line for it."""
    workspace.puzzle("doubtful", source, RIGHT)
    for _ in range(2):
        ended = workspace.run("check", "--verbose")
        assert (0, True, False) == (
            ended.code,
            f"not remembered: {reason}\n" in ended.out,
            "unchanged" in ended.out,
        )
    assert "not remembered" not in workspace.run("check").out


def test_a_file_that_is_moved_in_while_it_runs(workspace: Workspace) -> None:
    """What is there at the end is not what was read, though it is older than the check."""
    put(workspace.root, {"puzzles/text": "1", "new": "2"})
    old = time.time() - 1000
    os.utime(workspace.root / "new", (old, old))
    move = "if old == '1': os.rename(HERE + '/../new', HERE + '/text')"
    swap = part("old = open(HERE + '/text').read()", move, "return old", top=HERE)
    workspace.puzzle("swaps", swap, RIGHT)
    rows = [workspace.run("check", "--json").rows[0] for _ in range(2)]
    assert [("right", False), ("wrong", False)] == [(row["verdict"], row["cached"]) for row in rows]


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
