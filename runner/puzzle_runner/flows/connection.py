"""Connections that trust what the system trusts, and on which nothing is sent after an interruption."""

import ssl
from typing import Any

import truststore
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection
from urllib3.connectionpool import HTTPConnectionPool

from puzzle_runner import interruption


class Adapter(HTTPAdapter):
    """The adapter by which requests makes connections."""

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        """Let connections to a site look into the system's store of certificates, as browsers do."""
        super().init_poolmanager(*arguments, ssl_context=_context(), **options)

    def proxy_manager_for(self, proxy: str, **options: Any) -> Any:
        """Let connections through a proxy do so too."""
        return super().proxy_manager_for(proxy, ssl_context=_context(), **options)

    def get_connection_with_tls_context(self, *arguments: Any, **options: Any) -> HTTPConnectionPool:
        """Return the connections to a host, or to the proxy before it: encrypted or not."""
        pool = super().get_connection_with_tls_context(*arguments, **options)
        assert isinstance(pool, HTTPConnectionPool)
        kind = pool.ConnectionCls
        pool.ConnectionCls = type(kind.__name__, (_Interruptible, kind), {})
        return pool


def _context() -> ssl.SSLContext:
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class _Interruptible(HTTPConnection):
    def send(self, data: Any) -> None:
        """Connect first, which takes its time, so that an interruption has to wait for the sending only."""
        if self.sock is None:
            self.connect()
        with interruption.sending:
            super().send(data)
