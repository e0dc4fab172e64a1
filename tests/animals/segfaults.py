import ctypes
def part1(text): ctypes.string_at(0)
