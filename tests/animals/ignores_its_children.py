import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
def part1(text): return int(signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN)
