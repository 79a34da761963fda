"""The narration of the board game: a sentence for a turn, and the points at the end explained."""

from collections.abc import Iterable
from typing import Final

from keltis.cards import Colour
from keltis.cli._games import Viewpoint
from keltis.cli._keltis_table import card_spans, player_style, to_text
from keltis.events import narrate, summarise
from keltis.players import PlayerState
from keltis.record import GameRecord
from keltis.render._kit.terminal import Line, Span, clip_text, pad_line
from keltis.rules import Rules
from keltis.scoring import Score, scores, winning_seats

_LABEL: Final = 16
_CELL: Final = 16
_DIM: Final = "2"
_BOLD: Final = "1"


def narrate_move(record: GameRecord, move: int, view: Viewpoint) -> tuple[str, ...]:
    """A sentence for each event of a move, as far as the viewer may know it."""
    return narrate(*record[move], view.viewer, names=view.names, you=view.you)


def summarise_turn(record: GameRecord, first: int, stop: int, view: Viewpoint) -> str:
    """One sentence about the moves of a turn, and one about the end of the game."""
    turn = [record[move] for move in range(first, stop)]
    return summarise(turn, view.viewer, names=view.names, you=view.you)


def explain_points(record: GameRecord, view: Viewpoint) -> str:
    """A column for each player with the points of paths, tiles and stones; then the hands."""
    state = record.final
    points = scores(state)
    players = state.players
    winners = winning_seats(points)
    lines = [
        _row("", [_heading(seat, view) for seat in range(len(players))]),
        *(
            _row(f"{path} path", [_path(state.rules, player, path) for player in players])
            for path in Colour
        ),
        _row("tiles", [f"{score.tile_points:>4}" for score in points]),
        _row("wishing stones", [_stones(*pair) for pair in zip(players, points, strict=True)]),
        _row(
            "total",
            [
                Span(f"{score.total:>4}{' wins' if seat in winners else ''}", _BOLD)
                for seat, score in enumerate(points)
            ],
        ),
        (),
        *(_hand(view.labels[seat], player) for seat, player in enumerate(players)),
    ]
    return to_text(lines)


def _row(label: str, cells: Iterable[str | Span]) -> Line:
    line = pad_line([Span(label, _DIM)], _LABEL)
    for cell in cells:
        line += pad_line([Span(cell) if isinstance(cell, str) else cell], _CELL)
    return line


def _heading(seat: int, view: Viewpoint) -> Span:
    return Span(f" {clip_text(view.labels[seat], _CELL - 3)} ", player_style(seat))


def _path(rules: Rules, player: PlayerState, path: Colour) -> str:
    row = player.rows[path]
    if not row:
        return "   -"
    is_large = player.large is path
    points = rules.row_points[row - 1] * (rules.large_factor if is_large else 1)
    return f"{points:>4} row {row}" + (f" x{rules.large_factor}" if is_large else "")


def _stones(player: PlayerState, score: Score) -> str:
    return f"{score.wishing_stones:>4} for {player.wishing_stones}"


def _hand(label: str, player: PlayerState) -> Line:
    name = pad_line([Span(clip_text(f"hand of {label}", _LABEL), _DIM)], _LABEL)
    return *name, *card_spans(player.hand)
