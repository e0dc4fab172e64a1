"""A sandbox for other people's code: a worker inside bubblewrap (Linux, https://github.com/containers/bubblewrap).

No network, no other process, no home; the file system is read only but for a folder for scratch, in memory.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from puzzle_runner import settings
from puzzle_runner.errors import UsageError

PROGRAM = "bwrap"
# Users, other programs and the system keep their private files here.
HIDDEN = ("/home", "/root", "/run", "/var/run", "/var/tmp", "/media", "/mnt")
SCRATCH, SCRATCH_BYTES = "/tmp", 512 * 2**20
# The locks of `multiprocessing` lie here.
SHARED, SHARED_BYTES = "/dev/shm", 16 * 2**20
# Through these, the superuser could change the machine even without any of its capabilities.
OF_THE_SYSTEM = ("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs")
# Built programs lie in this folder of the data folder.
BUILDS = "builds"
# Folders in the home folder that a build needs; secrets beside them stay hidden.
COMPILERS = (".cargo/bin", ".rustup")
# The worker's program, and the engines' sides of it.
PACKAGE = str(Path(__file__).parents[1])


def command(puzzles: str, written: str = "") -> list[str]:
    """Return the command that runs another one in a sandbox which shows this folder. Raises UsageError.

    It shows what programs were built into, too; a build has a folder that it may write.
    """
    check()
    hidden = outermost([*HIDDEN, os.path.expanduser("~")])
    # They lie beside the puzzles or, in a foreign repository, among them.
    inputs = [os.path.join(folder, "inputs") for folder in (os.path.dirname(puzzles.rstrip("/")), puzzles)]
    builds = os.path.join(os.path.realpath(settings.data_folder()), BUILDS)
    secret = _there([str(settings.config_folder()), str(settings.data_folder()), *inputs])
    # The interpreter, its packages, the worker and the puzzles are shown, wherever they lie.
    interpreter = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    packages = {path for path in sys.path if path.endswith(("site-packages", "dist-packages"))}
    folders = {*interpreter, *packages, PACKAGE, puzzles.rstrip("/")}
    shown = {path for folder in folders for path in (folder, os.path.realpath(folder))} - {"/"}
    build: list[str] = []
    if written:
        # A compiler writes into the folder, and needs what of it lies at home.
        home = os.path.expanduser("~")
        tools = (os.path.join(home, path) for path in COMPILERS)
        build += [word for path in tools if os.path.isdir(path) for word in ("--ro-bind", path, path)]
        build += ["--setenv", "RUSTUP_HOME", os.environ.get("RUSTUP_HOME") or os.path.join(home, ".rustup")]
        build += ["--setenv", "HOME", SCRATCH, "--bind", written, written]
    return [
        PROGRAM,
        *("--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"),
        *("--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"),
        *(word for path in OF_THE_SYSTEM for word in ("--ro-bind-try", path, path)),
        *("--size", str(SCRATCH_BYTES), "--tmpfs", SCRATCH),
        *("--size", str(SHARED_BYTES), "--tmpfs", SHARED),
        *_each("--tmpfs", hidden),
        *(word for path in sorted(shown) if os.path.isdir(path) for word in ("--ro-bind", path, path)),
        *_each("--tmpfs", secret),
        *(("--ro-bind", builds, builds) if os.path.isdir(builds) else ()),
        *build,
        *_each("--remount-ro", ["/dev", *hidden, *secret]),
        *("--chdir", written or "/", "--"),
    ]


def outermost(folders: list[str]) -> list[str]:
    """Return the real paths of the folders that are there, without those that lie below another."""
    real = _there(folders)
    return [folder for folder in real if not any(Path(folder).is_relative_to(o) for o in real if o != folder)]


def _there(folders: list[str]) -> list[str]:
    """Return the real paths of the folders that are there; never that of the root."""
    return sorted({os.path.realpath(folder) for folder in folders if os.path.isdir(folder)} - {"/"})


def _each(option: str, values: list[str]) -> list[str]:
    return [word for value in values for word in (option, value)]


@cache
def check() -> None:
    """Raise UsageError where there is no bubblewrap, or it cannot make a sandbox."""
    if problem := trouble():
        raise UsageError(f"--untrusted needs a sandbox, and {problem}")


def trouble() -> str:
    """Return what keeps bubblewrap from making a sandbox, and what to do about it; nothing if all is well."""
    if sys.platform != "linux":
        return "there is one for Linux only. Run what you do not trust in a virtual machine."
    if not shutil.which(PROGRAM):
        return "bubblewrap is not installed. Install it: apt install bubblewrap, or dnf install bubblewrap."
    ended = subprocess.run(
        [PROGRAM, "--unshare-all", "--unshare-user", "--disable-userns", "--ro-bind", "/", "/", "true"],
        capture_output=True,
        text=True,
        errors="replace",
    )
    if ended.returncode:
        said = ended.stderr.strip().removeprefix("bwrap: ")
        return f"bubblewrap cannot make one: {said}. Allow user namespaces, and use version 0.8 or later."
    return ""
