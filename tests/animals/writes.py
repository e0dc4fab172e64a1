import os
def part1(text):
    written = []
    folder = os.path.dirname(__file__)
    for path in (
        '/x', '/usr/x', '/etc/x', '/dev/x', '/run/x', '/var/x', os.path.expanduser('~/x'), __file__,
        folder + '/x', '/proc/sys/kernel/hostname', '/proc/sysrq-trigger', 'here',
    ):
        try: open(path, 'a').close(); written.append(path)
        except OSError: pass
    return written
