"""Whole turns are the closure of legal moves."""

from collections.abc import Iterator
from itertools import islice

from hypothesis import given

import keltis
from keltis import GameState, Move, Phase, Tile, legal_turns
from keltis.testing import Seat, position, states


def completions(state: GameState, moves: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
    """The move lists that complete the turn, by asking for every move."""
    for move in keltis.legal_moves(state):
        after = keltis.apply_move(state, move)
        if after.phase in (Phase.PLAY, Phase.OVER):
            yield (*moves, move)
        else:
            yield from completions(after, (*moves, move))


@given(states())
def test_turns_are_the_closure_of_legal_moves(state: GameState) -> None:
    turns = list(islice(legal_turns(state), 300))
    assert [turn.moves for turn in turns] == list(islice(completions(state, ()), 300))
    assert len({turn.moves for turn in turns}) == len(turns)
    for turn in turns[:20]:
        after = state
        for move in turn.moves:
            after = keltis.apply_move(after, move)
        assert turn.state == after
        if turn.state.phase is Phase.PLAY:
            assert turn.state.to_move == (state.to_move + 1) % len(state.players)


def test_p3_the_turns_of_a_chain_have_all_its_steps() -> None:
    tiles = {"R2": Tile.CLOVER, "R3": Tile.CLOVER, "R4": Tile.ONE}
    rules = keltis.Rules(tile_rows=((2, 3, 4, 8, 9), *((2, 4, 6, 8, 9),) * 4))
    state = position(Seat(hand="R5", laid="R4"), Seat(), tiles=tiles, rules=rules)
    texts = {str(turn) for turn in legal_turns(state)}
    assert "lay R5, advance R, advance R, draw pile" in texts
    assert "lay R5, decline, draw pile" in texts


def test_in_the_middle_of_a_turn_the_rest_of_it_is_listed() -> None:
    start = keltis.new_game(2, seed=1)
    after = keltis.apply_move(start, keltis.Discard(keltis.Card.parse("R6")))
    assert [str(turn) for turn in legal_turns(after)] == ["draw pile", "draw R"]
    assert repr(next(legal_turns(after))) == "<Turn draw pile>"
