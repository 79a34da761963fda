"""The tree of a search: what has been tried, how often, and what came of it."""

import math
from collections.abc import Sequence
from typing import Final, final

from keltis.actions import action_id
from keltis.bots.hunches import hunches
from keltis.legality import legal_moves
from keltis.moves import OVER, Move
from keltis.play import apply_move
from keltis.state import GameState

CURIOSITY: Final = 0.5
"""How much a move that has been tried less than its hunch suggests is preferred."""
_DOUBT: Final = 1.0
"""How many points a hunch may be wrong by, more or less."""


@final
class Node:
    """What is known of one move after those on the way to it."""

    __slots__ = ("available", "children", "expected", "reward", "visits")

    def __init__(self, expected: float) -> None:
        self.expected: float = expected
        """How likely this was thought to be the best move before any was tried."""
        self.visits: int = 0
        self.available: int = 0
        """How often the move was legal when one had to be chosen: the hidden cards change from one visit to the next."""
        self.reward: float = 0.0
        """The sum of what all visits were worth to the player who made the move."""
        self.children: dict[int, Node] = {}
        """By the move's number."""

    def urgency(self, unvisited: float) -> float:
        """What decides which move is tried next: how good it was, and how seldom it was tried where it could have been."""
        mean = self.reward / self.visits if self.visits else unvisited
        return mean + CURIOSITY * self.expected * math.sqrt(self.available) / (1 + self.visits)

    def choices(self, state: GameState, moves: Sequence[Move]) -> list["Node"]:
        """What is known of these moves, in a state after this one."""
        children = self.children
        numbers = [action_id(move) for move in moves]
        if not children.keys() >= set(numbers):
            for number, expected in zip(numbers, _shares(hunches(state, moves)), strict=True):
                if number not in children:
                    children[number] = Node(expected)
        return [children[number] for number in numbers]


def descend(node: Node, state: GameState) -> tuple[list[tuple[Node, int]], GameState]:
    """Go down the tree to a move that was never tried, or to the end of the game.

    Returns the moves on the way, each with the seat that made it, and the state after them. The
    first was `node`, after which the state is as given.
    """
    way = []
    while node.visits and state.phase is not OVER:
        moves = legal_moves(state)
        choices = node.choices(state, moves)
        chosen = most_urgent(choices)
        node = choices[chosen]
        way.append((node, state.to_move))
        state = apply_move(state, moves[chosen])
    return way, state


def most_urgent(choices: Sequence[Node]) -> int:
    """Where the move stands that is to be tried next, of all that are available."""
    unvisited = mean_reward(choices)
    urgencies = []
    for choice in choices:
        choice.available += 1
        urgencies.append(choice.urgency(unvisited))
    return urgencies.index(max(urgencies))


def mean_reward(choices: Sequence[Node]) -> float:
    """What all visits were worth on the whole; without one, as much as a game that has not begun."""
    visits = sum([choice.visits for choice in choices])
    return sum([choice.reward for choice in choices]) / visits if visits else 0.5


def _shares(worths: Sequence[float]) -> list[float]:
    """How likely each of several moves is the best, if their worths may be wrong by some points."""
    best = max(worths)
    odds = [math.exp((worth - best) / _DOUBT) for worth in worths]
    total = sum(odds)
    return [odd / total for odd in odds]
