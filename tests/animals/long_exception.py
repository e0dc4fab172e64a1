def part1(text): raise ValueError('x' * 20_000_000)
