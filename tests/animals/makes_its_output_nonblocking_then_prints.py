def part1(text):
    for _ in range(3): print('x' * 10**6)
    return 'done'
