"""The engine of programs: sources in the folder of a puzzle, such as `puzzles/aoc2021d21/ferris.rs`.

A program is built once, gets the input, and prints its answers, from which they are read.
"""

import os
from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzle_runner.engines.engine import Engine
from puzzle_runner.engines.program import languages as table
from puzzle_runner.engines.program.languages import Program
from puzzle_runner.model import Clock, Doubt, Reason, Verdict, valid_time
from puzzle_runner.running.call import Answered, Failed, Figures, Job, Outcome, Reply, Trace

if TYPE_CHECKING:
    from threading import Event


WORKER = str(Path(__file__).parent / "worker" / "program.py")


class ProgramEngine(Engine):
    """Programs in the folders of puzzles. The data of a solution is its `Program`."""

    name = "program"
    reply_fields: Mapping[str, type] = {"printed": str, "status": int, "has_read": bool}
    can_debug = False
    endings = (".h", ".hpp", *(f".{ending}" for ending in table.LANGUAGES))

    def identity(self, job: Job) -> tuple[str, ...]:
        program: Program = job.data
        # Where it was built says nothing.
        of_call = str(program.part), str(program.asked), str(_end_of_input(job))
        return of_call + program.language.run + (program.state,)

    def needs(self, job: Job) -> Any:
        from puzzle_runner.engines.program import builds

        program: Program = job.data
        # Two layouts may have different commands for the same file; all days may be one build.
        return builds.place(job), program.language.build or program.language

    def prepare(self, jobs: Sequence[Job], stop: "Event | None" = None) -> list[Job]:
        from puzzle_runner.engines.program import builds

        build = builds.found(jobs[0])
        if not build:
            # Imported here: as a rule, a program has been built.
            from puzzle_runner.engines.program import making

            build = making.make(jobs[0], stop)
        prepared = []
        for job in jobs:
            program: Program = job.data
            command = builds.command(job, build)
            program = program._replace(command=command, state=build.state, content=build.sources.hash)
            prepared.append(job._replace(data=program))
        return prepared

    def request(self, job: Job) -> Mapping[str, Any]:
        program: Program = job.data
        data: dict[str, Any] = {"command": program.command, "part": program.part}
        end = _end_of_input(job)
        data["end"] = "\n" if end is None else end
        if program.root:
            data["root"] = os.path.normpath(job.path.parent / program.root)
            data["folder"] = program.folder
            # Without an input, each file is the repository's.
            data["places"] = program.places if job.text else ()
            data["source"] = str(job.path)
        return {"engine": WORKER, "data": data, "loads": ()}

    def outcome(self, job: Job, reply: Reply, returned: Answered) -> Outcome:
        # Imported here: who only looks for programs need not wait for it.
        from puzzle_runner.engines import cleaning, printed
        from puzzle_runner.engines.program import builds

        program: Program = job.data
        text = reply.more.get("printed", "")
        asked = program.part if program.asked else None
        reading = printed.read_for(job.id, text, asked, is_own=not program.root)
        answer = reading.of(program.part)
        own = valid_time(cleaning.own_seconds(text), returned.figures.seconds)
        figures = _figures(returned.figures, own, of_both=len(reading.texts) > 1)
        trace = None
        if job.traced:
            # What else it depends on is in the job's identity.
            trace = Trace()
            if builds.snapshot(job).hash != program.content:
                trace = Trace(doubt=f"a file in {builds.top(job)} was changed while it ran")
        output = returned.output + text
        status = reply.more.get("status", 0)
        if status:
            from puzzle_runner.running.job import exited

            verdict, message = Verdict.ERROR, f"it exited with status {status}"
            if status < 0:
                verdict, message = exited(job, status, figures.peak_bytes or 0)
            others: tuple[str, ...] = ()
            if answer and program.root:
                # It may be the stored answer: some return that, or another number, from main.
                others = (answer,)
            return Failed(verdict, message, output, figures, others, trace)
        doubt = _doubt(job, reply) if job.text else None
        sources = [os.path.join(job.path.parent, name) for name in program.sources]
        ended = Answered(None, output, figures, doubt=doubt, sources=tuple(sources), trace=trace)
        ended = printed.outcome(ended, reading, job.id, program.part)
        if answer is not None:
            return ended
        # A part for which nothing is printed is not written yet.
        message = f"it printed no answer to part {program.part}"
        if program.root and not text.strip():
            message += ": if it only has functions, start them with command in [[tool.puzzles.layout]]"
        return ended._replace(doubt=Doubt(Reason.NO_ANSWER, message))

    def one_call(self, job: Job) -> tuple[Hashable, int]:
        # A program may print the answers to all parts, whichever it is asked for.
        program: Program = job.data
        part = str(program.part)
        words = tuple(word for word in program.command if word != part)
        return (words, program.root, program.folder), program.part


ENGINE = ProgramEngine()


def _figures(process: Figures, own: float | None, *, of_both: bool) -> Figures:
    """Return the figures of a program from those of its process, and the seconds that it tells."""
    if own is None:
        return process._replace(clock=Clock.PROCESS_BOTH if of_both else Clock.PROCESS)
    # Nobody has measured the processor time of what it tells the time of.
    return Figures(own, peak_bytes=process.peak_bytes, clock=Clock.OWN_BOTH if of_both else Clock.OWN)


def _end_of_input(job: Job) -> str | None:
    """Return how the input of a program ends; None if that may be otherwise in its repository."""
    program: Program = job.data
    if not program.root:
        return "\n"
    # Imported here and below: one's own programs do not need it.
    from puzzle_runner.engines import hints

    return hints.end_of_input(job.path.parent / program.root, program.places)


def _doubt(job: Job, reply: Reply) -> Doubt | None:
    program: Program = job.data
    if not reply.more.get("has_read", True):
        if program.has_built_in:
            return Doubt(Reason.BUILT_IN, "its input is built in")
        # One's own program has to read it.
        return Doubt(Reason.UNREAD, "it did not read the input", excuses=bool(program.root))
    if _end_of_input(job) is None:
        from puzzle_runner.engines import hints

        return hints.last_newline(job.path)
    return None
