def part1(text): return input()
