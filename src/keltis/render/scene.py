"""What a picture of a position shows: never more than one may know, unless it is asked for."""

from collections.abc import Sequence
from typing import TypeAlias, final

import attrs

from keltis._shared.records import require_names
from keltis._shared.values import Immutable
from keltis.cards import Card
from keltis.ending import EndReason
from keltis.errors import InvalidArgument
from keltis.moves import Phase
from keltis.scoring import Outcome, Score, outcome, scores
from keltis.state import GameState
from keltis.view import PlayerView, observe

Position: TypeAlias = GameState | PlayerView
"""What can be drawn."""


@final
@attrs.frozen
class Scene(Immutable):
    """A view, the cards in hand that are face up, and what follows from them."""

    view: PlayerView
    faces: tuple[tuple[Card, ...], ...]
    """By seat, the cards in hand that are face up. The others of the hand are face down."""
    scores: tuple[Score, ...]
    """By seat, as if the game ended now."""
    outcome: Outcome | None
    names: tuple[str, ...]
    """By seat."""

    @property
    def figures_in_goal(self) -> int:
        """How many figures have entered the goal area (E1)."""
        return sum(
            row >= self.view.rules.goal_row for player in self.view.players for row in player.rows
        )


def scene_of(
    position: Position, *, seat: int | None = None, reveal: bool = False, names: Sequence[str] = ()
) -> Scene:
    """The scene of a view; or of a state as a spectator sees it, as this seat does, or with every hand face up.

    >>> import keltis
    >>> state = keltis.new_game(2, seed=1)
    >>> [len(cards) for cards in scene_of(state).faces], [len(cards) for cards in scene_of(state, seat=0).faces]
    ([0, 0], [8, 0])
    """
    view = _view(position, seat, reveal)
    names = tuple(names)
    require_names(names, len(view.players))
    return Scene(
        view,
        _faces(view, position, reveal),
        scores(view),
        outcome(view),
        names or tuple(f"player {seat}" for seat in range(len(view.players))),
    )


def _view(position: Position, seat: int | None, reveal: bool) -> PlayerView:
    if type(position) is GameState:
        return observe(position, seat)
    if type(position) is not PlayerView:
        raise InvalidArgument(
            f"expected a GameState or a PlayerView, not {type(position).__name__}"
        )
    if seat is not None or reveal:
        raise InvalidArgument(
            "a view already is what one seat may know: `seat` and `reveal` are for a GameState"
        )
    return position


def _faces(view: PlayerView, position: Position, reveal: bool) -> tuple[tuple[Card, ...], ...]:
    if reveal and type(position) is GameState:
        return tuple(player.hand for player in position.players)
    faces = [player.seen for player in view.players]
    if view.viewer is not None and view.hand is not None:
        faces[view.viewer] = view.hand
    return tuple(faces)


def due(scene: Scene) -> str:
    """Whose decision is due, or how the game ended, in one sentence.

    >>> import keltis
    >>> due(scene_of(keltis.new_game(2, seed=1), names=("Ann", "Bob")))
    'Ann is to lay or discard a card'
    """
    if scene.outcome is not None:
        return _ending(scene, scene.outcome)
    name = scene.names[scene.view.to_move]
    if scene.view.phase is Phase.PLAY:
        return f"{name} is to lay or discard a card"
    if scene.view.phase is Phase.ADVANCE:
        return f"{name} {'may' if scene.view.may_decline else 'must'} move a figure one stone"
    barred = scene.view.barred
    return f"{name} is to draw a card" + (
        "" if barred is None else f", not the {barred} one just discarded"
    )


def _ending(scene: Scene, outcome: Outcome) -> str:
    if outcome.reason is EndReason.FIFTH_FIGURE:
        reason = f"{scene.figures_in_goal} figures are in the goal area"
    else:
        reason = "the draw pile is empty"
    winners = outcome.winners
    names = " and ".join(scene.names[seat] for seat in winners)
    points = scene.scores[winners[0]].total
    return f"{reason}: {names} {'wins' if len(winners) == 1 else 'win'} with {points} points"
