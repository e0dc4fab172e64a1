import os, time
def part1(text):
    for _ in range(6):
        if os.fork() == 0:
            kept = b'x' * 60_000_000
            time.sleep(1000)
    time.sleep(1000)
