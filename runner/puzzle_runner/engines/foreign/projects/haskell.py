"""How a module of Haskell is built with those that it imports."""

import re

from puzzle_runner.engines.foreign import scripts
from puzzle_runner.engines.foreign.projects.project import File, Project

_EXTENSIONS = re.compile(r"^\s*default-extensions:((?:[\s,-]+[A-Z]\w*)+)", re.MULTILINE)


def built(file: File, project: Project) -> Project:
    """Return how a module is built with the extensions that its package names."""
    source = file.source
    module = re.search(r"^module\s+([\w.]+)", file.text, re.MULTILINE)
    name = module[1] if module else "Main"
    start = () if name == "Main" else ("-main-is", name)
    tops = {source.file.parents[name.count(".") if name != "Main" else 0], file.folder / "src"}
    package = scripts.text_of(source.root / file.build_file) if file.build_file else ""
    named = _EXTENSIONS.search(package)
    extensions = (f"-X{each}" for each in re.findall(r"\w+", named[1])) if named else ()
    folders = (f"-i{top}" for top in sorted(tops))
    return project.with_commands((*project.language.build, *start, *extensions, *folders))
