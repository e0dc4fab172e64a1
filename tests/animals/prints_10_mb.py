def part1(text):
    for _ in range(100): print('x' * 100_000)
    return 'done'
