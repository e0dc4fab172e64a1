def part1(text): return None
