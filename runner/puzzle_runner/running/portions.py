"""How jobs are shared out to a cluster: enough in each task that its scheduler keeps up with its workers."""

from collections import deque
from collections.abc import Sequence
from statistics import median

# Seconds that the jobs of a task should take together. A scheduler hands out some 260 tasks a second.
TASK = 0.1
# Seconds that a call takes beside its part, and that a job is thought to take while nothing is known.
CALL, UNKNOWN = 0.0015, 0.01
# Tasks by which the seconds of a job are told that has none of its own.
RECENT = 9


class Portions:
    """The numbers of jobs that wait; `seconds` are what each took before, None where that is not known."""

    def __init__(self, seconds: Sequence[float | None]) -> None:
        self.seconds = seconds
        # The slowest begin first, so that none is left at the end; the parts of a module stay together.
        self.waiting = deque(
            sorted(range(len(seconds)), key=lambda number: -max(TASK, seconds[number] or 0.0))
        )
        self.alone: set[int] = set()
        self.recent = deque([UNKNOWN], RECENT)

    def take(self, threads: int) -> list[int]:
        """Return the next jobs: of TASK seconds, or of fewer, so that there is something for each thread."""
        share = -(-len(self.waiting) // threads)
        usual, spent, taken = median(self.recent), 0.0, list[int]()
        while self.waiting:
            number = self.waiting[0]
            known = self.seconds[number]
            spent += usual if known is None else CALL + known
            most = TASK if len(taken) < share else TASK / 10
            if taken and (spent > most or not self.alone.isdisjoint((taken[0], number))):
                break
            taken.append(self.waiting.popleft())
        return taken

    def took(self, seconds: float, number: int) -> None:
        """Learn how long a task with a number of jobs took."""
        self.recent.append(seconds / number)

    def give_back(self, numbers: Sequence[int], alone: Sequence[int]) -> None:
        """Let jobs wait again that did not run: some of them `alone`, each in a task of its own."""
        self.waiting.extendleft(reversed(numbers))
        self.alone.update(alone)
