"""How a project of C# is built."""

from pathlib import Path

from puzzle_runner.engines.foreign.projects.project import File, Project


def built(file: File, project: Project) -> Project:
    """Return how a file is built with its project, which would leave what is in between beside itself."""
    if not file.build_file:
        return project
    language, path = project.language, file.source.root / file.build_file
    words = [word.replace("{source}", str(path)) for word in language.build]
    return project.with_commands(
        (*words, "-p:BaseIntermediateOutputPath={folder}/obj/"),
        tuple(word.replace("{stem}", Path(file.build_file).stem) for word in language.run),
    )
