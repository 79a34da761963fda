"""The bot that imagines the hidden cards and plays on from there, many times over."""

import math
import random
import time
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias, final

import attrs

from keltis.bots.greedy import count_cards, worths
from keltis.bots.hunches import hunches
from keltis.bots.prospects import prospects, turns_left
from keltis.bots.tree import CURIOSITY, Node, descend, shares
from keltis.determinization import determinize
from keltis.errors import InvalidArgument
from keltis.immutable import Immutable
from keltis.listing import legal_moves
from keltis.moves import OVER, Move
from keltis.play import apply_move
from keltis.scoring import scores
from keltis.state import GameState
from keltis.view import PlayerView

ITERATIONS: Final = 200
"""The budget for one decision if no other is given."""

_SERIOUS: Final = 4.0
"""How many points a move may look worse than the best at first sight and still be studied."""
_DOUBT: Final = 1.5
"""How many points the first sight may be wrong by, more or less."""
_TRUST: Final = 0.6
"""How many visits the first sight counts for."""
_WIN: Final = 0.6
"""How much of what a game is worth is winning it; the rest is by how much."""
_MARGIN: Final = 12.0
"""How many points ahead at the end are very good."""
_HORIZON: Final = 300
"""After so many decisions a game that was played on is judged by its prospects: it might never end (E3)."""
_NOISE: Final = 0.5
"""How many points worse than the best a move may look and still be made when playing on."""


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
        return max(self.study(view, moves, rng), key=lambda candidate: candidate.worth).move

    def study(self, view: PlayerView, moves: Sequence[Move], rng: random.Random) -> tuple[Candidate, ...]:
        """What a search finds out about the moves that look serious.

        It is over as soon as no other move can come to be tried most often; if only one is serious, at once.
        """
        roots = _serious(view, moves)
        deals: list[_Deal] = []
        if len(roots) > 1:
            rewards = guesses = 0.0
            for count in self._budget():
                luck = (rewards - guesses) / count if count else 0.0
                root = max(roots, key=lambda root: root.urgency(count + 1, luck))
                # All moves meet the same imagined cards in the same order, so that luck does not tell them apart.
                if root.node.visits == len(deals):
                    deals.append((determinize(view, rng), rng.getrandbits(64)))
                rewards += root.visit(deals[root.node.visits])
                guesses += root.guess
            luck = (rewards - guesses) / (count + 1)
            for root in roots:
                object.__setattr__(root, "guess", root.guess + luck)
        return tuple([Candidate(root.move, root.node.visits, root.worth(0.0)) for root in roots])

    def _budget(self) -> Iterator[int]:
        """Count iterations as long as there is budget, and at least one."""
        end = math.inf if self.seconds is None else time.perf_counter() + self.seconds
        count = 0
        while count != self.iterations and (not count or time.perf_counter() < end):
            yield count
            count += 1


_Deal: TypeAlias = tuple[GameState, int]
"""A state with imagined cards, and a seed for playing on."""


@final
@attrs.frozen
class _Root:
    """A move that is studied."""

    move: Move
    guess: float
    """What it is worth at first sight, from 0 to 1."""
    trust: float
    """How many visits the first sight counts for."""
    node: Node

    def worth(self, luck: float) -> float:
        """What it is worth, from 0 to 1, the first sight counting like so many visits."""
        return (self.node.reward + self.trust * (self.guess + luck)) / (self.node.visits + self.trust)

    def urgency(self, available: int, luck: float) -> float:
        """As of a node; but every move here is available every time."""
        return self.worth(luck) + CURIOSITY * self.node.expected * math.sqrt(available) / (1 + self.node.visits)

    def visit(self, deal: _Deal) -> float:
        """Make the move, go down the tree, play on, and note in the tree what came of it."""
        state, seed = deal
        way, after = descend(self.node, apply_move(state, self.move))
        rewards = _rewards(_played_on(after, random.Random(seed)))
        for node, mover in ((self.node, state.to_move), *way):
            node.visits += 1
            node.reward += rewards[mover]
        return rewards[state.to_move]


def _serious(view: PlayerView, moves: Sequence[Move]) -> list[_Root]:
    """The moves that may be the best, judged at first sight as the greedy bot does."""
    found = worths(view, moves)
    least = max(found) - _SERIOUS
    serious = [(move, worth) for move, worth in zip(moves, found, strict=True) if worth >= least]
    doubt = _doubt(view)
    expected = shares([worth for _, worth in serious], _DOUBT)
    return [
        _Root(move, _squashed(worth / doubt), _TRUST * doubt**2, Node(likely))
        for (move, worth), likely in zip(serious, expected, strict=True)
    ]


def _doubt(position: GameState | PlayerView) -> float:
    """How many points ahead, in the middle of a game, are a good chance to win: the fewer the turns, the fewer the points."""
    return 2.0 + 0.5 * turns_left(position)


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
        doubt = _doubt(state)
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
