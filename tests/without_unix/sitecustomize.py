"""An interpreter that shows the modules of this project what Python has on Windows, and no more.

It is loaded where this folder is in PYTHONPATH: by the command, and by the interpreters that it starts. The
standard library and other packages go on as they are: on Windows they have ways of their own, which cannot be
had here. What is listed as missing has "Availability: Unix" in https://docs.python.org/3/library/, but for
`kill`: on Windows, `os.kill(process, 0)` does not ask whether a process is there, but interrupts it.
"""

import builtins
import os
import warnings
from os import open as open_file
from sys import _getframe as caller
from types import ModuleType

OURS = f"{os.sep}puzzle_runner{os.sep}"
MODULES = {
    "_posixsubprocess", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios",
    "tty",
}  # fmt: skip
SIGNALS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN"}
MISSING = {
    "os": {
        "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC", "P_ALL", "P_PID", "P_PIDFD",
        "WEXITED", "WEXITSTATUS", "WIFEXITED", "WIFSIGNALED", "WNOHANG", "WNOWAIT", "WTERMSIG", "WUNTRACED",
        "chown", "chroot", "fchdir", "fchmod", "fchown", "fdatasync", "fork", "forkpty", "fstatvfs",
        "get_blocking", "getegid", "geteuid", "getgid", "getgroups", "getloadavg", "getpgid", "getpgrp",
        "getpriority", "getrandom", "getsid", "getuid", "kill", "killpg", "lchown", "lockf", "major",
        "makedev", "memfd_create", "minor", "mkfifo", "mknod", "nice", "openpty", "pidfd_open", "pipe2",
        "posix_fadvise", "posix_spawn", "posix_spawnp", "pread", "pwrite", "readv", "register_at_fork",
        "sched_getaffinity", "sched_setaffinity", "sched_yield", "sendfile", "set_blocking", "setegid",
        "seteuid", "setgid", "setpgid", "setpriority", "setsid", "setuid", "spawnlp", "spawnvp", "statvfs",
        "sync", "sysconf", "tcgetpgrp", "tcsetpgrp", "ttyname", "uname", "wait", "wait3", "wait4", "waitid",
        "writev",
    },
    "select": {"PIPE_BUF", "POLLERR", "POLLHUP", "POLLIN", "POLLOUT", "POLLPRI", "epoll", "poll"},
    "signal": {
        "alarm", "getitimer", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt",
        "sigpending", "sigtimedwait", "sigwait", "sigwaitinfo",
    },
    "time": {"clock_getres", "clock_gettime", "clock_gettime_ns", "pthread_getcpuclockid", "tzset"},
}  # fmt: skip
O_BINARY = 0x8000


def open_binary(path, flags, *more, **named):
    """Open a file as `os.open` does, but none of /proc, and none as text, whose ends of lines are changed."""
    if os.fspath(path).startswith("/proc"):
        raise FileNotFoundError(path)
    if not flags & O_BINARY and (flags & os.O_CREAT or os.path.isfile(path)):
        raise ValueError(f"{path} is opened without O_BINARY")
    return open_file(path, flags & ~O_BINARY, *more, **named)


OTHERWISE = {
    ("os", "name"): "nt",
    ("os", "O_BINARY"): O_BINARY,
    ("os", "open"): open_binary,
    ("sys", "platform"): "win32",
}


class System(ModuleType):
    """A module of the standard library, which is as on Windows to who is ours."""

    def __getattribute__(self, name):
        """Return what there is of this name for the module that asks."""
        frame = caller().f_back
        if frame is None or OURS not in frame.f_code.co_filename:
            return super().__getattribute__(name)
        module = super().__getattribute__("__name__").removeprefix("_")
        is_signal = module == "signal" and name.startswith("SIG") and name not in SIGNALS
        if is_signal or name in MISSING.get(module, ()):
            raise AttributeError(f"Windows has no {module}.{name}", name=name, obj=self)
        return OTHERWISE.get((module, name)) or super().__getattribute__(name)


def import_if_there(name, globals=None, *more, **named):
    """Import as the statement does, unless one of ours asks for what Windows does not have."""
    if name in MODULES and globals and OURS in (globals.get("__file__") or ""):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return imported(name, globals, *more, **named)


imported, builtins.__import__ = builtins.__import__, import_if_there
for name in ("os", "select", "_signal", "signal", "sys", "time"):
    imported(name).__class__ = System
# There, it has what `os` is made of.
imported("sys").modules["nt"] = imported("posix")
# With PYTHONWARNDEFAULTENCODING=1: the encoding of a file is another one there.
warnings.filterwarnings("error", category=EncodingWarning, module="puzzle_runner")
