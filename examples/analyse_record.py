"""Replay the record of a game: the source of each player's points, and changes of the lead.

    python examples/analyse_record.py [RECORD]

Without a file, two bots play a game, which is saved to a file and read back.
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
    # The parser checks every move, and the result if the file has one.
    record = parse_record(path.read_text(encoding="utf-8"))
    result = record.outcome.reason.value if record.outcome else "unfinished"
    print(f"{path.name}: {len(record)} moves, {result}\n")
    for seat in range(len(record.start.players)):
        print(*score_lines(record, seat), "", sep="\n")
    turns = list(scored_turns(record))
    print("The turns that gained most:")
    best = sorted(turns, key=lambda turn: -turn.gain)[:5]
    for turn in sorted(best, key=lambda turn: turn.number):
        player, moves = name(record, turn.seat), ", ".join(turn.moves)
        print(f"  turn {turn.number:3}, {player}: {turn.gain:+}  {moves}")
    with_leader = [turn for turn in turns if len(turn.leaders) == 1]
    changes = [turn for before, turn in pairwise(with_leader) if before.leaders != turn.leaders]
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


def score_lines(record: GameRecord, seat: int) -> Iterator[str]:
    """The total score of a player, then a line for each path and each kind of tile."""
    end, rules = record.final, record.start.rules
    player, score = end.players[seat], keltis.score(end, seat)
    yield f"{name(record, seat)}: {score.total} points"
    for colour in Colour:
        if row := player.rows[colour]:
            factor = rules.large_factor if player.large is colour else 1
            cards = len(player.columns[colour])
            steps = f"{cards} cards" + (f" and {row - cards} extra" if row > cards else "")
            large = f", times {factor} for the large figure" if factor > 1 else ""
            points = rules.row_points[row - 1] * factor
            yield f"  {points:+4}  {colour} path: row {row} by {steps}{large}"
    stones = f"{player.wishing_stones} wishing stones"
    yield f"  {score.wishing_stones:+4}  {stones}: {tile_places(record, seat, WishingStoneTaken)}"
    yield f"  {score.tile_points:+4}  number tiles: {tile_places(record, seat, PointsWon)}"


def tile_places(
    record: GameRecord, seat: int, kind: type[PointsWon] | type[WishingStoneTaken]
) -> str:
    """The path and row of each tile that this player took, in the order of the game."""
    places = [
        f"{event.colour} {event.row}"
        for state, move in record
        for event in events(state, move)
        if type(event) is kind and event.seat == seat
    ]
    return ", ".join(places) or "none"


class Turn(NamedTuple):
    """A turn, with the points it gained and the leaders if the game ended after it."""

    number: int
    seat: int
    moves: list[str]
    gain: int
    leaders: list[int]


def scored_turns(record: GameRecord) -> Iterator[Turn]:
    """The turns of a game with their scores."""
    before, moves, number = record.start, list[str](), 1
    for move_count, (state, move) in enumerate(record, start=1):
        moves.append(str(move))
        after = record.state_at(move_count)
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
