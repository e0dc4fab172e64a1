"""A sandbox for other people's code: a worker inside bubblewrap (Linux, https://github.com/containers/bubblewrap).

No network, no other process, no home. Of the file system it shows what programs need, and the workspace
without its inputs; all of it is read only except folders for scratch, in memory. `seccomp` has the system
calls that it refuses.
"""

import os
import sys
from functools import cache
from pathlib import Path

from puzzle_runner import settings
from puzzle_runner.errors import UsageError
from puzzle_runner.running import seccomp

PROGRAM = "bwrap"
# Programs, libraries, compilers; of the processors, how many there are.
SYSTEM = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store",
    "/var/lib/ghc", "/sys/devices/system",
)  # fmt: skip
# What they are configured by: names in /etc, which has secrets of the superuser, too.
CONFIGURATION = (
    "R", "alternatives", "crypto-policies", "dotnet*", "fonts", "ghc*", "group", "hosts", "java*", "julia*",
    "ld.so.*", "localtime", "lua*", "nsswitch.conf", "passwd", "perl*", "php*", "pki/tls/openssl.cnf",
    "protocols", "python*", "services", "ssl/openssl.cnf", "timezone",
)  # fmt: skip
# Users, other programs and the system keep private files here: they are empty there.
HIDDEN = ("/home", "/root", "/run", "/var/run", "/var/tmp", "/media", "/mnt")
SCRATCH, SCRATCH_BYTES = "/tmp", 512 * 2**20
# The locks of `multiprocessing` lie here.
SHARED, SHARED_BYTES = "/dev/shm", 16 * 2**20
# Through these, the superuser could change the machine even without any of its capabilities.
OF_THE_SYSTEM = ("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs")
# Of a workspace: its inputs and answers, and from where it was cloned, which may tell a password.
SECRET = ("inputs", ".git")
# Built programs lie in this folder of the data folder.
BUILDS = "builds"
# The worker's program, and the engines' sides of it.
PACKAGE = str(Path(__file__).parents[1])


def command(root: str, written: str = "") -> tuple[list[str], int]:
    """Return the command that runs another one in a sandbox which shows the workspace at this real path.

    It has to inherit the descriptor, which is to be closed then. The other command is process 1 there, with
    which all ends, save for a build, which has a folder that may be `written`. Raises UsageError.
    """
    check()
    home = os.path.expanduser("~")
    # Some users have none.
    home = os.path.realpath(home) if os.path.isabs(home) else HIDDEN[0]
    if Path(home).is_relative_to(root):
        raise UsageError(
            f"{root} holds your home folder, which untrusted code must not see: "
            "move the workspace into a folder of its own."
        )
    hidden = outermost([*HIDDEN, home])
    data = settings.data_folder()
    secret = outermost([str(settings.config_folder()), str(data), *(f"{root}/{name}" for name in SECRET)])
    words, refused = _empty()
    words += ["--die-with-parent", "--new-session"]
    for path in _system():
        words += ["--ro-bind", path, path]
    words += ["--dev", "/dev", "--proc", "/proc"]
    for path in OF_THE_SYSTEM:
        words += ["--ro-bind-try", path, path]
    words += ["--size", str(SCRATCH_BYTES), "--tmpfs", SCRATCH]
    words += ["--size", str(SHARED_BYTES), "--tmpfs", SHARED]
    for path in hidden:
        words += ["--tmpfs", path]
    for path in _programs(root):
        words += ["--ro-bind", path, path]
    for path in secret:
        words += ["--tmpfs", path]
    builds = os.path.join(os.path.realpath(data), BUILDS)
    words += ["--ro-bind-try", builds, builds]
    words += _of_build(home, written) if written else ["--as-pid-1"]
    for path in ("/", "/dev", *hidden, *secret):
        words += ["--remount-ro", path]
    return [*words, "--chdir", written or "/", "--"], refused


def _empty() -> tuple[list[str], int]:
    """Return the command of a sandbox that shows nothing, and the descriptor of the calls that it refuses."""
    refused = seccomp.opened(seccomp.machine())
    words = ("--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL")
    return [PROGRAM, *words, "--seccomp", str(refused)], refused


@cache
def _system() -> list[str]:
    """Return the files and folders of the system that programs need."""
    paths = [*SYSTEM]
    for pattern in CONFIGURATION:
        paths += map(str, Path("/etc").glob(pattern))
    return [path for path in paths if os.path.exists(path)]


def _programs(root: str) -> list[str]:
    """Return the folders of the interpreter, its packages, the worker and the workspace."""
    folders = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix, PACKAGE, root}
    folders |= {path for path in sys.path if path.endswith(("site-packages", "dist-packages"))}
    folders |= {os.path.realpath(folder) for folder in folders}
    folders.discard("/")
    shown = []
    for path in sorted(folders):
        parent = Path(path).parent
        # A link in another folder is shown with that: nothing can be shown on it.
        is_shown = os.path.islink(path) and any(parent.is_relative_to(folder) for folder in folders)
        if os.path.isdir(path) and not is_shown:
            shown.append(path)
    return shown


def _of_build(home: str, written: str) -> list[str]:
    """Return what a compiler needs: a folder to write into, and what of it lies at home."""
    cargo = os.environ.get("CARGO_HOME") or os.path.join(home, ".cargo")
    rustup = os.environ.get("RUSTUP_HOME") or os.path.join(home, ".rustup")
    words = ["--setenv", "HOME", SCRATCH, "--setenv", "RUSTUP_HOME", rustup, "--bind", written, written]
    # Secrets beside these stay hidden.
    for path in (os.path.join(cargo, "bin"), rustup):
        if os.path.isdir(path):
            words += ["--ro-bind", path, path]
    return words


def outermost(folders: list[str]) -> list[str]:
    """Return the real paths of the folders that are there, without those that lie below another."""
    outer: list[str] = []
    for path in sorted(os.path.realpath(folder) for folder in folders if os.path.isdir(folder)):
        # A folder comes before what lies in it.
        if path != "/" and not any(Path(path).is_relative_to(folder) for folder in outer):
            outer.append(path)
    return outer


@cache
def check() -> None:
    """Raise UsageError where there is no bubblewrap, or it cannot make a sandbox."""
    if problem := trouble():
        raise UsageError(f"--untrusted needs a sandbox, and {problem}")


def trouble() -> str:
    """Return what keeps bubblewrap from making a sandbox, and what to do about it; nothing if all is well."""
    if sys.platform != "linux":
        return "there is one for Linux only. Run what you do not trust in a virtual machine."
    if not seccomp.machine():
        machines = " and ".join(seccomp.MACHINES)
        return f"the sandbox works on {machines} only. Use a virtual machine."
    # Imported here: a program that is trusted has no sandbox.
    import subprocess

    words, refused = _empty()
    # A container may allow all of it but a file system of processes.
    words += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "true"]
    try:
        ended = subprocess.run(words, pass_fds=[refused], capture_output=True, text=True, errors="replace")
    except FileNotFoundError:
        return "bubblewrap is not installed. Install it: apt install bubblewrap, or dnf install bubblewrap."
    finally:
        os.close(refused)
    if ended.returncode == 0:
        return ""
    reason = ended.stderr.strip().removeprefix("bwrap: ")
    remedy = "Allow user namespaces, in a container a new /proc as well, and use version 0.8 or later."
    return f"bubblewrap cannot make one: {reason}. {remedy}"
