import os
def part1(text):
    os.write(1, b'\xff\xfe\x00\x80')
    return 1
