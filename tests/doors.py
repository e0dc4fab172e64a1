"""The doors of the sandbox: puzzles that try to get out, or at what is not theirs, and what they find."""

from tests.zoo import Animal

DOORS = {
    "network": Animal(
        "right",
        "OSError",
        """
        import socket
        def part1(text):
            try: socket.create_connection(('127.0.0.1', int(text)), 1)
            except OSError: return 'OSError'
        """,
        stored="'OSError'",
    ),
    "other_processes": Animal(
        "right",
        "",
        """
        import os
        def part1(text):
            lines = [open(f'/proc/{p}/cmdline', 'rb').read() for p in os.listdir('/proc') if p.isdigit()]
            return ' '.join(str(line) for line in lines if b'main.py' not in line)
        """,
        stored="''",
    ),
    "environments": Animal(
        "right",
        "False",
        """
        import os
        def part1(text):
            seen = [os.environb.get(b'AOC_SESSION', b'')]
            for process in os.listdir('/proc'):
                try: seen.append(open(f'/proc/{process}/environ', 'rb').read())
                except OSError: pass
            return any(b's3cret' in each for each in seen)
        """,
        stored="'False'",
    ),
    "accounts": Animal(
        "right",
        "[]",
        """
        import os
        def part1(text):
            return [n for f in text.split() if os.path.isdir(f) for n in os.listdir(f)]
        """,
        stored="'[]'",
    ),
    "stored_answers": Animal(
        "right",
        "OSError",
        """
        import os
        FILE = os.path.join(os.path.dirname(__file__), '../inputs/stored_answers/cases.toml')
        def part1(text):
            try: return open(FILE).read()
            except OSError: return 'OSError'
        """,
        stored="'OSError'",
    ),
    "ptrace": Animal(
        "right",
        "0",
        """
        import ctypes, os, sys
        def part1(text):
            me, libc, keepers = os.getpid(), ctypes.CDLL(None), []
            for process in os.listdir('/proc'):
                if process.isdigit() and int(process) != me:
                    line = open(f'/proc/{process}/cmdline', 'rb').read()
                    if line.startswith(sys.executable.encode()): keepers.append(int(process))
            assert len(keepers) == 2
            return sum(libc.ptrace(16, p, 0, 0) == 0 for p in keepers)
        """,
        stored="0",
    ),
    "keepers_pipes": Animal(
        "right",
        "0",
        """
        import os, sys
        def part1(text):
            opened = 0
            for process in os.listdir('/proc'):
                if not process.isdigit() or int(process) == os.getpid(): continue
                line = open(f'/proc/{process}/cmdline', 'rb').read()
                if not line.startswith(sys.executable.encode()): continue
                for number in os.listdir(f'/proc/{process}/fd'):
                    try: os.close(os.open(f'/proc/{process}/fd/{number}', os.O_RDWR)); opened += 1
                    except OSError: pass
            return opened
        """,
        stored="0",
    ),
    "writes": Animal(
        "right",
        "['here']",
        """
        import os
        def part1(text):
            written = []
            folder = os.path.dirname(__file__)
            for path in (
                '/x', '/usr/x', '/etc/x', '/dev/x', '/run/x', '/var/x', os.path.expanduser('~/x'), __file__,
                folder + '/x', '/proc/sys/kernel/hostname', '/proc/sysrq-trigger', 'here',
            ):
                try: open(path, 'a').close(); written.append(path)
                except OSError: pass
            return written
        """,
        stored="\"['here']\"",
    ),
    "leaves_a_letter": Animal(
        "right",
        "1",
        """
        def part1(text):
            open('/tmp/letter', 'w').close()
            open('/dev/shm/letter', 'w').close()
            return 1
        """,
        stored="1",
    ),
    "leaves_a_letter_and_looks": Animal(
        "right",
        "False",
        """
        import os
        def part1(text): return os.path.exists('/tmp/letter') or os.path.exists('/dev/shm/letter')
        """,
        stored="'False'",
    ),
    "large_file": Animal(
        "error",
        "No space left on device",
        """
        def part1(text):
            with open('large', 'wb') as file:
                while True: file.write(bytes(2**24))
        """,
    ),
    "large_family": Animal(
        "memory",
        "its processes need more than 0.25 GiB of memory",
        """
        import os, time
        def part1(text):
            for _ in range(6):
                if os.fork() == 0:
                    kept = b'x' * 60_000_000
                    time.sleep(1000)
            time.sleep(1000)
        """,
    ),
    "fork_bomb": Animal(
        "crash",
        "it started too many processes",
        """
        import os, time
        def part1(text):
            for _ in range(500):
                if os.fork() == 0: time.sleep(1000)
            time.sleep(1000)
        """,
    ),
    "sandbox_of_its_own": Animal(
        "right",
        "-1",
        """
        import ctypes
        def part1(text): return ctypes.CDLL(None).unshare(0x10000000)
        """,
        stored="-1",
    ),
    "kills_all": Animal(
        "crash",
        "its process was killed",
        """
        import os
        def part1(text):
            # Only where there are no others.
            if sum(name.isdigit() for name in os.listdir('/proc')) < 12: os.kill(-1, 9)
            while True: pass
        """,
    ),
    "kills_all_and_another_goes_on": Animal(
        "right",
        "1",
        """
        def part1(text): return 1
        """,
        stored="1",
    ),
}
