"""Who gets an event stream, and who gives way."""

import pytest

from keltis.server import _streams, client_network
from keltis.server._streams import Stream, Streams


@pytest.fixture
def woken() -> list[str]:
    """The tables whose streams were woken."""
    return []


@pytest.fixture
def streams(woken: list[str]) -> Streams:
    return Streams(woken.append)


def fill(streams: Streams, count: int, network: str, table: str = "") -> list[Stream]:
    """Open streams of spectators, each at a table of its own if none is given."""
    opened = [Stream(table or f"{network}-{number}", None, network) for number in range(count)]
    return [stream for stream in opened if streams.open(stream)]


def test_one_stranger_does_not_take_the_streams_of_others(streams: Streams) -> None:
    assert len(fill(streams, 520, "stranger")) == _streams.MAX_FROM_NETWORK
    assert fill(streams, 1, "friend")


def test_a_table_has_a_largest_number_of_spectators(streams: Streams) -> None:
    for number in range(_streams.MAX_AT_TABLE):
        assert fill(streams, 1, f"network {number}", "A")
    assert not fill(streams, 1, "friend", "A")
    assert fill(streams, 1, "friend", "B")


def test_a_player_always_gets_a_stream(streams: Streams, woken: list[str]) -> None:
    friend, *_ = fill(streams, 100, "friend")
    others = [*fill(streams, 250, "stranger"), *fill(streams, 150, "another")]
    assert not fill(streams, 1, "late")
    player = Stream("A", 0, "stranger")
    assert streams.open(player)
    assert player in streams
    assert [stream.table for stream in others if stream not in streams] == ["stranger-0"]
    assert woken == ["stranger-0"]
    assert friend in streams


def test_players_do_not_give_way_to_each_other(
    streams: Streams, woken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_streams, "MAX_STREAMS", 2)
    players = [Stream("A", seat, "network") for seat in range(4)]
    assert all(map(streams.open, players))
    assert all(player in streams for player in players)
    assert not woken


def test_the_oldest_stream_of_a_seat_gives_way(streams: Streams, woken: list[str]) -> None:
    pages = [Stream("A", 1, "network") for _ in range(_streams.MAX_OF_SEAT + 1)]
    assert all(map(streams.open, pages))
    assert [page in streams for page in pages] == [False, *[True] * _streams.MAX_OF_SEAT]
    assert woken == ["A"]
    streams.close(pages[0])  # its page has noticed
    assert pages[1] in streams


def test_a_stream_that_closes_makes_room(streams: Streams) -> None:
    first, *_ = fill(streams, 520, "network")
    streams.close(first)
    assert len(fill(streams, 2, "network")) == 1


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_network_is_what_one_client_has(host: str, network: str) -> None:
    assert client_network(host) == network
