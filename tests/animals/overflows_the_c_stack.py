import ctypes, resource, sys
sys.setrecursionlimit(10**9)
resource.setrlimit(resource.RLIMIT_STACK, (2**18, resource.getrlimit(resource.RLIMIT_STACK)[1]))
@ctypes.CFUNCTYPE(None)
def deeper(): deeper()
def part1(text): deeper()
