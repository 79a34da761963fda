"""The bot that imagines the hidden cards and plays on from there, many times over."""

import math
import random
import time
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias, final

import attrs

from keltis._shared.text import short_repr
from keltis._shared.values import Immutable
from keltis.bots.bot import require_decision
from keltis.bots.hunches import hunches
from keltis.bots.prospects import count_cards, prospects
from keltis.bots.tree import Node, descend, mean_reward, most_urgent
from keltis.errors import InvalidArgument
from keltis.legality import legal_moves
from keltis.moves import OVER, Move
from keltis.play import apply_move
from keltis.scoring import scores
from keltis.state import GameState
from keltis.view import PlayerView, complete_state, determinize, hidden_cards

ITERATIONS: Final = 300
"""The budget for one decision if no other is given."""

_MARGIN: Final = 12.0
"""How many points ahead are very good."""
_WIN: Final = 0.2
"""How much of what an ended game is worth is winning it; the rest is by how much."""
_HORIZON: Final = 32
"""After so many decisions a game that was played on is judged by its prospects: the rest is mostly luck, and costs time."""
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
    """How good it is, from 0 to 1, where 0.5 is neither ahead nor behind; without a visit, as good as the others."""


@final
@attrs.frozen
class SearchBot:
    """Information-set Monte Carlo tree search.

    For each of its iterations it imagines hidden cards that fit what its player knows, goes down a
    tree of the moves tried so far, plays on by hunches for a while, and notes in the tree what came
    of it. There is one tree for all imagined cards, so a move is good if it is good on the whole.
    The hidden cards themselves are nowhere near: a view does not have them.

    The budget for a decision is a number of iterations, of seconds, or both, whichever is used up
    first. With iterations alone, the same view and the same chance give the same move.
    """

    iterations: int | None = None
    seconds: float | None = None

    def __attrs_post_init__(self) -> None:
        iterations, seconds = self.iterations, self.seconds
        if iterations is None and seconds is None:
            object.__setattr__(self, "iterations", ITERATIONS)
        if iterations is not None and (type(iterations) is not int or iterations < 1):
            raise InvalidArgument(
                f"iterations must be a whole number from 1, not {short_repr(iterations)}"
            )
        if seconds is not None and not (type(seconds) in (int, float) and 0 < seconds < math.inf):
            raise InvalidArgument(f"seconds must be a number above 0, not {short_repr(seconds)}")

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """The move that was worth trying most often."""
        return max(
            self.study(view, moves, rng), key=lambda candidate: (candidate.visits, candidate.worth)
        ).move

    def study(
        self, view: PlayerView, moves: Sequence[Move], rng: random.Random
    ) -> tuple[Candidate, ...]:
        """What a search finds out about each of the moves; if there is only one, it does not search.

        It is over as soon as the iterations that are left could not make another move the one tried
        most often.
        """
        require_decision(view, moves)
        choices = Node(1.0).choices(complete_state(view, hidden_cards(view)), moves)
        deals: list[_Deal] = []
        for count in self._budget() if len(moves) > 1 else ():
            if self._is_settled(choices, count):
                break
            chosen = most_urgent(choices)
            node = choices[chosen]
            # All moves meet the same imagined cards in the same order, so that luck does not tell
            # them apart.
            if node.visits == len(deals):
                deals.append((determinize(view, rng), rng.getrandbits(64)))
            _visit(node, moves[chosen], deals[node.visits])
        untried = mean_reward(choices)
        return tuple(
            [
                Candidate(move, node.visits, node.reward / node.visits if node.visits else untried)
                for move, node in zip(moves, choices, strict=True)
            ]
        )

    def _is_settled(self, choices: Sequence[Node], count: int) -> bool:
        """Whether, after so many iterations, none of the other moves can overtake the first."""
        *_, second, first = sorted([node.visits for node in choices])
        return self.iterations is not None and first - second > self.iterations - count

    def _budget(self) -> Iterator[int]:
        """Count iterations as long as there is budget, and at least one."""
        end = math.inf if self.seconds is None else time.perf_counter() + self.seconds
        count = 0
        while count != self.iterations and (not count or time.perf_counter() < end):
            yield count
            count += 1


_Deal: TypeAlias = tuple[GameState, int]
"""A state with imagined cards, and a seed for playing on."""


def _visit(node: Node, move: Move, deal: _Deal) -> None:
    """Make a move, go down the tree, play on, and note in the tree what came of it."""
    state, seed = deal
    way, after = descend(node, apply_move(state, move))
    rewards = _rewards(_played_on(after, random.Random(seed)))
    for visited, mover in ((node, state.to_move), *way):
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
        expected = prospects(
            state,
            [player.hand for player in state.players],
            count_cards(state.draw_pile, state.removed),
        )
        return [_squashed(_lead(expected, seat) / _MARGIN) for seat in range(len(expected))]
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
