"""The user's editor is started as its variable says."""

import subprocess
import sys
from pathlib import Path

import pytest
from puzzle_runner.commands import editor


@pytest.mark.parametrize(
    ("platform", "typed", "words"),
    [
        ("win32", r'"C:\Program Files\Code\code.exe" --wait', [r"C:\Program Files\Code\code.exe", "--wait"]),
        ("win32", r"C:\Windows\notepad.exe", [r"C:\Windows\notepad.exe"]),
        ("linux", r"'/opt/my editor' -w", ["/opt/my editor", "-w"]),
        ("linux", r"/opt/my\ editor", ["/opt/my editor"]),
    ],
)
def test_a_path_is_spelt_as_the_system_does(
    monkeypatch: pytest.MonkeyPatch, platform: str, typed: str, words: list[str]
) -> None:
    """A backslash stands between folders on Windows, and quotes the next character elsewhere."""
    started: list[list[str]] = []
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(subprocess, "Popen", started.append)
    monkeypatch.setenv("VISUAL", typed)
    editor.start(Path("draft"))
    assert [[*words, "draft"]] == started
