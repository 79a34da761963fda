"""The evaluation of positions, and of finished games by the greedy bot."""

from keltis import KELTIS, Card, Discard, Tile
from keltis._engine.view import observe
from keltis.bots._evaluation import _gain, add_in_order
from keltis.bots._greedy import _final_value, move_values
from keltis.testing import Seat, position


def test_what_the_others_gain_is_a_loss() -> None:
    state = position(Seat(hand="R5 Y5", at="R9 Y9"), Seat(laid="R2 R3 R4 R4"))
    wanted, useless = move_values(
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


def test_a_shared_win_is_between_losing_and_winning() -> None:
    assert _final_value([2, 3], 0) < _final_value([3, 3], 0) < _final_value([4, 3], 0)


def test_additions_are_plain_on_every_python() -> None:
    # `sum` gives 0.6 since Python 3.12.
    assert add_in_order([0.1, 0.2, 0.3]) == 0.6000000000000001
    assert add_in_order([]) == 0
