"""The connections of `keltis serve`: a time limit for request heads, and limits of their number.

uvicorn closes a connection that is silent after a response, but waits forever for the first
request, and for the rest of any head of which a byte comes now and then.
"""

import asyncio
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from keltis.server import client_network

SECONDS_FOR_HEAD: Final = 10.0
"""From the start of a connection, or the end of a response, to the end of the next head."""
MAX_FROM_NETWORK: Final = 400
"""The most connections from one network, except that of a proxy."""
MAX_CONNECTIONS: Final = 900
"""The most connections: most systems let a program have 1,024 files."""


class LimitedProtocol(H11Protocol):
    """A connection that has to send whole heads in time, and gives way to newer ones until then."""

    network = ""
    head_deadline: asyncio.TimerHandle | None = None
    """Set while no request is answered: the connection sends a head, or nothing."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Set the deadline. If there are too many connections, drop the one that waits longest."""
        super().connection_made(transport)
        self.network = client_network(self.client[0]) if self.client else ""
        self._watch_head()
        others = [each for each in self.connections if isinstance(each, LimitedProtocol)]
        same = [each for each in others if each.network == self.network]
        if len(same) > MAX_FROM_NETWORK and not self._is_proxy():
            _drop_oldest(same)
        elif len(others) > MAX_CONNECTIONS:
            _drop_oldest(others)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadline."""
        super().connection_lost(exc)
        self._forget_head()

    def handle_events(self) -> None:
        """Read what has come: the head may be whole now."""
        super().handle_events()
        self._watch_head()

    def on_response_complete(self) -> None:
        """Wait for the next head."""
        super().on_response_complete()
        self._watch_head()

    def drop(self) -> None:
        """Close the connection, without waiting for the client to read."""
        self._forget_head()
        self.connections.discard(self)
        self.transport.abort()

    def _is_proxy(self) -> bool:
        trusted = client_network(str(self.config.forwarded_allow_ips))
        return self.config.proxy_headers and self.network == trusted

    def _watch_head(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._forget_head()
        elif self.head_deadline is None and not self.transport.is_closing():
            self.head_deadline = self.loop.call_later(SECONDS_FOR_HEAD, self.drop)

    def _forget_head(self) -> None:
        if self.head_deadline is not None:
            self.head_deadline.cancel()
            self.head_deadline = None


def _drop_oldest(connections: list[LimitedProtocol]) -> None:
    """Drop the connection whose deadline comes first; the newest one always has a deadline."""
    waiting = [
        (each.head_deadline.when(), number)
        for number, each in enumerate(connections)
        if each.head_deadline is not None
    ]
    connections[min(waiting)[1]].drop()
