def part1(text): return lambda: 1
