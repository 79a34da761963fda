"""A game of one person against bots: who sits where, the moves so far, and the file."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Generic, Self

from keltis._shared.text import quoted
from keltis.cli._bots import (
    SECRET_SEEDS,
    SeatedBot,
    fill_seats,
    make_hint,
    play_bots,
    random_seed,
    require_seat,
    seat_bots,
)
from keltis.cli._commands import CommandError
from keltis.cli._display import view_of
from keltis.cli._files import require_new, write_new_file, write_record
from keltis.cli._games import Choice, Game, M, R
from keltis.cli._input import InputError

GUEST: Final = "Guest"
"""The name of a person who gives none."""


class Session(Generic[R, M]):
    """The game as it stands, which is also in a file. It shows only what the person may know."""

    def __init__(
        self,
        game: Game[R, M],
        record: R,
        seat: int,
        bots: Mapping[int, SeatedBot[R]],
        seed: int,
        file: Path | None = None,
    ) -> None:
        self.game = game
        self.record = record
        self.file = file
        """The file of the game. It gets one with the first move, if it has none."""
        self.warnings: list[str] = []
        """What is wrong with the file; whoever shows them clears them."""
        self._seat = seat
        self._bots = bots
        self._seed = seed
        self.view = view_of(game, record, seat=seat, you=seat)

    def rename_person(self, name: str) -> None:
        """Give the person another name."""
        names = list(self.record.names)
        names[self._seat] = name
        self.record = self.game.rename(self.record, tuple(names))
        self.view = view_of(self.game, self.record, seat=self._seat, you=self._seat)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.record.outcome is not None

    @property
    def is_your_turn(self) -> bool:
        """Whether the person has to choose a move now."""
        return (
            not self.is_over
            and self.game.seat_to_move(self.record) == self._seat
            and self.game.append_forced(self.record) is None
        )

    @property
    def mover(self) -> str:
        """The label of the player to move."""
        return self.view.labels[self.game.seat_to_move(self.record)]

    def list_choices(self) -> tuple[Choice[M], ...]:
        """The choices of the person, whose turn it must be."""
        return self.game.choices(self.record)

    def make_move(self, move: M) -> tuple[str, ...]:
        """Make the person's move, and narrate it."""
        sentences = self._advance(self.game.append(self.record, move))
        self._keep()
        return sentences

    def make_bot_moves(self) -> Iterator[tuple[str, ...]]:
        """Make and narrate the bots' moves until the person has to choose or the game is over."""
        for record in play_bots(self.game, self.record, self._bots, self._seed):
            yield self._advance(record)
        self._keep()

    def _advance(self, record: R) -> tuple[str, ...]:
        """Go on to a longer record, and narrate its new moves."""
        done = len(self.record)
        self.record = record
        return tuple(
            sentence
            for move in range(done, len(record))
            for sentence in self.game.narrate(record, move, self.view)
        )

    def hint(self) -> str:
        """A sentence with what a bot would do."""
        return make_hint(self.game, self.record, self._seed)

    def undo(self) -> object:
        """Take back and return the last move that the person chose.

        Moves without a choice after it are taken back, too. Raises `InputError` if that is refused.
        """
        record = self.record
        while True:
            moves = self.game.undo_point(record, self._seat)
            if moves is None:
                raise InputError(self.game.undo_refusal)
            move = record.moves[moves]
            record = record.until(moves)
            if len(self.game.legal_moves(record)) > 1:
                break
        self.record = record
        self._keep()
        return move

    def new_session(self) -> Self:
        """Another game with the same players and rules."""
        seed = random_seed(SECRET_SEEDS)
        record = self.game.new_like(self.record, seed)
        return type(self)(self.game, record, self._seat, self._bots, seed)

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
        write_record(self.game, path, self.record)
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
        text = self.game.record_to_text(self.record)
        self.file = write_new_file(self.game.file_stem, ".txt", text)
        return self.file

    def load_command(self, path: Path) -> str:
        """The command that goes on with the game in a file."""
        command = f"{self.game.command} play --load {shlex.quote(str(path))}"
        names = [self._bots[seat].name for seat in sorted(self._bots)]
        if all(_is_bot(self.game, name) for name in names):
            return command
        return f"{command} --against {shlex.join(names)}"  # a file must not choose the code to run


def start_session(
    game: Game[R, M],
    *,
    name: str,
    seat: int,
    against: Sequence[str],
    players: int | None,
    seed: int | None,
    rules: str | None,
    file: Path | None,
) -> Session[R, M]:
    """A session with a new game against these bots, by default one."""
    if players is None:
        players = game.players or max(2, len(against) + 1)
    bots = fill_seats(against or [game.default_bot], players - 1) if players > 1 else ()
    names = _insert_person(name, bots, seat)
    seed = random_seed(SECRET_SEEDS) if seed is None else seed
    record = game.new(names, seed, rules)
    return Session(game, record, seat, _seat_others(game, names, seat), seed, file)


def resume_session(
    game: Game[R, M],
    record: R,
    *,
    name: str | None,
    seat: int | None,
    against: Sequence[str],
    seed: int | None,
    rules: str | None,
    file: Path,
) -> Session[R, M]:
    """A session with a loaded game, against other bots if they are given."""
    own_seed = game.seed(record)
    if rules is not None or (seed is not None and own_seed is not None):
        raise CommandError("a loaded game has its own seed and rules: leave --seed and --rules out")
    people = [
        seat
        for seat, name in enumerate(record.names)
        if name not in against and not _is_bot(game, name)
    ]
    if seat is None:
        seat = people[0] if people else 0
    others = len(game.seat_labels(record)) - 1
    bots = _other_names(game, record, seat, against, others)
    if name is None:
        name = record.names[people[0]] if people else GUEST
    names = _insert_person(name, bots, seat)
    seed = own_seed if own_seed is not None else seed
    return Session(
        game,
        game.rename(record, names),
        seat,
        _seat_others(game, names, seat),
        random_seed() if seed is None else seed,
        file,
    )


def _insert_person(name: str, bots: Sequence[str], seat: int) -> tuple[str, ...]:
    require_seat(seat, len(bots) + 1)
    return *bots[:seat], name, *bots[seat:]


def _other_names(
    game: Game[R, M], record: R, seat: int, against: Sequence[str], others: int
) -> list[str]:
    """The bots for a loaded game: those given, or those in the record, or the default bot."""
    if against and len(against) != others:
        raise CommandError(
            f"this game has {others} other players: name as many bots after --against"
        )
    if against:
        return list(against)
    if not record.names:
        return [game.default_bot] * others
    names = [name for other, name in enumerate(record.names) if other != seat]
    people = [name for name in names if not _is_bot(game, name)]
    if people and _is_bot(game, record.names[min(seat, others)]):  # the person has changed seats
        names[names.index(people.pop(0))] = game.default_bot
    for name in people:  # a file must not choose other code to run
        raise CommandError(
            f"the file names {quoted(name)} as a player, but no installed bot is called so: "
            "name one after --against"
        )
    return names


def _is_bot(game: Game[R, M], name: str) -> bool:
    """Whether this names an installed bot."""
    return name.partition(":")[0] in game.bot_names()


def _seat_others(game: Game[R, M], names: Sequence[str], seat: int) -> dict[int, SeatedBot[R]]:
    return seat_bots(game, {other: name for other, name in enumerate(names) if other != seat})
