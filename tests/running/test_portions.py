"""How jobs are shared out to a cluster."""

from puzzle_runner.running.portions import TASK, Portions


def test_jobs_of_known_times_fill_a_task() -> None:
    """As many go together as take TASK seconds, in their order; long ones come before, the longest first."""
    portions = Portions([TASK / 4] * 8 + [60.0, 70.0] + [0.0] * 3)
    taken = [portions.take(1) for _ in range(4)]
    assert ([9], [8], [0, 1, 2], [3, 4, 5]) == (*taken,)
    assert [6, 7, 10, 11, 12] == [*portions.waiting]


def test_unknown_times_are_learnt() -> None:
    """What a task took tells how many jobs go together next; one that took long does not change that."""
    portions = Portions([None] * 1000)
    first = portions.take(1)
    portions.took(0.001 * len(first), len(first))
    portions.took(0.001 * len(first), len(first))
    portions.took(60.0, 1)
    portions.took(0.001, 1)
    assert (10, 99) == (len(first), len(portions.take(1)))


def test_there_is_something_for_each_thread() -> None:
    """Few jobs are spread, also if all of them would fit into one task; not what takes next to nothing."""
    portions = Portions([TASK / 8] * 10)
    assert [3, 2, 2, 1, 1, 1] == [len(portions.take(4)) for _ in range(6)]
    assert 5 == len(Portions([0.0] * 5).take(4))


def test_what_did_not_run_comes_first() -> None:
    """Jobs that are given back are the next ones, some of them each in a task of its own."""
    portions = Portions([TASK / 8] * 8)
    taken = portions.take(2)
    portions.give_back(taken[2:], [])
    assert [2, 3, 4] == portions.take(2)
    portions.give_back([2, 3], [2, 3])
    assert [[2], [3], [5, 6]] == [portions.take(2) for _ in range(3)]
