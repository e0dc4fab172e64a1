"""Connections on which nothing is sent once the command has been interrupted."""

from typing import Any

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection
from urllib3.connectionpool import HTTPConnectionPool

from puzzle_runner import interruption


class InterruptibleAdapter(HTTPAdapter):
    """The adapter by which requests makes connections."""

    def get_connection_with_tls_context(self, *arguments: Any, **options: Any) -> HTTPConnectionPool:
        """Return the connections to a host, or to the proxy before it: encrypted or not."""
        pool = super().get_connection_with_tls_context(*arguments, **options)
        assert isinstance(pool, HTTPConnectionPool)
        kind = pool.ConnectionCls
        pool.ConnectionCls = type(kind.__name__, (_Interruptible, kind), {})
        return pool


class _Interruptible(HTTPConnection):
    def send(self, data: Any) -> None:
        """Connect first, which takes its time, so that an interruption has to wait for the sending only."""
        if self.sock is None:
            self.connect()
        with interruption.sending:
            super().send(data)
