"""All commands of the program. What a command needs is imported when it runs, and not before."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from keltis.cli._arguments import (
    add_pictures,
    add_players,
    add_rules,
    add_seed,
    celtic_bot,
    celtic_rules,
    keltis_bot,
    keltis_rules,
    port_number,
    positive_int,
    time_limit,
)
from keltis.cli._commands import Command, ExitCode, add_commands
from keltis.cli._game_commands import GameArguments, Run, make_game_commands


def _run_with_keltis(run: Run, arguments: Namespace) -> ExitCode:
    from keltis.cli._keltis_game import KELTIS_GAME  # noqa: PLC0415 - only its commands need it

    return run(KELTIS_GAME, arguments)


def _run_with_celtic(run: Run, arguments: Namespace) -> ExitCode:
    from keltis.cli._celtic_game import CELTIC_GAME  # noqa: PLC0415 - only its commands need it

    return run(CELTIC_GAME, arguments)


KELTIS: Final = GameArguments(
    run_with_game=_run_with_keltis,
    bot=keltis_bot,
    default_bot="greedy",
    bots="random, greedy, search, learnt, package.module:factory or program:COMMAND",
    seats=(),
    rules=keltis_rules,
    rules_example="KELTIS hand_size=6",
    has_hidden_cards=True,
)
CELTIC: Final = GameArguments(
    run_with_game=_run_with_celtic,
    bot=celtic_bot,
    default_bot="search",
    bots="random, search or search:games=N",
    seats=("orange", "blue"),
    rules=celtic_rules,
    rules_example="CELTIC width=6",
    has_hidden_cards=False,
)


def _add_tournament(parser: ArgumentParser) -> None:
    meaning = "who takes part; a bot can be named twice"
    parser.add_argument("bots", type=keltis_bot, nargs="+", metavar="BOT", help=meaning)
    add_players(parser, "the number of players in a game (default: 2)", 2)
    size = parser.add_mutually_exclusive_group()
    meaning = "the number of deals, each played in all seatings (default: 10)"
    size.add_argument("--deals", type=positive_int, metavar="N", help=meaning)
    meaning = "the least number of games; the seatings of the last deal are completed"
    size.add_argument("--games", type=positive_int, metavar="N", help=meaning)
    add_seed(parser, "the source of all chance (default: a secret one, printed at the end)")
    add_rules(parser, KELTIS.rules, KELTIS.rules_example)
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


def _run_tournament(arguments: Namespace) -> ExitCode:
    from keltis.cli._tournament import run_tournament  # noqa: PLC0415 - only this command needs it

    return run_tournament(
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
    parser.add_argument("--bot", type=keltis_bot, action="append", metavar="BOT", help=meaning)
    add_seed(parser, "the chance of the bots (default: 0)")


def _run_advise(arguments: Namespace) -> ExitCode:
    from keltis.cli._advise import show_advice  # noqa: PLC0415 - only this command needs it

    return show_advice(arguments.file, arguments.bot or (), seed=arguments.seed)


def _add_solve(parser: ArgumentParser) -> None:
    meaning = "the hard puzzle: all strands must form a single knot"
    parser.add_argument("--hard", action="store_true", help=meaning)
    add_seed(parser, "which solution is chosen (default: a random one)")
    meaning = "instead, print the number of solutions; with --hard this takes half a minute"
    parser.add_argument("--count", action="store_true", help=meaning)
    add_pictures(parser, "draw it as SVG, too", "draw it as PNG, too")


def _run_solve(arguments: Namespace) -> ExitCode:
    from keltis.cli._solve import show_count, show_solution  # noqa: PLC0415 - the same

    if arguments.count:
        return show_count(hard=arguments.hard)
    return show_solution(
        hard=arguments.hard,
        seed=arguments.seed,
        svg=arguments.svg,
        png=arguments.png,
        theme=arguments.theme,
    )


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
    from keltis.conformance import describe_cases, write_conformance_games  # noqa: PLC0415 - the same

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


_KELTIS_COMMANDS: Final = make_game_commands(KELTIS)
_CELTIC_COMMANDS: Final = make_game_commands(CELTIC)

CELTIC_COMMANDS: Final[tuple[Command, ...]] = (
    _CELTIC_COMMANDS["watch"],
    _CELTIC_COMMANDS["play"],
    Command(
        name="solve",
        help="solve the puzzle: all tiles in one square",
        add_arguments=_add_solve,
        run=_run_solve,
    ),
    _CELTIC_COMMANDS["show"],
    _CELTIC_COMMANDS["replay"],
)
"""The commands after `keltis celtic`, in the order of its help."""

COMMANDS: Final[tuple[Command, ...]] = (
    _KELTIS_COMMANDS["watch"],
    _KELTIS_COMMANDS["play"],
    Command(
        name="tournament",
        help="bots play many games against each other",
        add_arguments=_add_tournament,
        run=_run_tournament,
    ),
    _KELTIS_COMMANDS["show"],
    _KELTIS_COMMANDS["replay"],
    Command(
        name="advise",
        help="what the bots would do in your position, and why",
        add_arguments=_add_advise,
        run=_run_advise,
    ),
    Command(
        name="celtic",
        help="the tile game CELTIC!: watch, play, solve, show, replay",
        add_arguments=_add_celtic,
        run=_run_celtic,
    ),
    Command(
        name="serve",
        help="let friends play in their browsers",
        add_arguments=_add_serve,
        run=_run_serve,
    ),
    Command(
        name="conformance",
        help="write games of both games as JSON lines, for ports to other languages",
        add_arguments=_add_conformance,
        run=_run_conformance,
    ),
)
"""The commands after `keltis`, in the order of its help."""
