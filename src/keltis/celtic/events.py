"""What a move did: typed events for logs and screens, and every word about moves.

`events` gives the events of a move, and `describe` is a sentence about one of them. `meaning` and
`preview` are about moves before they are made.
"""

from collections.abc import Sequence
from typing import TypeAlias, assert_never, final

import attrs

from keltis._lib.text import Narrator
from keltis._lib.values import Immutable
from keltis.celtic._engine.moves import Forfeit, Lay, Move, Pass
from keltis.celtic._engine.play import apply_recorded_move
from keltis.celtic._engine.scoring import Outcome, Path, knots, outcome, outcome_text
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import NEUTRAL, PLAYERS, Owner, Player, Shape, letters_of
from keltis.game import EVERYTHING, Viewer

__all__ = [
    "Event",
    "GameOver",
    "KnotClosed",
    "TileLaid",
    "TurnForfeited",
    "TurnPassed",
    "describe",
    "events",
    "meaning",
    "narrate",
    "preview",
    "reveals",
]


@final
@attrs.frozen
class TileLaid(Immutable):
    """A tile was laid (K5)."""

    player: Player
    tile: Lay


@final
@attrs.frozen
class TurnPassed(Immutable):
    """A player passed because no tile fits (K8)."""

    player: Player


@final
@attrs.frozen
class TurnForfeited(Immutable):
    """A player laid a tile beyond the window: the tile is back, and the turn is lost (K12)."""

    player: Player
    tile: Lay


@final
@attrs.frozen
class KnotClosed(Immutable):
    """The tile closed a path (K10)."""

    knot: Path


@final
@attrs.frozen
class GameOver(Immutable):
    """The game came to its end (K9)."""

    outcome: Outcome


Event: TypeAlias = TileLaid | TurnPassed | TurnForfeited | KnotClosed | GameOver
"""One thing that happened."""


def events(state: GameState, move: Move, viewer: Viewer = EVERYTHING) -> tuple[Event, ...]:
    """The events of this move or penalty in this state, in their order.

    Raises `IllegalMove`, as `apply_move` and `forfeit_turn` do. Every viewer sees the same.

    >>> from keltis.celtic import new_game, parse_move
    >>> from keltis.celtic.events import describe, events
    >>> for event in events(new_game(), parse_move("lay 0,-1 ES orange")):
    ...     print(describe(event))
    ...
    Orange lays a corner ES on 0,-1.
    """
    del viewer
    after = apply_recorded_move(state, move)
    done: Event
    match move:
        case Lay():
            done = TileLaid(state.to_move, move)
        case Pass():
            done = TurnPassed(state.to_move)
        case Forfeit():
            done = TurnForfeited(state.to_move, move.lay)
        case _:
            assert_never(move)
    before = knots(state)
    closed = (KnotClosed(knot) for knot in knots(after) if knot not in before)
    end = outcome(after)
    return (done, *closed) if end is None else (done, *closed, GameOver(end))


def describe(event: Event, *, names: Sequence[str] = (), you: int | None = None) -> str:
    """One sentence about an event.

    The players are called by their colours, or by their names if you give them. The player `you`,
    0 for Orange and 1 for Blue, is addressed as the reader.

    >>> from keltis.celtic import Owner
    >>> from keltis.celtic.events import TurnPassed, describe
    >>> describe(TurnPassed(Owner.BLUE))
    'Blue must pass: no tile fits.'
    >>> describe(TurnPassed(Owner.BLUE), names=("Ann", "Bob"))
    'Bob must pass: no tile fits.'
    >>> describe(TurnPassed(Owner.BLUE), names=("Ann", "Bob"), you=1)
    'You must pass: no tile fits.'
    """
    narrator = Narrator(lambda player: str(Owner(player)), names, you)
    match event:
        case TileLaid():
            tile = event.tile
            laid = f"{narrator.clause(event.player, 'lay')} {_describe_tile(tile)}"
            return f"{laid} on {tile.x},{tile.y}."
        case TurnPassed():
            return f"{narrator.subject(event.player)} must pass: no tile fits."
        case TurnForfeited():
            tile = event.tile
            lost = f"{narrator.clause(event.player, 'lose')} the turn: {_describe_tile(tile)}"
            return f"{lost} on {tile.x},{tile.y} would open onto a cell outside the window."
        case KnotClosed():
            counts = zip(event.knot.counts, PLAYERS, strict=True)
            points = ", ".join(f"{count} for {narrator.name(player)}" for count, player in counts)
            return f"That closes a knot: {points}."
        case GameOver():
            end = outcome_text(
                event.outcome, lambda seat: f"{narrator.name(seat)} {narrator.verb(seat, 'win')}"
            )
            return f"The game is over: {end}."
    assert_never(event)


def narrate(
    state: GameState,
    move: Move,
    viewer: Viewer = EVERYTHING,
    *,
    names: Sequence[str] = (),
    you: int | None = None,
) -> tuple[str, ...]:
    """A sentence for each event of a move, as `describe` writes it.

    >>> from keltis.celtic import new_game, parse_move
    >>> from keltis.celtic.events import narrate
    >>> narrate(new_game(), parse_move("lay 0,-1 ES orange"), you=0)
    ('You lay a corner ES on 0,-1.',)
    """
    return tuple(describe(event, names=names, you=you) for event in events(state, move, viewer))


def reveals(state: GameState, move: Move, seat: int) -> bool:
    """Whether the player on this seat learns something hidden by a move: never.

    >>> from keltis.celtic import Pass, new_game
    >>> from keltis.celtic.events import reveals
    >>> reveals(new_game(), Pass(), 0)
    False
    """
    del state, move, seat
    return False


def _describe_tile(tile: Lay) -> str:
    words = f"{tile.shape} {letters_of(tile.mask)}"
    if tile.supply is NEUTRAL:
        return f"the neutral {words}"
    return f"an {words}" if tile.shape is Shape.END else f"a {words}"


def meaning(move: Move) -> str:
    """A move in words.

    >>> from keltis.celtic import parse_move
    >>> from keltis.celtic.events import meaning
    >>> meaning(parse_move("lay 0,-1 ES orange"))
    'orange corner at 0,-1'
    """
    match move:
        case Lay():
            return f"{move.supply} {move.shape} at {move.x},{move.y}"
        case Pass():
            return "no tile can be laid"  # K8
        case Forfeit():
            return "tile back, turn lost"  # K12
    assert_never(move)


def preview(state: GameState, move: Move) -> str:
    """What a legal move leads to, in a few words; often none.

    >>> from keltis.celtic import new_game, parse_move
    >>> from keltis.celtic.events import preview
    >>> preview(new_game(), parse_move("lay 0,-1 ES orange"))
    ''
    """
    closes = len(knots(apply_recorded_move(state, move))) > len(knots(state))
    return "closes a knot" if closes else ""
