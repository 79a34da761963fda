"""New games (K4), and positions from their tiles."""

import random
from collections.abc import Iterable

from keltis._lib.checks import as_seat
from keltis._lib.text import short_repr
from keltis.celtic._engine.moves import READING_ORDER, Lay
from keltis.celtic._engine.rules import CELTIC, Rules
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import NEUTRAL, ORANGE, PLAYERS, Player
from keltis.errors import InvalidArgument


def new_game(
    players: int = 2,
    *,
    seed: int | None = None,
    rng: random.Random | None = None,
    rules: Rules = CELTIC,
    first_player: int = 0,
) -> GameState:
    """A new game: the start tile is on the cell 0,0, and it is Orange's turn (K4).

    Two play, and nothing is left to chance: `seed` and `rng` are there because other games have
    them, and change nothing. Blue begins only with `first_player=1`.

    >>> from keltis.celtic import new_game
    >>> state = new_game()
    >>> [str(lay) for lay in state.lays], state.to_move
    (['lay 0,0 NESW neutral'], Owner.ORANGE)
    """
    del seed, rng
    if players not in rules.player_counts:
        raise InvalidArgument(f"CELTIC! is a game for 2 players, not {short_repr(players)}")
    first = PLAYERS[as_seat(first_player, players, "first_player")]
    return setup_game((), to_move=first, rules=rules)


def observe(state: GameState, player: int | None) -> GameState:
    """What a player, or a spectator, may know: everything, as nothing is hidden.

    >>> from keltis.celtic import new_game, observe
    >>> observe(new_game(), 0) == new_game()
    True
    """
    if player is not None:
        as_seat(player, len(PLAYERS), "player", "None for a spectator")
    return state


def setup_game(
    lays: Iterable[Lay], *, to_move: Player = ORANGE, rules: Rules = CELTIC
) -> GameState:
    """A position from its tiles, in any order; the start tile may be left out.

    An impossible position raises `InvalidState`, which lists all faults. A valid design can be laid
    tile by tile, but nothing checks that turns of both players lead to it.

    >>> from keltis.celtic import Lay, Owner, setup_game
    >>> setup_game([Lay(0, -1, 12, Owner.ORANGE)]).left[Owner.ORANGE]
    (2, 1, 2, 2, 2)
    >>> setup_game([Lay(0, 1, 12, Owner.ORANGE), Lay(5, 0, 8, Owner.ORANGE)])
    Traceback (most recent call last):
    ...
    keltis.InvalidState: impossible position, 4 faults:
    - a path is cut off between 0,0 and 0,1 (K6)
    - the tile on 5,0 is not joined to the start tile (K5)
    - the tile on 0,1 is not joined to the start tile (K5)
    - the design and the cells it opens to are 7 wide, more than 5 (K7)
    """
    tiles = list(lays)
    if all(lay.cell != (0, 0) for lay in tiles):
        tiles.append(Lay(0, 0, rules.start, NEUTRAL))
    return GameState(rules, tuple(sorted(tiles, key=READING_ORDER)), to_move)
