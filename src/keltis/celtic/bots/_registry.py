"""Bots by name, bots that are programs, and a game between two bots."""

import random
from collections.abc import Sequence
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias, final

from keltis import game
from keltis._codec.codec import from_document, to_document
from keltis._lib.chance import generator
from keltis.celtic._engine.moves import Move, parse_move
from keltis.celtic._engine.setup import new_game
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import PLAYERS
from keltis.celtic.bots._search import SearchBot
from keltis.celtic.learning import move_of
from keltis.celtic.record import GameRecord
from keltis.errors import InvalidArgument


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
    builtin=MappingProxyType({"random": game.RandomBot, "search": SearchBot}),
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
