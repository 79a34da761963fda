"""The event streams that are open: who gets one, and who gives way.

A player always gets a stream. Spectators share the rest, so that no client takes all of it.
"""

from collections import Counter
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Final, final

import attrs

MAX_STREAMS: Final = 500
"""The most streams; only players can go beyond it."""
MAX_AT_TABLE: Final = 200
"""The most spectators of a table."""
MAX_FROM_NETWORK: Final = 250
"""The most spectators from one network, as `client_network` tells them apart."""
MAX_OF_SEAT: Final = 8
"""The most streams of one seat."""


def client_network(host: str) -> str:
    """What one client has for itself: an address of IPv4, or the first half of one of IPv6.

    >>> client_network("192.0.2.7"), client_network("::ffff:192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    >>> client_network("2001:db8::1") == client_network("2001:db8::2")
    True
    """
    try:
        address = ip_address(host)
    except ValueError:  # a name, such as that of a socket in the file system
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or f"{IPv6Address(int(address) >> 64 << 64)}/64")


@final
@attrs.frozen(eq=False)
class Stream:
    """A page that waits for changes of a table."""

    table: str
    seat: int | None
    """None for a spectator."""
    network: str


class Streams:
    """The open streams, the oldest one first."""

    def __init__(self, wake: Callable[[str], None]) -> None:
        """`wake` lets the streams of a table look whether they are still open."""
        self._wake = wake
        self._open: dict[Stream, None] = {}

    def __contains__(self, stream: Stream) -> bool:
        """Whether a stream is open, and has not given way."""
        return stream in self._open

    def open(self, stream: Stream) -> bool:
        """Open a stream, which may end another one. Returns False if there is no room."""
        same = [each for each in self._open if _seat(each) == _seat(stream)]
        watching = [each for each in self._open if each.seat is None]
        networks = Counter(each.network for each in watching)
        is_full = len(self._open) >= MAX_STREAMS
        if stream.seat is None:
            at_table, from_network = len(same), networks[stream.network]
            if is_full or at_table >= MAX_AT_TABLE or from_network >= MAX_FROM_NETWORK:
                return False
        elif len(same) >= MAX_OF_SEAT:
            self._end(same[0])
        elif is_full and watching:
            ((busiest, _),) = networks.most_common(1)
            self._end(next(each for each in watching if each.network == busiest))
        self._open[stream] = None
        return True

    def close(self, stream: Stream) -> None:
        """Forget a stream, which may have given way already."""
        self._open.pop(stream, None)

    def _end(self, stream: Stream) -> None:
        self.close(stream)
        self._wake(stream.table)


def _seat(stream: Stream) -> tuple[str, int | None]:
    return stream.table, stream.seat
