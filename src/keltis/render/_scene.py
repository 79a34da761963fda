"""What pictures show: what one may know of a position, its marks, and the positions of a game."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias, final

import attrs

from keltis._engine.cards import Card, Colour, Tiles
from keltis._engine.ending import figures_in_goal
from keltis._engine.moves import Advance, Discard, Draw, Lay, Move, Phase
from keltis._engine.players import waiting_counts
from keltis._engine.scoring import Outcome, Score, outcome, scores
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, Position, observe
from keltis._lib.checks import as_int
from keltis._lib.text import count_noun
from keltis._lib.values import Immutable
from keltis.errors import InvalidArgument
from keltis.game import Record
from keltis.render._kit.film import initial, name_tuple, seat_names, turn_captions

Film: TypeAlias = Record[GameState, Move] | Iterable[Position]
"""A game to draw: a record, or positions of one game in their order."""
Stone: TypeAlias = tuple[Colour, int]
"""A stone of the board: its path and its row; row 0 is the starting stone."""
Arrow: TypeAlias = tuple[Stone, Stone]
"""An arrow from one stone to another."""
Trail: TypeAlias = tuple[int, Colour, int, int]
"""The way of a figure: its path, the row that it came from, and its row; if not known, twice."""


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
    if isinstance(position, GameState):
        view = observe(position, seat)
    elif seat is not None or reveal:
        raise InvalidArgument(
            "a view already is what one seat may know: `seat` and `reveal` are for a GameState"
        )
    else:
        view = position
    faces = [player.seen for player in view.players]
    if reveal and isinstance(position, GameState):
        faces = [player.hand for player in position.players]
    elif view.viewer is not None and view.hand is not None:
        faces[view.viewer] = view.hand
    seats = len(faces)
    initials = tuple(map(initial, names)) or ("",) * seats
    return Scene(
        view, tuple(faces), scores(view), outcome(view), player_names(names, seats), initials
    )


def player_names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """The names by seat, or if there are none, what the players are called without."""
    return seat_names(names, [f"player {seat}" for seat in range(seats)])


def status_line(scene: Scene) -> str:
    """Whose decision is due, or how the game ended, in one sentence.

    >>> import keltis
    >>> status_line(scene_of(keltis.new_game(2, seed=1), names=("Ann", "Bob")))
    'Ann is to lay or discard a card'
    """
    end = scene.outcome
    if end is not None:
        names = " and ".join(scene.names[seat] for seat in end.winners)
        win = "wins" if len(end.winners) == 1 else "win"
        points = count_noun(scene.scores[end.winners[0]].total, "point")
        return f"{end.reason.describe(scene.view.rules)}: {names} {win} with {points}"
    name = scene.names[scene.view.to_move]
    if scene.view.phase is Phase.PLAY:
        return f"{name} is to lay or discard a card"
    if scene.view.phase is Phase.ADVANCE:
        return f"{name} {'may' if scene.view.may_decline else 'must'} move a figure one stone"
    barred = scene.view.barred
    return f"{name} is to draw a card" + (
        "" if barred is None else f", not the {barred} one just discarded"
    )


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
class Marks(Immutable):
    """Everything that is marked in a picture."""

    mover: int = 0
    """The seat that made the last of the moves."""
    trails: tuple[Trail, ...] = ()
    laid: frozenset[Colour] = frozenset()
    """The columns of the mover whose last card was laid."""
    piles: frozenset[Colour | None] = frozenset()
    """The discard piles that changed, and None for the draw pile."""
    stones: frozenset[Stone] = frozenset()
    cards: frozenset[Card] = frozenset()
    arrows: tuple[Arrow, ...] = ()


NO_MARKS: Final = Marks()


def marks_of(
    scene: Scene, last: Iterable[Move], highlight: Iterable[Card | Stone], arrows: Iterable[Arrow]
) -> Marks:
    """The marks of a position; raises `InvalidArgument` for those that it cannot have."""
    view = scene.view
    turns, marked = _split_turns(last), tuple(highlight)
    moves = [move for turn in turns for move in turn]
    # A draw passes the turn on, unless it ends the game.
    players = len(view.players)
    mover = (view.to_move - 1) % players if view.phase is Phase.PLAY else view.to_move
    length = view.rules.path_length
    stones = [mark for mark in marked if not isinstance(mark, Card)]
    return Marks(
        mover,
        tuple(
            trail
            for number, turn in enumerate(reversed(turns))
            for trail in _trails(scene, (mover - number) % players, turn)
        ),
        frozenset(move.card.colour for move in turns[-1] if isinstance(move, Lay)),
        frozenset(
            {move.card.colour for move in moves if isinstance(move, Discard)}
            | {move.source for move in moves if isinstance(move, Draw)}
        ),
        frozenset(_as_stone(stone, "highlight", 1, length) for stone in stones),
        frozenset(mark for mark in marked if isinstance(mark, Card)),
        tuple(_as_arrow(pair, length) for pair in arrows),
    )


def _split_turns(moves: Iterable[Move]) -> list[list[Move]]:
    """The moves by turn; a turn ends with a draw. There is at least one turn."""
    turns: list[list[Move]] = [[]]
    for move in moves:
        if turns[-1] and isinstance(turns[-1][-1], Draw):
            turns.append([])
        turns[-1].append(move)
    return turns


def _as_stone(stone: Stone, name: str, lowest: int, length: int) -> Stone:
    path, row = stone
    return path, as_int(row, f"the row of a stone in {name}", lowest, length)


def _as_arrow(pair: Arrow, length: int) -> Arrow:
    start, end = (_as_stone(stone, "arrows", 0, length) for stone in pair)
    if start == end:
        raise InvalidArgument(f"an arrow is a pair of two different stones, not {pair!r}")
    return start, end


def _trails(scene: Scene, mover: int, moves: Sequence[Move]) -> Iterator[Trail]:
    """The way of each figure that the moves advanced.

    A card on a finished path and a wasted step (P6) move nothing there, so it is not known where a
    figure on an end stone came from.
    """
    laid = [move.card.colour for move in moves if isinstance(move, Lay)]
    steps = Counter(laid + [move.colour for move in moves if isinstance(move, Advance)])
    rows = scene.view.players[mover].rows
    for path, count in sorted(steps.items()):
        at_end = rows[path] == scene.view.rules.path_length
        if rows[path] < count and not at_end:
            raise InvalidArgument(
                f"last does not lead to this position: {scene.names[mover]} cannot have moved "
                f"{count} on the {path} path and be on row {rows[path]}"
            )
        yield mover, path, rows[path] - (0 if at_end else count), rows[path]


@final
@attrs.frozen
class Frames(Immutable):
    """The positions of a game in their order. A scene is built only when it is asked for."""

    positions: tuple[Position, ...]
    names: tuple[str, ...]
    """The names of a caller or a record, or none."""
    captions: tuple[str, ...]
    """What led to each position; in a record the whole turn that it belongs to."""
    turns: tuple[tuple[Move, ...], ...]
    """The moves of the turn that each position is in or ends; none in a list of positions."""
    stops: tuple[int, ...]
    """The positions to choose a film's frames from: in a record the ends of turns."""

    def scene(self, place: int) -> Scene:
        """The scene of a position as a spectator sees it, so that no hidden card is in it."""
        return scene_of(self.positions[place], names=self.names)

    def lasting_tiles(self) -> Tiles:
        """The tiles that are in every position; all others are wishing stones that are taken."""
        # Most states share their tiles with the state before: compare each tuple only once.
        first, *others = {id(each.tiles): each.tiles for each in self.positions}.values()
        return tuple(
            tuple(
                tile if all(tiles[path][row] is tile for tiles in others) else None
                for row, tile in enumerate(first[path])
            )
            for path in Colour
        )


def frames_of(film: Film, names: Sequence[str] = ()) -> Frames:
    names = name_tuple(names)
    if isinstance(film, Record):
        names = names or film.names
        by_seat = player_names(names, len(film.start.players))
        captions = tuple(turn_captions(film, by_seat, lambda move: move != Draw()))
        moves = [tuple(move for _, move in turn) for turn in film.turns]
        turns = ((), *(turn[: place + 1] for turn in moves for place in range(len(turn))))
        plays = [place for place, state in enumerate(film.states) if state.phase is Phase.PLAY]
        stops = dict.fromkeys([*plays, len(film)])
        return Frames(film.states, names, captions, turns, tuple(stops))
    positions = tuple(film)
    if not positions:
        raise InvalidArgument("a film needs at least one position")
    if len({(position.rules, len(position.players)) for position in positions}) > 1:
        raise InvalidArgument(
            "the positions of a film must be of one game: "
            "the same rules and the same number of players"
        )
    count = len(positions)
    captions = tuple(f"position {number} of {count}" for number in range(1, count + 1))
    return Frames(positions, names, captions, ((),) * count, tuple(range(count)))
