"""A game as a row of scenes, for pictures that show more than one position."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias, final

import attrs

from keltis._shared.terminal import clipped
from keltis._shared.values import Immutable
from keltis.board import Tiles
from keltis.cards import Colour
from keltis.errors import InvalidArgument
from keltis.moves import Phase
from keltis.record import GameRecord
from keltis.render.scene import Position, Scene, scene_of

Film: TypeAlias = GameRecord | Iterable[Position]
"""What can be shown as more than one position: a record, or positions of one game in their order."""

_MOST_NAME: Final = 20
"""How much of a name there is in a caption, so that there is room for the moves."""


@final
@attrs.frozen
class Reel(Immutable):
    """The scenes of a game in their order."""

    scenes: tuple[Scene, ...]
    captions: tuple[str, ...]
    """By scene, what led to it; in a record the whole turn that it belongs to."""
    stops: tuple[int, ...]
    """The scenes that are worth standing still at: in a record the ends of turns."""

    @property
    def lasting_tiles(self) -> Tiles:
        """The tiles that are on the board in every scene; the others are wishing stones that are taken."""
        boards = [scene.view.tiles for scene in self.scenes]
        return _filtered(
            boards[0],
            lambda path, row: all(board[path][row] is boards[0][path][row] for board in boards),
        )

    def passing_tiles(self, scene: Scene) -> Tiles:
        """The other tiles of a scene."""
        lasting = self.lasting_tiles
        return _filtered(scene.view.tiles, lambda path, row: lasting[path][row] is None)


def _filtered(tiles: Tiles, keep: Callable[[Colour, int], bool]) -> Tiles:
    return tuple(
        tuple(tile if keep(path, row) else None for row, tile in enumerate(tiles[path]))
        for path in Colour
    )


def reel_of(film: Film, names: Sequence[str] = ()) -> Reel:
    """The scenes of a record or of positions. They are a spectator's, so that no hidden card is in them."""
    if isinstance(film, GameRecord):
        scenes = tuple(scene_of(state, names=names or film.names) for state in film.states)
        captions = ("start", *_turns(film, scenes[0].names))
        last = len(scenes) - 1
        stops = tuple(
            n for n, state in enumerate(film.states) if n == last or state.phase is Phase.PLAY
        )
        return Reel(scenes, captions, stops)
    if not isinstance(film, Iterable):
        raise InvalidArgument(
            f"a film is made of a GameRecord or of positions, not {type(film).__name__}"
        )
    scenes = tuple(scene_of(position, names=names) for position in film)
    if not scenes:
        raise InvalidArgument("there is no position to show")
    if any(
        scene.view.rules != scenes[0].view.rules or len(scene.faces) != len(scenes[0].faces)
        for scene in scenes
    ):
        raise InvalidArgument(
            "the positions of a film must be of one game: the same rules and the same number of players"
        )
    captions = tuple(f"position {number} of {len(scenes)}" for number in range(1, len(scenes) + 1))
    return Reel(scenes, captions, tuple(range(len(scenes))))


def _turns(record: GameRecord, names: Sequence[str]) -> Iterator[str]:
    """For each move of a record the text of its whole turn."""
    turn: list[str] = []
    number = 0
    for place, (before, move) in enumerate(record):
        turn.append(str(move))
        after = record.states[place + 1]
        if after.phase is Phase.PLAY or place == len(record) - 1:
            number += 1
            yield from [
                f"turn {number}, {clipped(names[before.to_move], _MOST_NAME)}: {', '.join(turn)}"
            ] * len(turn)
            turn = []
