"""A game of one person against bots: who sits where, the match so far, the file, and requests.

Nothing here draws: the application and the prompt do.
"""

import enum
import random
import secrets
import shlex
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from typing import Final, Generic

import attrs
from rich.text import Text

from keltis._lib.chance import bot_random
from keltis._lib.text import count_noun, quoted, short
from keltis.cli._commands import CommandError
from keltis.cli._files import require_new, write_new_file, write_record
from keltis.cli._terminal import (
    WITH_UNDO,
    Choice,
    Group,
    InputError,
    Terminal,
    Viewpoint,
    name_bots,
    split_name,
    view_of,
)
from keltis.errors import InvalidArgument
from keltis.game import Bot, Game, M, Match, R, Record, S, V

GUEST: Final = "Guest"
"""The name of a person who gives none."""
SHORT_SEEDS: Final = 1_000_000
"""The number of seeds that are easy to type."""
_SECRET_SEEDS: Final = 2**63
"""The number of seeds when a player must not find the deal by trying."""
_MAX_SEATS: Final = 100  # more than any rules have


# Bots on the seats of a game


class BotFailed(CommandError):
    """A bot raised an error, which is the cause of this one, or its answer was not legal.

    The message leaves out what the error says: it may contain cards that only the bot knows.
    """

    @property
    def full_message(self) -> str:
        """The message with what the error says, for somebody who may know all cards."""
        cause = "" if self.__cause__ is None else short(str(self.__cause__))
        return f"{self}: {cause}" if cause else str(self)


def _make_bot(game: Game[S, V, M, R], name: str) -> Bot[V, M]:
    """A bot that answers with a legal move, or raises `BotFailed`."""
    bot = game.bots.make_bot(name)

    def decide(view: V, moves: tuple[M, ...], rng: random.Random, /) -> M:
        try:
            answer = bot(view, moves, rng)
            is_legal = answer in moves
        except (Exception, SystemExit) as error:
            raise BotFailed(f"the bot {name} failed: {type(error).__name__}") from error
        if not is_legal:
            raise BotFailed(f"the bot {name} failed: its answer is not a legal move")
        return answer

    return decide


def seat_bots(game: Game[S, V, M, R], names: Iterable[str | None]) -> tuple[Bot[V, M] | None, ...]:
    """The bots with these names by seat, and None for a person."""
    return tuple(None if name is None else _make_bot(game, name) for name in names)


def count_players(game: Game[S, V, M, R], players: int | None) -> int | None:
    """The number of players that is given, or the only one that can play, or None."""
    counts = game.rules.player_counts
    if len(counts) > 1:
        return players
    if players not in (None, *counts):
        raise CommandError(f"{game.title} is for {counts[0]} players, not {players}")
    return counts[0]


def fill_seats(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """Names for this many seats, repeated in turn."""
    if len(names) > seats:
        raise CommandError(f"{len(names)} bots are too many for {count_noun(seats, 'seat')}")
    if seats > _MAX_SEATS:
        raise CommandError(f"expected at most {_MAX_SEATS} players, not {seats}")
    return tuple(islice(cycle(names), seats))


def require_seat(seat: int, players: int) -> None:
    """Raise `CommandError` unless a game of this number of players has the seat."""
    if seat >= players:
        raise CommandError(
            f"there is no seat {seat}: with {count_noun(players, 'player')} the seats are "
            f"0 to {players - 1}"
        )


def new_record(
    game: Game[S, V, M, R], names: tuple[str, ...], seed: int, rules: str | None
) -> Record[S, M]:
    """The record of a new game of these players, by the rules in their notation."""
    parsed = game.rules if rules is None else game.notation.parse_rules(rules)
    return game.record.new_record(len(names), seed=seed, rules=parsed, names=names)


# The session


class Session(Generic[S, V, M, R]):
    """The game as it stands, which is also in a file. It shows only what the person may know."""

    def __init__(
        self,
        terminal: Terminal[S, V, M, R],
        record: Record[S, M],
        seat: int,
        seed: int,
        file: Path | None = None,
    ) -> None:
        """The names of the record are those of the person on this seat and of bots."""
        bots = seat_bots(
            terminal.game,
            (None if other == seat else bot_of(name) for other, name in enumerate(record.names)),
        )
        self.terminal = terminal
        self.match = Match(game=terminal.game, record=record, bots=bots, seed=seed)
        self.file = file
        """The file of the game. It gets one with the first move, if it has none."""
        self.warnings: list[str] = []
        """What is wrong with the file."""
        self._known_file = file
        """The file that the person knows of."""
        self._own_file: Path | None = None
        """The file that the program has named, and may delete."""
        self._seat = seat

    @property
    def record(self) -> Record[S, M]:
        """The moves so far."""
        return self.match.record

    @property
    def view(self) -> Viewpoint:
        """What the person may know."""
        return view_of(self.terminal, self.record, seat=self._seat, you=self._seat)

    def take_news(self) -> list[str]:
        """What the person should know about the file, which is told once."""
        news, self.warnings = self.warnings, []
        if self.file != self._known_file:
            self._known_file = self.file
            news.append(f"The game is saved in {self.file}.")
        return news

    def rename_person(self, name: str) -> None:
        """Give the person another name."""
        names = list(self.record.names)
        names[self._seat] = name
        self.match = attrs.evolve(self.match, record=self.record.rename(tuple(names)))

    @property
    def thinker(self) -> str:
        """The label of the bot that is to move, or nothing if it is the person."""
        mover = self.match.state.to_move
        return "" if mover == self._seat else self.view.labels[mover]

    @property
    def is_waiting(self) -> bool:
        """Whether the person is asked; otherwise bots or forced moves are due, or it is over."""
        return self.match.asked is not None

    def choose(self, move: M) -> tuple[str, ...]:
        """Make the move that the person chose, and narrate it."""
        return self.accept(self.match.play(move, seat=self._seat))

    def next_match(self) -> Match[S, V, M, R]:
        """The match after the next move of a bot, or the only one of the person.

        It changes nothing here, so that it can run in another thread. Raises `CommandError` if the
        game has as many moves as a record can have (E3).
        """
        if self.match.truncated:
            raise CommandError(f"a game has at most {self.match.max_moves} moves")
        return self.match.advance(1)

    def accept(self, match: Match[S, V, M, R]) -> tuple[str, ...]:
        """Replace the match by a later one, write it to the file, and narrate its new moves."""
        done = len(self.record)
        self.match = match
        moves = [match.record[number] for number in range(done, len(match.record))]
        if not self.thinker or match.outcome is not None:
            self._keep()
        return self.terminal.narrate(moves, self.view)

    def hint(self) -> str:
        """What the default bot would do, and why; the same whenever it is asked for."""
        state = self.match.state
        rng = bot_random(self.match.seed, state.to_move, len(self.record))
        return self.terminal.hint(state, rng)

    def explain_end(self) -> Text:
        """How the game ended, and how the points come about."""
        terminal, record = self.terminal, self.record
        end = Text(terminal.narrate([record[len(record) - 1]], self.view)[-1], "bold")
        points = terminal.explanation(record.final, self.view)
        return Text("\n\n").join([end, points] if points else [end])

    def undo(self) -> str:
        """Return to the beginning of the person's turn, or of the turn before; say what is undone.

        If the person has learnt something since then, or bots have moved, the record says that it
        is one with undo. Raises `InputError` if there is no such turn.
        """
        game, record, seat = self.terminal.game, self.record, self._seat
        first = self.match.last_turn(seat)
        if first is None:
            raise InputError("There is nothing to take back: you have not chosen a move yet.")
        taken = [record[number] for number in range(first, len(record))]
        self.match = attrs.evolve(self.match, record=record.until(first))
        if any(s.to_move != seat or game.events.reveals(s, move, seat) for s, move in taken):
            name, _ = split_name(record.names[seat])
            with suppress(InvalidArgument):  # the name has no room for more
                self.rename_person(f"{name} ({WITH_UNDO})")
        self._keep()
        return f"Taken back: {', '.join(str(m) for s, m in taken if s.to_move == seat)}."

    def start_again(self) -> None:
        """Begin another game with the same players and rules."""
        seed, game = secrets.randbelow(_SECRET_SEEDS), self.terminal.game
        self.rename_person(split_name(self.record.names[self._seat])[0])
        names, rules = self.record.names, self.terminal.rules_of(self.record.start)
        record = game.record.new_record(len(names), seed=seed, rules=rules, names=names)
        self.match = attrs.evolve(self.match, record=record, seed=seed)
        self.file = self._known_file = self._own_file = None

    def _keep(self) -> None:
        """Write the game to its file, so that nothing is lost if the process is killed."""
        try:
            if self.file is not None and self.file.exists() and not self.file.is_file():
                return  # a device or a pipe gets the game once, when it ends
            self.save_somewhere()
        except OSError as error:
            self.warnings.append(f"Not saved: {error.strerror}")

    def save_as(self, name: str) -> str:
        """Write the game to the file of this name, or else its own; return what to say."""
        path = Path(name) if name else self.file
        if path is None:
            raise InputError("Name a file: save FILE, as in save game.txt")
        try:
            require_new(path, self.file)
            write_record(self.terminal, path, self.record)
        except (CommandError, OSError) as error:
            raise InputError(f"Not saved: {error}") from error
        if self._own_file not in (None, path):
            self._own_file.unlink(missing_ok=True)  # it would stay as half a game
            self._own_file = None
        self.file = self._known_file = path
        return f"Saved to {path}. Later: {self.load_command(path)}"

    def save_somewhere(self) -> Path:
        """Write the game to its file, or to a new one if there is none or it cannot be written."""
        if self.file is not None:
            try:
                write_record(self.terminal, self.file, self.record)
            except CommandError as error:
                self.warnings.append(f"Not saved: {error}")
            else:
                return self.file
        game = self.terminal.game
        text = game.record.format_record(self.record)
        self.file = self._own_file = write_new_file(f"{game.name}-game", ".txt", text)
        return self.file

    def load_command(self, path: Path) -> str:
        """The command that continues the game in a file."""
        command = f"{self.terminal.command} play --load {shlex.quote(str(path))}"
        bots = [bot_of(name) for seat, name in enumerate(self.record.names) if seat != self._seat]
        if all(_is_bot(self.terminal, bot) for bot in bots):
            return command
        return f"{command} --against {shlex.join(bots)}"  # a file must not choose the code to run


def start_session(
    terminal: Terminal[S, V, M, R],
    *,
    name: str = GUEST,
    seat: int = 0,
    against: Sequence[str] = (),
    players: int | None = None,
    seed: int | None = None,
    rules: str | None = None,
    file: Path | None = None,
) -> Session[S, V, M, R]:
    """A session with a new game against these bots, by default one."""
    players = count_players(terminal.game, players) or max(2, len(against) + 1)
    bots = fill_seats(against or [terminal.default_bot], players - 1) if players > 1 else ()
    seed = secrets.randbelow(_SECRET_SEEDS) if seed is None else seed
    record = new_record(terminal.game, _insert_person(name, name_bots(bots), seat), seed, rules)
    return Session(terminal, record, seat, seed, file)


def resume_session(
    terminal: Terminal[S, V, M, R],
    record: Record[S, M],
    *,
    name: str | None = None,
    seat: int | None = None,
    against: Sequence[str] = (),
    seed: int | None = None,
    file: Path,
) -> Session[S, V, M, R]:
    """A session with a loaded game, against other bots if they are given."""
    bots = [bot_of(name) for name in record.names]
    people = [
        seat for seat, bot in enumerate(bots) if bot not in against and not _is_bot(terminal, bot)
    ]
    if seat is None:
        seat = people[0] if people else 0
    require_seat(seat, record.player_count)
    if name is None:
        name = record.names[people[0]] if people else GUEST
    if people and seat not in people:
        bots[people[0]] = terminal.default_bot  # the person changed seats
    others = against or (bots or [terminal.default_bot] * record.player_count)
    if not against:
        others = [bot for other, bot in enumerate(others) if other != seat]
        for bot in others:  # a file must not choose other code to run
            if not _is_bot(terminal, bot):
                raise CommandError(
                    f"the file names {quoted(bot)} as a player, but no installed bot is called so: "
                    "name one after --against"
                )
    elif len(against) != record.player_count - 1:
        raise CommandError(
            f"this game has {record.player_count - 1} other players: name as many bots after "
            "--against"
        )
    record = record.rename(_insert_person(name, name_bots(others), seat))
    seed = seed if record.seed is None else record.seed
    seed = secrets.randbelow(SHORT_SEEDS) if seed is None else seed
    return Session(terminal, record, seat, seed, file)


def _insert_person(name: str, bots: Sequence[str], seat: int) -> tuple[str, ...]:
    require_seat(seat, len(bots) + 1)
    return *bots[:seat], name, *bots[seat:]


def bot_of(name: str) -> str:
    """The bot that plays under this name in a record."""
    label, note = split_name(name)
    return label if note in ("", WITH_UNDO) else note


def _is_bot(terminal: Terminal[S, V, M, R], name: str) -> bool:
    """Whether this names an installed bot."""
    return name.partition(":")[0] in terminal.game.bots.bot_names()


# What the person asks for


class Request(enum.Enum):
    """What a person can ask for instead of a move."""

    HELP = "the rules, and what can be typed"
    HINT = "what a bot would do, and why"
    BOARD = "the board again"
    UNDO = "take your last turn back"
    SAVE = "save the game in this file; every move is saved anyway"
    QUIT = "leave; the game is saved"


REQUESTS: Final = "\n".join(
    f"  {request.name.lower() + ' FILE' * (request is Request.SAVE):<14}{request.value}"
    for request in Request
    if request is not Request.HELP
)
"""The lines of a help about what can be typed."""


_SHORT_FORMS: Final = {"?": "help", "h": "hint", "u": "undo", "q": "quit", "exit": "quit"}


def parse_request(text: str) -> tuple[Request, str] | None:
    """What the person asks for, and the words after it; None if it is something else.

    >>> request, words = parse_request("SAVE my game.txt")
    >>> request.name, words, parse_request("R7")
    ('SAVE', 'my game.txt', None)
    """
    first, _, rest = text.strip().partition(" ")
    word = first.lower()
    name = _SHORT_FORMS.get(word, word).upper()
    return (Request[name], rest.strip()) if name in Request.__members__ else None


def parse_answer(
    text: str, terminal: Terminal[S, V, M, R], state: S, choices: Sequence[Choice[M]]
) -> M | Group[M]:
    """The move that is typed, by its number or as the game writes it; or the group it stands for.

    An empty line is the default move, if there is one. Raises `InputError`.
    """
    typed = text.strip()
    if not typed:
        default = terminal.default(choices)
        if default is None:
            raise InputError("Type the number of a choice, or ? for help.")
        return default
    if not (typed.isascii() and typed.isdecimal()):
        return terminal.parse_move(text, state, choices)
    number = int(typed[:9])
    if not 1 <= number <= len(choices):
        raise InputError(
            f"There is no choice {quoted(typed)[1:-1]}: they go from 1 to {len(choices)}."
        )
    return choices[number - 1].move
