"""The bot that evaluates the position after each of its moves."""

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias, final

import attrs

from keltis import _weights
from keltis._engine.legality import legal_moves
from keltis._engine.moves import ADVANCE, OVER, Draw, Move
from keltis._engine.play import apply_move
from keltis._engine.scoring import scores
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, complete_state, hidden_cards
from keltis.bots._bot import Candidate, require_decision
from keltis.bots._evaluation import add_in_order, count_cards, expected_points


@final
@attrs.frozen
class GreedyBot:
    """Makes the move with the best evaluation: expected points, less those of the others.

    >>> import random
    >>> import keltis
    >>> from keltis.bots import GreedyBot
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> print(GreedyBot()(view, keltis.legal_moves(view), random.Random(7)))
    lay B0 large
    """

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Return the move with the highest value; among equal ones, a random one."""
        require_decision(view, moves)
        values = move_values(view, moves)
        best = max(values)
        equals = [move for move, value in zip(moves, values, strict=True) if value == best]
        return equals[int(rng.random() * len(equals))]

    def analyse(
        self,
        view: PlayerView,
        moves: Sequence[Move],
        rng: random.Random,  # noqa: ARG002 - as in the protocol
    ) -> tuple[Candidate, ...]:
        """Return a candidate for each of the moves, in their order.

        The value is the viewer's expected lead in points, beyond 100 where the game is won. Every
        move is visited once.
        """
        require_decision(view, moves)
        values = move_values(view, moves)
        return tuple([Candidate(move, 1, value) for move, value in zip(moves, values, strict=True)])


Evaluate: TypeAlias = Callable[[GameState, int, Sequence[int]], float]
"""What a state is worth to a seat that does not know these cards, counted by their indices."""


def lead(state: GameState, seat: int, unseen: Sequence[int]) -> float:
    if state.phase is OVER:
        return _final_value([score.total for score in scores(state)], seat)
    hands = [player.seen for player in state.players]
    hands[seat] = state.players[seat].hand
    points = expected_points(state, hands, unseen)
    mine = points.pop(seat)
    return mine - add_in_order(points) / max(1, len(points))


def move_values(view: PlayerView, moves: Sequence[Move], evaluate: Evaluate = lead) -> list[float]:
    """Return the viewer's lead in points after each of the moves, ±100 where the game ends.

    `evaluate` can be another value of states than that lead.
    """
    hidden = hidden_cards(view)
    unseen = count_cards(hidden)
    # Any state that the view allows will do: the evaluation only counts the hidden cards.
    state = complete_state(view, hidden)
    seat = state.to_move

    def move_value(move: Move) -> float:
        if type(move) is Draw and move.source is None and len(state.draw_pile) > 1:
            return evaluate(state, seat, unseen)  # the card is unknown: the value before the draw
        return best_value(apply_move(state, move), _weights.CHAIN)

    def best_value(state: GameState, chain: int) -> float:
        if state.phase is not ADVANCE or not chain:
            return evaluate(state, seat, unseen)
        return max(best_value(apply_move(state, move), chain - 1) for move in legal_moves(state))

    return list(map(move_value, moves))


def _final_value(points: list[int], seat: int) -> float:
    mine = points.pop(seat)
    margin = mine - max(points, default=mine - 1)
    if margin == 0:
        return _weights.WIN / 4  # a shared win (F4)
    return margin + _weights.WIN if margin > 0 else margin - _weights.WIN
