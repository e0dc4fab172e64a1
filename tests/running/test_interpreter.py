"""The way without fork gives the same outcomes as the way with it."""

import re
from pathlib import Path

import pytest
from puzzle_runner.engines.function import ENGINE as FUNCTION
from puzzle_runner.model import Limits
from puzzle_runner.running import interpreter, pool
from puzzle_runner.running.call import Answered, Job, Outcome

from tests.calls import ending
from tests.zoo import ANIMALS, HANGING, IMPATIENT, MEMORY, PATIENT

LIMITS = Limits(PATIENT, MEMORY)
# While one waits for an interpreter to start, the import and the call are one.
OTHER_WORDS = {"loops_on_import", "exits_on_import"}
# One for each way of ending and of printing: both ways share what makes a call and reads its reply.
CHOSEN = (
    "raises_on_import", "raises", "overflows_the_c_stack", "segfaults", "exits_the_process",
    "exits_on_import", "loops_in_c", "loops_on_import", "takes_30_gb", "atexit_hangs",
    "prints_no_utf8", "fills_its_folder", "reads_stdin", "lone_surrogate", "crlf_input",
    "forges_a_reply",
)  # fmt: skip


def words(outcome: Outcome) -> str:
    """Return the doubt, or the message without addresses, and without the depth of a recursion."""
    if isinstance(outcome, Answered):
        return str(outcome.doubt)
    return re.sub(r"0x[0-9a-f]+|\d+ more", "N", outcome.message)


@pytest.mark.parametrize("name", CHOSEN)
def test_both_ways_have_the_same_outcome(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer, failure, message and output are the same, whether forked or started anew."""
    path = tmp_path / f"{name}.py"
    path.write_bytes(ANIMALS[name].module())
    monkeypatch.setattr(interpreter, "STARTUP", 0.1 if name in HANGING else PATIENT)
    limits = LIMITS._replace(timeout=IMPATIENT) if name in HANGING else LIMITS
    job = Job(name, path, FUNCTION, "part1", "7", limits)
    forked, started = pool.run(job), interpreter.run_once(job)
    assert ending(forked) == ending(started)
    assert forked.output == started.output
    if name not in OTHER_WORDS:
        assert words(forked) == words(started)
    assert (forked.figures is None) == (started.figures is None)
    if isinstance(forked, Answered):
        assert forked.sources == started.sources
