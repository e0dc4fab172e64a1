"""A change to whatever a program depends on is seen: it is built again, and runs again."""

import os
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from puzzle_runner.engines.program import builds, languages
from puzzle_runner.engines.program.engine import ENGINE, solutions
from puzzle_runner.model import Limits
from puzzle_runner.running.call import Job

from tests.needs import needs

C = '#include <stdio.h>\n{head}\nint main(void) {{ printf("%d\\n", ANSWER); return 0; }}\n'
# Puts the files that a source names on its first line behind one another, as a script that prints them.
COMPILER = '#!/bin/sh\nread -r names < "$1"\n{ echo "#!/bin/sh"; cat $names; } > "$2"\nchmod +x "$2"\n'
SCRIPT = 'fn main() { println!("cargo:rustc-env=X={}", std::fs::read_to_string("x").unwrap()); }'
CARGO = '[package]\nname = "crab"\nversion = "0.1.0"\nedition = "2021"\n'
SIX = "echo 6\n"
EIGHT, OTHER = "#define ANSWER 8\n", "#define ANSWER 6\n"


class Change(NamedTuple):
    """Files of a workspace whose program prints 8, the file of the program, and what then makes it print 6.

    `ROOT` in a text stands for the root of the workspace. A file whose text is empty is removed.
    """

    program: str
    before: dict[str, str]
    after: dict[str, str]
    settings: str = ""


def made(build: str = "ROOT/bin/made {source} {output}") -> str:
    """Return the settings of a language of an invented compiler."""
    return f'[tool.puzzles.languages.made]\nbuild = "{build}"\nrun = "{{output}}"\n'


SHELL = {
    "a script": Change("a.sh", {"a.sh": "echo 8"}, {"a.sh": SIX}),
    "a sourced script": Change("a.sh", {"a.sh": '. "$(dirname "$0")/b.sh"', "b.sh": "echo 8"}, {"b.sh": SIX}),
    "a sourced script without an ending": Change(
        "a.sh", {"a.sh": '. "${0%/*}/lib/b"', "lib/b": "echo 8"}, {"lib/b": SIX}
    ),
    "a sourced script above": Change(
        "a.sh", {"a.sh": '. "$(dirname "$0")/../_b.sh"', "../_b.sh": "echo 8"}, {"../_b.sh": SIX}
    ),
    "what a sourced script above names": Change(
        "a.sh",
        {
            "a.sh": '. "$(dirname "$0")/../../lib/b.sh"',
            "../../lib/b.sh": '. "$(dirname "$0")/../../more/c.sh"',
            "../../more/c.sh": "echo 8",
        },
        {"../../more/c.sh": SIX},
    ),
    "data below": Change(
        "a.sh", {"a.sh": 'cat "${0%/*}/data/x/y.txt"', "data/x/y.txt": "8"}, {"data/x/y.txt": "6"}
    ),
    "data with an odd name": Change(
        "a.sh", {"a.sh": 'cat "${0%/*}"/d*/*', "d d/\n.txt": "8"}, {"d d/\n.txt": "6"}
    ),
    "hidden data": Change("a.sh", {"a.sh": 'cat "${0%/*}/.data"', ".data": "8"}, {".data": "6"}),
    "data that appears": Change("a.sh", {"a.sh": 'cat "${0%/*}/new" 2> /dev/null || echo 8'}, {"new": "6"}),
    "data that goes": Change(
        "a.sh", {"a.sh": '[ -e "${0%/*}/data" ] && echo 8 || echo 6', "data": "x"}, {"data": ""}
    ),
    "a folder that appears": Change(
        "a.sh", {"a.sh": '[ -d "${0%/*}/data" ] && echo 6 || echo 8'}, {"data/x": "x"}
    ),
    "large data": Change(
        "a.sh", {"a.sh": 'head -c 1 "${0%/*}/data"; echo', "data": "8" * 2**21}, {"data": "6" * 2**21}
    ),
    "another program of the folder": Change(
        "a.sh",
        {"a.sh": 'awk -f "${0%/*}/b.awk"', "b.awk": "BEGIN { print 8 }"},
        {"b.awk": "BEGIN { print 6 }"},
    ),
    "an interpreter": Change(
        "a.own",
        {"a.own": "8", "../../bin/own": '#!/bin/sh\ncat "$1"\n'},
        {"../../bin/own": "#!/bin/sh\necho 6\n"},
        '[tool.puzzles.languages.own]\nrun = "ROOT/bin/own {source}"\n',
    ),
    "a script that interprets": Change(
        "a.own",
        {"a.own": "8", "../../bin/own.sh": 'cat "$1"\n'},
        {"../../bin/own.sh": "echo 6\n"},
        '[tool.puzzles.languages.own]\nrun = "sh ROOT/bin/own.sh {source}"\n',
    ),
    "a folder that a command names": Change(
        "a.own",
        {"a.own": "x", "../../lib/deep/x": "8"},
        {"../../lib/deep/x": "6"},
        "[tool.puzzles.languages.own]\nrun = \"sh -c 'cat $0/deep/x' ROOT/lib\"\n",
    ),
}
BUILT = {
    "a compiler": Change(
        "a.made",
        {"a.made": "/dev/null", "../../bin/made": COMPILER},
        {"../../bin/made": COMPILER.replace("sh", "bash")},
        made(),
    ),
    "a script that compiles": Change(
        "a.made",
        {"a.made": "echo 8", "../../bin/made.sh": 'cp "$1" "$2"; chmod +x "$2"\n'},
        {"../../bin/made.sh": 'echo "echo 6" > "$2"; chmod +x "$2"\n'},
        made("sh ROOT/bin/made.sh {source} {output}"),
    ),
    "what is included": Change(
        "a.made",
        {"a.made": "ROOT/puzzles/sums/inc/x", "inc/x": "echo 8", "../../bin/made": COMPILER},
        {"inc/x": SIX},
        made(),
    ),
    "what an option names": Change(
        "a.made",
        {"a.made": "ROOT/lib/x", "../../lib/x": "echo 8", "../../bin/made": COMPILER},
        {"../../lib/x": SIX},
        made("ROOT/bin/made {source} {output} -IROOT/lib"),
    ),
    "what it reads when it runs": Change(
        "a.made",
        {
            "a.made": "ROOT/puzzles/sums/x",
            "x": "cat ROOT/puzzles/sums/data",
            "data": "8",
            "../../bin/made": COMPILER,
        },
        {"data": "6"},
        made(),
    ),
}
COMPILED = {
    "a header beside": Change("a.c", {"a.c": C.format(head='#include "x.h"'), "x.h": EIGHT}, {"x.h": OTHER}),
    "a header below": Change(
        "a.c", {"a.c": C.format(head='#include "i/x.h"'), "i/x.h": EIGHT}, {"i/x.h": OTHER}
    ),
    "a header above": Change(
        "a.c", {"a.c": C.format(head='#include "../../x.h"'), "../../x.h": EIGHT}, {"../../x.h": OTHER}
    ),
    "an included source": Change(
        "a.c", {"a.c": C.format(head='#include "b.c"'), "b.c": EIGHT}, {"b.c": OTHER}
    ),
    "a header of a header": Change(
        "a.c",
        {
            "a.c": C.format(head='#include "../x.h"'),
            "../x.h": '#include "../lib/y y.h"\n',
            "../../lib/y y.h": EIGHT,
        },
        {"../../lib/y y.h": OTHER},
    ),
    "a header that comes earlier": Change(
        "a.c",
        {"a.c": C.format(head="#include <x.h>"), "../../late/x.h": EIGHT, "../../early/y.h": ""},
        {"../../early/x.h": OTHER},
        '[tool.puzzles.languages.c]\nbuild = "cc -IROOT/early -IROOT/late -o {output} {source}"\n',
    ),
    "a compiled header": Change(
        "a.c", {"a.c": C.format(head='#include "x.h"'), "x.h": EIGHT}, {"x.h.gch": "made of another x.h"}
    ),
    "a header in a folder that comes earlier": Change(
        "a.c",
        {"a.c": C.format(head="#include <s/x.h>"), "../../late/s/x.h": EIGHT},
        {"../../early/s/x.h": OTHER},
        '[tool.puzzles.languages.c]\nbuild = "cc -IROOT/early -IROOT/late -o {output} {source}"\n',
    ),
    "a header that a source asks for": Change(
        "a.c",
        {
            "a.c": C.format(
                head='#if __has_include("fast.h")\n#include "fast.h"\n#else\n#define ANSWER 8\n#endif'
            )
        },
        {"fast.h": OTHER},
    ),
    "a header elsewhere that a source asks for": Change(
        "a.c",
        {
            "a.c": C.format(
                head='#if __has_include("../../fast/fast.h")\n#include "../../fast/fast.h"\n#else\n'
                "#define ANSWER 8\n#endif"
            )
        },
        {"../../fast/fast.h": OTHER},
    ),
    "what an assembler reads": Change(
        "a.c",
        {
            "a.c": C.format(
                head='__asm__(".data\\nx: .incbin \\"ROOT/x.bin\\"\\n.byte 0\\n.text");\n'
                'extern char x[] __asm__("x");\n#define ANSWER (x[0] - 48)'
            ),
            "../../x.bin": "8",
        },
        {"../../x.bin": "6"},
    ),
    "a header that an option names": Change(
        "a.c",
        {"a.c": C.format(head=""), "../../x.h": EIGHT},
        {"../../x.h": OTHER},
        '[tool.puzzles.languages.c]\nbuild = "cc -include ROOT/x.h -o {output} {source}"\n',
    ),
    "a library": Change(
        "a.c",
        {"a.c": C.format(head="#define ANSWER 8"), "../../lib/libx.a": "!<arch>\n"},
        {"../../lib/libx.a": "!<arch>\n\n"},
        '[tool.puzzles.languages.c]\nbuild = "cc -o {output} {source} -LROOT/lib"\n',
    ),
    "an object in its own folder": Change(
        "a.c",
        {"a.c": C.format(head="#define ANSWER 8"), "o/x.a": "!<arch>\n"},
        {"o/x.a": "!<arch>\n\n"},
        '[tool.puzzles.languages.c]\nbuild = "cc -o {output} {source} {project}/o/x.a"\n',
    ),
    "options in a file": Change(
        "a.c",
        {"a.c": C.format(head=""), "../../options": "-DANSWER=8\n"},
        {"../../options": "-DANSWER=6\n"},
        '[tool.puzzles.languages.c]\nbuild = "cc @ROOT/options -o {output} {source}"\n',
    ),
}
RUST = {
    "a module": Change(
        "a.rs",
        {"a.rs": 'mod util;\nfn main() { println!("{}", util::x()); }', "util.rs": "pub fn x() -> i32 { 8 }"},
        {"util.rs": "pub fn x() -> i32 { 6 }"},
    ),
    "an included text": Change(
        "a.rs",
        {"a.rs": 'fn main() { println!("{}", include_str!("../x y.txt").trim()); }', "../x y.txt": "8"},
        {"../x y.txt": "6"},
    ),
    "an included source": Change(
        "a.rs",
        {"a.rs": 'fn main() { println!("{}", include!("i/x.in")); }', "i/x.in": "8"},
        {"i/x.in": "6"},
    ),
}
CRATES = {
    "a program of src/bin": Change(
        "crab/Cargo.toml",
        {"crab/Cargo.toml": CARGO, "crab/src/bin/crab.rs": 'fn main() { println!("8"); }'},
        {"crab/src/bin/crab.rs": 'fn main() { println!("6"); }'},
    ),
    "a crate beside": Change(
        "crab/Cargo.toml",
        {
            "crab/Cargo.toml": CARGO + '[dependencies]\nlib = { path = "../../../lib" }\n',
            "crab/src/main.rs": 'fn main() { println!("{}", lib::x()); }',
            "../../lib/Cargo.toml": CARGO.replace("crab", "lib"),
            "../../lib/src/lib.rs": "pub fn x() -> i32 { 8 }",
        },
        {"../../lib/src/lib.rs": "pub fn x() -> i32 { 6 }"},
    ),
    "what a script reads that builds": Change(
        "crab/Cargo.toml",
        {
            "crab/Cargo.toml": CARGO,
            "crab/build.rs": SCRIPT,
            "crab/x": "8",
            "crab/src/main.rs": 'fn main() { println!("{}", env!("X")); }',
        },
        {"crab/x": "6"},
    ),
}


def put(root: Path, texts: dict[str, str]) -> None:
    """Write files, named from the folder of the puzzle."""
    for name, text in texts.items():
        path = Path(os.path.normpath(root / "puzzles" / "sums" / name))
        path.parent.mkdir(parents=True, exist_ok=True)
        if not text and path.exists():
            path.unlink()
            continue
        path.write_text(text.replace("ROOT", str(root)))
        if path.parent.name == "bin":
            path.chmod(0o755)


def job(root: Path, change: Change) -> Job:
    """Return the job of a program, once what there is before the change is written."""
    put(root, change.before)
    document = tomllib.loads(change.settings.replace("ROOT", str(root)))
    table = languages.changed(document["tool"]["puzzles"]["languages"] if document else {})
    path = root / "puzzles" / "sums" / change.program
    language = languages.of(path, table)
    assert language
    program = solutions([1], "x", path, language, table)[0].data
    return Job("sums", path, ENGINE, program, "7", Limits(10, 2**30))


def seen(root: Path, change: Change, *, is_built: bool) -> None:
    """Assert that a program that does not change is not built again, and after a change is another."""
    it = job(root, change)
    first = builds.make(it) if is_built else builds.found(it)
    if first and first.doubt:
        # It was saved in the very moment in which the build began.
        first = builds.make(it)
    again = builds.found(it)
    assert first and again
    assert ("", first.state, first.folder) == (first.doubt, again.state, again.folder)
    put(root, change.after)
    changed = builds.found(it)
    assert changed is None if is_built else changed and changed.state != first.state


@pytest.fixture(autouse=True)
def _a_home_of_cargo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "cargo"))


@pytest.mark.parametrize("name", SHELL)
def test_what_a_script_may_read(tmp_path: Path, name: str) -> None:
    """All in its folder counts, as do its interpreter and the paths outside that its text names."""
    seen(tmp_path, SHELL[name], is_built=False)


@pytest.mark.parametrize("name", BUILT)
def test_what_an_unknown_compiler_may_read(tmp_path: Path, name: str) -> None:
    """All in the folder of the source counts, as do the compiler and what its command names."""
    seen(tmp_path, BUILT[name], is_built=True)


@needs("gcc")
@pytest.mark.parametrize("name", COMPILED)
def test_a_header_counts(tmp_path: Path, name: str) -> None:
    """The compiler says what it includes, wherever that lies; what it would find first now counts, too."""
    seen(tmp_path, COMPILED[name], is_built=True)


@needs("rustc")
@pytest.mark.parametrize("name", RUST)
def test_a_module_counts(tmp_path: Path, name: str) -> None:
    """The compiler says what it has read."""
    seen(tmp_path, RUST[name], is_built=True)


@needs("rustc")
@pytest.mark.parametrize("name", CRATES)
def test_a_crate_counts(tmp_path: Path, name: str) -> None:
    """Cargo says what it has compiled; what a script reads that builds is not known."""
    seen(tmp_path, CRATES[name], is_built=True)
