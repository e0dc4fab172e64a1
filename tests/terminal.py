"""A person at a terminal: types, and reads what appears."""

import os
import pty
import select
import subprocess
import sys
import time

from tests.conftest import Workspace


def at_terminal(
    workspace: Workspace, *arguments: str, typed: str, prompt: str, **environment: str
) -> tuple[int, str]:
    """Run `puzzles` on a terminal, type once the prompt has appeared; return exit code and what was shown."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "runner", *arguments],
        cwd=workspace.root,
        env=os.environ | environment,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        start_new_session=True,
        # getpass wants a terminal that is the process's own.
        preexec_fn=lambda: os.close(os.open(os.ttyname(0), os.O_RDWR)),
    )
    os.close(follower)
    shown, until, asked = b"", time.monotonic() + 30, False
    while time.monotonic() < until:
        if select.select([leader], [], [], 0.05)[0]:
            try:
                chunk = os.read(leader, 4096)
            except OSError:
                break
            if not chunk:
                break
            shown += chunk
        if not asked and prompt.encode() in shown:
            asked = True
            os.write(leader, typed.encode())
    os.close(leader)
    return process.wait(10), shown.decode()
