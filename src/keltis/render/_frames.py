"""The positions of a game with their captions, for pictures of more than one position."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, final

import attrs

from keltis._shared.values import Immutable
from keltis.board import Tiles
from keltis.cards import Colour
from keltis.errors import InvalidArgument
from keltis.game import Record
from keltis.moves import Draw, Move, Phase
from keltis.render._kit.film import MAX_NAME_WIDTH
from keltis.render._kit.svg import initial, name_tuple
from keltis.render._kit.terminal import clip_text
from keltis.render._scene import Scene, scene_of, seat_names
from keltis.state import GameState
from keltis.view import Position

Film: TypeAlias = Record[GameState, Move] | Iterable[Position]
"""A game to draw: a record, or positions of one game in their order."""


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
        names=seat_names(names, seats),
        given_names=tuple(names),
        captions=tuple(f"position {number} of {count}" for number in range(1, count + 1)),
        turns=((),) * count,
        stops=tuple(range(count)),
        lasting_tiles=_lasting_tiles(positions),
    )


def _frames_of_record(record: Record[GameState, Move], names: Sequence[str]) -> Frames:
    states = record.states
    given = name_tuple(names) or record.names
    names = seat_names(given, len(record.start.players))
    last = len(states) - 1
    turns = [tuple(move for _, move in turn) for turn in record.turns]
    return Frames(
        positions=states,
        names=names,
        given_names=given,
        captions=("start", *_turn_captions(record, turns, names)),
        turns=((), *(turn[: place + 1] for turn in turns for place in range(len(turn)))),
        stops=tuple(n for n, state in enumerate(states) if n == last or state.phase is Phase.PLAY),
        lasting_tiles=_lasting_tiles(states),
    )


def _turn_captions(
    record: Record[GameState, Move], turns: Iterable[tuple[Move, ...]], names: Sequence[str]
) -> Iterator[str]:
    """For each move of a record the text of its whole turn, without a card that nobody sees."""
    place = 0
    for number, turn in enumerate(turns, 1):
        name = clip_text(names[record.states[place].to_move], MAX_NAME_WIDTH)
        seen = [str(move) for move in turn if move != Draw()] or map(str, turn)
        yield from [f"turn {number}, {name}: {', '.join(seen)}"] * len(turn)
        place += len(turn)


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
