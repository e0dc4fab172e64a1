"""How a program in Go is built with the files of its package."""

import re
from itertools import takewhile
from pathlib import Path

from puzzle_runner.engines.foreign import scripts
from puzzle_runner.engines.foreign.projects.project import EMBEDS, File, Project, options, says
from puzzle_runner.engines.program.languages import LANGUAGES, Language

_MAIN = re.compile(r"^func main\(", re.MULTILINE)
_PART_FLAG = re.compile(r"\bflag\.(?:Int|String)(?:Var)?\((?:&\w+,\s*)?\"(part|p)\"")
# How a program asks where its source is, or a helper that of its caller.
_CALLER = re.compile(r"runtime\.Caller\([01]\)")


def built(file: File, project: Project) -> Project | None:
    """Return how a file is built with those of its package that are no programs themselves.

    The one `main` of all parts may be in a file that they share; None if there is none.
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
        return None
    # What looks beside its source finds the input in the folder that it runs in: then the source is there.
    beside_source = _CALLER.search(file.text) or says(_CALLER, source.root, ".go")
    trimmed = ("-trimpath",) if beside_source else ()
    names = [path.name for path in (source.file, *others)]
    run = project.language.run
    if flag := _PART_FLAG.search(file.text):
        run = (*(word for word in run if word not in ("{part}", "{input}")), f"-{flag[1]}", "{part}")
    made = project.with_commands(("go", "build", *trimmed, "-o", "{output}", *names), run)
    return made._replace(embeds=made.embeds or says(EMBEDS, source.file.parent, ".go"))


def told(root: Path, command: list[str]) -> tuple[Path, Language] | None:
    """Return the module of which `go run` builds a package, and how: once for all days."""
    if command[:2] != ["go", "run"]:
        return None
    flags, words = options(command[2:], ("-tags", "-ldflags"))
    names = [*takewhile(lambda word: word.endswith(".go"), words)] or words[:1]
    go = LANGUAGES["go"]
    build = ("go", "build", *flags, "-o", "{output}", *names)
    return root / "go.mod", go._replace(build=build, run=("{output}", *words[len(names) :]), plain=go)
