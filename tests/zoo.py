"""The puzzles of the zoo: what each does, and what is to become of it."""

from textwrap import dedent
from typing import NamedTuple


class Animal(NamedTuple):
    """A puzzle that misbehaves: the verdict it gets, a piece of its message or answer, and its source."""

    verdict: str
    says: str
    source: str | bytes
    stored: str = ""
    input: str | bytes = "7"

    def module(self) -> bytes:
        """Return the source as it stands in the file."""
        return self.source if isinstance(self.source, bytes) else dedent(self.source).lstrip("\n").encode()


# Reached at once, however slowly a machine hands out memory; a thread's stack of 64 MiB has room.
MEMORY = 128 * 2**20
# Long enough for what ends, however busy the machine; and short, for what never does.
PATIENT, IMPATIENT = 50.0, 0.1

ANIMALS = {
    "raises_on_import": Animal(
        "error",
        "ValueError: no luck (raises_on_import.py, line 1)",
        """
        raise ValueError('no luck')
        def part1(text): return 1
        """,
    ),
    "raises": Animal(
        "error",
        "ZeroDivisionError: division by zero (raises.py, line 2, in helper)",
        """
        def helper(text):
            return 1 / 0
        def part1(text):
            return helper(text)
        """,
    ),
    "bytes": Animal(
        "error",
        "TypeError: returned bytes, which is not an answer: b'7'. Decode it",
        """
        def part1(text): return text.encode()
        """,
        stored="7",
    ),
    "beyond_a_float": Animal(
        "wrong",
        "it is a float beyond 2^53, which may be inexact: use // to divide whole numbers",
        """
        def part1(text): return (2 ** 54 + 2) / 2
        """,
        stored="9007199254740993",
    ),
    "raises_without_text": Animal(
        "error",
        "KeyError (raises_without_text.py, line 1, in part1)",
        """
        def part1(text): raise KeyError()
        """,
    ),
    "raises_a_liar": Animal(
        "error",
        "Liar: (its text cannot be shown)",
        """
        class Liar(Exception):
            def __str__(self): raise RuntimeError
        def part1(text): raise Liar
        """,
    ),
    "does_not_parse": Animal(
        "error",
        "does_not_parse.py, line 2",
        """
        def part1(text):
            return (1
        """,
    ),
    "loops": Animal(
        "timeout",
        "longer than 0.1 s",
        """
        def part1(text):
            while True: pass
        """,
    ),
    "loops_in_c": Animal(
        "timeout",
        "longer than 0.1 s",
        """
        def part1(text):
            return sum(iter(int, 1))
        """,
    ),
    "loops_on_import": Animal(
        "timeout",
        "importing it took longer than 0.1 s",
        """
        while True: pass
        def part1(text): return 1
        """,
    ),
    "overflows_the_stack": Animal(
        "error",
        "RecursionError",
        """
        def part1(text): return part1(text)
        """,
    ),
    "overflows_the_c_stack": Animal(
        "crash",
        "SIGSEGV",
        """
        import ctypes, resource, sys
        sys.setrecursionlimit(10**9)
        resource.setrlimit(resource.RLIMIT_STACK, (2**18, resource.getrlimit(resource.RLIMIT_STACK)[1]))
        @ctypes.CFUNCTYPE(None)
        def deeper(): deeper()
        def part1(text): deeper()
        """,
    ),
    "recurses_deep_on_purpose": Animal(
        "right",
        "40000",
        """
        import sys
        sys.setrecursionlimit(50_000)
        def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
        def part1(text): return depth(40_000)
        """,
        stored="40000",
    ),
    "segfaults": Animal(
        "crash",
        "SIGSEGV",
        """
        import ctypes
        def part1(text): ctypes.string_at(0)
        """,
    ),
    "exits_the_process": Animal(
        "crash",
        "exited with status 0",
        """
        import os
        def part1(text): os._exit(0)
        """,
    ),
    "exits_on_import": Animal(
        "crash",
        "exited with status 3 while it was imported",
        """
        import os
        os._exit(3)
        def part1(text): return 1
        """,
    ),
    "exits": Animal(
        "error",
        "SystemExit: 0",
        """
        import sys
        def part1(text): sys.exit(0)
        """,
    ),
    "interrupts": Animal(
        "error",
        "KeyboardInterrupt",
        """
        def part1(text): raise KeyboardInterrupt
        """,
    ),
    "prints_10_mb": Animal(
        "right",
        "done",
        """
        def part1(text):
            for _ in range(100): print('x' * 100_000)
            return 'done'
        """,
        stored="'done'",
    ),
    "prints_no_utf8": Animal(
        "right",
        "1",
        r"""
        import os
        def part1(text):
            os.write(1, b'\xff\xfe\x00\x80')
            return 1
        """,
        stored="1",
    ),
    "takes_30_gb": Animal(
        "memory",
        "more than 0.125 GiB",
        """
        def part1(text): return len(bytearray(30 * 2**30))
        """,
    ),
    "takes_30_gb_slowly": Animal(
        "memory",
        "more than 0.125 GiB",
        """
        def part1(text):
            kept = []
            while True: kept.append(bytes(2**24))
        """,
    ),
    "child_holds_the_pipe": Animal(
        "right",
        "1",
        """
        import subprocess
        def part1(text):
            subprocess.Popen(['sleep', '1000'])
            return 1
        """,
        stored="1",
    ),
    "child_escapes": Animal(
        "right",
        "1",
        """
        import os, time
        def part1(text):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    os.setsid()
                    time.sleep(1000)
                os._exit(0)
            return 1
        """,
        stored="1",
    ),
    "child_returns_too": Animal(
        "right",
        "1",
        """
        import os
        def part1(text):
            return 2 if os.fork() == 0 else 1
        """,
        stored="1",
    ),
    "threads_go_on": Animal(
        "right",
        "1",
        """
        import threading, time
        def part1(text):
            threading.Thread(target=time.sleep, args=(1000,)).start()
            return 1
        """,
        stored="1",
    ),
    "atexit_hangs": Animal(
        "right",
        "1",
        """
        import atexit, time
        atexit.register(time.sleep, 1000)
        def part1(text): return 1
        """,
        stored="1",
    ),
    "ignores_sigterm": Animal(
        "timeout",
        "longer than 0.1 s",
        """
        import signal, time
        def part1(text):
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            time.sleep(1000)
        """,
    ),
    "stops_itself": Animal(
        "timeout",
        "longer than 0.1 s",
        """
        import os, signal
        def part1(text): os.kill(os.getpid(), signal.SIGSTOP)
        """,
    ),
    "deletes_its_folder": Animal(
        "right",
        "1",
        """
        import os
        def part1(text):
            os.mkdir('a')
            os.chdir('a')
            os.rmdir('../a')
            return 1
        """,
        stored="1",
    ),
    "fills_its_folder": Animal(
        "right",
        "1",
        """
        import os
        def part1(text):
            os.makedirs('a/b/c')
            open('a/b/c/d', 'w').write('x')
            return len(os.listdir())
        """,
        stored="1",
    ),
    "replaces_modules": Animal(
        "right",
        "1",
        """
        import builtins, json, os, sys, time
        def part1(text):
            time.perf_counter_ns = time.process_time_ns = time.perf_counter = lambda: 10**18
            builtins.print = builtins.open = json.dumps = json.loads = os.write = os._exit = None
            sys.stdout = sys.stderr = None
            return 1
        """,
        stored="1",
    ),
    "reads_stdin": Animal(
        "right",
        "",
        """
        import sys
        def part1(text): return sys.stdin.read()
        """,
        stored="''",
    ),
    "asks": Animal(
        "error",
        "EOFError",
        """
        def part1(text): return input()
        """,
    ),
    "returns_none": Animal(
        "skipped",
        "",
        """
        def part1(text): return None
        """,
    ),
    "returns_none_for_an_answer": Animal(
        "wrong",
        "it returned None",
        """
        def part1(text): return None
        """,
        stored="1",
    ),
    "huge_integer": Animal(
        "right",
        "9" * 10_000,
        """
        def part1(text): return 10**100_000 - 1
        """,
        stored=f'"{"9" * 100_000}"',
    ),
    "integral_float": Animal(
        "right",
        "10000000000000000000000",
        """
        def part1(text): return 1e22
        """,
        stored='"10000000000000000000000"',
    ),
    "numpy_scalar": Animal(
        "right",
        "7",
        """
        class float64:
            __module__, ndim = "numpy", 0
            def item(self): return 7.0
            def __str__(self): return "np.float64(7.0)"
        def part1(text): return float64()
        """,
        stored="7",
    ),
    "not_a_number": Animal(
        "right",
        "nan",
        """
        def part1(text): return float('nan')
        """,
        stored="'nan'",
    ),
    "infinity": Animal(
        "right",
        "inf",
        """
        def part1(text): return float('inf')
        """,
        stored="'inf'",
    ),
    "ascii_art": Animal(
        "right",
        " ##\n#\n ##",
        r"""
        def part1(text): return ' ##\n#\n ##'
        """,
        stored='" ##\\n#\\n ##"',
    ),
    "generator": Animal(
        "error",
        "returned a generator",
        """
        def part1(text): yield 1
        """,
    ),
    "lambda": Animal(
        "error",
        "returned a function",
        """
        def part1(text): return lambda: 1
        """,
    ),
    "cannot_be_pickled": Animal(
        "right",
        "one",
        """
        class Answer:
            def __str__(self): return 'one'
            def __reduce__(self): raise TypeError
        def part1(text): return Answer()
        """,
        stored="'one'",
    ),
    "repr_raises": Animal(
        "error",
        "RuntimeError: no",
        """
        class Answer:
            def __repr__(self): raise RuntimeError('no')
        def part1(text): return Answer()
        """,
    ),
    "lying_text": Animal(
        "wrong",
        "1",
        """
        class Answer(str):
            def __eq__(self, other): return True
            def __ne__(self, other): return False
            __hash__ = str.__hash__
            def encode(self, *a): return b'2'
            def __len__(self): return 10**9
        def part1(text): return Answer('1')
        """,
        stored="2",
    ),
    "lone_surrogate": Animal(
        "unknown",
        "\ud800",
        r"""
        def part1(text): return '\ud800'
        """,
    ),
    "crlf_source": Animal(
        "right",
        "7",
        b"def part1(text):\r\n    return text\r\n",
        stored="7",
    ),
    "bom_source": Animal(
        "right",
        "7",
        b"\xef\xbb\xbfdef part1(text):\n    return text\n",
        stored="7",
    ),
    "latin1_with_cookie": Animal(
        "right",
        "é",
        b"# -*- coding: latin-1 -*-\ndef part1(text):\n    return '\xe9'\n",
        stored='"é"',
    ),
    "latin1_without_cookie": Animal(
        "error",
        "latin1_without_cookie.py",
        b"def part1(text):\n    return '\xe9'\n",
    ),
    "null_bytes": Animal(
        "error",
        "null_bytes.py",
        b"def part1(text):\n    return '\x00'\n",
    ),
    "crlf_input": Animal(
        "right",
        " a\nb\n",
        """
        def part1(text): return text
        """,
        stored='" a\\nb\\n"',
        input=b" a\r\nb\r\n\r\n",
    ),
    "bom_input": Animal(
        "right",
        "a",
        """
        def part1(text): return text
        """,
        stored='"a"',
        input=b"\xef\xbb\xbfa\n",
    ),
    "latin1_input": Animal(
        "error",
        "is not UTF-8: byte 1 is 0xe9",
        """
        def part1(text): return text
        """,
        stored="1",
        input=b"a\xe9",
    ),
    "forges_a_reply": Animal(
        "wrong",
        "1",
        r"""
        import os
        def part1(text):
            for fd in range(1, 30):
                try: os.write(fd, b"\0\0\0\0\0\0\0\x0f{'answer': '2'}\n")
                except OSError: pass
            return 1
        """,
        stored="2",
    ),
    "overwrites_its_reply": Animal(
        "crash",
        "its reply was overwritten",
        """
        import os, sys
        def part1(text):
            frame = sys._getframe()
            while 'shared' not in frame.f_locals: frame = frame.f_back
            shared, token = frame.f_locals['shared'], frame.f_locals['order']['token']
            shared[:8] = (8).to_bytes(8, "big")
            shared[24:48] = token + b'?' * 8
            os._exit(0)
        """,
        stored="1",
    ),
    "closes_everything": Animal(
        "right",
        "1",
        """
        import os
        def part1(text):
            os.closerange(0, 65536)
            return 1
        """,
        stored="1",
    ),
    "closes_everything_on_import": Animal(
        "right",
        "1",
        """
        import os
        os.closerange(3, 65536)
        def part1(text): return 1
        """,
        stored="1",
    ),
    "kills_its_parent": Animal(
        "crash",
        "",
        """
        import os, signal
        def part1(text): os.kill(os.getppid(), signal.SIGKILL)
        """,
        stored="1",
    ),
    "kills_its_group": Animal(
        "crash",
        "SIGKILL",
        """
        import os, signal
        def part1(text): os.killpg(0, signal.SIGKILL)
        """,
        stored="1",
    ),
    "makes_its_output_nonblocking": Animal(
        "right",
        "1",
        """
        import os
        os.set_blocking(1, False)
        def part1(text):
            os.set_blocking(1, False)
            return 1
        """,
        stored="1",
    ),
    "makes_its_output_nonblocking_then_prints": Animal(
        "right",
        "done",
        """
        def part1(text):
            for _ in range(3): print('x' * 10**6)
            return 'done'
        """,
        stored="'done'",
    ),
    "pool_at_import": Animal(
        "right",
        "9",
        """
        import multiprocessing
        pool = multiprocessing.get_context('fork').Pool(2)
        def part1(text): return sum(pool.map(int, '234'))
        """,
        stored="9",
    ),
    "threads_at_import": Animal(
        "right",
        "9",
        """
        from concurrent.futures import ThreadPoolExecutor
        pool = ThreadPoolExecutor(2)
        pool.submit(int, '1').result()
        def part1(text): return sum(pool.map(int, '234'))
        """,
        stored="9",
    ),
    "ignores_its_children": Animal(
        "right",
        "1",
        """
        import signal
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        def part1(text): return int(signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN)
        """,
        stored="1",
    ),
    "removes_its_folder_and_the_one_above": Animal(
        "right",
        "1",
        """
        import os, shutil
        def part1(text):
            shutil.rmtree(os.path.dirname(os.getcwd()))
            return 1
        """,
        stored="1",
    ),
    "locks_its_folder": Animal(
        "right",
        "1",
        """
        import os
        def part1(text):
            os.makedirs('a/b')
            os.chmod('a/b', 0)
            os.chmod('a', 0)
            os.chmod('.', 0)
            return 1
        """,
        stored="1",
    ),
    "long_exception": Animal(
        "error",
        "ValueError: xxx",
        """
        def part1(text): raise ValueError('x' * 20_000_000)
        """,
    ),
    "patches_the_clock": Animal(
        "right",
        "1",
        """
        import sys, time
        sleep = time.sleep
        def patch():
            frame = sys._getframe()
            while frame := frame.f_back:
                for names in (frame.f_globals, frame.f_locals):
                    for name in [*names]:
                        if 'perf_counter' in name or 'process_time' in name: names[name] = lambda: 10**18
        patch()
        def part1(text):
            patch()
            sleep(0.1)
            return 1
        """,
        stored="1",
    ),
    "forges_its_time": Animal(
        "right",
        "1",
        r"""
        import os, sys, time
        def part1(text):
            time.sleep(1.3)
            frame = sys._getframe()
            while 'shared' not in frame.f_locals: frame = frame.f_back
            shared, token = frame.f_locals['shared'], frame.f_locals['order']['token']
            reply = b'{"answer": "1", "wall": 1, "cpu": 1, "cpu_wait": 0}'
            shared[24:40] = token
            shared[40:40 + len(reply)] = reply
            shared[:8] = len(reply).to_bytes(8, "big")
            os._exit(0)
        """,
        stored="1",
    ),
    "replies_with_a_tower": Animal(
        "crash",
        "its reply was overwritten",
        r"""
        import os, sys
        def part1(text):
            frame = sys._getframe()
            while 'shared' not in frame.f_locals: frame = frame.f_back
            shared, token = frame.f_locals['shared'], frame.f_locals['order']['token']
            shared[24:40] = token
            shared[40:10**6 + 40] = b'[' * 10**6
            shared[:8] = (10**6).to_bytes(8, "big")
            os._exit(0)
        """,
        stored="1",
    ),
    "puts_its_work_off": Animal(
        "right",
        "1",
        """
        import time
        class Answer:
            def __str__(self): time.sleep(0.1); return '1'
        def part1(text): return Answer()
        """,
        stored="1",
    ),
    "names_a_foreign_file": Animal(
        "error",
        "ValueError: no",
        """
        code = compile('raise ValueError("no")', '/etc/passwd', 'exec')
        def part1(text): exec(code)
        """,
    ),
    "stops_its_keeper": Animal(
        "crash",
        "its process was killed",
        """
        import os, signal
        def parent(process): return int(open(f'/proc/{process}/status').read().split('PPid:')[1].split()[0])
        def runs(process):
            line = open(f'/proc/{process}/cmdline', 'rb').read() if process else b''
            return b'\\0keep\\0' in line and not line.startswith(b'bwrap')
        def part1(text):
            keeper = os.getpid()
            # The keeper's parent is the last that runs the same program.
            while runs(parent(parent(keeper))):
                keeper = parent(keeper)
            os.kill(keeper, signal.SIGSTOP)
            while True: pass
        """,
        stored="1",
    ),
    "rude_to_terminals": Animal(
        "unknown",
        "\x1b[2J",
        r"""
        def part1(text):
            print('\x1b[2J')
            return '\x1b[2J'
        """,
    ),
}

HANGING = [name for name, animal in ANIMALS.items() if animal.verdict == "timeout"]
