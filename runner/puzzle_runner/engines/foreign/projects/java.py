"""How a class of Java is built with its packages, and finds its resources."""

import re

from puzzle_runner.engines.foreign.projects.project import File, Project


def built(file: File, project: Project) -> Project:
    """Return how a class is built with those that it imports, which lie below the folder of its packages."""
    source = file.source.file
    package = re.search(r"^package\s+([\w.]+)\s*;", file.text, re.MULTILINE)
    top = source.parents[package[1].count(".") + 1] if package else source.parent
    name = ".".join([*([package[1]] if package else []), "{stem}"])
    words = {"{folder}": f"{{folder}}:{file.folder / 'src' / 'main' / 'resources'}"}
    run = (words.get(word, word.replace("{stem}", name)) for word in project.language.run)
    return project.with_commands(("javac", "-d", "{folder}", "-sourcepath", str(top), "{source}"), tuple(run))
