"""A game of one person against bots: who sits where, the moves so far, and the file."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Generic

from keltis._shared.text import quoted
from keltis.cli._bots import (
    SECRET_SEEDS,
    SeatedBot,
    make_hint,
    play_bots,
    random_seed,
    require_room,
    seat_bots,
)
from keltis.cli._commands import CommandError
from keltis.cli._display import view_of
from keltis.cli._files import write_new_file, write_record
from keltis.cli._games import Game, M, R
from keltis.cli._input import InputError

YOU: Final = "you"
"""The person's name in a record."""


class Session(Generic[R, M]):
    """The game as it stands. It shows only what the person may know."""

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
        """The file of the game, if it has one."""
        self.view = view_of(game, record, seat=seat, you=seat)
        self._seat = seat
        self._bots = bots
        self._seed = seed

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

    def make_move(self, move: M) -> tuple[str, ...]:
        """Make the person's move, and narrate it."""
        return self._advance(self.game.append(self.record, move))

    def make_bot_moves(self) -> Iterator[tuple[str, ...]]:
        """Make and narrate the bots' moves until the person has to choose or the game is over."""
        for record in play_bots(self.game, self.record, self._bots, self._seed):
            yield self._advance(record)

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
        """Take back and return the person's last move. Raises `InputError` if that is refused."""
        moves = self.game.undo_point(self.record, self._seat)
        if moves is None:
            raise InputError(self.game.undo_refusal)
        move = self.record.moves[moves]
        self.record = self.record.until(moves)
        return move

    def save(self, path: Path) -> None:
        """Write the game to this file, which becomes its own."""
        write_record(self.game, path, self.record)
        self.file = path

    def save_to_new_file(self) -> Path:
        """Write the game to a file with an unused name, and return it."""
        text = self.game.record_to_text(self.record)
        self.file = write_new_file(self.game.file_stem, ".txt", text)
        return self.file

    def load_command(self, path: Path) -> str:
        """The command that goes on with the game in a file."""
        return f"{self.game.command} play --load {shlex.quote(str(path))}"


def start_session(
    game: Game[R, M],
    *,
    seat: int,
    against: Sequence[str],
    seed: int | None,
    rules: str | None,
    file: Path | None,
) -> Session[R, M]:
    """A session with a new game against these bots, by default one."""
    bots = list(against or [game.default_bot])
    if game.players is not None:
        require_room(len(bots), game.players - 1)
    names = _insert_you(bots, seat)
    seed = random_seed(SECRET_SEEDS) if seed is None else seed
    record = game.new(names, seed, rules)
    return Session(game, record, seat, _seat_others(game, names, seat), seed, file)


def resume_session(
    game: Game[R, M],
    record: R,
    *,
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
    if seat is None:
        seat = record.names.index(YOU) if YOU in record.names else 0
    others = len(game.seat_labels(record)) - 1
    names = _insert_you(_other_names(game, record, seat, against, others), seat)
    seed = own_seed if own_seed is not None else seed
    return Session(
        game,
        game.rename(record, names),
        seat,
        _seat_others(game, names, seat),
        random_seed() if seed is None else seed,
        file,
    )


def _insert_you(bots: Sequence[str], seat: int) -> tuple[str, ...]:
    players = len(bots) + 1
    if seat >= players:
        raise CommandError(
            f"there is no seat {seat}: with {players} players the seats are 0 to {players - 1}"
        )
    return *bots[:seat], YOU, *bots[seat:]


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
    return [_check_name(game, name) for n, name in enumerate(record.names) if n != seat]


def _check_name(game: Game[R, M], name: str) -> str:
    """The name of an installed bot from a file: a file must not choose other code to run."""
    if name == YOU:  # the person has changed seats
        return game.default_bot
    if name.partition(":")[0] not in game.bot_names():
        raise CommandError(
            f"the file names {quoted(name)} as a player, but no installed bot is called so: "
            "name one after --against"
        )
    return name


def _seat_others(game: Game[R, M], names: Sequence[str], seat: int) -> dict[int, SeatedBot[R]]:
    return seat_bots(game, {other: name for other, name in enumerate(names) if other != seat})
