"""A sentence for each event."""

from collections.abc import Sequence
from typing import assert_never

from keltis._shared.narration import Narrator, count_noun
from keltis.events._compute import events
from keltis.events._kinds import (
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
)
from keltis.game import EVERYTHING, Viewer
from keltis.moves import Move
from keltis.scoring import Outcome
from keltis.state import GameState


def describe(event: Event, *, names: Sequence[str] = (), you: int | None = None) -> str:
    """One sentence about an event.

    The players are called by their seats, or by their names if you give them. The player on seat
    `you` is addressed as the reader.

    >>> from keltis.events import CardDrawn, describe
    >>> drawn = CardDrawn(seat=1, source=None, card=None)
    >>> describe(drawn)
    'Seat 1 draws a card from the pile.'
    >>> describe(drawn, names=("Ann", "Bob"))
    'Bob draws a card from the pile.'
    >>> describe(drawn, you=1)
    'You draw a card from the pile.'
    """
    narrator = Narrator("seat {}".format, names, you)
    match event:
        case CardDiscarded():
            return f"{narrator.clause(event.seat, 'discard')} {event.card}."
        case CardLaid():
            return f"{narrator.clause(event.seat, 'lay')} {event.card}."
        case FigureEntered():
            figure = f"{narrator.possessive(event.seat)} {event.figure.value} figure"
            return f"{figure} enters the {event.colour} path."
        case FigureMoved():
            figure = f"{narrator.possessive(event.seat)} {event.figure.value} figure"
            return f"{figure} moves to row {event.row} of the {event.colour} path."
        case PointsWon():
            points = f"{narrator.clause(event.seat, 'get')} {count_noun(event.points, 'point')}"
            return f"{points} on row {event.row} of the {event.colour} path."
        case WishingStoneTaken():
            stone = f"{narrator.clause(event.seat, 'take')} the wishing stone from row {event.row}"
            have = narrator.verb(event.seat, "have", "has")
            return f"{stone} of the {event.colour} path and now {have} {event.held}."
        case CloverReached():
            clover = f"{narrator.possessive(event.seat)} clover on row {event.row}"
            effect = "gives a step" if event.gives_step else "lapses, as no figure can move"
            return f"{clover} of the {event.colour} path {effect}."
        case FinishedPathExtended():
            card = f"{narrator.possessive(event.seat)} card on the finished {event.colour} path"
            effect = "gives a step" if event.gives_step else "gives no step, as no figure can move"
            return f"{card} {effect}."
        case StepDeclined():
            return f"{narrator.clause(event.seat, 'decline')} the step."
        case StepWasted():
            figure = f"the figure on the end stone of the {event.colour} path"
            return f"{narrator.clause(event.seat, 'spend')} the step on {figure}: nothing moves."
        case CardDrawn():
            card = "a card" if event.card is None else str(event.card)
            source = "pile" if event.source is None else f"{event.source} discard pile"
            return f"{narrator.clause(event.seat, 'draw')} {card} from the {source}."
        case GameOver():
            return _describe_end(event.outcome, narrator)
    assert_never(event)


def narrate(
    state: GameState,
    move: Move,
    viewer: Viewer = EVERYTHING,
    *,
    names: Sequence[str] = (),
    you: int | None = None,
) -> tuple[str, ...]:
    """A sentence for each event of a move, as the viewer may know it.

    >>> import keltis
    >>> from keltis.events import narrate
    >>> narrate(keltis.new_game(2, seed=1), keltis.parse_move("discard R6"), names=("Ann", "Bob"))
    ('Ann discards R6.',)
    """
    return tuple(describe(event, names=names, you=you) for event in events(state, move, viewer))


def _describe_end(end: Outcome, narrator: Narrator) -> str:
    if len(end.winners) == 1:
        winner = end.winners[0]
        winners = f"{narrator.name(winner)} {narrator.verb(winner, 'win')}"
    else:
        winners = f"{_describe_winners(end, narrator)} win together"
    points = count_noun(end.scores[end.winners[0]].total, "point")
    return f"The game is over ({end.reason.value}): {winners} with {points}."


def _describe_winners(end: Outcome, narrator: Narrator) -> str:
    if narrator.names or narrator.you in end.winners:
        return " and ".join(map(narrator.name, end.winners))
    return "seats " + " and ".join(map(str, end.winners))
