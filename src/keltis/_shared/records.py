"""Records of games: the names of their players."""

from typing import Final

from keltis.errors import InvalidArgument

MAX_NAME: Final = 100
"""The most characters that a player's name can have."""


def require_names(names: tuple[str, ...], seats: int) -> None:
    """Raise `InvalidArgument` unless these can be the names of all players, or no names at all."""
    if type(names) is not tuple or len(names) not in (0, seats):
        raise InvalidArgument(
            f"names must be a tuple with a name for each of {seats} players, or none"
        )
    for seat, name in enumerate(names):
        if (
            type(name) is not str
            or not 0 < len(name) <= MAX_NAME
            or not name.isprintable()
            or name.strip() != name
        ):
            raise InvalidArgument(
                f"the name of seat {seat} must be 1 to {MAX_NAME} printable characters, "
                "no space around them"
            )
        if "#" in name:
            raise InvalidArgument(
                f"the name of seat {seat} must not have a # in it, which begins a comment"
            )
