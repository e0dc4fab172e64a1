import sys
def part1(text): sys.exit(0)
