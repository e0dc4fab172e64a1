import signal, time
def part1(text):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(1000)
