"""An invented engine and what finds its files: each needs a row of its table, and no change elsewhere."""

import os
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from puzzle_runner.engines import engine as engines
from puzzle_runner.layouts import discovery

from tests.conftest import Workspace

# A puzzle is a file `day.pipe`; a line such as `part1 = reverse upper` says what is done to the input.
# A call answers all parts at once.
ENGINE = '''
from pathlib import Path

from puzzle_runner.engines.engine import Engine
from puzzle_runner.running.job import NotHere

WORKER = str(Path(__file__).with_name("pipes_in_the_worker.py"))


class PipeEngine(Engine):
    """Programs of one line for each part, made of words."""

    name = "pipe"
    reply_fields = {"all": list}
    can_debug = False
    endings = (".pipe",)

    def needs(self, job):
        return job.path

    def prepare(self, jobs, stop=None):
        if any("quantum" in words for words in jobs[0].data[1]):
            raise NotHere("there is no quantum computer")
        return jobs

    def request(self, job):
        part, pipes = job.data
        return {"engine": WORKER, "data": {"part": part, "pipes": pipes}, "loads": ()}

    def outcome(self, job, reply, returned):
        returned = returned._replace(details=f"{len(reply.more['all'])} pipes have run")
        parts = enumerate(reply.more["all"], start=1)
        return returned._replace(by_part={part: returned._replace(answer=answer) for part, answer in parts})

    def one_call(self, job):
        part, pipes = job.data
        return (job.path, job.text, pipes), part


ENGINE = PipeEngine()
'''
FINDER = """
from puzzle_runner.layouts.puzzle import Puzzle
from puzzle_runner.model import Solution


def paths(repository):
    return {path.stem: path for path in repository.puzzles.glob("*.pipe")}


def discover(repository, id, path, puzzle):
    if puzzle or path.suffix != ".pipe":
        return puzzle
    lines = dict(line.split(" = ") for line in path.read_text().splitlines())
    parts = [(int(name.removeprefix("part")), tuple(words.split())) for name, words in lines.items()]
    pipes = tuple(words for _, words in parts)
    solutions = [
        Solution(part, "default", "pipe", (part, pipes), " ".join(words), language="Pipe")
        for part, words in parts
    ]
    return Puzzle(id, path, "Pipes", solutions=tuple(solutions))
"""
WORKER = """
WORDS = {"upper": str.upper, "count": lambda text: str(len(text)), "fail": int}
WORDS["reverse"] = lambda text: text[::-1]


def load(order, source):
    return Pipes()


class Pipes:
    def target(self, order):
        self.part = order["data"]["part"]
        return self.run, (order["data"]["pipes"], order["text"])

    def run(self, pipes, text):
        answers = []
        for words in pipes:
            answer = text
            for word in words:
                answer = WORDS[word](answer)
            answers.append(answer)
        print("one call")
        return answers

    def answered(self, answers, wall, cpu):
        return answers[self.part - 1], wall, cpu, {"all": answers}
"""
PIPES = "part1 = reverse\npart2 = reverse upper\n"
CASES = '[main]\ninput = "abc"\npart1 = "cba"\npart2 = "CBA"\n'


@pytest.fixture
def pipes(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of an engine of pipes, which is in the table."""
    folder = tmp_path_factory.mktemp("engine")
    (folder / "pipes.py").write_text(ENGINE)
    (folder / "pipe_files.py").write_text(FINDER)
    (folder / "pipes_in_the_worker.py").write_text(WORKER)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setitem(engines.ENGINES, "pipe", "pipes")
    monkeypatch.setitem(discovery.FINDERS, "pipe_files", lambda repository, stem: True)
    yield folder
    for name in ("pipes", "pipe_files"):
        sys.modules.pop(name, None)


def write(workspace: Workspace, source: str = PIPES, cases: str = CASES) -> None:
    """Write a puzzle for it, beside one in Python."""
    workspace.puzzle("mine", "def part1(text): return text\n", '[main]\ninput = "x"\npart1 = "x"\n')
    module = workspace.puzzle("day", "", cases)
    module.with_suffix(".pipe").write_text(source)
    # What was saved while a check began is not remembered.
    os.utime(module.with_suffix(".pipe"), (1, 1))
    module.unlink()


@pytest.mark.usefixtures("pipes", "brief_bench")
def test_each_command_knows_it(workspace: Workspace) -> None:
    """It is listed; one call answers both parts; verdicts are remembered; times bear its language's name."""
    write(workspace)
    day, _ = workspace.run("list", "--json").document["puzzles"]
    assert ("day", "Pipes", ["main"]) == (day["id"], day["title"], day["cases"])
    assert ["reverse", "reverse upper"] == [part["summary"] for part in day["parts"]]
    ended = workspace.run("run", "day", "mine", "--verbose")
    assert (0, 1, True) == (ended.code, ended.err.count("one call"), "2 pipes have run" in ended.out)

    def checked() -> list[tuple[str, str, bool]]:
        rows = workspace.run("check", "day", "--json").rows
        return [(row["answer"], row["verdict"], row["cached"]) for row in rows]

    assert [("cba", "right", False), ("CBA", "right", False)] == checked()
    assert [("cba", "right", True), ("CBA", "right", True)] == checked()
    measured = workspace.run("bench", "day", "--samples", "2", "--json").document["benchmarks"]
    assert [(1, "Pipe"), (2, "Pipe")] == [(each["part"], each["python"]) for each in measured]
    assert "day" in workspace.run("leaderboard").out
    write(workspace, PIPES.replace("part1 = reverse", "part1 = count"))
    assert [("3", "wrong", False), ("CBA", "right", False)] == checked()


@pytest.mark.usefixtures("pipes")
def test_what_it_cannot_do_is_said(workspace: Workspace) -> None:
    """What cannot run here is skipped, an exception is an error; a debugger is not for it."""
    one_part = '[main]\ninput = "abc"\npart1 = "cba"\n'
    write(workspace, "part1 = quantum\n", one_part)
    (row,) = workspace.run("run", "day", "--json").rows
    assert ("skipped", "day.pipe: there is no quantum computer") == (row["verdict"], row["message"])
    write(workspace, "part1 = fail\n", one_part)
    (row,) = workspace.run("run", "day", "--json").rows
    assert "error" == row["verdict"]
    assert row["message"].startswith("ValueError: invalid literal for int() with base 10: 'abc'")
    assert 2 == workspace.run("run", "day", "--debug").code


@pytest.mark.parametrize("name", engines.ENGINES)
def test_an_engine_travels_by_its_name(name: str) -> None:
    """Jobs go to other machines, and each has its engine."""
    assert name == engines.load(name).name
    assert engines.load(name) is pickle.loads(pickle.dumps(engines.load(name)))
