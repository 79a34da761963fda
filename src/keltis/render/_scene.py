"""What a picture of a position shows: what one may know, unless the caller asks for more."""

from collections.abc import Sequence
from typing import final

import attrs

from keltis._shared.narration import count_noun
from keltis._shared.values import Immutable
from keltis.cards import Card, Colour
from keltis.ending import figures_in_goal
from keltis.errors import InvalidArgument
from keltis.game import require_names
from keltis.moves import Phase
from keltis.players import waiting_counts
from keltis.render._kit.svg import initial, name_tuple
from keltis.scoring import Outcome, Score, outcome, scores
from keltis.state import GameState
from keltis.view import PlayerView, Position, observe


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
    initials: tuple[str, ...]
    """By seat, the initial of a name, or nothing for a player without a name."""

    @property
    def figures_in_goal(self) -> int:
        """The number of figures that have entered the goal area (E1)."""
        return figures_in_goal(self.view.rules, self.view.players)

    def starting_figures(self, seat: int) -> tuple[int, int]:
        """How many small figures of a player, and large ones, are still on the starting stone."""
        return waiting_counts(self.view.rules, self.view.players[seat])


def scene_of(
    position: Position, *, seat: int | None = None, reveal: bool = False, names: Sequence[str] = ()
) -> Scene:
    """The scene of a view, or of a state.

    A state is seen by a spectator, with `seat` by that player, with `reveal` with all hands.

    >>> import keltis
    >>> state = keltis.new_game(2, seed=1)
    >>> [len(cards) for cards in scene_of(state).faces]
    [0, 0]
    >>> [len(cards) for cards in scene_of(state, seat=0).faces]
    [8, 0]
    """
    view = _view(position, seat, reveal)
    seats = len(view.players)
    return Scene(
        view,
        _faces(view, position, reveal),
        scores(view),
        outcome(view),
        seat_names(names, seats),
        tuple(map(initial, names)) or ("",) * seats,
    )


def seat_names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """The names by seat, which are `player 0` and so on if there are none."""
    names = name_tuple(names)
    require_names(names, seats)
    return names or tuple(f"player {seat}" for seat in range(seats))


def _view(position: Position, seat: int | None, reveal: bool) -> PlayerView:
    if isinstance(position, GameState):
        return observe(position, seat)
    if seat is not None or reveal:
        raise InvalidArgument(
            "a view already is what one seat may know: `seat` and `reveal` are for a GameState"
        )
    return position


def _faces(view: PlayerView, position: Position, reveal: bool) -> tuple[tuple[Card, ...], ...]:
    if reveal and isinstance(position, GameState):
        return tuple(player.hand for player in position.players)
    faces = [player.seen for player in view.players]
    if view.viewer is not None and view.hand is not None:
        faces[view.viewer] = view.hand
    return tuple(faces)


def status_line(scene: Scene) -> str:
    """Whose decision is due, or how the game ended, in one sentence.

    >>> import keltis
    >>> status_line(scene_of(keltis.new_game(2, seed=1), names=("Ann", "Bob")))
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
    winners = outcome.winners
    names = " and ".join(scene.names[seat] for seat in winners)
    points = count_noun(scene.scores[winners[0]].total, "point")
    return f"{outcome.reason.value}: {names} {'wins' if len(winners) == 1 else 'win'} with {points}"


def description(scene: Scene) -> str:
    """The scores and the figures on the paths, for readers who cannot see the picture."""
    sentences = []
    for name, player, score in zip(scene.names, scene.view.players, scene.scores, strict=True):
        rows = [f"{path} {player.rows[path]}" for path in Colour if player.rows[path]]
        large = "" if player.large is None else f", the large figure on {player.large}"
        paths = ", ".join(rows) or "none"
        points = count_noun(score.total, "point")
        sentences.append(f"{name} has {points}; rows by path: {paths}{large}.")
    return " ".join(sentences)
