"""How a file of Ruby runs: by itself, or with what calls its methods for the parts."""

import re
from pathlib import Path

from puzzle_runner.engines.foreign import detection
from puzzle_runner.engines.foreign.projects.project import File, Project

_METHOD = re.compile(r"^[ \t]*def (?:self\.)?(\w+)", re.MULTILINE)
# What a script does by itself stands at the beginning of a line.
_RUNS = re.compile(
    r"^(?!(?:class|module|def|end|require|require_relative|include|private|public|extend|using|attr_\w+|begin|=\w+)\b)"
    r"(?:[a-z$@]|[A-Z][\w:]*\.)(?!\w*\s*=[^=])",
    re.MULTILINE,
)
DRIVER = str(Path(detection.__file__).parents[1] / "program" / "worker" / "exported.rb")


def built(file: File, project: Project) -> Project:
    """Return how a file runs; one that defines methods for the parts, and does nothing, is called."""
    methods = _METHOD.findall(file.text)
    names = {
        part: name
        for name in reversed(methods)
        if (part := detection.part_of(name)) and not file.source.place.number
    }
    chosen = {part: name for part, name in names.items() if file.alone in (0, part)}
    whole = [name for name in methods if detection.is_whole(name, file.source) and name != "initialize"]
    if _RUNS.search(file.text) or not (chosen or whole):
        return project
    asked = "{part}" if chosen else "0"
    told = ",".join(f"{part}:{name}" for part, name in sorted(chosen.items())) or f"0:{whole[0]}"
    run = project.language.run
    before = run[: run.index("{source}")]
    return project.with_commands(run=(*before, DRIVER, "{source}", asked, told, "{input}"))
