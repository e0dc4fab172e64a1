"""Standard output that is also kept: what a program of somebody's repository prints holds its answers."""

# Characters that are kept of the beginning, and of the end.
LONGEST = 32 * 1024


class Recorder:
    """Stands for a stream: passes on what is written, and keeps the first and the last of it."""

    def __init__(self, stream):
        self.stream = stream
        self.head, self.pieces, self.size = "", [], 0

    def write(self, text):
        written = self.stream.write(text)
        self.pieces.append(text)
        self.size += len(text)
        if self.size > 8 * LONGEST:
            self.shorten()
        return written

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def shorten(self):
        """Let go what is neither the first nor the last of it."""
        text = "".join(self.pieces)
        if not self.head:
            self.head, text = text[:LONGEST] + "\n", text[LONGEST:]
        self.pieces = [text[-LONGEST:]]
        self.size = len(self.pieces[0])

    def text(self):
        """Return what is kept."""
        if self.head or self.size > 2 * LONGEST:
            self.shorten()
        return self.head + "".join(self.pieces)

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.flush()

    def __iter__(self):
        return iter(self.stream)
