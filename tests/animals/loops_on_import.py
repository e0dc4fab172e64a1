while True: pass
def part1(text): return 1
