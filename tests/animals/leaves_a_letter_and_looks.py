import os
def part1(text): return os.path.exists('/tmp/letter') or os.path.exists('/dev/shm/letter')
