def helper(text):
    return 1 / 0
def part1(text):
    return helper(text)
