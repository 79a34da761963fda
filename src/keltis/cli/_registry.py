"""All commands of the program. What a command needs is imported when it runs, and not before."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from keltis._engine.rules import PRESETS
from keltis.cli._arguments import (
    GameArguments,
    M,
    R,
    S,
    V,
    add_delay,
    add_file,
    add_no_board,
    add_pictures,
    add_players,
    add_reveal,
    add_rules,
    add_save,
    add_seat,
    add_seed,
    non_negative_int,
    player_name,
    port_number,
    positive_int,
    time_limit,
)
from keltis.cli._commands import Command, ExitCode, add_commands
from keltis.game import Game

if TYPE_CHECKING:
    from keltis._engine.moves import Move
    from keltis._engine.rules import Rules
    from keltis._engine.state import GameState
    from keltis._engine.view import PlayerView
    from keltis.celtic._engine.moves import Move as TileMove
    from keltis.celtic._engine.rules import Rules as TileRules
    from keltis.celtic._engine.state import GameState as TileState
    from keltis.cli._celtic import CelticTerminal
    from keltis.cli._keltis import KeltisTerminal
    from keltis.cli._terminal import Terminal


def _keltis_game() -> "Game[GameState, PlayerView, Move, Rules]":
    from keltis._game import GAME  # noqa: PLC0415 - only a command with bots or rules needs it

    return GAME


def _keltis_terminal() -> "KeltisTerminal":
    from keltis.cli._keltis import KELTIS  # noqa: PLC0415 - only its commands need it

    return KELTIS


def _celtic_game() -> "Game[TileState, TileState, TileMove, TileRules]":
    from keltis.celtic._game import GAME  # noqa: PLC0415 - the same

    return GAME


def _celtic_terminal() -> "CelticTerminal":
    from keltis.cli._celtic import CELTIC  # noqa: PLC0415 - the same

    return CELTIC


KELTIS: Final = GameArguments(
    load=_keltis_game,
    load_terminal=_keltis_terminal,
    default_bot="greedy",
    bots="random, greedy, search, learnt, package.module:factory or program:COMMAND",
    seats=(),
    presets=", ".join(name.lower().replace("_", "-") for name in PRESETS),
    rules_example="KELTIS hand_size=6",
    has_hidden_cards=True,
)
CELTIC: Final = GameArguments(
    load=_celtic_game,
    load_terminal=_celtic_terminal,
    default_bot="search",
    bots="random, search, package.module:factory or program:COMMAND",
    seats=("orange", "blue"),
    presets="celtic",
    rules_example="CELTIC width=6",
    has_hidden_cards=False,
)


def _options(arguments: Namespace) -> Namespace:
    """The arguments of a command without those of the program: its function has the same names."""
    own = {name: value for name, value in vars(arguments).items() if name not in _NOT_OPTIONS}
    return Namespace(**own)


_NOT_OPTIONS: Final = ("command", "words", "format_help")


class _Run(Protocol):
    """Runs a command for any game."""

    def __call__(self, terminal: "Terminal[S, V, M, R]", options: Namespace, /) -> ExitCode:
        """The exit code."""


def _add_watch(parser: ArgumentParser, game: GameArguments[S, V, M, R]) -> None:
    parser.set_defaults(reveal=False)
    meaning = f"who plays, by seat: {game.bots} (default: {game.default_bot} on every seat)"
    parser.add_argument("bots", type=game.bot, nargs="*", metavar="BOT", help=meaning)
    add_players(parser, "the number of players; fewer bots take several seats (default: 2)")
    add_seed(parser, "the source of all chance (default: a random one)")
    add_rules(parser, game)
    add_delay(parser)
    if game.has_hidden_cards:
        add_reveal(parser)
    add_no_board(parser)
    add_save(parser, "write the record: as JSON if the name ends in .json, else as text")
    add_pictures(parser, "draw the end as SVG, too", "draw the end as PNG, too")


def _run_watch(terminal: "Terminal[S, V, M, R]", options: Namespace) -> ExitCode:
    from keltis.cli._watch import watch  # noqa: PLC0415 - only this command needs it

    return watch(terminal, **vars(options))


def _add_play(parser: ArgumentParser, game: GameArguments[S, V, M, R]) -> None:
    first = game.seats[0] if game.seats else "0"
    meaning = "your name (default: the program asks)"
    parser.add_argument("--name", type=player_name, metavar="NAME", help=meaning)
    add_seat(parser, game.seats, f"your seat; {first} begins (default: {first})")
    meaning = f"the other players: {game.bots} (default: {game.default_bot})"
    parser.add_argument(
        "--against", type=game.bot, nargs="+", default=(), metavar="BOT", help=meaning
    )
    add_players(parser, "the number of players with you; fewer bots take several seats")
    add_seed(parser, "the source of all chance (default: a random one)")
    add_rules(parser, game)
    meaning = "go on with the game in this file"
    parser.add_argument("--load", type=Path, metavar="FILE", help=meaning)
    add_save(parser, "the file of the game, written with every move (default: a new one here)")
    meaning = "ask line by line, as without a terminal of 80 by 24"
    parser.add_argument("--plain", action="store_true", help=meaning)


def _run_play(terminal: "Terminal[S, V, M, R]", options: Namespace) -> ExitCode:
    from keltis.cli._play import play  # noqa: PLC0415 - only this command needs it

    return play(terminal, **vars(options))


def _add_show(parser: ArgumentParser, game: GameArguments[S, V, M, R]) -> None:
    parser.set_defaults(seat=None, reveal=False)
    add_file(parser)
    meaning = "the position after this many moves (default: the last one)"
    parser.add_argument("--move", type=non_negative_int, metavar="N", help=meaning)
    if game.has_hidden_cards:
        add_seat(parser, game.seats, "as the player on this seat sees it (default: a spectator)")
        add_reveal(parser)
    add_pictures(parser, "draw it as SVG instead", "draw it as PNG instead")


def _run_show(terminal: "Terminal[S, V, M, R]", options: Namespace) -> ExitCode:
    from keltis.cli._replay import show  # noqa: PLC0415 - only this command needs it

    return show(terminal, **vars(options))


def _add_replay(parser: ArgumentParser, game: GameArguments[S, V, M, R]) -> None:
    parser.set_defaults(seat=None, reveal=False)
    add_file(parser)
    if game.has_hidden_cards:
        add_seat(parser, game.seats, "as the player on this seat saw it (default: a spectator)")
        add_reveal(parser)
    add_delay(parser)
    add_no_board(parser)
    strip = "instead, draw a strip of 6 boards"
    moving = "instead, draw a picture that moves, --delay a move"
    add_pictures(parser, moving, strip)
    meaning = "with --svg or --png: a strip of this many boards"
    parser.add_argument("--frames", type=positive_int, metavar="N", help=meaning)


def _run_replay(terminal: "Terminal[S, V, M, R]", options: Namespace) -> ExitCode:
    from keltis.cli._replay import replay  # noqa: PLC0415 - only this command needs it

    return replay(terminal, **vars(options))


def _game_commands(game: GameArguments[S, V, M, R]) -> dict[str, Command]:
    """The commands that every game has, by name."""

    def command(
        name: str,
        meaning: str,
        add: Callable[[ArgumentParser, GameArguments[S, V, M, R]], None],
        run: _Run,
    ) -> Command:
        return Command(
            name,
            meaning,
            lambda parser: add(parser, game),
            lambda arguments: run(game.load_terminal(), _options(arguments)),
        )

    replayed = "narrate a recorded game turn by turn, or make a film of it"
    commands = (
        command("watch", "watch bots play a game", _add_watch, _run_watch),
        command("play", "play against bots", _add_play, _run_play),
        command("show", "show a position of a recorded game, or draw it", _add_show, _run_show),
        command("replay", replayed, _add_replay, _run_replay),
    )
    return {made.name: made for made in commands}


def _add_tournament(parser: ArgumentParser, game: GameArguments[S, V, M, R]) -> None:
    meaning = "who takes part; a bot can be named twice"
    parser.add_argument("bots", type=game.bot, nargs="+", metavar="BOT", help=meaning)
    add_players(parser, "the number of players in a game (default: 2)", 2)
    size = parser.add_mutually_exclusive_group()
    meaning = "the number of deals, each played in all seatings (default: 10)"
    size.add_argument("--deals", type=positive_int, metavar="N", help=meaning)
    meaning = "the least number of games; the seatings of the last deal are completed"
    size.add_argument("--games", type=positive_int, metavar="N", help=meaning)
    add_seed(parser, "the source of all chance (default: a secret one, printed at the end)")
    add_rules(parser, game)
    meaning = "the number of turns after which a game is stopped (default: 1000)"
    parser.add_argument("--max-turns", type=positive_int, metavar="N", help=meaning)
    meaning = "a bot that takes longer for a move loses the game"
    parser.add_argument("--seconds-per-move", type=time_limit, metavar="S", help=meaning)
    meaning = "a bot that takes longer for all its moves loses the game"
    parser.add_argument("--seconds-per-game", type=time_limit, metavar="S", help=meaning)
    meaning = "a process for each bot, where it can reach nothing but its view"
    parser.add_argument("--isolate", action="store_true", help=meaning)
    meaning = "the number of processes that play (default: 1)"
    parser.add_argument("--jobs", type=positive_int, default=1, metavar="N", help=meaning)
    meaning = (
        "write the results: games as .csv or .json, or everything to a directory, with plots if "
        "matplotlib is installed"
    )
    parser.add_argument("--out", type=Path, metavar="PATH", help=meaning)
    meaning = "keep the games in this journal, and go on after those in it"
    parser.add_argument("--resume", type=Path, metavar="FILE", help=meaning)


def _run_tournament(game: Game[S, V, M, R], arguments: Namespace) -> ExitCode:
    from keltis.cli._tournament import run_tournament  # noqa: PLC0415 - only this command needs it

    return run_tournament(
        game,
        arguments.bots,
        players=arguments.players,
        deals=arguments.deals,
        games=arguments.games,
        seed=arguments.seed,
        rules=arguments.rules,
        max_turns=arguments.max_turns,
        seconds_per_move=arguments.seconds_per_move,
        seconds_per_game=arguments.seconds_per_game,
        isolate=arguments.isolate,
        jobs=arguments.jobs,
        out=arguments.out,
        resume=arguments.resume,
        words=arguments.words,
    )


def _add_advise(parser: ArgumentParser) -> None:
    meaning = "what you see, as text or JSON: a view, a position, or a game"
    parser.add_argument("file", type=Path, metavar="FILE", help=meaning)
    meaning = "a bot to ask; may be repeated (default: greedy and search)"
    parser.add_argument("--bot", type=KELTIS.bot, action="append", metavar="BOT", help=meaning)
    add_seed(parser, "the chance of the bots (default: 0)")


def _run_advise(arguments: Namespace) -> ExitCode:
    from keltis.cli._keltis import show_advice  # noqa: PLC0415 - only this command needs it

    return show_advice(arguments.file, arguments.bot or (), seed=arguments.seed)


def _add_solve(parser: ArgumentParser) -> None:
    meaning = "the hard puzzle: all strands must form a single knot"
    parser.add_argument("--hard", action="store_true", help=meaning)
    add_seed(parser, "which solution is chosen (default: a random one)")
    meaning = "instead, print the number of solutions; with --hard this takes half a minute"
    parser.add_argument("--count", action="store_true", help=meaning)
    add_pictures(parser, "draw it as SVG, too", "draw it as PNG, too")


def _run_solve(arguments: Namespace) -> ExitCode:
    from keltis.cli._celtic import show_solution  # noqa: PLC0415 - only this command needs it

    return show_solution(**vars(_options(arguments)))


def _add_serve(parser: ArgumentParser) -> None:
    meaning = "where the tables are kept, so that a restart loses nothing (default: keltis-tables)"
    parser.add_argument(
        "--folder", type=Path, default=Path("keltis-tables"), metavar="FOLDER", help=meaning
    )
    meaning = "where to listen: 0.0.0.0 lets other machines in (default: 127.0.0.1)"
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=meaning)
    meaning = "the port to listen on; 0 means any free one (default: 8000)"
    parser.add_argument("--port", type=port_number, default=8000, metavar="N", help=meaning)


def _run_serve(arguments: Namespace) -> ExitCode:
    from keltis.cli._serve import serve  # noqa: PLC0415 - only this command needs it

    return serve(arguments.folder, host=arguments.host, port=arguments.port)


def _add_conformance(parser: ArgumentParser) -> None:
    meaning = "the file of JSON lines to write; .gz compresses it"
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help=meaning)
    meaning = "the number of games of each kind (default: 1)"
    parser.add_argument("--games", type=positive_int, default=1, metavar="N", help=meaning)


def _run_conformance(arguments: Namespace) -> ExitCode:
    from keltis.testing.conformance import describe_cases, write_conformance_games  # noqa: PLC0415 - the same

    counts = write_conformance_games(arguments.out, games=arguments.games)
    sys.stdout.write(describe_cases(counts))
    return 0 if all(counts.values()) else 1


def _add_celtic(parser: ArgumentParser) -> None:
    parser.set_defaults(format_help=parser.format_help)
    add_commands(parser, CELTIC_COMMANDS)


def _run_celtic(arguments: Namespace) -> ExitCode:
    """Print the help: no command of CELTIC! was given."""
    sys.stderr.write(arguments.format_help())
    return 2


def commands_of(game: Game[S, V, M, R]) -> tuple[Command, ...]:
    """The commands of a game that the program does not know."""

    def load_terminal() -> "Terminal[S, V, M, R]":
        from keltis.cli._terminal import Terminal  # noqa: PLC0415 - only its commands need it

        return Terminal(game)

    bots = game.bots.bot_names()
    rules = game.notation.format_rules(game.rules)
    arguments = GameArguments(
        load=lambda: game,
        load_terminal=load_terminal,
        default_bot=bots[0],
        bots=", ".join(bots),
        seats=(),
        presets=rules.partition(" ")[0].lower(),
        rules_example=rules,
        has_hidden_cards=True,
    )
    return tuple(_game_commands(arguments).values())


_KELTIS_COMMANDS: Final = _game_commands(KELTIS)
_CELTIC_COMMANDS: Final = _game_commands(CELTIC)


def _tournament(game: GameArguments[S, V, M, R]) -> Command:
    return Command(
        "tournament",
        "bots play many games against each other",
        lambda parser: _add_tournament(parser, game),
        lambda arguments: _run_tournament(game.load(), arguments),
    )


_ADVISE: Final = Command(
    "advise", "what the bots would do in your position, and why", _add_advise, _run_advise
)
_SOLVE: Final = Command(
    "solve", "solve the puzzle: all tiles in one square", _add_solve, _run_solve
)
_CELTIC: Final = Command(
    "celtic",
    "the tile game CELTIC!: watch, play, tournament, solve, show, replay",
    _add_celtic,
    _run_celtic,
)
_SERVE: Final = Command("serve", "let friends play in their browsers", _add_serve, _run_serve)
_CONFORMANCE: Final = Command(
    "conformance",
    "write games of both games as JSON lines, for ports to other languages",
    _add_conformance,
    _run_conformance,
)

CELTIC_COMMANDS: Final[tuple[Command, ...]] = (
    _CELTIC_COMMANDS["watch"],
    _CELTIC_COMMANDS["play"],
    _tournament(CELTIC),
    _SOLVE,
    _CELTIC_COMMANDS["show"],
    _CELTIC_COMMANDS["replay"],
)
"""The commands after `keltis celtic`, in the order of its help."""

COMMANDS: Final[tuple[Command, ...]] = (
    _KELTIS_COMMANDS["watch"],
    _KELTIS_COMMANDS["play"],
    _tournament(KELTIS),
    _KELTIS_COMMANDS["show"],
    _KELTIS_COMMANDS["replay"],
    _ADVISE,
    _CELTIC,
    _SERVE,
    _CONFORMANCE,
)
"""The commands after `keltis`, in the order of its help."""
