"""Plain records, pictures and numbers, for a game whose author writes only its rules."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Final, Generic, final

import attrs

from keltis._lib.checks import as_int, as_number
from keltis._lib.text import Lines
from keltis._lib.values import Immutable, ImmutableEnum
from keltis.errors import InvalidArgument
from keltis.game._learning import Layout, Returns, consecutive_fields, require_returns, shares_of
from keltis.game._protocols import Engine, Notation, R, V
from keltis.game._record import M, Outcome, Record, S
from keltis.game._text import RecordText, turn_texts

_COLOURS: Final = {
    "light": ("#ffffff", "#222222"),
    "dark": ("#1b1b1b", "#eeeeee"),
    "auto": ("none", "#808080"),
}
"""By theme, the colours of the page and of the text."""
_CHARACTER: Final = 10
_LINE: Final = 20


@final
@attrs.frozen
class TextRecords(Immutable, Generic[S, V, M, R]):
    """`Records` for any game, as text with a line for the start and one for each turn.

    `format_state` must write a state as one line.
    """

    name: str
    """The first word of the text."""
    GameRecord: type[Record[S, M]]
    engine: Engine[S, V, M, R]
    notation: Notation[S, M, R]

    def new_record(
        self,
        players: int,
        /,
        *,
        seed: int,
        rules: R | None = None,
        first_player: int = 0,
        names: tuple[str, ...] = (),
    ) -> Record[S, M]:
        """The record of a new game, still without moves."""
        new_game = self.engine.new_game
        if rules is None:
            start = new_game(players, seed=seed, first_player=first_player)
        else:
            start = new_game(players, seed=seed, first_player=first_player, rules=rules)
        return self.GameRecord(start, names=names)

    def format_record(self, record: Record[S, M], /) -> str:
        """A record as text; `parse_record` reads it back."""
        text = self._text()
        start = [f"start: {self.notation.format_state(record.start)}"]
        return text.format("1", text.result(record), record.names, start, turn_texts(record))

    def parse_record(self, text: str, /) -> Record[S, M]:
        """Read a record, and check every move. Errors name the line."""
        return self._text().parse(text)

    def _text(self) -> RecordText[S, M, Record[S, M]]:
        return RecordText(
            game=self.name,
            newest=1,
            read_start=self._read_start,
            read_moves=lambda start, moves, _: start.play(moves),
            result=_result,
            parse_move=lambda text, _: self.notation.parse_move(text),
            example="0: MOVE",
        )

    def _read_start(self, lines: Lines, _version: int, names: tuple[str, ...]) -> Record[S, M]:
        start = lines.take("start").read(self.notation.parse_state)
        return self.GameRecord(start, names=names)


def _result(record: Record[S, M]) -> str:
    end = record.outcome
    return "unfinished" if end is None else f"won by {' and '.join(map(str, end.winners))}"


@final
@attrs.frozen
class TextRender(Immutable, Generic[S, M]):
    """`Render` for any game: `board` writes a position as text, and all pictures show that text."""

    board: Callable[[S, Sequence[str]], str]
    """The board as text, for a position and the players' names, or none."""

    def board_text(self, position: S, /, *, names: Sequence[str] = (), **_: object) -> str:
        """The board as text; nothing is hidden, and it has no colours."""
        return self.board(position, names)

    def board_svg(
        self, position: S, /, *, names: Sequence[str] = (), theme: str = "light", **_: object
    ) -> str:
        """The text of the board as SVG."""
        return _picture([self.board(position, names)], theme)

    def film_svg(self, record: Record[S, M], /, *, frames: int = 6, theme: str = "light") -> str:
        """Some positions of a game side by side, as SVG."""
        last = len(record)
        count = min(as_int(frames, "frames", 1), last + 1)
        stops = [last - frame * last // max(count - 1, 1) for frame in reversed(range(count))]
        return _picture([self.board(record.states[stop], record.names) for stop in stops], theme)

    def animated_svg(
        self, record: Record[S, M], /, *, pace: float = 1.0, theme: str = "light"
    ) -> str:
        """A game that moves, as SVG; a position is there for `pace` seconds."""
        seconds = as_number(pace, "pace", "seconds from 0.05 to 60", 0.05, 60)
        boards = [self.board(state, record.names) for state in record.states]
        return _picture(boards, theme, seconds)


def _picture(boards: Sequence[str], theme: str, seconds: float | None = None) -> str:
    """Texts side by side as SVG, or one after the other if each has this number of seconds."""
    if theme not in _COLOURS:
        raise InvalidArgument(f"theme must be one of {', '.join(_COLOURS)}, not {theme!r}")
    page, ink = _COLOURS[theme]
    width = _CHARACTER * (2 + max(len(line) for board in boards for line in board.splitlines()))
    height = _LINE * (1 + max(len(board.splitlines()) for board in boards))
    parts = []
    for number, board in enumerate(boards):
        x = 0 if seconds else number * width
        lines = [
            f'<tspan x="{x + _CHARACTER}" y="{_LINE * row}">{escape(line)}</tspan>'
            for row, line in enumerate(board.splitlines(), 1)
        ]
        shown = "" if seconds is None else _show(number, len(boards), seconds)
        parts.append(f'<text xml:space="preserve">{shown}{"".join(lines)}</text>')
    box = width if seconds else width * len(boards)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box} {height}" '
        f'font-family="monospace" font-size="16" fill="{ink}">'
        f'<rect width="{box}" height="{height}" fill="{page}"/>{"".join(parts)}</svg>'
    )


def _show(number: int, count: int, seconds: float) -> str:
    """Show a part of a picture in its time; the last one stays."""
    hide = '<set attributeName="display" to="none" begin="0s"'
    before = f'{hide} dur="{number * seconds:g}s"/>' if number else ""
    after = f"{hide.replace('0s', f'{(number + 1) * seconds:g}s')}/>" if number < count - 1 else ""
    return before + after


class PlainEnd(ImmutableEnum):
    """The `EndReason` of a game that ends in one way."""

    OVER = "game over"


@final
@attrs.frozen
class PlainOutcome(Immutable):
    """The outcome of a game that is won, or shared by those who tie."""

    winners: tuple[int, ...]
    reason: PlainEnd = PlainEnd.OVER


def plain_scores(outcome: Outcome | None, players: int) -> tuple[tuple[int, ...], ...]:
    """The scores of a game that is won or lost: 1 for those who won, else 0."""
    winners = () if outcome is None else outcome.winners
    return tuple((int(seat in winners),) for seat in range(players))


def read_numbers(numbers: Sequence[int]) -> tuple[int, ...]:
    """The score of these numbers, as a tuple."""
    return tuple(numbers)


def no_milestones(_state: object) -> tuple[int, ...]:
    """The milestones of a game that has none."""
    return ()


@final
@attrs.frozen
class ListedLearning(Immutable, Generic[S, V, M, R]):
    """`Learning` for any game: the action number of a move is its place in a list of all moves."""

    name: str
    """The name of the encoding."""
    engine: Engine[S, V, M, R]
    moves: tuple[M, ...]
    encode: Callable[[S, int], bytes]
    """What the player at a seat sees, as bytes."""
    highest: bytes
    """The highest value of each of these bytes."""
    players: int = 2

    def action_count(self, _rules: R, /) -> int:
        """How many moves there are."""
        return len(self.moves)

    def legal_action_ids(self, state: S, /) -> tuple[int, ...]:
        """The places of all legal moves, ascending."""
        return tuple(sorted(map(self.moves.index, self.engine.legal_moves(state))))

    def move_of(self, action: int, /) -> M:
        """The move at this place."""
        return self.moves[as_int(action, "action", 0, len(self.moves) - 1)]

    def seat_action(self, action: int, _seat: int, /) -> int:
        """The number itself: it is the same for every seat."""
        return action

    def layout(self, _rules: R, _players: int, /) -> Layout:
        """One field, with all bytes."""
        return Layout(self.name, 1, consecutive_fields({"board": (len(self.highest),)}))

    def highest_values(self, _rules: R, _players: int, /) -> bytes:
        """The highest value of each byte."""
        return self.highest

    def observation(self, state: S, seat: int, /) -> bytes:
        """What the player at a seat sees."""
        return self.encode(state, seat)

    def returns(self, state: S, name: Returns, /) -> tuple[float, ...] | None:
        """The shares of the win; None before the end."""
        require_returns(name, ("win_shares",))
        end = self.engine.outcome(state)
        return None if end is None else shares_of(end.winners, self.players)

    def return_bounds(self, _rules: R, players: int, name: Returns, /) -> tuple[float, float]:
        """The return of a player who loses, and of one who wins alone."""
        require_returns(name, ("win_shares",))
        return -1.0, players - 1.0
