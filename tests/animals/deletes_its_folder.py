import os
def part1(text):
    os.mkdir('a')
    os.chdir('a')
    os.rmdir('../a')
    return 1
