"""Games as rows for tables: dictionaries that pandas and polars take as they are."""

from collections.abc import Iterable
from typing import TypeAlias, assert_never

from keltis._engine.cards import Card, Colour
from keltis._engine.moves import PLAY, Advance, Decline, Discard, Draw, Lay, Move
from keltis._engine.scoring import scores
from keltis._engine.state import GameState
from keltis.record._record import GameRecord

Row: TypeAlias = dict[str, str | int | bool | None]
"""A row of a table: a value for each column, by its name."""


def record_rows(record: GameRecord) -> list[Row]:
    """A row for each decision of a game, with its number, seat, move and what it changed.

    `card` is the card played or drawn, `colour` the letter of its path or of the figure that moved,
    and `points` the score of the player who moved, after the move.

    >>> from keltis.bots import play_match
    >>> from keltis.record import record_rows
    >>> rows = record_rows(play_match(["greedy", "greedy"], seed=7))
    >>> rows[0]["text"], rows[0]["card"], rows[0]["points"]
    ('lay B0 large', 'B0', -12)
    """
    rows: list[Row] = []
    turn = 0
    for number, (state, move) in enumerate(record):
        turn += state.phase is PLAY
        after = record.states[number + 1]
        card, colour = _card_and_colour(state, move)
        rows.append(
            {
                "move": number,
                "turn": turn,
                "seat": state.to_move,
                "name": record.names[state.to_move] if record.names else None,
                "phase": state.phase.value,
                "text": str(move),
                "kind": type(move).__name__.lower(),
                "card": None if card is None else str(card),
                "colour": None if colour is None else colour.letter,
                "from_pile": move == Draw(),
                "pile_left": len(after.draw_pile),
                "points": scores(after)[state.to_move].total,
            }
        )
    return rows


def _card_and_colour(state: GameState, move: Move) -> tuple[Card | None, Colour | None]:
    """The card that a move plays or draws, and its colour or that of the figure that moves."""
    match move:
        case Discard(card) | Lay(card):
            return card, card.colour
        case Draw(source):
            pile = state.draw_pile if source is None else state.discards[source]
            return pile[-1], pile[-1].colour
        case Advance(colour):
            return None, colour
        case Decline():
            return None, None
    assert_never(move)


def game_rows(records: Iterable[GameRecord]) -> list[Row]:
    """A row for each player of each game: the score by its parts, and whether the player won.

    >>> from keltis.bots import play_match
    >>> from keltis.record import game_rows
    >>> rows = game_rows(play_match(["greedy", "random"], seed=seed) for seed in range(3))
    >>> [(row["game"], row["seat"], row["won"]) for row in rows if row["seat"] == 0]
    [(0, 0, True), (1, 0, True), (2, 0, True)]
    """
    rows: list[Row] = []
    for game, record in enumerate(records):
        end = record.outcome
        turns = len(record.turns)
        for seat, score in enumerate(scores(record.final)):
            rows.append(
                {
                    "game": game,
                    "seed": record.seed,
                    "seat": seat,
                    "name": record.names[seat] if record.names else None,
                    "players": len(record.start.players),
                    "first": seat == record.start.to_move,
                    "end": None if end is None else end.reason.value,
                    "won": end is not None and seat in end.winners,
                    "points": score.total,
                    "path_points": score.paths,
                    "tile_points": score.tile_points,
                    "stone_points": score.wishing_stones,
                    "turns": turns,
                    "moves": len(record),
                }
            )
    return rows
