"""Scratch folders: each call has one for itself, below one that the worker has for itself."""

import os
from os import _exit, listdir, lstat


def make(folder):
    """Make a folder, and the worker's own above it where that is not there or was removed."""
    try:
        os.mkdir(folder, 0o700)
    except FileNotFoundError:
        os.mkdir(os.path.dirname(folder), 0o700)
        os.mkdir(folder, 0o700)


def is_there(folder, status):
    """Tell whether a folder is the one of which the status was taken."""
    try:
        now = lstat(folder)
    except OSError:
        return False
    return (now.st_ino, now.st_mode, now.st_uid) == (status.st_ino, status.st_mode, status.st_uid)


def is_empty(folder):
    """Tell whether a folder is there, and empty."""
    try:
        return not listdir(folder)
    except OSError:
        return False


def _has_only_input(folder):
    """Remove a folder that has nothing but an input; tell whether that is done."""
    try:
        os.unlink(os.path.join(folder, "input.txt"))
        os.rmdir(folder)
    except OSError:
        return False
    return True


def discard(folder):
    """Remove a folder and all that is in it, whatever the modes and however deep."""
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        pass
    except NotADirectoryError:
        try:
            os.unlink(folder)
        except NotADirectoryError:
            # A puzzle has put a file in the place of the folder above.
            pass
    except OSError:
        if _has_only_input(folder):
            return
        # Programs of their own: what they need must not be there when the next puzzle is.
        if not (janitor := os.fork()):
            try:
                os.execv("/bin/sh", ["sh", "-c", 'chmod -R u+rwX "$0"; rm -rf "$0"', folder])
            finally:
                _exit(1)
        os.waitpid(janitor, 0)
