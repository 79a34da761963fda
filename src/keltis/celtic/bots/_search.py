"""The search bot: Monte Carlo tree search with random rollouts to the end of the game."""

import math
import random
from typing import Final, final

import attrs

from keltis._lib.chance import shuffle
from keltis._lib.checks import as_int, plain_int
from keltis.celtic._engine.legality import legal_moves
from keltis.celtic._engine.moves import Move
from keltis.celtic._engine.play import apply_move
from keltis.celtic._engine.scoring import scores
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import ORANGE
from keltis.game import require_moves

_EXPLORATION: Final = 0.6
"""The weight of the exploration term in the UCB1 score."""


@final
@attrs.frozen
class SearchBot:
    """Plays by Monte Carlo tree search (UCB1) with random rollouts.

    The budget is a number of games, not a time, so that the same generator gives the same move on
    every machine. A thousand games take about half a second.

    >>> import random
    >>> from keltis.celtic import legal_moves, new_game
    >>> from keltis.celtic.bots import SearchBot
    >>> state = new_game()
    >>> str(SearchBot(games=100)(state, legal_moves(state), random.Random(1)))
    'lay -1,0 NE neutral'
    """

    games: int = attrs.field(default=400, converter=plain_int)
    """The number of rollouts for one decision."""

    def __attrs_post_init__(self) -> None:
        as_int(self.games, "games", 1)

    def __call__(self, state: GameState, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Return the move with the highest visit count."""
        require_moves(moves)
        if len(moves) == 1:
            return moves[0]
        root = _Node(state, shuffle(moves, rng))
        for _ in range(self.games):
            _visit(root, rng)
        return max(root.children, key=lambda move: root.children[move].visit_count)


class _Node:
    """A position with the statistics of the rollouts from there."""

    __slots__ = ("children", "state", "total_reward", "unexpanded", "visit_count")

    def __init__(self, state: GameState, moves: list[Move]) -> None:
        self.state = state
        self.unexpanded = moves
        self.children: dict[Move, _Node] = {}
        self.visit_count = 0
        self.total_reward = 0.0
        """The games that Orange won; a draw is half a win."""

    def expand(self, rng: random.Random) -> "_Node":
        """Add the child for one of the unexpanded moves."""
        move = self.unexpanded.pop()
        state = apply_move(self.state, move)
        child = self.children[move] = _Node(state, shuffle(legal_moves(state), rng))
        return child

    def select(self) -> "_Node":
        """Return the child with the highest UCB1 score."""
        exploration = _EXPLORATION * math.sqrt(math.log(self.visit_count))
        for_orange = self.state.to_move is ORANGE

        def ucb1_score(child: _Node) -> float:
            value = child.total_reward / child.visit_count
            value = value if for_orange else 1 - value
            return value + exploration / math.sqrt(child.visit_count)

        return max(self.children.values(), key=ucb1_score)


def _visit(root: _Node, rng: random.Random) -> None:
    """Run one iteration: select, expand, roll out, backpropagate."""
    path = [root]
    while not path[-1].unexpanded and path[-1].children:
        path.append(path[-1].select())
    if path[-1].unexpanded:
        path.append(path[-1].expand(rng))
    reward = _rollout(path[-1].state, rng)
    for node in path:
        node.visit_count += 1
        node.total_reward += reward


def _rollout(state: GameState, rng: random.Random) -> float:
    """Play random moves to the end; return 1 if Orange wins, 0.5 for a draw, else 0."""
    while moves := legal_moves(state):
        state = apply_move(state, moves[int(rng.random() * len(moves))])
    orange, blue = scores(state)
    return 0.5 if orange == blue else float(orange > blue)
