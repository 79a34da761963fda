"""What pictures show: what one may know of a position, and the positions of a game in order."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, final

import attrs

from keltis._engine.cards import Card, Colour, Tiles
from keltis._engine.ending import figures_in_goal
from keltis._engine.moves import Draw, Move, Phase
from keltis._engine.players import waiting_counts
from keltis._engine.scoring import Outcome, Score, outcome, scores
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, Position, observe
from keltis._lib.text import count_noun
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument
from keltis.game import Record
from keltis.render._kit.film import initial, name_tuple, seat_names, turn_captions

Film: TypeAlias = Record[GameState, Move] | Iterable[Position]
"""A game to draw: a record, or positions of one game in their order."""


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
        seat_names(names, _seat_labels(seats)),
        tuple(map(initial, names)) or ("",) * seats,
    )


def _seat_labels(seats: int) -> list[str]:
    """What players without names are called."""
    return [f"player {seat}" for seat in range(seats)]


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


@final
@attrs.frozen
class Frames(Immutable):
    """The positions of a game in their order. A scene is built only when it is asked for."""

    positions: tuple[Position, ...]
    names: tuple[str, ...]
    """By seat."""
    given_names: tuple[str, ...]
    """The names of a caller or a record, or none."""
    captions: tuple[str, ...]
    """What led to each position; in a record the whole turn that it belongs to."""
    turns: tuple[tuple[Move, ...], ...]
    """The moves of the turn that each position is in or ends; none in a list of positions."""
    stops: tuple[int, ...]
    """The positions to choose a film's frames from: in a record the ends of turns."""
    lasting_tiles: Tiles
    """The tiles that are in every position; all others are wishing stones that are taken."""

    def scene(self, place: int) -> Scene:
        """The scene of a position as a spectator sees it, so that no hidden card is in it."""
        return scene_of(self.positions[place], names=self.given_names)

    @property
    def initials(self) -> tuple[str, ...]:
        """By seat, the initial of a name, or nothing for a player without a name."""
        return tuple(map(initial, self.given_names)) or ("",) * len(self.names)

    def passing_tiles(self, place: int) -> Tiles:
        """The wishing stones of a position that are taken in another one."""
        lasting = self.lasting_tiles
        return _filter_tiles(
            self.positions[place].tiles, lambda path, row: lasting[path][row] is None
        )


def frames_of(film: Film, names: Sequence[str] = ()) -> Frames:
    """The frames of a record or of positions."""
    if isinstance(film, Record):
        return _frames_of_record(film, names)
    positions = tuple(film)
    if not positions:
        raise InvalidArgument("a film needs at least one position")
    seats = len(positions[0].players)
    if any(
        position.rules != positions[0].rules or len(position.players) != seats
        for position in positions
    ):
        raise InvalidArgument(
            "the positions of a film must be of one game: "
            "the same rules and the same number of players"
        )
    count = len(positions)
    return Frames(
        positions=positions,
        names=seat_names(names, _seat_labels(seats)),
        given_names=tuple(names),
        captions=tuple(f"position {number} of {count}" for number in range(1, count + 1)),
        turns=((),) * count,
        stops=tuple(range(count)),
        lasting_tiles=_lasting_tiles(positions),
    )


def _frames_of_record(record: Record[GameState, Move], names: Sequence[str]) -> Frames:
    states = record.states
    given = name_tuple(names) or record.names
    names = seat_names(given, _seat_labels(len(record.start.players)))
    last = len(states) - 1
    turns = [tuple(move for _, move in turn) for turn in record.turns]
    return Frames(
        positions=states,
        names=names,
        given_names=given,
        captions=tuple(turn_captions(record, names, lambda move: move != Draw())),
        turns=((), *(turn[: place + 1] for turn in turns for place in range(len(turn)))),
        stops=tuple(n for n, state in enumerate(states) if n == last or state.phase is Phase.PLAY),
        lasting_tiles=_lasting_tiles(states),
    )


def _lasting_tiles(positions: Iterable[Position]) -> Tiles:
    # Most states of a game share their tiles with the state before: compare each tuple only once.
    first, *others = {id(position.tiles): position.tiles for position in positions}.values()
    return _filter_tiles(
        first, lambda path, row: all(tiles[path][row] is first[path][row] for tiles in others)
    )


def _filter_tiles(tiles: Tiles, keep: Callable[[Colour, int], bool]) -> Tiles:
    return tuple(
        tuple(tile if keep(path, row) else None for row, tile in enumerate(tiles[path]))
        for path in Colour
    )
