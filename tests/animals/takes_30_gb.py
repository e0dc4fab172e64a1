def part1(text): return len(bytearray(30 * 2**30))
