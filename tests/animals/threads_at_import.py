from concurrent.futures import ThreadPoolExecutor
pool = ThreadPoolExecutor(2)
pool.submit(int, '1').result()
def part1(text): return sum(pool.map(int, '234'))
