import sys
def part1(text): return sys.stdin.read()
