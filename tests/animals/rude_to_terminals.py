def part1(text):
    print('\x1b[2J')
    return '\x1b[2J'
