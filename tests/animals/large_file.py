def part1(text):
    with open('large', 'wb') as file:
        while True: file.write(bytes(2**24))
