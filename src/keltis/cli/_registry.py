"""All commands of the program and their arguments.

What a command needs is imported when it runs, and not before. The options of a command are the
parameters of its function, where their defaults are. argparse reports a wrong value with the usage
and exit code 2.
"""

import math
import re
import sys
from argparse import (
    SUPPRESS,
    ArgumentParser,
    ArgumentTypeError,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from keltis._lib.checks import ABOVE_ZERO
from keltis._lib.text import did_you_mean, quoted
from keltis.cli._commands import Command, ExitCode
from keltis.errors import KeltisError, NotationError
from keltis.game import M, R, S, V, require_names

if TYPE_CHECKING:
    from keltis.cli._celtic import CelticTerminal
    from keltis.cli._keltis import KeltisTerminal
    from keltis.cli._terminal import Terminal

_MAX_PORT: Final = 65_535
_MAX_DELAY: Final = 60.0
_MAX_LIMIT: Final = 86_400.0
_MAX_DIGITS: Final = 77  # the most that a record's seed can have
_THEMES: Final = ("light", "dark")


# The types of arguments


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= _MAX_DIGITS):
        raise ArgumentTypeError(f"expected a whole number from 0, not {quoted(text)}")
    return int(text)


def _positive(text: str) -> int:
    if not (number := _number(text)):
        raise ArgumentTypeError("expected a whole number from 1, not 0")
    return number


def _port(text: str) -> int:
    if (number := _number(text)) > _MAX_PORT:
        raise ArgumentTypeError(f"expected a port from 0 to {_MAX_PORT}, not {number}")
    return number


def _delay(text: str) -> float:
    return _amount(text, f"seconds from 0 to {_MAX_DELAY:.0f}", 0.0, _MAX_DELAY)


def _time_limit(text: str) -> float:
    return _amount(text, f"seconds above 0, up to {_MAX_LIMIT:.0f}", ABOVE_ZERO, _MAX_LIMIT)


def _amount(text: str, expected: str, low: float, high: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not low <= number <= high:  # this rejects nan, too
        raise ArgumentTypeError(f"expected {expected}, not {quoted(text)}")
    return number


def _minutes(text: str) -> float:
    return _amount(text, f"minutes above 0, up to {_MAX_LIMIT:.0f}", ABOVE_ZERO, _MAX_LIMIT)


def _shard(text: str) -> tuple[int, int]:
    number, slash, shards = text.partition("/")
    if not slash or not 0 < _number(number) <= _number(shards):
        raise ArgumentTypeError(f"expected a shard as in 3/200, not {quoted(text)}")
    return int(number), int(shards)


def _index(text: str, names: Sequence[str]) -> int:
    if text not in names:
        raise ArgumentTypeError(f"expected {' or '.join(names)}, not {quoted(text)}")
    return names.index(text)


def _theme(text: str) -> str:
    return _THEMES[_index(text, _THEMES)]


def _player_name(text: str) -> str:
    """A name that a record can have."""
    try:
        require_names((text,), 1)
    except KeltisError as error:
        raise ArgumentTypeError(str(error)) from error
    return text


def _types_of(terminal: "Terminal[S, V, M, R]") -> Mapping[str, Callable[[str], object]]:
    """The types of options by name, with those that depend on the game."""
    game, presets, seats = terminal.game, terminal.presets, terminal.seat_names

    def bot(text: str) -> str:
        """A name from which a bot can be made; `module:factory` may be in the current directory."""
        here = str(Path.cwd())
        if ":" in text and here not in sys.path:
            sys.path.append(here)  # as for `python -m keltis`; at the end, where it hides nothing
        try:
            game.bots.make_bot(text)
        except KeltisError as error:
            raise ArgumentTypeError(str(error)) from error
        return text

    def rules(text: str) -> str:
        """Rules in their notation; the preset can be in any case."""
        preset, *fields = text.split() or [""]
        rules = " ".join([preset.upper().replace("-", "_"), *fields])
        try:
            game.notation.parse_rules(rules)
        except NotationError as error:
            if not str(error).startswith("word 1"):
                raise ArgumentTypeError(f"{quoted(text)}: {error}") from error
            expected = f"expected one of {', '.join(presets)}, not {quoted(preset)}"
            raise ArgumentTypeError(expected + did_you_mean(preset, presets)) from error
        except KeltisError as error:
            raise ArgumentTypeError(str(error)) from error
        return rules

    def seat(text: str) -> int:
        """The number of a seat, or its name where seats have names."""
        return _index(text, seats) if seats else _number(text)

    bots = dict.fromkeys(("bots", "bot", "against"), bot)
    return {**_TYPES, **bots, "rules": rules, "seat": seat}


_TYPES: Final[Mapping[str, Callable[[str], object]]] = {
    **dict.fromkeys(("seed", "move"), _number),
    **dict.fromkeys(("players", "frames", "deals", "games", "max_turns", "jobs"), _positive),
    **dict.fromkeys(
        ("save", "load", "file", "svg", "png", "out", "resume", "folder", "parts"), Path
    ),
    **dict.fromkeys(("seconds_per_move", "seconds_per_game"), _time_limit),
    "delay": _delay,
    "minutes": _minutes,
    "name": _player_name,
    "port": _port,
    "shard": _shard,
    "sprt": float,
    "theme": _theme,
}
"""The types of options by name; any other is a text."""
_OPTION: Final = re.compile(r"(\|?)(\S+)(?: ([^ *+!]+?)([*+!2]|\.\.\.)?)?  (.+)")
"""A line about an option: its name, how its value is called, two spaces, and the help.

Without a value it is a flag. After the value, `*` and `+` mean several, `2` means two, `!` that it
is required, and `...` that the option can be repeated. Of the options that begin with a bar, only
one can be given.
"""


_FILE_NAMES: Final = {"bash": "_shtab_compgen_files", "zsh": "_files", "tcsh": "f"}
"""How shells complete the name of a file, as shtab reads it."""


def _add_options(
    parser: ArgumentParser, lines: str, types: Mapping[str, Callable[[str], object]]
) -> None:
    """Add options; a line that begins with spaces continues the one before."""
    exclusive = parser.add_mutually_exclusive_group() if "\n|" in lines else parser
    for match in _OPTION.finditer(re.sub(r"\n +", " ", lines)):
        bar, name, value, mark, meaning = match.groups()
        if value is None:
            parser.add_argument(name, action="store_true", help=meaning)
            continue
        added = (exclusive if bar else parser).add_argument(
            name,
            action="append" if mark == "..." else "store",
            type=types.get(name.lstrip("-").replace("-", "_"), str),
            metavar=value,
            nargs=2 if mark == "2" else mark if mark in ("*", "+") else None,
            help=meaning,
        )
        added.required |= mark == "!"
        if value.startswith(("FILE", "OUT")):
            vars(added)["complete"] = _FILE_NAMES


_SEED: Final = "--seed S  random seed (default: random)"
_DELAY: Final = (
    "--delay SECONDS  seconds to wait after every turn (default: 0.5 on a terminal, else 0)"
)
_NO_BOARD: Final = """\
--no-board  print the turns without the board
--plain  print line by line, as without a terminal"""
_WATCH_KEYS: Final = """\
keys:
  space pauses, ← and → show another turn, Home and End the first and the last,
  a number and Enter that turn; ↑ faster, ↓ slower, q leaves"""
_PIXELS: Final = '; needs pip install "keltis[pixels]"'
_FILE: Final = "file FILE  a record, as text or JSON, or a position as text"


_THEME: Final = "--theme {theme}  the colours of a picture (default: light)"


def add_commands(
    parser: ArgumentParser, commands: Iterable[Command], words: Sequence[str] | None
) -> None:
    """Let one of these commands follow; the parser then sets `command` to it.

    Only those that are among the words get their arguments; without words, all do.
    """
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in commands:
        subparser = subparsers.add_parser(
            command.name,
            help=command.help,
            description=command.help,
            argument_default=SUPPRESS,
            formatter_class=RawDescriptionHelpFormatter,
        )
        subparser.set_defaults(command=command)
        if words is None or command.name in words:
            command.add_arguments(subparser, words)


def _command(
    name: str,
    function: str,
    text: str,
    load: "Callable[[], Terminal[S, V, M, R]] | None" = None,
) -> Command:
    """A command that calls a function of a module here, as `module.function`, with its options.

    The first line of the text is the help of the command, then come its options, and after the last
    empty line an example. A function for any game takes the game's terminal before the options;
    that of `tournament` takes the typed words, too.
    """
    meaning = text.partition("\n")[0]

    def add_arguments(parser: ArgumentParser, _: Sequence[str] | None) -> None:
        terms = {"theme": f"{{{','.join(_THEMES)}}}"}
        types = _TYPES
        if load is not None:
            terminal = load()
            terms |= _terms_of(terminal)
            types = _types_of(terminal)
        options, _, parser.epilog = text.format_map(terms).rpartition("\n\n")
        _add_options(parser, options.partition("\n")[2], types)

    def run(arguments: Namespace) -> ExitCode:
        others = ("command", "format_help", "" if name == "tournament" else "words")
        given = {key: value for key, value in vars(arguments).items() if key not in others}
        module, _, attribute = function.partition(".")
        call: Callable[..., ExitCode] = getattr(import_module(f"keltis.cli.{module}"), attribute)
        return call(load(), **given) if load and name in _GAME_COMMANDS else call(**given)

    return Command(name, meaning, add_arguments, run)


def _terms_of(terminal: "Terminal[S, V, M, R]") -> dict[str, str]:
    """What the texts about commands say about a game."""
    seats = terminal.seat_names
    first, seat = (seats[0], f"{{{','.join(seats)}}}") if seats else ("0", "N")
    example, presets = terminal.rules_example, ", ".join(terminal.presets)
    terms = {
        "command": f"example:\n  {terminal.command}",
        "bot": terminal.default_bot,
        "bots": ", ".join(terminal.game.bots.bot_names()),
        "first": first,
        "seat": seat,
        "keys": terminal.keys_help,
        "rules": f"""\
--rules RULES  the rules: {presets}, or with changes as in "{example}"
  (default: {example.partition(" ")[0].lower()})""",
        "reveal": "",
        "sees": "",
        "saw": "",
        "without_luck": "",
    }
    if terminal.luck() is not None:  # the game has hidden cards
        reveal = "--reveal  show all hands face up, and which cards are drawn"
        sees = f"--seat {seat}  as the player on this seat sees it (default: a spectator)\n{reveal}"
        luck = "\n--without-luck  also print the results without the luck of the cards"
        terms |= {
            "reveal": reveal,
            "sees": sees,
            "saw": sees.replace("sees", "saw"),
            "without_luck": luck,
        }
    return terms


_BOTS: Final = "{bots}, package.module:factory or program:COMMAND"
_GAME_COMMANDS: Final = {
    "watch": f"""watch bots play a game
bots BOT*  who plays, by seat: {_BOTS} (default: {{bot}} on every seat)
--players N  the number of players; fewer bots take several seats (default: 2)
{_SEED}
{{rules}}
{_DELAY}
{{reveal}}
{_NO_BOARD}
--save FILE  write the record, as JSON if the name ends in .json, otherwise as text
--svg OUT.svg  draw the end as SVG, too
--png OUT.png  draw the end as PNG, too{_PIXELS}
{_THEME}

{{command}} watch {{bot}} random --seed 7
{_WATCH_KEYS}""",
    "play": f"""play against bots
--name NAME  your name (default: the program asks)
--seat {{seat}}  your seat; {{first}} begins (default: {{first}})
--against BOT+  the other players: {_BOTS} (default: {{bot}})
--players N  the number of players including you; fewer bots take several seats
{_SEED}
{{rules}}
--load FILE  continue the game in this file
--save FILE  the file of the game, written after every move (default: a new one here)
--plain  ask line by line, as without a terminal of 56 by 22

{{command}} play --name Ann --against {{bot}}
keys:
  {{keys}}
  Enter does it; or type a move and press Enter
  F1 help, F2 hint, F3 undo, Ctrl-Q leaves; the mouse does the same""",
    "tournament": """play a tournament between bots
bots BOT+  who takes part; a bot can be named twice
--players N  the number of players in a game (default: 2)
|--deals N  the number of deals, each played in all seatings (default: 10)
|--games N  the minimum number of games; every deal is completed
--seed S  random seed (default: secret until the end, when it is printed)
{rules}
--max-turns N  the number of turns after which a game is stopped (default: 1000)
--seconds-per-move S  time limit per move; a bot that exceeds it forfeits the game
--seconds-per-game S  time limit per game and bot; a bot that exceeds it forfeits
--isolate  run each bot in a process that gets only its view
--jobs N  the number of processes that play (default: 1)
--sprt ELO2  stop when a sequential test decides between two Elo differences of the first bot to
  the second, as in --sprt 0 10; --deals is the maximum
--shard K/N  play only the K-th of N parts of the deals; keltis merge joins them
--no-games  keep only sums of the results, so any number of games fits in memory;
  --out has them as .json, or the standings as .csv
--out PATH  write the results: games as .csv, .json or .parquet, or everything to a directory,
  with plots if matplotlib is installed
--resume FILE  journal file, JSON lines; games already in it are not replayed{without_luck}

{command} tournament {bot} random --deals 100 --jobs 2""",
    "merge": """join the parts of a tournament played with --shard
parts FILE+  the results of the shards, or their sums, as .json
--out PATH  write the results, as for tournament

{command} merge part1.json part2.json --out whole.json""",
    "show": f"""show a position of a recorded game, or draw it
{_FILE}
--move N  the position after this many moves (default: the last one)
{{sees}}
--svg OUT.svg  draw it as SVG instead
--png OUT.png  draw it as PNG instead{_PIXELS}
{_THEME}

{{command}} show game.txt --move 40 --svg board.svg""",
    "replay": f"""narrate a recorded game turn by turn, or make a film of it
{_FILE}
{{saw}}
{_DELAY}
{_NO_BOARD}
--svg OUT.svg  instead, draw a picture that moves, --delay a move
--png OUT.png  instead, draw a strip of 6 boards{_PIXELS}
{_THEME}
--frames N  with --svg or --png: a strip of this many boards

{{command}} replay game.txt
{_WATCH_KEYS}""",
}
"""The commands that every game has, with their options."""
_FUNCTIONS: Final = {
    **{name: f"_watch.{name}" for name in ("watch", "show", "replay")},
    "play": "_play.play",
    "tournament": "_tournament.tournament",
    "merge": "_tournament.merge_parts",
}


def commands_of(
    load: "Callable[[], Terminal[S, V, M, R]]", names: Iterable[str]
) -> tuple[Command, ...]:
    """These commands of a game."""
    return tuple(_command(name, _FUNCTIONS[name], _GAME_COMMANDS[name], load) for name in names)


_ADVISE: Final = """what the bots would do in your position, and why
file FILE  what you see, as text or JSON: a view, a position, or a game
--bot BOT...  a bot to ask; may be repeated (default: greedy and learnt)
--seed S  random seed of the bots (default: 0)

example:
  keltis advise game.txt --bot greedy"""
_REVIEW: Final = f"""tell play from luck in a recorded game, and which moves were mistakes
file FILE  a record, as text or JSON
--all  show every decision, not only mistakes and strokes of luck
--out FILE  write everything as JSON
--svg OUT.svg  draw the chance to win as SVG, too
--png OUT.png  draw it as PNG, too{_PIXELS}
{_THEME}

example:
  keltis review game.txt --svg review.svg"""
_TRAIN: Final = f"""train the network of the bot learnt for some rules, from nothing
--out FILE!  the file of the network, for learnt:weights=FILE; an existing network is trained
  further
--minutes M  the CPU time of the whole training, in minutes (default: 60)
--players N+  the numbers of players (default: all that the rules allow)
--rules RULES+  the rules, as for tournament, or several (default: keltis)
{_SEED}

example:
  keltis train --minutes 20 --players 2 --out network.json
  keltis train --rules keltis keltis-literal --players 2 2 3 --out network.json"""
_SOLVE: Final = f"""solve the puzzle: all tiles in one square
--hard  the hard puzzle: all strands must form a single knot
--seed S  random seed: which solution is chosen (default: random)
--count  print the number of solutions instead; with --hard this takes half a minute
--svg OUT.svg  draw it as SVG, too
--png OUT.png  draw it as PNG, too{_PIXELS}
{_THEME}

example:
  keltis celtic solve --hard --seed 2"""
_SERVE: Final = """let friends play in their browsers
--folder FOLDER  where to save the tables; a restart loses nothing (default: keltis-tables)
--host ADDRESS  where to listen: 0.0.0.0 lets other machines in (default: 127.0.0.1)
--port N  the port to listen on; 0 means any free one (default: 8000)
--proxy ADDRESS  the address of a reverse proxy; its X-Forwarded-For header is trusted

example:
  keltis serve --host 0.0.0.0"""
_CONFORMANCE: Final = """write games of both games as JSON lines, for ports to other languages
--out FILE!  the file of JSON lines to write; .gz compresses it
--games N  the number of games of each kind (default: 1)

example:
  keltis conformance --out games.jsonl.gz"""


def write_conformance(*, out: Path, games: int = 1) -> ExitCode:
    """Write conformance games to a file, and print how often each case occurs."""
    from keltis.testing import conformance  # noqa: PLC0415 - only this command needs it

    counts = conformance.write_conformance_games(out, games=games)
    sys.stdout.write(conformance.describe_cases(counts))
    return 0 if all(counts.values()) else 1


def _load_keltis() -> "KeltisTerminal":
    from keltis.cli._keltis import KELTIS  # noqa: PLC0415 - only its commands need it

    return KELTIS


def _load_celtic() -> "CelticTerminal":
    from keltis.cli._celtic import CELTIC  # noqa: PLC0415 - only its commands need it

    return CELTIC


def _add_celtic(parser: ArgumentParser, words: Sequence[str] | None) -> None:
    solve = _command("solve", "_celtic.show_solution", _SOLVE)
    before, after = ("watch", "play", "tournament", "merge"), ("show", "replay")
    commands = (*commands_of(_load_celtic, before), solve, *commands_of(_load_celtic, after))
    parser.set_defaults(format_help=parser.format_help)
    add_commands(parser, commands, words)


def _run_celtic(arguments: Namespace) -> ExitCode:
    """Print the help: no command of CELTIC! was given."""
    sys.stderr.write(arguments.format_help())
    return 2


COMMANDS: Final[tuple[Command, ...]] = (
    *commands_of(_load_keltis, _GAME_COMMANDS),
    _command("advise", "_keltis.show_advice", _ADVISE, _load_keltis),
    _command("review", "_review.show_review", _REVIEW),
    _command("train", "_tournament.train", _TRAIN, _load_keltis),
    Command(
        "celtic",
        "the tile game CELTIC!: watch, play, tournament, merge, solve, show, replay",
        _add_celtic,
        _run_celtic,
    ),
    _command("serve", "_serve.serve", _SERVE),
    _command("conformance", "_registry.write_conformance", _CONFORMANCE),
)
"""The commands after `keltis`, in the order of its help."""
