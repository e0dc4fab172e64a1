raise ValueError('no luck')
def part1(text): return 1
