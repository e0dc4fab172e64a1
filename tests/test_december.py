"""From the unlocking of a day to its second star: what a person types, and what the site is asked."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from puzzle_runner.inputs.cached import Account
from puzzle_runner.sites.aoc import site as aoc

from tests import stand_in
from tests.clock import Clock
from tests.conftest import Workspace
from tests.stand_in import Reply, Request, Site

PAGE = "/2026/day/1"
# The editor of this person knows the first solution; the second is written while the page is read.
SOLUTION = """
def part1(text): return sum(map(int, text.split()))
def part2(text): return 60 if "5" in text else 12
"""


class Harbour(Site):
    """The first day of 2026, which shows its second part after the first star; its clock is behind by 2 s."""

    def __init__(self) -> None:
        super().__init__()
        stand_in.advent(self, 2026, 1)
        early = Reply(404, "Please don't repeatedly request this endpoint before it unlocks!")
        self.replies[f"{PAGE}/input"] = [early, early, Reply(body=stand_in.INPUT)]
        self.accepted: list[str] = []

    def reply(self, request: Request) -> Reply:
        """Take whatever is sent, and show the next part after it."""
        if request.path == PAGE:
            return Reply(body=stand_in.day(*self.accepted))
        if request.method == "POST":
            self.accepted.append(request.form["answer"])
        return super().reply(request)


def test_three_commands_and_few_keys(
    workspace: Workspace, account: Account, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The evening before, one command waits with the editor open; then each star is a command and a y."""
    clock = Clock(monkeypatch, datetime(2026, 12, 1, 4, 50, tzinfo=UTC))
    monkeypatch.setattr(aoc, "now", lambda: clock.now - timedelta(hours=5))
    monkeypatch.setattr("puzzle_runner.flows.fetching.sleep", clock.sleep)
    editor = tmp_path / "editor"
    editor.write_text(f"#!/bin/sh\ncat > \"$1\" <<'END'\n{SOLUTION}END\n")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    typed = [("puzzles new --wait --edit", []), ("puzzles submit", ["y"]), ("puzzles submit", ["y"])]
    with stand_in.serve(Harbour()) as site:
        monkeypatch.setenv("PUZZLES_AOC_URL", site.address)
        for command, answers in typed:
            ended = workspace.in_terminal(*command.split()[1:], typed=answers, prompt="[y/N]: ")
            assert 0 == ended.code, ended
        assert [{"level": "1", "answer": "12"}, {"level": "2", "answer": "60"}] == site.sent
        assert 3 == len(site.asked(f"{PAGE}/input"))
    lines = [line for command, answers in typed for line in (command, *answers)]
    # Each line ends with a key, too.
    assert (3, True) == (len(typed), sum(len(line) + 1 for line in lines) <= 60)
