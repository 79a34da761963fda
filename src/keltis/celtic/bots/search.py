"""The bot that looks ahead."""

import math
import random
from typing import Final, final

import attrs

from keltis._shared.chance import shuffle
from keltis._shared.text import short_repr
from keltis.celtic.bots.bot import require_decision
from keltis.celtic.legality import legal_moves
from keltis.celtic.moves import Move
from keltis.celtic.play import apply_move
from keltis.celtic.scoring import scores
from keltis.celtic.state import GameState
from keltis.celtic.tiles import ORANGE
from keltis.errors import InvalidArgument

_CURIOSITY: Final = 0.6
"""How much a move that has been tried seldom is preferred to one that has done better."""


@final
@attrs.frozen
class SearchBot:
    """Tries its moves out: Monte Carlo tree search, in which every game that is tried is played to its end by chance.

    The budget is a number of games, not a time, so that the same chance gives the same move on
    every machine. A thousand games take about half a second.

    >>> import random
    >>> from keltis.celtic import legal_moves, new_game
    >>> state = new_game()
    >>> str(SearchBot(games=100)(state, legal_moves(state), random.Random(1)))
    'lay -1,0 NE neutral'
    """

    games: int = 400
    """How many games are tried for one move."""

    def __attrs_post_init__(self) -> None:
        if type(self.games) is not int or self.games < 1:
            raise InvalidArgument(
                f"games must be a whole number from 1, not {short_repr(self.games)}"
            )

    def __call__(self, state: GameState, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """The move that was tried most often, as it did best."""
        require_decision(state, moves)
        if len(moves) == 1:
            return moves[0]
        root = _Node(state, shuffle(moves, rng))
        for _ in range(self.games):
            _try(root, rng)
        return max(root.tried, key=lambda move: root.tried[move].games)


class _Node:
    """A position, and the games that have been tried from there."""

    __slots__ = ("games", "state", "tried", "untried", "won")

    def __init__(self, state: GameState, moves: list[Move]) -> None:
        self.state = state
        self.untried = moves
        self.tried: dict[Move, _Node] = {}
        self.games = 0
        self.won = 0.0
        """How many of the games Orange has won; a draw is half a win."""

    def grown(self, rng: random.Random) -> "_Node":
        """The position after a move that has not been tried."""
        move = self.untried.pop()
        state = apply_move(self.state, move)
        child = self.tried[move] = _Node(state, shuffle(legal_moves(state), rng))
        return child

    def promising(self) -> "_Node":
        """The position after the move that has done best so far, or that has been tried too seldom to know."""
        curiosity = _CURIOSITY * math.sqrt(math.log(self.games))
        for_orange = self.state.to_move is ORANGE

        def promise(child: _Node) -> float:
            share = child.won / child.games
            return (share if for_orange else 1 - share) + curiosity / math.sqrt(child.games)

        return max(self.tried.values(), key=promise)


def _try(root: _Node, rng: random.Random) -> None:
    """One more game: along the most promising moves, then one that is new, and then by chance to the end."""
    line = [root]
    while not line[-1].untried and line[-1].tried:
        line.append(line[-1].promising())
    if line[-1].untried:
        line.append(line[-1].grown(rng))
    won = _won_by_chance(line[-1].state, rng)
    for node in line:
        node.games += 1
        node.won += won


def _won_by_chance(state: GameState, rng: random.Random) -> float:
    """Whether Orange wins a game that goes on by chance: 1, for a draw 0.5, else 0."""
    while moves := legal_moves(state):
        state = apply_move(state, moves[int(rng.random() * len(moves))])
    orange, blue = scores(state)
    return 0.5 if orange == blue else float(orange > blue)
