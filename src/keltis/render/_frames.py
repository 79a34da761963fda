"""The positions of a game with their captions, for pictures of more than one position."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, final

import attrs

from keltis._shared.film import MAX_NAME_WIDTH
from keltis._shared.terminal import clip_text
from keltis._shared.values import Immutable
from keltis.board import Tiles
from keltis.cards import Colour
from keltis.errors import InvalidArgument
from keltis.moves import Phase
from keltis.record import GameRecord
from keltis.render._scene import Position, Scene, require_position, scene_of, seat_names

Film: TypeAlias = GameRecord | Iterable[Position]
"""A game to draw: a record, or positions of one game in their order."""


@final
@attrs.frozen
class Frames(Immutable):
    """The positions of a game in their order. A scene is built only when it is asked for."""

    positions: tuple[Position, ...]
    names: tuple[str, ...]
    """By seat."""
    captions: tuple[str, ...]
    """What led to each position; in a record the whole turn that it belongs to."""
    stops: tuple[int, ...]
    """The positions to choose a film's frames from: in a record the ends of turns."""
    lasting_tiles: Tiles
    """The tiles that are in every position; all others are wishing stones that are taken."""

    def scene(self, place: int) -> Scene:
        """The scene of a position as a spectator sees it, so that no hidden card is in it."""
        return scene_of(self.positions[place], names=self.names)

    def passing_tiles(self, place: int) -> Tiles:
        """The wishing stones of a position that are taken in another one."""
        lasting = self.lasting_tiles
        return _filter_tiles(
            self.positions[place].tiles, lambda path, row: lasting[path][row] is None
        )


def frames_of(film: Film, names: Sequence[str] = ()) -> Frames:
    """The frames of a record or of positions."""
    if isinstance(film, GameRecord):
        return _frames_of_record(film, names)
    if not isinstance(film, Iterable):
        raise InvalidArgument(
            f"a film is made of a GameRecord or of positions, not {type(film).__name__}"
        )
    positions = tuple(film)
    if not positions:
        raise InvalidArgument("a film needs at least one position")
    for position in positions:
        require_position(position)
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
        positions,
        seat_names(names, seats),
        tuple(f"position {number} of {count}" for number in range(1, count + 1)),
        tuple(range(count)),
        _lasting_tiles(positions),
    )


def _frames_of_record(record: GameRecord, names: Sequence[str]) -> Frames:
    states = record.states
    names = seat_names(names or record.names, len(record.start.players))
    last = len(states) - 1
    return Frames(
        states,
        names,
        ("start", *_turn_captions(record, names)),
        tuple(n for n, state in enumerate(states) if n == last or state.phase is Phase.PLAY),
        _lasting_tiles(states),
    )


def _turn_captions(record: GameRecord, names: Sequence[str]) -> Iterator[str]:
    """For each move of a record the text of its whole turn."""
    turn: list[str] = []
    number = 0
    for place, (before, move) in enumerate(record):
        turn.append(str(move))
        after = record.states[place + 1]
        if after.phase is Phase.PLAY or place == len(record) - 1:
            number += 1
            name = clip_text(names[before.to_move], MAX_NAME_WIDTH)
            yield from [f"turn {number}, {name}: {', '.join(turn)}"] * len(turn)
            turn = []


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
