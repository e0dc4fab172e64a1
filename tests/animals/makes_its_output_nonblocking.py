import os
os.set_blocking(1, False)
def part1(text):
    os.set_blocking(1, False)
    return 1
