"""The figures that are still on the starting stone."""

from typing import NamedTuple

from keltis.rules import Rules
from keltis.view import PublicPlayer


class Waiting(NamedTuple):
    """How many figures of a player are on the starting stone."""

    small: int
    large: int


def waiting(rules: Rules, player: PublicPlayer) -> Waiting:
    """How many small and large figures the player has on the starting stone."""
    on_paths = len(player.rows) - player.rows.count(0)
    large_on_path = int(player.large is not None)
    return Waiting(
        rules.small_figures - on_paths + large_on_path, rules.large_figures - large_on_path
    )
