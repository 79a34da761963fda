"""Who sits where in a game of one person against bots."""

from collections.abc import Sequence
from typing import Final

import attrs

from keltis._shared.text import quoted
from keltis.bots import bot_names
from keltis.cli.errors import CommandError
from keltis.cli.matches import Match
from keltis.cli.opponents import DEFAULT_BOT, Opponent, fresh_seed
from keltis.record import GameRecord
from keltis.rules import KELTIS, Rules

YOU: Final = "you"
"""The person's name in a record."""


def dealt(seat: int, against: Sequence[str], seed: int, rules: Rules | None) -> Match:
    """A new game against these bots, by default one."""
    bots = list(against or [DEFAULT_BOT])
    _require_seat(seat, len(bots) + 1)
    names = (*bots[:seat], YOU, *bots[seat:])
    record = GameRecord.seeded(len(names), seed, rules=rules or KELTIS, names=names)
    return Match(record, seat, _opponents(names, seat), seed)


def loaded(
    record: GameRecord,
    seat: int | None,
    against: Sequence[str],
    seed: int | None,
    rules: Rules | None,
) -> Match:
    """A game that goes on, with the bots that its record names unless others are to take their seats."""
    if rules is not None or (seed is not None and record.seed is not None):
        raise CommandError("a loaded game has its own seed and rules: leave --seed and --rules out")
    players = len(record.start.players)
    found = record.names.index(YOU) if YOU in record.names else 0
    seat = found if seat is None else seat
    _require_seat(seat, players)
    names = _names(record, seat, against)
    seed = record.seed if record.seed is not None else seed
    return Match(
        attrs.evolve(record, names=names),
        seat,
        _opponents(names, seat),
        fresh_seed() if seed is None else seed,
    )


def _require_seat(seat: int, players: int) -> None:
    if seat >= players:
        raise CommandError(
            f"there is no seat {seat}: with {players} players the seats are 0 to {players - 1}"
        )


def _names(record: GameRecord, seat: int, against: Sequence[str]) -> tuple[str, ...]:
    """The names by seat: those that are given, or else those of the record, or else the usual bot's."""
    others = len(record.start.players) - 1
    if against and len(against) != others:
        raise CommandError(
            f"this game has {others} other players: name so many bots after --against"
        )
    if against:
        bots = list(against)
    elif record.names:
        bots = [_offered(name) for other, name in enumerate(record.names) if other != seat]
    else:
        bots = [DEFAULT_BOT] * others
    return *bots[:seat], YOU, *bots[seat:]


def _offered(name: str) -> str:
    """A name from a file, if an installed bot has it: a file must not say which other code is run."""
    if name == YOU:  # the person has changed seats
        return DEFAULT_BOT
    if name.partition(":")[0] not in bot_names():
        raise CommandError(
            f"the file says that {quoted(name)} plays, which is no installed bot: say who, by --against"
        )
    return name


def _opponents(names: Sequence[str], seat: int) -> dict[int, Opponent]:
    return {other: Opponent.named(name) for other, name in enumerate(names) if other != seat}
