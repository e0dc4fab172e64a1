"""The README tells the truth: its commands print what it shows, its lines are the ones that CI runs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
EXAMPLES = re.findall(r"```console\n\$ (.*?)\n(.*?)```", README, re.DOTALL)


def tidied(text: str) -> list[str]:
    """Return lines without what differs from run to run: times, and the space they are padded with."""
    return [re.sub(r"\s+", " ", re.sub(r"[\d.]+ (ns|µs|ms|s)\b", "TIME", line)) for line in text.splitlines()]


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_an_example_prints_what_is_shown(command: str, shown: str) -> None:
    """An example's command prints the example's lines, save for the times."""
    command = re.sub(r"\bpuzzles (?=[a-z])", f"{sys.executable} -m puzzle_runner ", command, count=1)
    ended = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert tidied(shown) == tidied(ended.stdout)[: len(tidied(shown))]


def test_ci_runs_the_line_of_the_readme() -> None:
    """The line that passes the tests is the one that CI runs."""
    line = "pip install -e '.[test]' && pytest"
    assert line in README
    assert line in (ROOT / ".ci" / "run").read_text("utf-8")
