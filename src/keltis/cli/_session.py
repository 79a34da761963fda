"""A game of one person against bots: who sits where, the match so far, the file, and requests.

Nothing here draws: a front end is a subclass of `FrontEnd`.
"""

import enum
import random
import secrets
import shlex
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Final, Generic, Self, final

import attrs

from keltis._lib.chance import bot_random
from keltis._lib.text import count_noun, quoted, short
from keltis.cli._commands import CommandError
from keltis.cli._files import require_new, write_new_file, write_record
from keltis.cli._terminal import Choice, InputError, Listing, Terminal, Viewpoint, view_of
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
        names = [None if other == seat else name for other, name in enumerate(record.names)]
        bots = seat_bots(terminal.game, names)
        self.terminal = terminal
        self.match = Match(game=terminal.game, record=record, bots=bots, seed=seed)
        self.file = file
        """The file of the game. It gets one with the first move, if it has none."""
        self.warnings: list[str] = []
        """What is wrong with the file; whoever shows them clears them."""
        self._seat = seat

    @property
    def record(self) -> Record[S, M]:
        """The moves so far."""
        return self.match.record

    @property
    def view(self) -> Viewpoint:
        """What the person may know."""
        return view_of(self.terminal, self.record, seat=self._seat, you=self._seat)

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

    def make_move(self, move: M) -> tuple[str, ...]:
        """Make the person's move, and narrate it."""
        sentences = self._go_to(self.match.play(self._seat, move))
        self._keep()
        return sentences

    def make_forced_move(self) -> tuple[str, ...]:
        """Make the only move that the person has, and narrate it."""
        self._require_room()
        (move,) = self.terminal.game.engine.legal_moves(self.match.state)
        return self.make_move(move)

    def make_bot_moves(self) -> Iterator[tuple[str, ...]]:
        """Make and narrate the moves of bots, until the person is to move or the game is over."""
        for match in self.match.steps():
            yield self._go_to(match)
            if not self.thinker:
                break
        self._require_room()
        self._keep()

    def _require_room(self) -> None:
        """Raise `CommandError` if the game has as many moves as a record can have (E3)."""
        if self.match.truncated:
            raise CommandError(f"a game has at most {self.match.max_moves} moves")

    def _go_to(self, match: Match[S, V, M, R]) -> tuple[str, ...]:
        """Replace the match by a later one, and narrate its new moves."""
        done = len(self.record)
        self.match = match
        moves = [match.record[number] for number in range(done, len(match.record))]
        return self.terminal.narrate(moves, self.view)

    def hint(self) -> str:
        """A sentence with what the default bot would do; the same whenever it is asked for."""
        name, game, state = self.terminal.default_bot, self.terminal.game, self.match.state
        rng = bot_random(self.match.seed, state.to_move, len(self.record))
        view = game.engine.observe(state, state.to_move)
        move = game.bots.make_bot(name)(view, game.engine.legal_moves(state), rng)
        return f"The {name} bot would {move}.{self.terminal.hint_note}"

    def undo(self) -> M:
        """Take back and return the last move that the person chose, with all that followed.

        Raises `InputError` if that is not possible.
        """
        try:
            before = self.match.undo(self._seat)
        except InvalidArgument:
            raise InputError(self.terminal.undo_refusal) from None
        _, move = self.record[len(before.record)]
        self.match = before
        self._keep()
        return move

    def new_session(self) -> Self:
        """Another game with the same players and rules."""
        seed, names = secrets.randbelow(_SECRET_SEEDS), self.record.names
        rules = self.terminal.rules_of(self.record.start)
        new = self.terminal.game.record.new_record
        record = new(len(names), seed=seed, rules=rules, names=names)
        return type(self)(self.terminal, record, self._seat, seed)

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
        self.file = path
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
        self.file = write_new_file(f"{game.name}-game", ".txt", text)
        return self.file

    def load_command(self, path: Path) -> str:
        """The command that continues the game in a file."""
        command = f"{self.terminal.command} play --load {shlex.quote(str(path))}"
        names = [name for seat, name in enumerate(self.record.names) if seat != self._seat]
        if all(_is_bot(self.terminal, name) for name in names):
            return command
        return f"{command} --against {shlex.join(names)}"  # a file must not choose the code to run


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
    record = new_record(terminal.game, _insert_person(name, bots, seat), seed, rules)
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
    people = [
        seat
        for seat, name in enumerate(record.names)
        if name not in against and not _is_bot(terminal, name)
    ]
    if seat is None:
        seat = people[0] if people else 0
    bots = _other_names(terminal, record, seat, against)
    if name is None:
        name = record.names[people[0]] if people else GUEST
    record = record.rename(_insert_person(name, bots, seat))
    seed = seed if record.seed is None else record.seed
    seed = secrets.randbelow(SHORT_SEEDS) if seed is None else seed
    return Session(terminal, record, seat, seed, file)


def _insert_person(name: str, bots: Sequence[str], seat: int) -> tuple[str, ...]:
    require_seat(seat, len(bots) + 1)
    return *bots[:seat], name, *bots[seat:]


def _other_names(
    terminal: Terminal[S, V, M, R], record: Record[S, M], seat: int, against: Sequence[str]
) -> Sequence[str]:
    """The bots for a loaded game: those given, or those in the record, or the default bot."""
    others = record.player_count - 1
    if against and len(against) != others:
        raise CommandError(
            f"this game has {others} other players: name as many bots after --against"
        )
    if against:
        return against
    if not record.names:
        return [terminal.default_bot] * others
    names = [name for other, name in enumerate(record.names) if other != seat]
    people = [name for name in names if not _is_bot(terminal, name)]
    if people and _is_bot(terminal, record.names[min(seat, others)]):  # the person changed seats
        names[names.index(people.pop(0))] = terminal.default_bot
    for name in people:  # a file must not choose other code to run
        raise CommandError(
            f"the file names {quoted(name)} as a player, but no installed bot is called so: "
            "name one after --against"
        )
    return names


def _is_bot(terminal: Terminal[S, V, M, R], name: str) -> bool:
    """Whether this names an installed bot."""
    return name.partition(":")[0] in terminal.game.bots.bot_names()


# What the person asks for


ALIASES: Final = {"?": "help", "h": "hint", "u": "undo", "q": "quit", "exit": "quit"}
"""Other words for what a person can ask for instead of a move."""


class Quit(Exception):
    """The person wants to leave."""


class Message(enum.Enum):
    """What a message of the program is about."""

    ANSWER = "an answer"
    ERROR = "an input error"
    WARNING = "a file that cannot be written"
    FILE = "the file of the game"
    SAVED = "a file that was written"


class FrontEnd(ABC, Generic[S, V, M, R]):
    """Plays the game of a session to its end. A subclass shows it, and reads what is typed."""

    def __init__(self, session: Session[S, V, M, R]) -> None:
        self.session = session
        self.terminal = session.terminal
        self._file = session.file
        """The file that the person knows of."""

    @final
    def play_to_end(self) -> None:
        """Play to the end. Raises `Quit`; `EOFError` or `KeyboardInterrupt` may pass through."""
        session = self.session
        while session.match.outcome is None:
            if session.match.asked is not None:
                self.ask_for_move(self.terminal.choices(session.match.state))
            elif session.thinker:
                self.show_bot_moves()
            else:
                self.show_moves(session.make_forced_move())
            for warning in session.warnings:
                self.say(warning, Message.WARNING)
            session.warnings.clear()
            if session.file != self._file:
                self._file = session.file
                self.say(f"The game is kept in {self._file}.", Message.FILE)

    @final
    def answer(self, text: str, choices: Sequence[Choice[M]]) -> None:
        """Do what the person typed, or say why not."""
        try:
            self._answer(text, choices)
        except InputError as error:
            self.say(str(error), Message.ERROR)

    def _answer(self, text: str, choices: Sequence[Choice[M]]) -> None:
        first, _, rest = text.strip().partition(" ")
        match ALIASES.get(first.lower(), first.lower()):
            case "help":
                self.show_help()
            case "hint":
                self.say(self.session.hint())
            case "board":
                self.show_board()
            case "undo":
                self.say(f"Taken back: {self.session.undo()}.")
                self.show_board()
            case "save":
                message = self.session.save_as(rest.strip())
                self._file = self.session.file
                self.say(message, Message.SAVED)
            case "quit":
                self.leave()
            case _:
                answer = parse_answer(text, self.terminal, self.session.record.final, choices)
                if isinstance(answer, Listing):
                    self.show_listing(answer)
                else:
                    self.show_moves(self.session.make_move(answer))

    @abstractmethod
    def say(self, text: str, about: Message = Message.ANSWER) -> None:
        """Show a message."""

    @abstractmethod
    def ask_for_move(self, choices: Sequence[Choice[M]]) -> None:
        """Ask for a move, and answer until there is another position or question."""

    @abstractmethod
    def show_bot_moves(self) -> None:
        """Let the bots move, and show each of their turns."""

    @abstractmethod
    def show_moves(self, sentences: Iterable[str]) -> None:
        """Show what the person did."""

    @abstractmethod
    def show_listing(self, listing: Listing) -> None:
        """Show a list that the person asked for."""

    @abstractmethod
    def show_help(self) -> None:
        """Show the rules, and what can be typed."""

    def show_board(self) -> None:
        """Show the board again, soon."""

    def leave(self) -> None:
        """Raise `Quit`, perhaps after a question."""
        raise Quit


def parse_answer(
    text: str, terminal: Terminal[S, V, M, R], state: S, choices: Sequence[Choice[M]]
) -> M | Listing:
    """The move that is typed, by its number or as the game writes it; or the listing it asks for.

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
