"""How a program in Go is built with its package, or a package with a program that calls its functions."""

import re
from itertools import takewhile
from pathlib import Path

from puzzle_runner.engines.foreign import scripts
from puzzle_runner.engines.foreign.projects.project import (
    File,
    Project,
    answered,
    asked,
    kinds,
    literal,
    options,
    says,
)
from puzzle_runner.engines.program.given import EMBEDS
from puzzle_runner.engines.program.languages import LANGUAGES, Language, Starter

_MAIN = re.compile(r"^func main\(", re.MULTILINE)
_PART_FLAG = re.compile(r"\bflag\.(?:Int|String)(?:Var)?\((?:&\w+,\s*)?\"(part|p)\"")
# How a program asks where its source is, or a helper that of its caller.
_CALLER = re.compile(r"runtime\.Caller\([01]\)")
# A function that other packages can call: what it is given, and what it returns. What is given for a type.
_FUNCTION = re.compile(r"^func ([A-Z]\w*)\(([^()]*)\)\s*(\([^)]*\)|[^({]*)\s*\{", re.MULTILINE)
_GIVEN = {
    "string": "text", "[]byte": "[]byte(text)", "[]string": "lines",
    "io.Reader": "strings.NewReader(text)", "*bufio.Scanner": "bufio.NewScanner(strings.NewReader(text))",
    "*bufio.Reader": "bufio.NewReader(strings.NewReader(text))",
}  # fmt: skip
_STARTER = """package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	day "@package"
)

var _ = bufio.NewScanner

func main() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	text := string(data)
	lines := strings.Split(strings.TrimSuffix(text, "\\n"), "\\n")
	_ = lines
	switch os.Args[2] {
@cases	}
}

func say(values ...interface{}) {
	last := len(values) - 1
	if err, isError := values[last].(error); isError {
		panic(err)
	}
	if last > 0 && values[last] == nil {
		values = values[:last]
	}
	if len(values) == 2 && os.Args[2] == "0" {
		fmt.Printf("Part 1: %v\\nPart 2: %v\\n", values...)
		return
	}
	fmt.Println(values...)
}
"""


def built(file: File, project: Project) -> Project | None:
    """Return how a file is built with those of its package that are no programs themselves.

    The one `main` of all parts may be in a file that they share. A package of functions is built with a
    program that calls them; None if there are none.
    """
    source = file.source
    beside = [path for path in sorted(source.file.parent.glob("*.go")) if not path.stem.endswith("_test")]
    # main2.go goes with cart2.go, and not with cart1.go.
    of_others = {*"123"} - {str(source.place.part)} if source.place.part else {""}
    others = [path for path in beside if path != source.file and path.stem[-1:] not in of_others]
    own = re.findall(r"\d+", source.file.stem)
    if own and int(own[0]) in (source.place.day, source.place.number):
        # 08_input.go goes with 08.go.
        others = [path for path in others if int((re.findall(r"\d+", path.stem) or own)[0]) == int(own[0])]
    mains = [path for path in others if _MAIN.search(scripts.text_of(path))]
    if _MAIN.search(file.text):
        others = [path for path in others if path not in mains]
    elif len(mains) != 1:
        return _started(file, project)
    # What looks beside its source finds the input in the folder that it runs in: then the source is there.
    beside_source = _CALLER.search(file.text) or says(_CALLER, source.root, ".go")
    trimmed = ("-trimpath",) if beside_source else ()
    names = [path.name for path in (source.file, *others)]
    run = project.language.run
    if flag := _PART_FLAG.search(file.text):
        run = (*(word for word in run if word not in ("{part}", "{input}")), f"-{flag[1]}", "{part}")
    made = project.with_commands(("go", "build", *trimmed, "-o", "{output}", *names), run)
    return made._replace(embeds=made.embeds or says(EMBEDS, source.file.parent, ".go"))


def _started(file: File, project: Project) -> Project | None:
    """Return how a package is built with a program that calls the functions of a file, if that can be."""
    path = file.source.file
    folders = (folder for folder in path.parents if folder.is_relative_to(file.source.root))
    module = next((folder for folder in folders if (folder / "go.mod").is_file()), None)
    named = module and re.search(r"^module\s+\"?([^\s\"]+)", scripts.text_of(module / "go.mod"), re.MULTILINE)
    if not module or not named or re.search(r"^package main\b", file.text, re.MULTILINE):
        return None
    cases: dict[int, str] = {}
    for name, parameters, returned in _FUNCTION.findall(file.text):
        values = [each for each in returned.strip(" ()").split(",") if each and not each.endswith("error")]
        words = [each.strip().partition(" ") for each in parameters.split(",") if each.strip()]
        typed = [(parameter, type) for parameter, _, type in words]
        told = kinds(typed, _GIVEN)
        parts = () if told is None else answered(name, told, file)
        if told is None or (parts == (0,) and len(values) == 1 and not file.alone):
            # One value answers one part.
            continue
        for part in parts:
            given = (
                {"input": _GIVEN.get(type, ""), "path": "os.Args[1]"}.get(kind) or literal(kind, type, part)
                for kind, (_, type) in zip(told, typed, strict=True)
            )
            call = f"day.{name}({', '.join(given)})"
            cases.setdefault(part, f"say({call})" if values else call)
    if not cases:
        return None
    package = "/".join((named[1], path.parent.relative_to(module).as_posix())).removesuffix("/.")
    lines = "".join(f'\tcase "{part}":\n\t\t{call}\n' for part, call in sorted(cases.items()))
    text = _STARTER.replace("@package", package).replace("@cases", lines)
    folder = module / "puzzles-starter"
    starter = Starter(str((folder / "main.go").relative_to(file.source.root)), text)
    build = ("go", "build", "-trimpath", "-o", "{output}", str(folder))
    made = project.with_commands(build, ("{output}", "{input}", asked(cases)))
    return made._replace(starter=starter, embeds=made.embeds or says(EMBEDS, path.parent, ".go"))


def told(root: Path, command: list[str]) -> tuple[Path, Language] | None:
    """Return the module of which `go run` builds a package, and how: once for all days."""
    if command[:2] != ["go", "run"]:
        return None
    flags, words = options(command[2:], ("-tags", "-ldflags"))
    names = [*takewhile(lambda word: word.endswith(".go"), words)] or words[:1]
    go = LANGUAGES["go"]
    build = ("go", "build", *flags, "-o", "{output}", *names)
    return root / "go.mod", go._replace(build=build, run=("{output}", *words[len(names) :]), plain=go)
