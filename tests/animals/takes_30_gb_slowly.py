def part1(text):
    kept = []
    while True: kept.append(bytes(2**24))
