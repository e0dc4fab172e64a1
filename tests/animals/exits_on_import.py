import os
os._exit(3)
def part1(text): return 1
