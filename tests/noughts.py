"""Noughts and crosses: a game of one module, for the tools that play any game."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import attrs

import noughts
from keltis import NotationError, game

Move: TypeAlias = str
"""A square, such as `b2`, the middle."""
SQUARES: Final = tuple(column + row for row in "321" for column in "abc")
LINES: Final = ("012", "345", "678", "036", "147", "258", "048", "246")
MARKS: Final = "XO"
EndReason: Final = game.PlainEnd
read_score, milestones = game.read_numbers, game.no_milestones


@attrs.frozen
class Rules:
    player_counts: tuple[int, ...] = (2,)


@attrs.frozen
class State:
    cells: str = "." * 9
    first: int = 0

    @property
    def to_move(self) -> int:
        return (self.first + 9 - self.cells.count(".")) % 2


class Illegality(game.Reason):
    NO_SQUARE = "there is no such square"
    NOT_FREE = "the square is taken, or the game is over"


def new_game(_players: int = 2, *, first_player: int = 0, **_: object) -> State:
    return State(first=first_player)


def legal_moves(state: State) -> tuple[Move, ...]:
    if outcome(state) is not None:
        return ()
    return tuple(s for s, cell in zip(SQUARES, state.cells, strict=True) if cell == ".")


def illegality(state: State, move: Move) -> Illegality | None:
    if move in legal_moves(state):
        return None
    return Illegality.NOT_FREE if move in SQUARES else Illegality.NO_SQUARE


def apply_move(state: State, move: Move) -> State:
    if reason := illegality(state, move):
        raise game.RefusedMove(reason, move, state)
    place = SQUARES.index(move)
    cells = state.cells[:place] + MARKS[state.to_move] + state.cells[place + 1 :]
    return State(cells, state.first)


def outcome(state: State) -> game.PlainOutcome | None:
    for line in LINES:
        marks = {state.cells[int(place)] for place in line}
        if len(marks) == 1 and marks != {"."}:
            return game.PlainOutcome((MARKS.index(marks.pop()),))
    return None if "." in state.cells else game.PlainOutcome((0, 1))


def observe(state: State, _player: int | None) -> State:
    return state


def scores(state: State) -> tuple[tuple[int, ...], ...]:
    return game.plain_scores(outcome(state), players=2)


def events(state: State, move: Move, *_: object) -> tuple[object, ...]:
    end = outcome(apply_move(state, move))
    return (move,) if end is None else (move, end)


def narrate(state: State, move: Move, *_: object, **__: object) -> tuple[str, ...]:
    done = f"{MARKS[state.to_move]} takes {move}."
    return (done, "The game is over.")[: len(events(state, move))]


def reveals(_state: State, _move: Move, _seat: int) -> bool:
    return False


def parse_move(text: str) -> Move:
    if text not in SQUARES:
        raise NotationError(f"expected a square from a1 to c3, not {text!r}")
    return text


def parse_rules(text: str) -> Rules:
    if text != "NOUGHTS":
        raise NotationError(f"expected NOUGHTS, not {text!r}")
    return Rules()


def format_rules(_rules: Rules) -> str:
    return "NOUGHTS"


def parse_state(text: str) -> State:
    cells, _, first = text.partition(" ")
    if len(cells) != 9 or set(cells) - set("XO.") or first not in ("X", "O"):
        raise NotationError(f"expected nine of X, O and dots, then who began, not {text!r}")
    return State(cells, MARKS.index(first))


def format_state(state: State) -> str:
    return f"{state.cells} {MARKS[state.first]}"


@attrs.frozen
class GameRecord(game.Record[State, Move]):
    _next_state = staticmethod(apply_move)

    @property
    def outcome(self) -> game.PlainOutcome | None:
        return outcome(self.final)


def board(state: State, _names: Sequence[str]) -> str:
    return "\n".join(" ".join(state.cells[row : row + 3]) for row in (0, 3, 6))


def encode(state: State, seat: int) -> bytes:
    return bytes((".", MARKS[seat], MARKS[1 - seat]).index(cell) for cell in state.cells)


GAME: Final[game.Game[State, State, Move, Rules]] = game.Game(
    title="Noughts and crosses",
    name="noughts",
    rules=Rules(),
    engine=noughts,
    events=noughts,
    notation=noughts,
    record=game.TextRecords("noughts", GameRecord, noughts, noughts),
    render=game.TextRender(board),
    learning=game.ListedLearning("noughts", noughts, SQUARES, encode, b"\2" * 9),
    bots=game.NamedBots({"first": lambda _state, moves, _rng: moves[0]}, noughts),
)
