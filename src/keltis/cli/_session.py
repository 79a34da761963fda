"""A game of one person against bots: who sits where, the match so far, and the file."""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Generic, Self

import attrs

from keltis._lib.text import quoted
from keltis.cli._bots import (
    SECRET_SEEDS,
    fill_seats,
    fixed_players,
    make_hint,
    random_seed,
    require_seat,
    seat_bots,
)
from keltis.cli._commands import CommandError
from keltis.cli._display import view_of
from keltis.cli._files import require_new, write_new_file, write_record
from keltis.cli._terminal import Choice, InputError, M, R, S, Terminal, V, Viewpoint
from keltis.errors import InvalidArgument
from keltis.game import Match, Record

GUEST: Final = "Guest"
"""The name of a person who gives none."""


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
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.match.outcome is not None

    @property
    def is_your_turn(self) -> bool:
        """Whether the person has to choose a move now."""
        return self.match.asked is not None

    @property
    def thinker(self) -> str:
        """The label of the bot that is to move, or nothing if it is the person."""
        mover = self.match.state.to_move
        return "" if mover == self._seat else self.view.labels[mover]

    @property
    def forced_move(self) -> M:
        """The only move that the person has."""
        self._require_room()
        (move,) = self.terminal.game.engine.legal_moves(self.match.state)
        return move

    def list_choices(self) -> tuple[Choice[M], ...]:
        """The choices of the person, whose turn it must be."""
        return self.terminal.choices(self.match.state)

    def make_move(self, move: M) -> tuple[str, ...]:
        """Make the person's move, and narrate it."""
        sentences = self._go_to(self.match.play(self._seat, move))
        self._keep()
        return sentences

    def make_bot_moves(self) -> Iterator[tuple[str, ...]]:
        """Make and narrate the moves of bots, until the person is to move or the game is over."""
        for match in self.match.steps():
            yield self._go_to(match)
            if not self.thinker:
                break
        self._require_room()
        self._keep()

    def _require_room(self) -> None:
        """Refuse a game that has as many moves as a record can have (E3)."""
        if self.match.truncated:
            raise CommandError(f"a game has at most {self.match.max_moves} moves")

    def _go_to(self, match: Match[S, V, M, R]) -> tuple[str, ...]:
        """Go on to a later match, and narrate its new moves."""
        done = len(self.record)
        self.match = match
        moves = [match.record[number] for number in range(done, len(match.record))]
        return self.terminal.narrate(moves, self.view)

    def hint(self) -> str:
        """A sentence with what a bot would do."""
        return make_hint(self.terminal, self.match)

    def undo(self) -> M:
        """Take back and return the last move that the person chose, with all that followed.

        Raises `InputError` if that is refused.
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
        seed = random_seed(SECRET_SEEDS)
        names = self.record.names
        rules = self.terminal.rules_of(self.record.start)
        record = self.terminal.game.record.new_record(
            len(names), seed=seed, rules=rules, names=names
        )
        return type(self)(self.terminal, record, self._seat, seed)

    def _keep(self) -> None:
        """Write the game to its file, so that nothing is lost if the process is killed."""
        try:
            if self.file is not None and self.file.exists() and not self.file.is_file():
                return  # a device or a pipe gets the game once, when it ends
            self.save_somewhere()
        except OSError as error:
            self.warnings.append(f"Not saved: {error.strerror}")

    def save(self, path: Path) -> None:
        """Write the game to this file, which becomes its own."""
        write_record(self.terminal, path, self.record)
        self.file = path

    def save_as(self, name: str) -> str:
        """Write the game to the file of this name, or else its own; return what to say."""
        path = Path(name) if name else self.file
        if path is None:
            raise InputError("Name a file: save FILE, as in save game.txt")
        try:
            require_new(path, self.file)
            self.save(path)
        except (CommandError, OSError) as error:
            raise InputError(f"Not saved: {error}") from error
        return f"Saved to {path}. Later: {self.load_command(path)}"

    def save_somewhere(self) -> Path:
        """Write the game to its file, or to a new one if there is none or it cannot be written."""
        if self.file is not None:
            try:
                self.save(self.file)
            except CommandError as error:
                self.warnings.append(f"Not saved: {error}")
            else:
                return self.file
        game = self.terminal.game
        text = game.record.format_record(self.record)
        self.file = write_new_file(f"{game.name}-game", ".txt", text)
        return self.file

    def load_command(self, path: Path) -> str:
        """The command that goes on with the game in a file."""
        command = f"{self.terminal.command} play --load {shlex.quote(str(path))}"
        names = [name for seat, name in enumerate(self.record.names) if seat != self._seat]
        if all(_is_bot(self.terminal, name) for name in names):
            return command
        return f"{command} --against {shlex.join(names)}"  # a file must not choose the code to run


def start_session(
    terminal: Terminal[S, V, M, R],
    *,
    name: str,
    seat: int,
    against: Sequence[str],
    players: int | None,
    seed: int | None,
    rules: str | None,
    file: Path | None,
) -> Session[S, V, M, R]:
    """A session with a new game against these bots, by default one."""
    game = terminal.game
    if players is None:
        players = fixed_players(game) or max(2, len(against) + 1)
    bots = fill_seats(against or [terminal.default_bot], players - 1) if players > 1 else ()
    names = _insert_person(name, bots, seat)
    seed = random_seed(SECRET_SEEDS) if seed is None else seed
    parsed = game.rules if rules is None else game.notation.parse_rules(rules)
    record = game.record.new_record(len(names), seed=seed, rules=parsed, names=names)
    return Session(terminal, record, seat, seed, file)


def resume_session(
    terminal: Terminal[S, V, M, R],
    record: Record[S, M],
    *,
    name: str | None,
    seat: int | None,
    against: Sequence[str],
    seed: int | None,
    rules: str | None,
    file: Path,
) -> Session[S, V, M, R]:
    """A session with a loaded game, against other bots if they are given."""
    if rules is not None or (seed is not None and record.seed is not None):
        raise CommandError("a loaded game has its own seed and rules: leave --seed and --rules out")
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
    seed = record.seed if record.seed is not None else seed
    return Session(terminal, record, seat, random_seed() if seed is None else seed, file)


def _insert_person(name: str, bots: Sequence[str], seat: int) -> tuple[str, ...]:
    require_seat(seat, len(bots) + 1)
    return *bots[:seat], name, *bots[seat:]


def _other_names(
    terminal: Terminal[S, V, M, R], record: Record[S, M], seat: int, against: Sequence[str]
) -> list[str]:
    """The bots for a loaded game: those given, or those in the record, or the default bot."""
    others = record.player_count - 1
    if against and len(against) != others:
        raise CommandError(
            f"this game has {others} other players: name as many bots after --against"
        )
    if against:
        return list(against)
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
