"""`watch`, `play`, `show` and `replay` with their arguments, for either game.

What a command needs is imported when it runs, and not before.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, final

import attrs

from keltis._shared.values import Immutable
from keltis.cli._arguments import (
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
    positive_int,
)
from keltis.cli._commands import Command, CommandError, ExitCode
from keltis.cli._games import Game, M, R


class Run(Protocol):
    """Runs a command for either game."""

    def __call__(self, game: Game[R, M], arguments: Namespace, /) -> ExitCode:
        """The exit code."""


@final
@attrs.frozen(kw_only=True)
class GameArguments(Immutable):
    """What the parsers need to know of a game before it is imported."""

    run_with_game: Callable[[Run, Namespace], ExitCode]
    """Imports the game, and runs a command for it."""
    bot: Callable[[str], str]
    """The type of an argument that names a bot."""
    default_bot: str
    bots: str
    """The names of the bots."""
    seats: tuple[str, ...]
    """The names of the seats; none if they have numbers."""
    rules: Callable[[str], str]
    """The type of an argument with rules."""
    rules_example: str
    """Rules in their notation, with a change."""
    has_hidden_cards: bool


def _add_watch(parser: ArgumentParser, game: GameArguments) -> None:
    parser.set_defaults(reveal=False)
    meaning = f"who plays, by seat: {game.bots} (default: {game.default_bot} on every seat)"
    parser.add_argument("bots", type=game.bot, nargs="*", metavar="BOT", help=meaning)
    add_players(parser, "the number of players; fewer bots take several seats (default: 2)")
    add_seed(parser, "the source of all chance (default: a random one)")
    add_rules(parser, game.rules, game.rules_example)
    add_delay(parser)
    if game.has_hidden_cards:
        add_reveal(parser)
    add_no_board(parser)
    add_save(parser, "write the record: as JSON if the name ends in .json, else as text")
    add_pictures(parser, "draw the end as SVG, too", "draw the end as PNG, too")


def _run_watch(game: Game[R, M], arguments: Namespace) -> ExitCode:
    from keltis.cli._watch import watch  # noqa: PLC0415 - only this command needs it

    return watch(
        game,
        arguments.bots,
        players=arguments.players,
        seed=arguments.seed,
        rules=arguments.rules,
        delay=arguments.delay,
        board=arguments.board,
        reveal=arguments.reveal,
        save=arguments.save,
        svg=arguments.svg,
        png=arguments.png,
        theme=arguments.theme,
    )


def _add_play(parser: ArgumentParser, game: GameArguments) -> None:
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
    add_rules(parser, game.rules, game.rules_example)
    meaning = "go on with the game in this file"
    parser.add_argument("--load", type=Path, metavar="FILE", help=meaning)
    add_save(parser, "the file of the game, written with every move (default: a new one here)")
    meaning = "ask line by line, as without a terminal of 80 by 24"
    parser.add_argument("--plain", action="store_true", help=meaning)


def _run_play(game: Game[R, M], arguments: Namespace) -> ExitCode:
    from keltis.cli._play import play  # noqa: PLC0415 - only this command needs it

    return play(
        game,
        name=arguments.name,
        seat=arguments.seat,
        against=arguments.against,
        players=arguments.players,
        seed=arguments.seed,
        rules=arguments.rules,
        load=arguments.load,
        save=arguments.save,
        plain=arguments.plain,
    )


def _add_show(parser: ArgumentParser, game: GameArguments) -> None:
    parser.set_defaults(seat=None, reveal=False)
    add_file(parser)
    meaning = "the position after this many moves (default: the last one)"
    parser.add_argument("--move", type=non_negative_int, metavar="N", help=meaning)
    if game.has_hidden_cards:
        add_seat(parser, game.seats, "as the player on this seat sees it (default: a spectator)")
        add_reveal(parser)
    add_pictures(parser, "draw it as SVG instead", "draw it as PNG instead")


def _run_show(game: Game[R, M], arguments: Namespace) -> ExitCode:
    from keltis.cli._replay import show  # noqa: PLC0415 - only this command needs it

    return show(
        game,
        arguments.file,
        move=arguments.move,
        seat=arguments.seat,
        reveal=arguments.reveal,
        svg=arguments.svg,
        png=arguments.png,
        theme=arguments.theme,
    )


def _add_replay(parser: ArgumentParser, game: GameArguments) -> None:
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


def _run_replay(game: Game[R, M], arguments: Namespace) -> ExitCode:
    from keltis.cli._replay import draw_film, replay  # noqa: PLC0415 - only this command needs it

    if arguments.svg is not None or arguments.png is not None:
        return draw_film(
            game,
            arguments.file,
            frames=arguments.frames,
            pace=arguments.delay,
            svg=arguments.svg,
            png=arguments.png,
            theme=arguments.theme,
        )
    if arguments.frames is not None:
        raise CommandError("--frames needs a file for the picture: add --svg or --png")
    return replay(
        game,
        arguments.file,
        seat=arguments.seat,
        reveal=arguments.reveal,
        delay=arguments.delay,
        board=arguments.board,
    )


def make_game_commands(game: GameArguments) -> dict[str, Command]:
    """The commands that every game has, by name."""
    commands = (
        _make_command(game, "watch", "watch bots play a game", _add_watch, _run_watch),
        _make_command(game, "play", "play against bots", _add_play, _run_play),
        _make_command(
            game, "show", "show a position of a recorded game, or draw it", _add_show, _run_show
        ),
        _make_command(
            game,
            "replay",
            "narrate a recorded game turn by turn, or make a film of it",
            _add_replay,
            _run_replay,
        ),
    )
    return {command.name: command for command in commands}


def _make_command(
    game: GameArguments,
    name: str,
    meaning: str,
    add: Callable[[ArgumentParser, GameArguments], None],
    run: Run,
) -> Command:
    return Command(
        name=name,
        help=meaning,
        add_arguments=lambda parser: add(parser, game),
        run=lambda arguments: game.run_with_game(run, arguments),
    )
