"""What a process may take: memory, stack, no core dumps."""

try:
    from resource import RLIM_INFINITY, RLIMIT_CORE, RLIMIT_DATA, RLIMIT_STACK, getrlimit, setrlimit
except ModuleNotFoundError:  # Windows
    getrlimit = None

# Deep recursion through C, such as a memoised function, needs more than the usual 8 MiB of stack.
STACK_BYTES = 64 * 2**20


def limit():
    """Set the limits that all calls have, of this process and its children."""
    if getrlimit is None:
        return
    _lower(RLIMIT_CORE, 0)
    hard = getrlimit(RLIMIT_STACK)[1]
    _lower(RLIMIT_STACK, STACK_BYTES if hard == RLIM_INFINITY else min(STACK_BYTES, hard))


def limit_memory(memory):
    """Set the memory limit of this process and its children."""
    if getrlimit is not None:
        _lower(RLIMIT_DATA, memory)


def _lower(what, soft):
    hard = getrlimit(what)[1]
    setrlimit(what, (soft if hard == RLIM_INFINITY else min(soft, hard), hard))


def raise_limit():
    """Lift the memory limit, so that there is room to say that it was hit."""
    if getrlimit is None:
        return
    hard = getrlimit(RLIMIT_DATA)[1]
    setrlimit(RLIMIT_DATA, (hard, hard))
