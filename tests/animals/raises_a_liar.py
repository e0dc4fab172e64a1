class Liar(Exception):
    def __str__(self): raise RuntimeError
def part1(text): raise Liar
