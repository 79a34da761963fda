"""How a game of CELTIC! looks on the screen, and how it is told."""

from collections.abc import Iterable, Iterator
from typing import Final, final

import attrs
from rich.console import Group
from rich.table import Table
from rich.text import Text

from keltis._shared.values import Immutable
from keltis.celtic import (
    GameState,
    Lay,
    Move,
    Owner,
    Path,
    Player,
    Shape,
    apply_move,
    knots,
    outcome,
    scores,
)
from keltis.celtic.record import GameRecord
from keltis.celtic.render import board_text
from keltis.celtic.render._scene import Position, scene_of, status_line
from keltis.celtic.scoring import score_text
from keltis.celtic.tiles import PLAYERS, letters_of
from keltis.cli.looks import drawn, height, joined, labels, last_that_fit
from keltis.cli.turns import Turn

_HEADING: Final = 2
"""How many lines of the board can be left out, as they only say in words whose turn it is."""


@final
@attrs.frozen
class Look(Immutable):
    """What the players are called, and who of them is told the game."""

    names: tuple[str, ...]
    seat: Player | None = None

    def board(self, state: GameState) -> Text:
        """The board, in colours that rich leaves out where they are not wanted."""
        return drawn_position(state, self.names)

    def frame(self, state: GameState, told: list[Text], room: int) -> Group:
        """As much as there is room for: the tiles and the last turn, then the turns before it, then the heading."""
        board = list(self.board(state).split("\n", allow_blank=True))
        told = last_that_fit(told, room - len(board) + _HEADING)
        if len(board) + height(told) > room:
            board = board[_HEADING:]
        return Group(joined(board), Text(), *told)

    def sentences(self, record: GameRecord, move: int) -> tuple[str, ...]:
        """What a move of a record did, which is counted from 0."""
        state, made = record[move]
        return tuple(self._sentences(state, made))

    def _sentences(self, state: GameState, move: Move) -> Iterator[str]:
        after = apply_move(state, move)
        yield self._deed(state.to_move, move)
        before = knots(state)
        yield from (_closed(knot) for knot in knots(after) if knot not in before)
        if outcome(after) is not None:
            yield f"The game is over: {self.ending(after)}."

    def _deed(self, mover: Player, move: Move) -> str:
        you = mover is self.seat
        who = "You" if you else str(mover).capitalize()
        if not isinstance(move, Lay):
            return f"{who} must pass: no tile fits."
        return f"{who} {'lay' if you else 'lays'} {_tile(move)} on {move.x},{move.y}."

    def ending(self, state: GameState) -> str:
        """Who has won, and by which knots."""
        return status_line(scene_of(state, names=self.names))

    def scoreboard(self, state: GameState) -> Table:
        """What the knots score; a star marks who is ahead, compared from the best knot on (K11)."""
        table = Table("", "knots, the best first", "", title="points", title_justify="left")
        found = scores(state)
        for name, score in zip(self.names, found, strict=True):
            best = score == max(found)
            table.add_row(
                name, score_text(score), "*" if best else "", style="bold" if best else None
            )
        return table


def drawn_position(position: Position, names: tuple[str, ...] = ()) -> Text:
    """A position or a filling, in colours that rich leaves out where they are not wanted."""
    return drawn(board_text(position, names=names, colour=True))


def _tile(lay: Lay) -> str:
    article = (
        "the neutral" if lay.supply is Owner.NEUTRAL else "an" if lay.shape is Shape.END else "a"
    )
    return f"{article} {lay.shape} {letters_of(lay.mask)}"


def _closed(knot: Path) -> str:
    orange, blue = knot.counts
    return f"That closes a knot: {orange} for orange, {blue} for blue."


def look_at(record: GameRecord, *, seat: Player | None = None) -> Look:
    """The look of a game whose players are called by their colours, and by their names if they have any."""
    return Look(labels([str(player) for player in PLAYERS], record.names), seat)


def turns(records: Iterable[GameRecord], look: Look, told: int = 0) -> Iterator[Turn[GameState]]:
    """The turns of a game that is given as ever longer records, of which so many moves have been told."""
    for record in records:
        for move in range(told, len(record)):
            yield Turn(move + 1, record.states[move + 1], look.sentences(record, move))
        told = len(record)
