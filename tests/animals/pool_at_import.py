import multiprocessing
pool = multiprocessing.get_context('fork').Pool(2)
def part1(text): return sum(pool.map(int, '234'))
