"""The search tree: selection by PUCT, expansion, rollout and backpropagation.

There is one tree for all determinizations. A node stands for a move after the moves on the way to
it, and counts how often the move was legal, as other hidden cards allow other moves.
"""

import math
import random
from collections.abc import Sequence
from typing import Final, TypeAlias, final

from keltis import _weights
from keltis._engine.legality import legal_moves
from keltis._engine.moves import OVER, Move
from keltis._engine.play import apply_move
from keltis._engine.scoring import scores, winning_seats
from keltis._engine.state import GameState
from keltis.bots._evaluation import add_in_order, count_cards, expected_points
from keltis.bots._policy import policy_scores
from keltis.learning import action_id

Determinization: TypeAlias = tuple[GameState, int]
"""A state with sampled hidden cards, and a seed for the rollout."""

_ROLLOUT_DECISIONS: Final = 32
"""The length of a rollout, after which the evaluation decides: the rest is mostly luck."""


@final
class Node:
    """The statistics of one move after the moves on the way to it."""

    __slots__ = ("availability_count", "children", "prior", "total_reward", "visit_count")

    def __init__(self, prior: float) -> None:
        self.prior: float = prior
        """The probability, by the policy, that this is the best move."""
        self.visit_count: int = 0
        self.availability_count: int = 0
        """The number of selections in which the move was legal."""
        self.total_reward: float = 0.0
        """The sum of the rewards of all visits, for the player who made the move."""
        self.children: dict[int, Node] = {}
        """By action id."""

    def puct_score(self, unvisited_value: float) -> float:
        """Return the mean reward plus the exploration term."""
        value = self.total_reward / self.visit_count if self.visit_count else unvisited_value
        exploration = math.sqrt(self.availability_count) / (1 + self.visit_count)
        return value + _weights.EXPLORATION * self.prior * exploration

    def expand(self, state: GameState, moves: Sequence[Move]) -> list["Node"]:
        """Return the children for these moves of the state after this node; create missing ones."""
        children = self.children
        ids = [action_id(move) for move in moves]
        if not children.keys() >= set(ids):
            for number, prior in zip(ids, _softmax(policy_scores(state, moves)), strict=True):
                if number not in children:
                    children[number] = Node(prior)
        return [children[number] for number in ids]


def select(children: Sequence[Node]) -> int:
    """Return the index of the available child with the highest PUCT score."""
    unvisited_value = mean_reward(children)
    puct_scores = []
    for child in children:
        child.availability_count += 1
        puct_scores.append(child.puct_score(unvisited_value))
    return puct_scores.index(max(puct_scores))


def mean_reward(children: Sequence[Node]) -> float:
    """Return the mean reward of all visits, or 0.5 without a visit."""
    visits = sum([child.visit_count for child in children])
    return add_in_order([child.total_reward for child in children]) / visits if visits else 0.5


def descend(node: Node, state: GameState) -> tuple[list[tuple[Node, int]], GameState]:
    """Go down the tree to an unvisited node or the end of the game.

    `state` is the state after `node`. Returns the nodes on the way, each with the seat that made
    its move, and the state after them.
    """
    path = []
    while node.visit_count and state.phase is not OVER:
        moves = legal_moves(state)
        children = node.expand(state, moves)
        chosen = select(children)
        node = children[chosen]
        path.append((node, state.to_move))
        state = apply_move(state, moves[chosen])
    return path, state


def visit(node: Node, move: Move, determinization: Determinization) -> None:
    """Run one iteration below the node of this move: descend, roll out, backpropagate."""
    state, seed = determinization
    path, leaf = descend(node, apply_move(state, move))
    rewards = _rewards(_rollout(leaf, random.Random(seed)))
    for visited, mover in ((node, state.to_move), *path):
        visited.visit_count += 1
        visited.total_reward += rewards[mover]


def _rollout(state: GameState, rng: random.Random) -> GameState:
    """Play on by the policy with noise, to the end of the game or of the rollout."""
    noise = rng.random
    for _ in range(_ROLLOUT_DECISIONS):
        moves = legal_moves(state)
        if not moves:
            break
        noisy = [score + _weights.NOISE * noise() for score in policy_scores(state, moves)]
        state = apply_move(state, moves[noisy.index(max(noisy))])
    return state


def _rewards(state: GameState) -> list[float]:
    """Return the value of a position for each player, from 0 to 1."""
    if state.phase is not OVER:
        hands = [player.hand for player in state.players]
        points = expected_points(state, hands, count_cards(state.draw_pile, state.removed))
        return [_squash(_lead(points, seat)) for seat in range(len(points))]
    final = scores(state)
    totals = [score.total for score in final]
    winners = winning_seats(final)
    return [
        (1 - _weights.WIN_SHARE) * _squash(_lead(totals, seat))
        + (_weights.WIN_SHARE / len(winners) if seat in winners else 0.0)
        for seat in range(len(totals))
    ]


def _lead(points: Sequence[float], seat: int) -> float:
    """Return the lead of a player over the best other one, or over 0 if there is none."""
    return points[seat] - max((*points[:seat], *points[seat + 1 :]), default=0.0)


def _squash(lead: float) -> float:
    """Map a lead in points to a number from 0 to 1."""
    return 0.5 + 0.5 * math.tanh(lead / _weights.MARGIN / 2)


def _softmax(values: Sequence[float]) -> list[float]:
    """Return the probabilities that a softmax gives to these policy scores."""
    best = max(values)
    weights = [math.exp((value - best) / _weights.TEMPERATURE) for value in values]
    total = add_in_order(weights)
    return [weight / total for weight in weights]
