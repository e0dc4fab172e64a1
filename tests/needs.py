"""What tests need and a machine may lack: without it they are skipped, and the reason says what to do."""

import os
import shutil
import subprocess
from functools import cache

import pytest
from puzzle_runner.running import sandbox

# The programs of a package, one of which must be there, where they are not called like it.
PROGRAMS = {
    "bubblewrap": ["bwrap"],
    "chromium": ["chromium", "chromium-browser", "google-chrome"],
    "default-jdk": ["javac"],
    "g++": ["c++"],
    "gcc": ["cc"],
    "golang-go": ["go"],
    "nodejs": ["node"],
}
# The programs that may be there without what they start, such as a toolchain, and how they say their version.
SHIMS = {"cargo": "--version", "default-jdk": "-version", "golang-go": "version", "rustc": "--version"}
SHIMS |= dict.fromkeys(("g++", "gcc", "nodejs"), "--version")
# Of the real home folder, where a compiler may be.
RUSTUP = os.path.expanduser(os.environ.get("RUSTUP_HOME", "~/.rustup"))


def needs(*names: str) -> pytest.MarkDecorator:
    """Mark a test that needs packages of the system, axe-core, or /dev/shm, where locks of processes lie."""
    lacking = [sentence for sentence in map(remedy, names) if sentence]
    return pytest.mark.skipif(bool(lacking), reason=", ".join(lacking))


def program(name: str) -> str | None:
    """Return the path of a package's program."""
    return next(filter(None, map(shutil.which, PROGRAMS.get(name, [name]))), None)


@cache
def remedy(name: str) -> str:
    """Return what to do to have something; an empty text if it is there and works."""
    if name == "/dev/shm":
        # Other systems have none, and locks all the same.
        return "make /dev/shm writable" if os.path.isdir(name) and not os.access(name, os.W_OK) else ""
    if name == "axe-core":
        return "" if "AXE_CORE" in os.environ else "install axe-core, and name its axe.min.js in AXE_CORE"
    path = program(name)
    if not path:
        return f"install {name}"
    if name == "bubblewrap":
        return sandbox.trouble()
    if name in SHIMS:
        # In the home of the tests: rustup needs a toolchain.
        home = {"HOME": os.devnull, "RUSTUP_HOME": RUSTUP}
        ended = subprocess.run(
            [path, SHIMS[name]], env=os.environ | home, capture_output=True, stdin=subprocess.DEVNULL
        )
        if ended.returncode:
            return f"install {name}, as {path} does not work"
    return ""
