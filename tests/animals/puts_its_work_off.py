import time
class Answer:
    def __str__(self): time.sleep(0.1); return '1'
def part1(text): return Answer()
