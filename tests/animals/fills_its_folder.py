import os
def part1(text):
    os.makedirs('a/b/c')
    open('a/b/c/d', 'w').write('x')
    return len(os.listdir())
