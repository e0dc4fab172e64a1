"""One call of a program: a command that gets the input, and prints the answers, started by a small shell.

The input is on its standard input, and in the file `input.txt` of its folder. Its standard output is its
reply, what it prints to standard error is passed on.
"""

import os
import sys

assert sys.platform != "win32"

from _signal import SIGPIPE, SIGXFSZ
from errno import EAGAIN
from fcntl import F_DUPFD_CLOEXEC, fcntl
from resource import RLIM_INFINITY, RLIMIT_DATA, getrlimit, struct_rusage
from time import perf_counter_ns

from processes import kill, reap, watch
from usage import HeadAndTail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from calls import Order, Reply

# Bytes that are kept of what it prints: from the beginning, and from the end.
KEPT = 2**16
SHELL = "/bin/sh"
# What becomes the program when it gets the word. $0 is the limit of memory in KiB.
BECOME = 'read -r word <&4; ulimit -S -d "$0"; exec "$@" <&3 3<&- 4<&- 5>&-'
# On Linux, a fork of the shell does, and tells its number: its peak of memory is the program's alone.
# It is not in the background, where a shell would make it ignore SIGINT.
FORK = f'(read -r process rest < /proc/self/stat; echo "$process" >&5; {BECOME}); :'
# Descriptors from here on are none that a program is started with.
FREE = 20


class Started:
    """A program under way: its process, when it began, the pipe of what it prints, and its open input.

    `watching` can be read once another process has opened or read the input; some systems have none.
    """

    def __init__(self, process: int, begun: int, pipe: int, given: int, watching: "int | None") -> None:
        self.process, self.begun, self.pipe, self.given = process, begun, pipe, given
        self.watching = watching
        self.kept = HeadAndTail(KEPT)

    def read(self) -> bool:
        """Keep a piece of what it has printed; tell whether more may come."""
        chunk = os.read(self.pipe, 2**16)
        self.kept.add(chunk)
        return bool(chunk)

    def has_read(self) -> bool:
        if self.watching is None or os.lseek(self.given, 0, os.SEEK_CUR):
            return True
        try:
            return bool(os.read(self.watching, 4096))
        except BlockingIOError:
            return False

    def reply(self, code: int, usage: struct_rusage) -> "Reply":
        """Return the reply of the program, which has ended; its children may go on."""
        os.set_blocking(self.pipe, False)
        try:
            # At most what a pipe holds: a child of the program may print for ever.
            for _ in range(64):
                if not self.read():
                    break
        except BlockingIOError:
            pass
        head, tail = self.kept.first, self.kept.last
        if self.kept.left_out:
            # A line of dots, between whole lines.
            head = head[: head.rfind(b"\n") + 1] + b"...\n"
            tail = tail[tail.find(b"\n") + 1 :]
        return {
            "printed": (head + tail).decode("utf-8", "replace"),
            "status": code,
            "answer": None,
            "wall": perf_counter_ns() - self.begun,
            "has_read": self.has_read(),
            "cpu": int((usage.ru_utime + usage.ru_stime) * 1e9),
            "peak_bytes": usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
        }


def start(order: "Order", errors: int) -> "Started | Reply":
    """Start the program of an order, which has its errors there; if it cannot be, return the reply.

    Raises OSError where no process can be started.
    """
    home = os.open(".", getattr(os, "O_PATH", os.O_RDONLY))
    ends = [home]
    try:
        path = os.path.join(order["folder"], "input.txt")
        text = order["text"] or ""
        if text and not text.endswith("\n"):
            # Programs read lines, and the last one needs its end.
            text += order["data"]["end"]
        with open(path, "wb") as file:
            file.write(text.encode("utf-8", "surrogatepass"))
        words = [word.replace("{input}", path) for word in order["data"]["command"]]
        try:
            os.chdir(order["folder"])
            if "root" in order["data"]:
                words = within_repository(order, path, words)
        except OSError as error:
            message = f"{error.filename}: {error.strerror}"
            return {"error": "OSError", "text": message, "frames": [], "wall": 0, "cpu": 0}
        given, watching = os.open(path, os.O_RDONLY), watch(path)
        kept = [given]
        if watching is not None:
            kept.append(watching)
        ends += kept
        (waits, go), (told, tell), (output, printed) = os.pipe(), os.pipe(), os.pipe()
        ends += [waits, go, told, output, printed]
        process = spawn(order, words, {1: printed, 2: errors, 3: given, 4: waits, 5: tell})
        if sys.platform == "linux":
            number = os.read(told, 100)
            # The fork is then a child of the supervisor.
            kill(process)
            reap(process)
            if not number:
                raise OSError(EAGAIN, os.strerror(EAGAIN), SHELL)
            process = int(number)
        begun = perf_counter_ns()
        os.write(go, b"\n")
        ends = [end for end in ends if end not in (output, *kept)]
        return Started(process, begun, output, given, watching)
    finally:
        os.fchdir(home)
        for end in ends:
            os.close(end)


def spawn(order: "Order", words: list[str], streams: dict[int, int]) -> int:
    """Start the shell with these descriptors by number, of which 5 is closed here; return its process."""
    memory = order["memory"]
    _, hard = getrlimit(RLIMIT_DATA)
    if hard != RLIM_INFINITY:
        memory = min(memory, hard)
    environment = {**os.environ, **order["environment"], "PUZZLES_PART": str(order["data"]["part"])}
    if "root" in order["data"]:
        # The package aocd of somebody's repository finds no login, and sends nothing.
        environment["AOCD_DIR"] = order["folder"]
    above = {number: fcntl(stream, F_DUPFD_CLOEXEC, FREE) for number, stream in streams.items()}
    try:
        return os.posix_spawn(
            SHELL,
            ["sh", "-c", FORK if sys.platform == "linux" else BECOME, str(memory // 1024), *words],
            environment,
            file_actions=[(os.POSIX_SPAWN_DUP2, above[number], number) for number in above],
            setsid=True,
            setsigdef=(SIGPIPE, SIGXFSZ),
        )
    finally:
        for end in (streams[5], *above.values()):
            os.close(end)


def within_repository(order: "Order", data: str, words: list[str]) -> list[str]:
    """Go to a folder of a repository, as it were, that has the input in its places; return the command there.

    All else are links, but for copies of the sources beside the program: what they look for beside themselves
    is what lies here.
    """
    program = order["data"]
    root, places = program["root"], program["places"]
    top = os.path.join(order["folder"], "repository")
    source = os.path.relpath(program["source"], root)
    own = os.path.dirname(source)
    ending = os.path.splitext(source)[1]
    # The folders that are made: all others are links.
    made = {""}
    for path in (own, program["folder"], *map(os.path.dirname, places)):
        while path:
            made.add(path)
            path = os.path.dirname(path)
    for path in sorted(made):
        os.makedirs(os.path.join(top, path), exist_ok=True)
        try:
            entries = list(os.scandir(os.path.join(root, path)))
        except OSError:
            continue
        for entry in entries:
            place = os.path.join(path, entry.name)
            if place in made or place in places:
                continue
            there = os.path.join(top, place)
            is_source = path == own and place.endswith(ending)
            if is_source and entry.is_file(follow_symlinks=False):
                with open(entry.path, "rb") as file, open(there, "wb") as copy:
                    copy.write(file.read())
            else:
                os.symlink(entry.path, there)
    for place in places:
        if place not in made:
            os.symlink(data, os.path.join(top, place))
    os.chdir(os.path.join(top, program["folder"]))
    here = os.path.join(top, source)
    return [here if word == program["source"] else word for word in words]
