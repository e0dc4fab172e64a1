"""From puzzles to results: what there is to run, what stands in its way, in which order it comes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from puzzle_runner.checking import pipeline
from puzzle_runner.checking.pipeline import Choice, Task
from puzzle_runner.errors import Exit
from puzzle_runner.model import Limits, Puzzle
from puzzle_runner.running import executors, workers

from tests.conftest import Workspace

LIMITS = Limits(10, 2**30)
EVERYTHING = Choice(solution=None, every_case=True, named=False)


@pytest.fixture(autouse=True)
def _stopped() -> Iterator[None]:
    """End the workers of each test."""
    yield
    workers.stop()


@pytest.fixture
def puzzle(workspace: Workspace) -> Puzzle:
    """Return a puzzle of two parts, an alternative and two cases."""
    workspace.puzzle(
        "p",
        "def part1(text): return text\ndef part1_b(text): return 2\ndef part2(): return 3\n",
        "[one]\ninput = '1'\npart1 = 1\n[two]\ninput = '2'\npart1 = 2\n",
    )
    ((found, named),) = pipeline.puzzles(workspace.root, ["p"])
    assert named
    return found


def planned(folder: Path, puzzle: Puzzle, choice: Choice) -> list[tuple[str, str, str | None]]:
    """Return case, function and input of each call that is planned."""
    return [
        (task.case.name, task.job.function, task.job.text)
        for task in pipeline.plan(folder, puzzle, choice, LIMITS)
        if task.case and task.job
    ]


def test_a_plan_has_every_solution_of_every_case(workspace: Workspace, puzzle: Puzzle) -> None:
    """Case by case, part by part; a part without a parameter gets no input."""
    assert [
        ("one", "part1", "1"),
        ("one", "part1_b", "1"),
        ("one", "part2", None),
        ("two", "part1", "2"),
        ("two", "part1_b", "2"),
        ("two", "part2", None),
    ] == planned(workspace.root, puzzle, EVERYTHING)


def test_a_plan_of_one_run_has_the_default_solutions_of_the_real_case(
    workspace: Workspace, puzzle: Puzzle
) -> None:
    """Without a case main, the first one is the real one; a typed input takes the place of all."""
    assert [("one", "part1", "1"), ("one", "part2", None)] == planned(workspace.root, puzzle, Choice())
    assert [("input", "part1", "9")] == planned(workspace.root, puzzle, Choice(part=1, typed="9"))


def test_in_a_batch_a_choice_that_does_not_fit_is_passed_over(workspace: Workspace, puzzle: Puzzle) -> None:
    """A part, a solution or a case that one puzzle lacks is no error where a selector chose it."""
    for choice in (Choice(part=3), Choice(solution="z"), Choice(case="three")):
        assert [] == planned(workspace.root, puzzle, choice._replace(named=False))
        (task,) = pipeline.plan(workspace.root, puzzle, choice, LIMITS)
        assert task.problem
        assert Exit.USAGE is task.problem.exit


def test_results_come_in_the_order_of_the_tasks(workspace: Workspace, puzzle: Puzzle) -> None:
    """One by one or at once, the results are the same; what stands in the way has its place among them."""
    workspace.puzzle("o", "x = (\n")
    tasks: list[Task] = []
    for one, _ in pipeline.puzzles(workspace.root, ["o", "p"]):
        tasks += pipeline.plan(workspace.root, one, EVERYTHING, LIMITS)
    done: list[int] = []
    in_turn = [(row.puzzle, row.part, row.answer) for row in pipeline.run(tasks)]
    outcomes = executors.run(pipeline.jobs(tasks), executors.threads(3), lambda: done.append(1))
    at_once = [(row.puzzle, row.part, row.answer) for row in pipeline.results(tasks, outcomes)]
    expected = [("o", None, None), *[("p", 1, "1"), ("p", 1, "2"), ("p", 2, "3")]]
    expected += [("p", 1, "2"), ("p", 1, "2"), ("p", 2, "3")]
    assert expected == in_turn == at_once
    assert sum(task.job is not None for task in tasks) == len(done) == 6


def test_the_first_result_comes_before_the_second_part_runs(workspace: Workspace) -> None:
    """A result is yielded as soon as it is there."""
    flag = workspace.root / "flag"
    workspace.puzzle(
        "p", f"import os\ndef part1(): return 1\ndef part2(): return os.path.exists({str(flag)!r})\n"
    )
    ((puzzle, _),) = pipeline.puzzles(workspace.root, ["p"])
    results = pipeline.run(list(pipeline.plan(workspace.root, puzzle, Choice(), LIMITS)))
    assert "1" == next(results).answer
    flag.touch()
    assert "True" == next(results).answer
