def part1(text): return part1(text)
