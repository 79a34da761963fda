"""Bots that play CELTIC!: a random one, and one that searches.

>>> from keltis.celtic.bots import play_match
>>> record = play_match(["search:games=20", "random"], seed=1)
>>> record.outcome is not None
True
"""

import math
import random
from collections.abc import Sequence
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias, final

import attrs

from keltis import game
from keltis._codec.codec import from_document, to_document
from keltis._lib.chance import generator, shuffle
from keltis._lib.checks import as_int, plain_int
from keltis._lib.exports import set_public_module
from keltis.celtic._engine.legality import legal_moves
from keltis.celtic._engine.moves import Move, parse_move
from keltis.celtic._engine.play import apply_move
from keltis.celtic._engine.scoring import scores
from keltis.celtic._engine.setup import new_game
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import ORANGE, PLAYERS
from keltis.celtic.learning import move_of
from keltis.celtic.record import GameRecord
from keltis.errors import InvalidArgument
from keltis.game import RandomBot, require_moves

__all__ = [
    "Bot",
    "ProgramBot",
    "RandomBot",
    "SearchBot",
    "bot_names",
    "make_bot",
    "messages",
    "play_match",
]

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


# Bots by name, and programs


def _hello(state: GameState) -> dict[str, object]:
    rules, seat = to_document(state.rules), int(state.to_move)
    return {"game": "celtic", "rules": rules, "players": len(PLAYERS), "seat": seat}


def _read_move(answer: str | int) -> Move:
    return parse_move(answer) if isinstance(answer, str) else move_of(answer)


messages: Final[game.Messages[GameState, Move]] = game.PlainMessages(
    _hello, to_document, partial(from_document, GameState), _read_move
)
"""What programs that play are told, and what they say, for tools: see `keltis.game.Messages`."""

Bot: TypeAlias = game.Bot[GameState, Move]
"""A bot that plays CELTIC!: a function, or an object with `__call__`, see `keltis.game.Bot`.

What it sees is the state, in which nothing is hidden.

>>> import random
>>> from keltis.celtic import GameState, Move
>>> from keltis.celtic.bots import Bot
>>> def first(state: GameState, moves: tuple[Move, ...], rng: random.Random) -> Move:
...     return moves[0]
...
>>> bot: Bot = first
"""


@final
class ProgramBot(game.Program[GameState, Move]):
    """A program that chooses moves. `make_bot("program:node bot.js")` makes one, too.

    It is as `keltis.bots.ProgramBot`. The view that it gets is the state, in which nothing is
    hidden.

    >>> import random
    >>> from keltis.celtic import legal_moves, new_game
    >>> from keltis.celtic.bots import ProgramBot
    >>> bot = ProgramBot("sh -c 'read hello; read request; echo lay 0,-1 S neutral'")
    >>> print(bot(new_game(), legal_moves(new_game()), random.Random(1)))
    lay 0,-1 S neutral
    >>> bot.close()
    """

    def __init__(self, command: str, seconds: float = game.DEFAULT_SECONDS) -> None:
        super().__init__(command, messages, seconds)


REGISTRY: Final[game.BotRegistry[GameState, Move]] = game.BotRegistry(
    group="keltis.celtic.bots",
    builtin=MappingProxyType({"random": RandomBot, "search": SearchBot}),
    messages=messages,
    program=ProgramBot,
)


def bot_names() -> tuple[str, ...]:
    """Return the names that `make_bot` knows: the built-in bots, then those of installed packages.

    >>> from keltis.celtic.bots import bot_names
    >>> bot_names()
    ('random', 'search')
    """
    return REGISTRY.bot_names()


def make_bot(name: str) -> Bot:
    """Make the bot with this name: one of `bot_names()`, `module:factory` or `program:COMMAND`.

    Options follow after a colon, as in `keltis.bots.make_bot`.

    >>> from keltis.celtic.bots import make_bot
    >>> make_bot("search:games=50")
    SearchBot(games=50)
    """
    return REGISTRY.make_bot(name)


def play_match(
    bots: Sequence[Bot | str],
    *,
    seed: int | None = None,
    rng: random.Random | None = None,
    start: GameState | None = None,
    names: Sequence[str] = (),
) -> GameRecord:
    """Play a whole game between two bots, orange and blue, and return the record.

    A bot is a `Bot` or a name for `make_bot`. The game is a new one, or starts at `start`.
    The same seed gives the same game. If both bots are given by name and there are no other
    `names`, the record has these.

    >>> from keltis.celtic.bots import play_match
    >>> record = play_match(["random", "random"], seed=1)
    >>> record.outcome, record.names
    (Outcome(scores=((3,), (2,)), winner=Owner.ORANGE), ('random', 'random'))
    """
    if len(bots) != len(PLAYERS):
        raise InvalidArgument(f"expected a bot for orange and one for blue, not {len(bots)} bots")
    from keltis.celtic._game import GAME  # noqa: PLC0415 - it has this module

    seated = tuple(game.make_each(bots, make_bot))
    bot_seed = generator(seed, rng).getrandbits(63) if seed is None else seed
    record = GameRecord(
        new_game() if start is None else start, names=names or game.names_of_bots(bots)
    )
    match = game.Match(game=GAME, record=record, bots=seated, seed=bot_seed)
    with match.naming_bots():
        return record.play(match.decider())


set_public_module(__name__)
