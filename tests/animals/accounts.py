import os
def part1(text):
    return [n for f in text.split() if os.path.isdir(f) for n in os.listdir(f)]
