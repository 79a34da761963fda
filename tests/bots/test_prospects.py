"""What the prospects take into account."""

from keltis import KELTIS, Card, Discard, Tile
from keltis.bots.greedy import worths
from keltis.bots.prospects import _gain
from keltis.testing import Seat, position
from keltis.view import observe


def test_what_the_others_gain_is_a_loss() -> None:
    state = position(Seat(hand="R5 Y5", at="R9 Y9"), Seat(laid="R2 R3 R4 R4"))
    wanted, useless = worths(
        observe(state, 0), [Discard(Card.parse("R5")), Discard(Card.parse("Y5"))]
    )
    assert wanted < useless


def test_a_tile_ahead_is_worth_something() -> None:
    def gain(tile: Tile | None) -> float:
        return _gain(
            KELTIS, (None, None, None, None, tile, *[None] * 5), row=3, steps=2, factor=1, stone=2.0
        )

    assert gain(None) < min(gain(Tile.WISHING_STONE), gain(Tile.CLOVER), gain(Tile.ONE))
    assert gain(Tile.ONE) < gain(Tile.TWO) < gain(Tile.THREE)
