"""What the system knows of this process: memory and waiting (Linux)."""

from builtins import open  # noqa: A004  (a puzzle may replace the built-in one)


def reset_peak():
    """Set the high-water mark of this process to what it holds now (Linux)."""
    try:
        with open("/proc/self/clear_refs", "w") as refs:
            refs.write("5")
    except OSError:
        pass


def peak():
    """Return the high-water mark of this process in bytes; 0 where the system does not tell."""
    try:
        with open("/proc/self/status") as status:
            for line in status:
                if line.startswith("VmHWM"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def waited():
    """Return the nanoseconds this process was ready and got no core (Linux); 0 where nobody knows."""
    try:
        with open("/proc/self/schedstat") as stat:
            return int(stat.read().split()[1])
    except (OSError, IndexError, ValueError):
        return 0
