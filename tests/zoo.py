"""The puzzles of the zoo: what is to become of each; what it does stands in its file in `animals/`."""

from pathlib import Path
from typing import NamedTuple


class Animal(NamedTuple):
    """A puzzle that misbehaves: the verdict it gets, and a piece of its message or answer.

    `source` is that of a file which an editor would change, `stored` the right answer as TOML.
    """

    name: str
    verdict: str
    says: str
    stored: str = ""
    input: str | bytes = "7"
    source: bytes = b""

    def module(self) -> bytes:
        """Return the source as it stands in the file."""
        return self.source or (Path(__file__).parent / "animals" / f"{self.name}.py").read_bytes()


# Reached at once, however slowly a machine hands out memory; a thread's stack of 64 MiB has room.
MEMORY = 128 * 2**20
# Long enough for what ends, however busy the machine; and short, for what never does.
PATIENT, IMPATIENT = 50.0, 0.1

ANIMALS = {
    animal.name: animal
    for animal in (
        Animal("raises_on_import", "error", "ValueError: no luck (raises_on_import.py, line 1)"),
        Animal("raises", "error", "ZeroDivisionError: division by zero (raises.py, line 2, in helper)"),
        Animal(
            "bytes", "error", "TypeError: returned bytes, which is not an answer: b'7'. Decode it", stored="7"
        ),
        Animal(
            "beyond_a_float",
            "wrong",
            "it is a float beyond 2^53, which may be inexact: use // to divide whole numbers",
            stored="9007199254740993",
        ),
        Animal("raises_without_text", "error", "KeyError (raises_without_text.py, line 1, in part1)"),
        Animal("raises_a_liar", "error", "Liar: (its text cannot be shown)"),
        Animal("loops", "timeout", "longer than 0.1 s"),
        Animal("loops_in_c", "timeout", "longer than 0.1 s"),
        Animal("loops_on_import", "timeout", "importing it took longer than 0.1 s"),
        Animal("overflows_the_stack", "error", "RecursionError"),
        Animal("overflows_the_c_stack", "crash", "SIGSEGV"),
        Animal("recurses_deep_on_purpose", "right", "40000", stored="40000"),
        Animal("segfaults", "crash", "SIGSEGV"),
        Animal("exits_the_process", "crash", "exited with status 0"),
        Animal("exits_on_import", "crash", "exited with status 3 while it was imported"),
        Animal("exits", "error", "SystemExit: 0"),
        Animal("interrupts", "error", "KeyboardInterrupt"),
        Animal("prints_10_mb", "right", "done", stored="'done'"),
        Animal("prints_no_utf8", "right", "1", stored="1"),
        Animal("takes_30_gb", "memory", "more than 0.125 GiB"),
        Animal("takes_30_gb_slowly", "memory", "more than 0.125 GiB"),
        Animal("child_holds_the_pipe", "right", "1", stored="1"),
        Animal("child_escapes", "right", "1", stored="1"),
        Animal("child_returns_too", "right", "1", stored="1"),
        Animal("threads_go_on", "right", "1", stored="1"),
        Animal("atexit_hangs", "right", "1", stored="1"),
        Animal("ignores_sigterm", "timeout", "longer than 0.1 s"),
        Animal("stops_itself", "timeout", "longer than 0.1 s"),
        Animal("deletes_its_folder", "right", "1", stored="1"),
        Animal("fills_its_folder", "right", "1", stored="1"),
        Animal("replaces_modules", "right", "1", stored="1"),
        Animal("reads_stdin", "right", "", stored="''"),
        Animal("asks", "error", "EOFError"),
        Animal("huge_integer", "right", "9" * 10_000, stored=f'"{"9" * 100_000}"'),
        Animal("integral_float", "right", "10000000000000000000000", stored='"10000000000000000000000"'),
        Animal("numpy_scalar", "right", "7", stored="7"),
        Animal("not_a_number", "right", "nan", stored="'nan'"),
        Animal("infinity", "right", "inf", stored="'inf'"),
        Animal("ascii_art", "right", " ##\n#\n ##", stored='" ##\\n#\\n ##"'),
        Animal("generator", "error", "returned a generator"),
        Animal("lambda", "error", "returned a function"),
        Animal("cannot_be_pickled", "right", "one", stored="'one'"),
        Animal("repr_raises", "error", "RuntimeError: no"),
        Animal("lying_text", "wrong", "1", stored="2"),
        Animal("lone_surrogate", "unknown", "\ud800"),
        Animal("crlf_source", "right", "7", source=b"def part1(text):\r\n    return text\r\n", stored="7"),
        Animal(
            "bom_source", "right", "7", source=b"\xef\xbb\xbfdef part1(text):\n    return text\n", stored="7"
        ),
        Animal(
            "latin1_with_cookie",
            "right",
            "é",
            source=b"# -*- coding: latin-1 -*-\ndef part1(text):\n    return '\xe9'\n",
            stored='"é"',
        ),
        Animal("crlf_input", "right", " a\nb\n", stored='" a\\nb\\n"', input=b" a\r\nb\r\n\r\n"),
        Animal("bom_input", "right", "a", stored='"a"', input=b"\xef\xbb\xbfa\n"),
        Animal("forges_a_reply", "wrong", "1", stored="2"),
        Animal("overwrites_its_reply", "crash", "its reply was overwritten", stored="1"),
        Animal("closes_everything", "right", "1", stored="1"),
        Animal("closes_everything_on_import", "right", "1", stored="1"),
        Animal("kills_its_parent", "crash", "", stored="1"),
        Animal("kills_its_group", "crash", "SIGKILL", stored="1"),
        Animal("makes_its_output_nonblocking", "right", "1", stored="1"),
        Animal("makes_its_output_nonblocking_then_prints", "right", "done", stored="'done'"),
        Animal("pool_at_import", "right", "9", stored="9"),
        Animal(
            "seeded_at_import",
            "right",
            "0.13436424411240122",
            source=b"import random\nrandom.seed(1)\ndef part1(text): return random.random()\n",
            stored="0.13436424411240122",
        ),
        Animal("threads_at_import", "right", "9", stored="9"),
        Animal("ignores_its_children", "right", "1", stored="1"),
        Animal("removes_its_folder_and_the_one_above", "right", "1", stored="1"),
        Animal("locks_its_folder", "right", "1", stored="1"),
        Animal("long_exception", "error", "ValueError: xxx"),
        Animal("patches_the_clock", "right", "1", stored="1"),
        Animal("forges_its_time", "right", "1", stored="1"),
        Animal("replies_with_a_tower", "crash", "its reply was overwritten", stored="1"),
        Animal("puts_its_work_off", "right", "1", stored="1"),
        Animal("names_a_foreign_file", "error", "ValueError: no"),
        Animal("stops_its_keeper", "crash", "its process was killed", stored="1"),
        Animal("rude_to_terminals", "unknown", "\x1b[2J"),
    )
}
HANGING = [name for name, animal in ANIMALS.items() if animal.verdict == "timeout"]

# Those that try to get out of the sandbox, or at what is not theirs, and what they find.
DOORS = {
    animal.name: animal
    for animal in (
        Animal("network", "right", "OSError", stored="'OSError'"),
        Animal("other_processes", "right", "", stored="''"),
        Animal("environments", "right", "False", stored="'False'"),
        Animal("accounts", "right", "[]", stored="'[]'"),
        Animal("writes", "right", "['here']", stored="\"['here']\""),
        Animal("leaves_a_letter", "right", "1", stored="1"),
        Animal("leaves_a_letter_and_looks", "right", "False", stored="'False'"),
        Animal("large_file", "error", "No space left on device"),
        Animal("large_family", "memory", "its processes need more than 0.25 GiB of memory"),
        Animal("fork_bomb", "crash", "it started too many processes"),
        Animal("kills_all", "crash", "its process was killed"),
        Animal("kills_all_and_another_goes_on", "right", "1", stored="1"),
    )
}
