class Answer:
    def __repr__(self): raise RuntimeError('no')
def part1(text): return Answer()
