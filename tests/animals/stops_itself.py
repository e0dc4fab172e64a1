import os, signal
def part1(text): os.kill(os.getpid(), signal.SIGSTOP)
