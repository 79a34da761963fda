"""The bot that looks at the position after each of its moves."""

import random
from collections.abc import Sequence
from typing import Final, final

import attrs

from keltis.bots.bot import require_decision
from keltis.bots.prospects import count_cards, prospects
from keltis.legality import legal_moves
from keltis.moves import ADVANCE, OVER, Draw, Move
from keltis.play import apply_move
from keltis.scoring import scores
from keltis.state import GameState
from keltis.view import PlayerView, complete_state, hidden_cards

_WIN: Final = 100.0
"""What winning is worth beside the points: more than any points."""
_CHAIN: Final = 2
"""How many steps of a chain of clovers are looked through."""


@final
@attrs.frozen
class GreedyBot:
    """Makes the move after which its player's prospects are best, compared with those of the others."""

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """The best of the moves as far as the bot can tell; among equals one by chance."""
        found = worths(view, moves)
        best = max(found)
        equals = [move for move, worth in zip(moves, found, strict=True) if worth == best]
        return equals[int(rng.random() * len(equals))]


def worths(view: PlayerView, moves: Sequence[Move]) -> list[float]:
    """How far ahead, in points, each of the moves would put the viewer; 100 more or less if it ends the game."""
    seat = require_decision(view, moves)
    hidden = hidden_cards(view)
    unseen = count_cards(hidden)
    # Any state that the view allows will do to make the moves in: the hidden cards are counted only
    # as such.
    state = complete_state(view, hidden)
    return [_worth_of(state, move, seat, unseen) for move in moves]


def _worth_of(state: GameState, move: Move, seat: int, unseen: Sequence[int]) -> float:
    if type(move) is Draw and move.source is None and len(state.draw_pile) > 1:
        return _worth(
            state, seat, unseen
        )  # nobody knows what it will be: as good as before the draw
    return _best_worth(apply_move(state, move), seat, unseen, _CHAIN)


def _best_worth(state: GameState, seat: int, unseen: Sequence[int], chain: int) -> float:
    if state.phase is not ADVANCE or not chain:
        return _worth(state, seat, unseen)
    return max(
        _best_worth(apply_move(state, move), seat, unseen, chain - 1) for move in legal_moves(state)
    )


def _worth(state: GameState, seat: int, unseen: Sequence[int]) -> float:
    if state.phase is OVER:
        return _final_worth([score.total for score in scores(state)], seat)
    hands = [player.seen for player in state.players]
    hands[seat] = state.players[seat].hand
    expected = prospects(state, hands, unseen)
    mine = expected.pop(seat)
    return mine - sum(expected) / max(1, len(expected))


def _final_worth(points: list[int], seat: int) -> float:
    mine = points.pop(seat)
    margin = mine - max(points, default=mine - 1)
    if margin == 0:
        return _WIN / 4  # a shared win (F4)
    return margin + _WIN if margin > 0 else margin - _WIN
