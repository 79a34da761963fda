"""The bot that imagines the hidden cards and plays on from there, many times over."""

import math
import random
import time
from collections.abc import Iterator, Sequence
from typing import Final, final

import attrs

from keltis.bots.bot import require_decision
from keltis.bots.greedy import count_cards, worths
from keltis.bots.hunches import hunches
from keltis.bots.prospects import prospects, turns_left
from keltis.bots.tree import Node, descend, shares
from keltis.determinization import determinize
from keltis.errors import InvalidArgument
from keltis.immutable import Immutable
from keltis.listing import legal_moves
from keltis.moves import OVER, Move
from keltis.play import apply_move
from keltis.scoring import scores
from keltis.state import GameState
from keltis.view import PlayerView

ITERATIONS: Final = 300
"""The budget for one decision if no other is given."""

_SERIOUS: Final = 5.0
"""How many points a move may look worse than the best at first sight and still be studied."""
_DOUBT: Final = 2.0
"""How many points the first sight may be wrong by, more or less."""
_TRUST: Final = 30
"""How many visits the first sight counts for."""
_CURIOSITY: Final = 0.5
_WIN: Final = 0.5
"""How much of what a game is worth is winning it; the rest is by how much."""
_MARGIN: Final = 12.0
"""How many points ahead at the end are very good."""
_HORIZON: Final = 300
"""After so many decisions a game that was played on is judged by its prospects: it might never end (E3)."""
_NOISE: Final = 0.5


@final
@attrs.frozen
class Candidate(Immutable):
    """What a search found out about a move."""

    move: Move
    visits: int
    """How many games were played on from it."""
    worth: float
    """About how likely it is to win, from 0 to 1."""


@final
@attrs.frozen
class SearchBot:
    """Information-set Monte Carlo tree search.

    For each of its iterations it imagines hidden cards that fit what its player knows, goes down a tree of the moves tried so
    far, plays on by hunches to the end, and notes in the tree what came of it. There is one tree for all imagined cards, so a
    move is good if it is good on the whole. The hidden cards themselves are nowhere near: a view does not have them.

    The budget for a decision is a number of iterations, of seconds, or both, whichever is used up first. With iterations alone,
    the same view and the same chance give the same move.
    """

    iterations: int | None = None
    seconds: float | None = None

    def __attrs_post_init__(self) -> None:
        iterations, seconds = self.iterations, self.seconds
        if iterations is None and seconds is None:
            object.__setattr__(self, "iterations", ITERATIONS)
        if iterations is not None and (type(iterations) is not int or iterations < 1):
            raise InvalidArgument(f"iterations must be a whole number from 1, not {iterations!r}")
        if seconds is not None and not (type(seconds) in (int, float) and 0 < seconds < math.inf):
            raise InvalidArgument(f"seconds must be a number above 0, not {seconds!r}")

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """The move that was worth trying most often."""
        return max(self.study(view, moves, rng), key=lambda candidate: candidate.visits).move

    def study(self, view: PlayerView, moves: Sequence[Move], rng: random.Random) -> tuple[Candidate, ...]:
        """What a search finds out about the moves that look serious. If there is only one, it is not searched."""
        seat = require_decision(view, moves)
        first_sight = worths(view, moves)
        least = max(first_sight) - _SERIOUS
        serious = [(move, worth) for move, worth in zip(moves, first_sight, strict=True) if worth >= least]
        # How sure a lead is depends on how long the game still goes on.
        state = determinize(view, rng)
        doubt = 2.0 + 0.5 * turns_left(state)
        guesses = [_squashed(worth / doubt) for _, worth in serious]
        nodes = [Node(expected) for expected in shares([worth for _, worth in serious], _DOUBT)]
        found = list(guesses)
        deals: list[tuple[GameState, int]] = []
        if len(serious) > 1:
            for count in self._budget():
                weight = _CURIOSITY * math.sqrt(count + 1)
                urgencies = [q + weight * node.expected / (1 + node.visits) for q, node in zip(found, nodes, strict=True)]
                chosen = urgencies.index(max(urgencies))
                node = nodes[chosen]
                # The visits of each move meet the same imagined cards in the same order, so that luck does not tell them apart.
                if node.visits == len(deals):
                    deals.append((determinize(view, rng), rng.getrandbits(64)))
                deal, seed = deals[node.visits]
                _visit(node, seat, apply_move(deal, serious[chosen][0]), random.Random(seed))
                found[chosen] = (node.reward + _TRUST * guesses[chosen]) / (node.visits + _TRUST)
        return tuple(Candidate(move, node.visits, worth) for (move, _), node, worth in zip(serious, nodes, found, strict=True))

    def _budget(self) -> Iterator[int]:
        """Count iterations as long as there is budget, and at least one."""
        end = None if self.seconds is None else time.perf_counter() + self.seconds
        count = 0
        while count != self.iterations and (not count or end is None or time.perf_counter() < end):
            yield count
            count += 1


def _visit(node: Node, seat: int, state: GameState, rng: random.Random) -> None:
    way, state = descend(node, state)
    rewards = _rewards(_played_on(state, rng))
    for visited, mover in ((node, seat), *way):
        visited.visits += 1
        visited.reward += rewards[mover]


def _played_on(state: GameState, rng: random.Random) -> GameState:
    """Play by hunches, give or take, to the end or the horizon."""
    chance = rng.random
    for _ in range(_HORIZON):
        moves = legal_moves(state)
        if not moves:
            break
        noisy = [hunch + _NOISE * chance() for hunch in hunches(state, moves)]
        state = apply_move(state, moves[noisy.index(max(noisy))])
    return state


def _rewards(state: GameState) -> list[float]:
    """What a position is worth to each player, from 0 to 1."""
    if state.phase is not OVER:
        expected = prospects(state, [player.hand for player in state.players], count_cards(state.draw_pile, state.removed))
        doubt = 2.0 + 0.5 * turns_left(state)
        return [_squashed(_lead(expected, seat) / doubt) for seat in range(len(expected))]
    points = [score.total for score in scores(state)]
    most = max(points)
    win = _WIN / points.count(most)
    return [
        (1 - _WIN) * _squashed(_lead(points, seat) / _MARGIN) + (win if mine == most else 0.0)
        for seat, mine in enumerate(points)
    ]


def _lead(points: Sequence[float], seat: int) -> float:
    """How far a player is ahead of the best other; alone, ahead of nothing."""
    return points[seat] - max((*points[:seat], *points[seat + 1 :]), default=0.0)


def _squashed(lead: float) -> float:
    """A lead as a number from 0 to 1."""
    return 0.5 + 0.5 * math.tanh(lead / 2)
