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
