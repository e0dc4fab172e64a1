def part1(text): return text
