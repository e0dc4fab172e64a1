"""The engine of programs: sources in the folder of a puzzle, such as `puzzles/aoc2021d21/ferris.rs`.

A program is built once, gets the input, and prints its answers, from which they are read.
"""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzle_runner import files
from puzzle_runner.engines.engine import Engine, Repository
from puzzle_runner.engines.program import languages as table
from puzzle_runner.engines.program.languages import Language, Languages, Prepared, Program
from puzzle_runner.model import (
    DEFAULT,
    LONGEST_TIME,
    Clock,
    Doubt,
    Puzzle,
    Reason,
    Solution,
    Verdict,
    valid_time,
)
from puzzle_runner.running.call import Job, Outcome, Reply, Trace
from puzzle_runner.sites.registry import identify

if TYPE_CHECKING:
    from threading import Event


WORKER = str(Path(__file__).parent / "worker" / "program.py")
_COMMENT = re.compile(r"\s*(?://[/!]?|/\*+|#+|--+|;+|%+|\{-|\(\*)\s*(.*?)\s*(?:\*/|-\}|\*\))?\s*")
# Lines of a source that are looked at for its first comment.
_HEAD = 5


class ProgramEngine(Engine):
    """Programs in the folders of puzzles. The data of a solution is its `Program`."""

    name = "program"
    reply_fields: Mapping[str, type] = {"printed": str, "status": int, "has_read": bool}
    can_debug = False
    endings = (".h", ".hpp", *(f".{ending}" for ending in table.LANGUAGES))

    def paths(self, repository: Repository) -> Mapping[str, Path]:
        languages = self._languages(repository)
        with os.scandir(repository.puzzles) as entries:
            folders = [
                Path(entry.path) for entry in entries if entry.name[0] not in "_." and files.is_folder(entry)
            ]
        return {
            folder.name: folder
            for folder in folders
            if not os.path.exists(f"{folder}.py")
            and not (folder / "__init__.py").is_file()
            and _sources(folder, languages)
        }

    def discover(self, repository: Repository, id: str, path: Path, puzzle: Puzzle | None) -> Puzzle | None:
        site, canonical = identify(id)
        puzzle = puzzle or Puzzle(id, site.NAME, path, url=site.url(canonical))
        languages = self._languages(repository)
        sources = _sources(repository.puzzles / id, languages)
        if not sources or puzzle.error:
            return puzzle
        parts = sorted({solution.part for solution in puzzle.solutions}) or [*range(1, site.PARTS + 1)]
        names = _names([path for path, _ in sources], {solution.name for solution in puzzle.solutions})
        programs = [
            each
            for name, (path, language) in zip(names, sources, strict=True)
            for each in solutions(parts, name, path, language, languages)
        ]
        # Without a module there is no default: then it is the first of the programs.
        default = puzzle.default if puzzle.solutions else programs[0].name
        ordered = sorted((*puzzle.solutions, *programs), key=lambda solution: solution.part)
        return puzzle._replace(solutions=tuple(ordered), default=default)

    def _languages(self, repository: Repository) -> Languages:
        if self.name not in repository.memo:
            repository.memo[self.name] = table.changed(repository.settings.languages)
        languages: Languages = repository.memo[self.name]
        return languages

    def identity(self, job: Job) -> tuple[str, ...]:
        program: Program = job.data
        # Where it was built says nothing.
        known = program.prepared
        return (str(program.part), str(program.asked), *program.language.run, known.state, known.doubt)

    def needs(self, job: Job) -> Any:
        # Two layouts may have different commands for the same file; all days may be one build.
        program: Program = job.data
        if program.builds_repository:
            root = os.path.normpath(job.path.parent / program.root)
            return (root, job.limits.untrusted, program.language.build)
        return (job.path, job.limits.untrusted, program.language.build or program.language)

    def found(self, job: Job) -> Any:
        from puzzle_runner.engines.program import builds

        return builds.found(job)

    def make(self, job: Job, stop: "Event | None" = None) -> Any:
        # Imported here: as a rule, a program has been built.
        from puzzle_runner.engines.program import making

        return making.make(job, stop)

    def prepare(self, job: Job, made: Any) -> Job:
        from puzzle_runner.engines.program import builds

        program: Program = job.data
        known = Prepared(builds.command(job, made), made.state, made.sources.hash, made.doubt)
        # A project is made from all in its folder.
        files = tuple(made.sources.files) if job.path.name in table.PROJECTS else program.sources
        return job._replace(data=program._replace(sources=files, prepared=known))

    def request(self, job: Job) -> Mapping[str, Any]:
        program: Program = job.data
        command = program.prepared.command
        data: dict[str, Any] = {"command": command, "part": program.part, "is_bare": _is_bare(job)}
        if program.root:
            root = os.path.normpath(job.path.parent / program.root)
            # Without an input, each file is the repository's.
            places = program.places if job.text else ()
            data |= {"root": root, "folder": program.folder, "places": places, "source": str(job.path)}
        return {"engine": WORKER, "data": data, "loads": ()}

    def outcome(self, job: Job, reply: Reply, returned: Outcome) -> Outcome:
        # Imported here: who only looks for programs need not wait for it.
        from puzzle_runner.engines import cleaning, printed

        program: Program = job.data
        text, status = reply.more.get("printed", ""), reply.more.get("status", 0)
        own = valid_time(cleaning.own_seconds(text), returned.seconds or LONGEST_TIME)
        if own is None:
            timed = returned._replace(clock=Clock.PROCESS)
        else:
            # Nobody has measured the processor time of what it tells the time of, or how long that waited.
            timed = returned._replace(clock=Clock.OWN, seconds=own, cpu_seconds=None, cpu_wait=0.0)
        ended = timed._replace(
            sources=program.files(job.path),
            trace=_trace(job) if job.traced else None,
            output=returned.output + text,
        )
        if job.text:
            ended = ended._replace(doubt=_doubt(job, reply))
        asked = program.part if program.asked else None
        reading = printed.read_for(job.id, text, asked, is_own=not program.root)
        if status:
            from puzzle_runner.running.job import describe_exit, nearly_all, size

            failure, message = Verdict.CRASH, describe_exit(status)
            if status > 0:
                failure, message = Verdict.ERROR, f"it exited with status {status}"
            elif (ended.peak_bytes or 0) > nearly_all(job, -status):
                failure = Verdict.MEMORY
                message += f" with {size(ended.peak_bytes or 0)} of memory in use"
            # What it has said may be the stored answer: some return that, or another number, from main.
            said = {**reading.guesses, **reading.answers}.get(program.part) if program.root else None
            others = (said,) if said else ()
            return ended._replace(seconds=None, failure=failure, message=message, others=others)
        if len(reading.answers) + len(reading.guesses) > 1:
            ended = ended._replace(clock=Clock.PROCESS_BOTH if own is None else Clock.OWN_BOTH)
        outcome = printed.outcome(ended, reading, program.part)
        if program.part in {**reading.answers, **reading.guesses}:
            return outcome
        # A part for which nothing is printed is not written yet.
        message = f"it printed no answer to part {program.part}"
        if program.root and not text.strip():
            message += ": if it only has functions, start them with command in [[tool.puzzles.layout]]"
        doubt = Doubt(Reason.NO_ANSWER, message)
        return outcome._replace(answer=None, failure=None, message=message, doubt=doubt)

    def one_call(self, job: Job) -> tuple[Any, int] | None:
        # A program may print the answers to all parts, whichever it is asked for.
        program: Program = job.data
        command = tuple("" if word == str(program.part) else word for word in program.prepared.command)
        any_part = program._replace(part=0, prepared=program.prepared._replace(command=command))
        return job._replace(data=any_part), program.part


ENGINE = ProgramEngine()


def _doubt(job: Job, reply: Reply) -> Doubt | None:
    """Return why the answer may not be the program's to the input; None if it is."""
    program: Program = job.data
    if not reply.more.get("has_read", True):
        if program.has_built_in:
            return Doubt(Reason.BUILT_IN, "its input is built in")
        # One's own program has to read it.
        return Doubt(Reason.UNREAD, "it did not read the input", excuses=bool(program.root))
    if not program.root:
        return None
    # Imported here: one's own programs get the input as it is.
    from puzzle_runner.engines import advice

    return advice.of_last_newline(job.path)


def _is_bare(job: Job) -> bool:
    """Tell whether the input lies where the program looks for it, and has no newline at its end there."""
    program: Program = job.data
    text = (job.text or "").encode("utf-8", "surrogatepass")
    if not program.root or text.endswith(b"\n"):
        return False
    for place in program.places:
        path = os.path.join(job.path.parent, program.root, place)
        try:
            if os.path.getsize(path) == len(text) and files.read(path) == text:
                return True
        except OSError:
            # It is not there, or a folder.
            continue
    return False


def _trace(job: Job) -> Trace:
    """Return what a program depends on beside its state, which is in the job's identity."""
    from puzzle_runner.engines.program import builds

    known = job.data.prepared
    doubt = known.doubt
    if not doubt and builds.snapshot(job).hash != known.sources:
        doubt = f"a file in {builds.top(job)} was changed while it ran"
    return Trace((), doubt)


def _sources(folder: Path, languages: Languages) -> list[tuple[Path, Language]]:
    """Return the source files and the build files of projects in a folder, each with its language."""
    try:
        with os.scandir(folder) as entries:
            own = [entry for entry in entries if entry.name[0] not in "._"]
    except OSError:
        # There is no such folder, or it cannot be read.
        return []
    paths: list[Path] = []
    for entry in own:
        if files.is_folder(entry):
            build_files = (Path(entry.path, name) for name in table.PROJECTS)
            paths += [path for path in build_files if path.is_file()][:1]
        elif entry.name not in table.PROJECTS:
            paths.append(Path(entry.path))
    found = ((path, table.of(path, languages)) for path in sorted(paths))
    return [(path, language) for path, language in found if language]


def _names(paths: Sequence[Path], taken: set[str]) -> list[str]:
    """Return a name for each program: its stem, and with the ending where there is another of that name."""
    stems = [word(path.parent.name if path.name in table.PROJECTS else path.stem) for path in paths]
    clash = {stem for stem in stems if stems.count(stem) > 1 or stem in taken}
    return [
        f"{stem}_{word(path.suffix)}" if stem in clash else stem
        for stem, path in zip(stems, paths, strict=True)
    ]


def word(text: str) -> str:
    """Return a name of letters and digits that is made of a text."""
    return re.sub(r"\W+", "_", text).strip("_") or DEFAULT


def solutions(
    parts: Sequence[int], name: str, path: Path, language: Language, languages: Languages
) -> list[Solution]:
    """Return the solutions that a program is for some parts; an empty file is not written yet."""
    comment = _comment(path)
    summary = f"{language.name}: {comment}" if comment else language.name
    base = Program(0, language, _names_of_files(path, languages))
    written = path.exists() and path.stat().st_size > 0
    solution = Solution(0, name, "program", base, summary, written=written, path=path, language=language.name)
    return [solution._replace(part=part, data=base._replace(part=part)) for part in parts]


def _comment(path: Path) -> str:
    """Return the first comment of a source, if it begins with one."""
    if path.name in table.PROJECTS:
        return ""
    try:
        lines = files.text(path, files.MODULE).splitlines()[:_HEAD]
    except OSError:
        return ""
    for line in lines:
        if line.strip() and not line.startswith(("#!", "<?php", "#include", "#define", "#pragma")):
            comment = _COMMENT.fullmatch(line)
            return comment[1] if comment else ""
    return ""


def _names_of_files(path: Path, languages: Languages) -> tuple[str, ...]:
    """Return the files that a program is made from, as their paths from its folder.

    Beside a source these are the files of its folder that are no programs themselves, such as headers.
    """
    if path.name in table.PROJECTS:
        # Once it is built, it is known what else there is.
        return (path.name,)
    programs = {*languages, "py", "pyc"}
    with os.scandir(path.parent) as entries:
        others = sorted(
            entry.name
            for entry in entries
            if entry.name[0] != "."
            and entry.name not in table.PROJECTS
            and entry.name.rpartition(".")[2] not in programs
            and os.path.isfile(entry.path)
        )
    return (path.name, *others)
