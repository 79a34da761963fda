"""Load the record of a game, replay it, and see where the points came from and when the game turned.

    python examples/analyse_record.py [RECORD]

Without a file two bots play a game first, which goes through a file too.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import keltis
from keltis import Colour
from keltis.bots import make_bot
from keltis.events import PointsWon, WishingStoneTaken, events
from keltis.record import GameRecord, format_record, parse_record


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else save_a_game()
    record = parse_record(
        path.read_text(encoding="utf-8")
    )  # checks every move, and the result if it is given
    print(
        f"{path.name}: {len(record)} moves, {record.outcome.reason.value if record.outcome else 'unfinished'}\n"
    )
    for seat in range(len(record.start.players)):
        print(*points_of(record, seat), "", sep="\n")
    turns = list(turns_of(record))
    print("The turns that gained most:")
    for turn in sorted(
        sorted(turns, key=lambda turn: -turn.gain)[:5], key=lambda turn: turn.number
    ):
        print(
            f"  turn {turn.number:3}, {name(record, turn.seat)}: {turn.gain:+}  {', '.join(turn.moves)}"
        )
    led = [turn for turn in turns if len(turn.leaders) == 1]
    changes = [turn for before, turn in pairwise(led) if before.leaders != turn.leaders]
    print(
        "\nThe lead went to",
        ", to ".join(f"{name(record, turn.leaders[0])} in turn {turn.number}" for turn in changes)
        or "nobody",
    )


def save_a_game() -> Path:
    """Let the greedy bot play itself, and write the record to a file."""
    record = GameRecord.seeded(2, seed=11, names=("Ann", "Bob"))
    bot, rng = make_bot("greedy"), random.Random(1)
    while record.outcome is None:
        view = keltis.observe(record.final, record.final.to_move)
        record = record.append(bot(view, keltis.legal_moves(view), rng))
    path = Path(tempfile.mkdtemp()) / "game.keltis"
    path.write_text(format_record(record), encoding="utf-8")
    return path


def points_of(record: GameRecord, seat: int) -> Iterator[str]:
    """Where this player's points came from: the itemised score, then what each part is made of."""
    end, rules = record.final, record.start.rules
    player, score = end.players[seat], keltis.score(end, seat)
    yield f"{name(record, seat)}: {score.total} points"
    for colour in Colour:
        if row := player.rows[colour]:
            factor = rules.large_factor if player.large is colour else 1
            cards = len(player.columns[colour])
            steps = f"{cards} cards" + (f" and {row - cards} extra" if row > cards else "")
            large = f", times {factor} for the large figure" if factor > 1 else ""
            yield f"  {rules.row_points[row - 1] * factor:+4}  {colour} path: row {row} by {steps}{large}"
    yield f"  {score.wishing_stones:+4}  {player.wishing_stones} wishing stones: {places(record, seat, WishingStoneTaken)}"
    yield f"  {score.tile_points:+4}  number tiles: {places(record, seat, PointsWon)}"


def places(record: GameRecord, seat: int, kind: type[PointsWon] | type[WishingStoneTaken]) -> str:
    """Where this player found tiles of a kind, in the order of the game."""
    happened = (event for state, move in record for event in events(state, move))
    return (
        ", ".join(
            f"{event.colour} {event.row}"
            for event in happened
            if type(event) is kind and event.seat == seat
        )
        or "none"
    )


class Turn(NamedTuple):
    """A turn, and what the points were worth after it, as if the game had ended there."""

    number: int
    seat: int
    moves: list[str]
    gain: int
    leaders: list[int]


def turns_of(record: GameRecord) -> Iterator[Turn]:
    """The game turn by turn."""
    before, moves, number = record.start, list[str](), 1
    for place, (state, move) in enumerate(record, start=1):
        moves.append(str(move))
        after = record.state_at(place)
        if after.phase in (keltis.Phase.PLAY, keltis.Phase.OVER):
            totals = [score.total for score in keltis.scores(after)]
            gain = totals[state.to_move] - keltis.score(before, state.to_move).total
            leaders = [seat for seat, total in enumerate(totals) if total == max(totals)]
            yield Turn(number, state.to_move, moves, gain, leaders)
            before, moves, number = after, [], number + 1


def name(record: GameRecord, seat: int) -> str:
    return record.names[seat] if record.names else f"seat {seat}"


if __name__ == "__main__":
    main()
