"""The narration of the board game: a sentence for a turn, hands, and the points explained."""

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from keltis._shared.narration import Narrator
from keltis.board import Figure
from keltis.cards import Card, Colour
from keltis.cli._games import Viewpoint
from keltis.events import (
    EVERYTHING,
    CardDiscarded,
    CardDrawn,
    CardLaid,
    CloverReached,
    Event,
    FigureEntered,
    FigureMoved,
    FinishedPathExtended,
    GameOver,
    PointsWon,
    StepDeclined,
    StepWasted,
    WishingStoneTaken,
    describe,
    events,
)
from keltis.players import PlayerState
from keltis.record import GameRecord
from keltis.render._kit.terminal import (
    BOLD,
    COLOURS,
    DIM,
    Line,
    Span,
    clip_text,
    format_line,
    pad_line,
    seat_style,
)
from keltis.rules import Rules
from keltis.scoring import Score, scores, winning_seats
from keltis.state import GameState

_LABEL: Final = 16
_CELL: Final = 16
_PANEL_NAME: Final = 10


def narrate_move(record: GameRecord, move: int, view: Viewpoint) -> tuple[str, ...]:
    """A sentence for each event of a move, as far as the viewer may know it."""
    return tuple(
        describe(event, names=view.names, you=view.you) for event in _events(record, move, view)
    )


def summarise_turn(record: GameRecord, first: int, stop: int, view: Viewpoint) -> str:
    """One sentence about the moves of a turn, and one about the end of the game.

    >>> from keltis import GameRecord
    >>> from keltis.notation import parse_move
    >>> record = GameRecord.seeded(2, seed=1)
    >>> for text in ("lay R6 small", "draw pile"):
    ...     record = record.append(parse_move(text))
    ...
    >>> summarise_turn(record, 0, 2, Viewpoint(("Ann", "Bob"), named=True))
    'Ann lays R6, enters red.'
    """
    happened = [event for move in range(first, stop) for event in _events(record, move, view)]
    narrator = Narrator("seat {}".format, view.names, view.you)
    seat = record.states[first].to_move
    steps = ", ".join(filter(None, (_phrase(event, narrator) for event in happened)))
    ends = [
        describe(event, names=view.names, you=view.you)
        for event in happened
        if isinstance(event, GameOver)
    ]
    return " ".join([f"{narrator.subject(seat)} {steps}.", *ends])


def _events(record: GameRecord, move: int, view: Viewpoint) -> tuple[Event, ...]:
    return events(*record[move], EVERYTHING if view.reveal else view.seat)


def _phrase(event: Event, narrator: Narrator) -> str:
    """An event as a part of a sentence about the player; nothing for what needs no words."""
    match event:
        case CardLaid():
            return f"{narrator.verb(event.seat, 'lay')} {event.card}"
        case CardDiscarded():
            return f"{narrator.verb(event.seat, 'discard')} {event.card}"
        case FigureEntered():
            large = " (large)" if event.figure is Figure.LARGE else ""
            return f"{narrator.verb(event.seat, 'enter')} {event.colour}{large}"
        case FigureMoved():
            return f"{event.colour} to row {event.row}"
        case PointsWon():
            return f"+{event.points}"
        case WishingStoneTaken():
            return f"wishing stone {event.held}"
        case CloverReached():
            return "clover" if event.gives_step else "clover, but no figure can move"
        case FinishedPathExtended():
            return f"{event.colour} is finished, " + ("a step" if event.gives_step else "no step")
        case StepDeclined():
            return f"{narrator.verb(event.seat, 'decline')} the step"
        case StepWasted():
            return "nothing moves"
        case CardDrawn(source=None, card=None) | GameOver():
            return ""  # a card that nobody sees; and the end has a sentence of its own
        case CardDrawn(source=None):
            return f"{narrator.verb(event.seat, 'draw')} {event.card}"
        case CardDrawn():
            return f"{narrator.verb(event.seat, 'take')} {event.card}"
    assert_never(event)


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
                Span(f"{score.total:>4}{' wins' if seat in winners else ''}", BOLD)
                for seat, score in enumerate(points)
            ],
        ),
        (),
        *(_hand(view.labels[seat], player) for seat, player in enumerate(players)),
    ]
    return _to_text(lines)


def _row(label: str, cells: Iterable[str | Span]) -> Line:
    line = pad_line([Span(label, DIM)], _LABEL)
    for cell in cells:
        line += pad_line([Span(cell) if isinstance(cell, str) else cell], _CELL)
    return line


def _heading(seat: int, view: Viewpoint) -> Span:
    return Span(f" {clip_text(view.labels[seat], _CELL - 3)} ", seat_style(seat))


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
    name = pad_line([Span(clip_text(f"hand of {label}", _LABEL), DIM)], _LABEL)
    return *name, *_card_spans(player.hand)


def draw_hand(state: GameState, view: Viewpoint) -> str:
    """The viewer's cards."""
    cards = () if view.seat is None else state.players[view.seat].hand
    return _to_text([(Span("hand ", DIM), *_card_spans(cards))]) if cards else ""


def draw_panel(state: GameState, labels: Sequence[str]) -> str:
    """The points of all players, as if the game ended now."""
    lines: list[Line] = [
        (Span(f"{'points now':<{_PANEL_NAME + 2}} paths tiles stones total", DIM),)
    ]
    for seat, score in enumerate(scores(state)):
        name = pad_line([Span(clip_text(labels[seat], _PANEL_NAME))], _PANEL_NAME)
        numbers = f"{score.paths:>6}{score.tile_points:>6}{score.wishing_stones:>7}"
        total = Span(f"{score.total:>6}", BOLD)
        lines.append((Span(str(seat), seat_style(seat)), Span(" "), *name, Span(numbers), total))
    return _to_text(lines)


def _card_spans(cards: Iterable[Card]) -> Line:
    """Cards in their colours, with a space before each."""
    return tuple(Span(f" {card}", COLOURS[str(card.colour)]) for card in cards)


def _to_text(lines: Iterable[Line]) -> str:
    """Lines with colour codes."""
    return "\n".join(format_line(line, colour=True) for line in lines)
