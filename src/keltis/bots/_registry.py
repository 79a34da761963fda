"""Bots by name, bots that are programs, and a game between bots."""

import random
from collections.abc import Sequence
from functools import partial
from types import MappingProxyType
from typing import Final, final

from keltis._engine.moves import Move
from keltis._engine.rules import KELTIS, Rules
from keltis._engine.setup import new_game
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView
from keltis._lib.chance import generator
from keltis.bots._bot import Bot, require_viewer
from keltis.bots._greedy import GreedyBot
from keltis.bots._learnt import LearntBot
from keltis.bots._search import SearchBot
from keltis.documents import from_document, to_document
from keltis.game import (
    DEFAULT_SECONDS,
    MAX_MOVES,
    BotRegistry,
    Match,
    Messages,
    PlainMessages,
    Program,
    RandomBot,
    make_each,
    names_of_bots,
)
from keltis.learning import move_of
from keltis.notation import parse_move
from keltis.record import GameRecord


def _hello(view: PlayerView) -> dict[str, object]:
    seat, rules = require_viewer(view), to_document(view.rules)
    return {"game": "keltis", "rules": rules, "players": len(view.players), "seat": seat}


def _read_move(answer: str | int) -> Move:
    return parse_move(answer) if isinstance(answer, str) else move_of(answer)


messages: Final[Messages[PlayerView, Move]] = PlainMessages(
    _hello, to_document, partial(from_document, PlayerView), _read_move
)
"""What programs that play are told, and what they say, for tools: see `keltis.game.Messages`."""


@final
class ProgramBot(Program[PlayerView, Move]):
    """A program that chooses moves. `make_bot("program:node bot.js")` makes one, too.

    The program is started at the first decision, and again for a player on another seat or by other
    rules. It gets the view as JSON and nothing else of the game. One that takes more than `seconds`
    for a move is stopped, with a `ProgramTimeout`.

    >>> import random
    >>> import keltis
    >>> from keltis.bots import ProgramBot
    >>> view = keltis.observe(keltis.new_game(2, seed=1), 0)
    >>> bot = ProgramBot("sh -c 'read hello; read request; echo discard R6'")
    >>> bot(view, keltis.legal_moves(view), random.Random(1))
    Discard(card=<R6>)
    >>> bot.close()
    """

    def __init__(self, command: str, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(command, messages, seconds)


REGISTRY: Final[BotRegistry[PlayerView, Move]] = BotRegistry(
    group="keltis.bots",
    builtin=MappingProxyType(
        {"random": RandomBot, "greedy": GreedyBot, "search": SearchBot, "learnt": LearntBot}
    ),
    messages=messages,
    program=ProgramBot,
)


def bot_names() -> tuple[str, ...]:
    """Return the names that `make_bot` knows: the built-in bots, then those of installed packages.

    >>> from keltis.bots import bot_names
    >>> bot_names()[:3]
    ('random', 'greedy', 'search')
    """
    return REGISTRY.bot_names()


def make_bot(name: str) -> Bot:
    """Make the bot with this name: one of `bot_names()`, `module:factory` or `program:COMMAND`.

    Options follow after a colon and are passed to the factory by keyword: numbers as numbers,
    anything else as text. A name with a module runs the code of that module. A command is split
    into words as in a shell, and its program plays: see `ProgramBot`.

    >>> from keltis.bots import make_bot
    >>> make_bot("search:iterations=200")
    SearchBot(iterations=200, seconds=None, weights=None)
    >>> make_bot("keltis.bots:SearchBot:seconds=0.5").seconds
    0.5
    >>> make_bot("serach")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    keltis.InvalidArgument: unknown bot 'serach': expected random, greedy, search, ...
    """
    return REGISTRY.make_bot(name)


def start_match(
    bots: Sequence[Bot | str | None],
    *,
    seed: int | None = None,
    rules: Rules = KELTIS,
    names: Sequence[str] = (),
) -> Match[GameState, PlayerView, Move, Rules]:
    """Start a game to play at a prompt.

    :param bots: by seat, a bot or a name for `make_bot`; None is a person
    :param seed: of the deal and the bots (default: random)

    >>> import keltis
    >>> match = keltis.start_match([None, "greedy"], seed=7)
    >>> match = match.play("discard P10").play("draw pile").advance()
    >>> [str(move) for move in match.record.moves]
    ['discard P10', 'draw pile', 'lay Y10 large', 'draw P']
    """
    from keltis._game import GAME  # noqa: PLC0415 - it has this module

    return Match.start(GAME, bots, seed=seed, rules=rules, names=names)


def play_match(
    bots: Sequence[Bot | str],
    *,
    seed: int | None = None,
    rng: random.Random | None = None,
    start: GameState | None = None,
    rules: Rules = KELTIS,
    names: Sequence[str] = (),
    max_moves: int = MAX_MOVES,
) -> GameRecord:
    """Play a whole game between bots, one for each seat, and return the record.

    The record has the seed of its deal. A bot that fails raises its own error: for many games, see
    `keltis.arena`.

    :param bots: by seat, a bot or a name for `make_bot`
    :param seed: gives the same game again, here and in `keltis watch`, if the bots take all
        randomness from the generator that they are passed, see `bot_random` (default: random)
    :param rng: your own source of chance, in place of a seed
    :param start: the position to start at, in place of a deal by these rules
    :param names: of the players (default: the bots, if all are given by name)
    :param max_moves: the game is truncated after so many (E3); then its outcome is None

    >>> from keltis.bots import play_match
    >>> record = play_match(["greedy", "random"], seed=7)
    >>> record.outcome.winners, len(record)
    ((0,), 198)
    >>> record.names, record.seed
    (('greedy', 'random'), 7)
    """
    from keltis._game import GAME  # noqa: PLC0415 - it has this module

    seated = tuple(make_each(bots, make_bot))
    chance = generator(seed, rng)
    if start is not None:
        record = GameRecord(start)
    elif seed is not None:
        record = GameRecord.seeded(len(seated), seed, rules=rules)
    else:
        record = GameRecord(new_game(len(seated), rng=chance, rules=rules))
    bot_seed = chance.getrandbits(63) if seed is None else seed
    match = Match(game=GAME, record=record, bots=seated, seed=bot_seed, max_moves=max_moves)
    with match.naming_bots():
        return record.rename(names or names_of_bots(bots)).play(match.decider())
