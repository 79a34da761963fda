"""Which positions are possible: what every `GameState` guarantees, and the faults of any other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Protocol, TypeAlias

from keltis._shared.checks import is_int
from keltis._shared.text import short_repr
from keltis.board import ByColour, Tile, Tiles, are_tiles
from keltis.cards import Card, Colour, compare_cards
from keltis.columns import is_in_order
from keltis.ending import EndReason, end_reason, figures_in_goal
from keltis.moves import Phase
from keltis.players import PlayerState, PublicFacts, are_piles, are_players, can_advance
from keltis.rules import Rules

Stone: TypeAlias = tuple[Colour, int]
"""A stone of the board: its path and its row."""


class PublicPosition(Protocol):
    """What everyone knows of a position: a `GameState` and a `PlayerView` both have it."""

    @property
    def rules(self) -> Rules: ...
    @property
    def players(self) -> tuple[PublicFacts, ...]: ...
    @property
    def tiles(self) -> Tiles: ...
    @property
    def discards(self) -> ByColour[tuple[Card, ...]]: ...
    @property
    def to_move(self) -> int: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def may_decline(self) -> bool: ...
    @property
    def barred(self) -> Colour | None: ...
    @property
    def unresolved(self) -> Colour | None: ...


def shape_faults(position: PublicPosition, player_type: type[PublicFacts]) -> Iterator[str]:
    """Type and size faults; the other checks assume that there are none."""
    rules, players = position.rules, position.players
    if type(rules) is not Rules:
        yield f"rules must be Rules, not {short_repr(rules)}"
        return
    if not are_players(players, player_type):
        yield f"players must be a tuple of {player_type.__name__}, not {short_repr(players)}"
        return
    if len(players) not in rules.player_counts:
        possible = " or ".join(map(str, rules.player_counts))
        yield f"{len(players)} players cannot play under these rules, only {possible} (S1)"
    if not are_tiles(position.tiles, rules.path_length):
        expected = f"a Tile or None for each row from 0 to {rules.path_length}"
        yield f"tiles must be, for each colour, {expected}, not {short_repr(position.tiles)}"
    if not are_piles(position.discards):
        expected = "a tuple of Card for each colour, each of its colour"
        yield f"discards must be {expected}, not {short_repr(position.discards)}"
    if not is_int(position.to_move, 0, len(players) - 1):
        seats = f"a seat from 0 to {len(players) - 1}"
        yield f"to_move must be {seats}, not {short_repr(position.to_move)}"
    if type(position.phase) is not Phase:
        yield f"phase must be a Phase, not {short_repr(position.phase)}"
    if type(position.may_decline) is not bool:
        yield f"may_decline must be True or False, not {short_repr(position.may_decline)}"
    for name in ("barred", "unresolved"):
        path = getattr(position, name)
        if path is not None and type(path) is not Colour:
            yield f"{name} must be a Colour or None, not {short_repr(path)}"


def card_faults(
    rules: Rules,
    players: Sequence[PlayerState],
    piles: Iterable[Sequence[Card]],
    removed: Sequence[Card],
    one_short: int | None,
) -> Iterator[str]:
    """Faults of where the cards are (C1, S2, S3).

    `piles` are all cards that are neither with the players nor removed. The seat `one_short` has
    played a card and not drawn one.
    """
    with_players = [pile for player in players for pile in (player.hand, *player.columns)]
    missing, surplus = compare_cards(rules.deck, [*piles, *with_players, removed])
    if surplus:
        yield f"more cards than the deck has: {_join(surplus)}"
    if missing:
        yield f"cards are missing: {_join(missing)}"
    expected = rules.removed_with(len(players))
    if len(removed) != expected:
        with_them = f"as with {len(players)} players (S2)"
        yield f"{len(removed)} cards are removed, not {expected} {with_them}"
    for seat, player in enumerate(players):
        size = rules.hand_size - (seat == one_short)
        if len(player.hand) != size:
            yield f"seat {seat} must hold {size} cards now, not {len(player.hand)} (S3)"
        _, not_held = compare_cards(player.hand, [player.seen])
        if not_held:
            yield f"seat {seat}'s seen cards are not all in the hand: {_join(not_held)}"


def _join(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def figure_faults(position: PublicPosition) -> Iterator[str]:
    """Faults of the columns and figures of all players (T2 to T6)."""
    for seat, player in enumerate(position.players):
        yield from _path_faults(position.rules, seat, player)
        yield from _figure_count_faults(position.rules, seat, player)
        owed = seat == position.to_move and (
            position.phase is Phase.ADVANCE or _unresolved_tile(position) is Tile.CLOVER
        )
        yield from _step_faults(position, seat, player, owed)


def _path_faults(rules: Rules, seat: int, player: PublicFacts) -> Iterator[str]:
    for colour in Colour:
        column, row = player.columns[colour], player.rows[colour]
        figure = f"seat {seat}'s figure on the {colour} path"
        if not is_in_order(rules, column):
            yield f"seat {seat}'s {colour} column is out of order: {_join(column)} (T4)"
        if row > rules.path_length:
            end = f"beyond the end stone on row {rules.path_length}"
            yield f"{figure} is on row {short_repr(row)}, {end}"
        elif row < min(len(column), rules.path_length):
            yield f"{figure} is on row {row}, behind the {len(column)} cards laid there (T3)"
        if row and not column and not rules.advance_may_enter:
            cause = f"but no {colour} card laid (T2, P5)"
            yield f"seat {seat} has a figure on the {colour} path {cause}"


def _figure_count_faults(rules: Rules, seat: int, player: PublicFacts) -> Iterator[str]:
    large = player.large is not None
    if player.large is not None and not player.rows[player.large]:
        path = f"the {player.large} path, where there is no figure"
        yield f"seat {seat}'s large figure cannot be on {path}"
    if large and not rules.large_figures:
        yield f"seat {seat} has a large figure, but these rules have none (C4)"
    small = sum(row > 0 for row in player.rows) - large
    if small > rules.small_figures:
        available = f"but there are {rules.small_figures} (C4)"
        yield f"seat {seat} has {small} small figures on the paths, {available}"


def _step_faults(
    position: PublicPosition, seat: int, player: PublicFacts, owed: bool
) -> Iterator[str]:
    steps, cards = sum(player.rows), sum(map(len, player.columns))
    stones = _visited_stones(position.rules, player)
    clovers = sum(position.tiles[colour][row] is Tile.CLOVER for colour, row in stones)
    if steps > cards + clovers - owed:
        given = f"more than {cards} cards and {clovers} clovers have given"
        yield f"seat {seat}'s figures have taken {short_repr(steps)} steps, {given}"


def _visited_stones(rules: Rules, player: PublicFacts) -> Iterator[Stone]:
    """The stones that the player's figures are on or have been on."""
    for colour in Colour:
        for row in range(1, min(player.rows[colour], rules.path_length) + 1):
            yield colour, row


def tile_faults(position: PublicPosition) -> list[str]:
    """Faults of the tiles on the board and of what the players have from them (C3, P1, P2)."""
    rules, players, tiles = position.rules, position.players, position.tiles
    faults = []
    for colour in Colour:
        for row, tile in enumerate(tiles[colour]):
            if tile is not None and row not in rules.tile_rows[colour]:
                faults.append(f"there can be no tile on row {row} of the {colour} path")
    in_play = Counter(tile for path in tiles for tile in path if tile is not None)
    in_play[Tile.WISHING_STONE] += sum(player.wishing_stones for player in players)
    for tile in Tile:
        expected, count = rules.tiles.count(tile), in_play[tile]
        if count != expected:
            places = f"tiles {tile.value!r} on the board or taken"
            faults.append(f"there must be {expected} {places}, not {short_repr(count)} (C3)")
    mover_rows = players[position.to_move].rows
    uncounted: list[Stone | None] = [None]
    if position.unresolved is not None:
        uncounted = [(position.unresolved, mover_rows[position.unresolved])]
    elif position.phase is Phase.OVER:  # the tile of the figure that ends the game never counts
        goal = rules.goal_row
        uncounted += [(colour, goal) for colour in Colour if mover_rows[colour] == goal]
    return faults + min((_reward_faults(position, stone) for stone in uncounted), key=len)


def find_unresolved(position: PublicPosition) -> Colour | None:
    """The first path whose tile explains what the mover lacks, if nothing else is wrong there."""
    if position.phase is not Phase.DRAW or position.barred is not None:
        return None
    if not _reward_faults(position, None):
        return None
    for colour, row in zip(Colour, position.players[position.to_move].rows, strict=True):
        if not _reward_faults(position, (colour, row)):
            return colour
    return None


def _unresolved_tile(position: PublicPosition) -> Tile | None:
    """The tile that is still to count."""
    path = position.unresolved
    if path is not None:
        row = position.players[position.to_move].rows[path]
        if row <= position.rules.path_length:
            return position.tiles[path][row]
    return None


def _reward_faults(position: PublicPosition, uncounted: Stone | None) -> list[str]:
    """Faults of what the players have from tiles, if the mover's tile on one stone is uncounted."""
    rules, players, tiles = position.rules, position.players, position.tiles
    faults = []
    visited = [set(_visited_stones(rules, player)) for player in players]
    for seat, player in enumerate(players):
        counted = visited[seat] - {uncounted} if seat == position.to_move else visited[seat]
        rewards = [tile for colour, row in counted if (tile := tiles[colour][row]) is not None]
        points = sum(tile.points for tile in rewards)
        if points != player.tile_points:
            actual = f"has {short_repr(player.tile_points)} points from tiles"
            faults.append(f"seat {seat} {actual}, but the figures have passed {points} (P1)")
        if Tile.WISHING_STONE in rewards:
            stone = "a wishing stone that is still on the board (P2)"
            faults.append(f"seat {seat}'s figures have passed {stone}")
    empty = {
        (colour, row)
        for colour in Colour
        for row in rules.tile_rows[colour]
        if tiles[colour][row] is None
    }
    # Every empty stone gave its wishing stone to one of those who visited it: Hall's condition, for
    # any group of players.
    for size in range(1, len(players) + 1):
        for group in combinations(range(len(players)), size):
            taken = sum(players[seat].wishing_stones for seat in group)
            stones = len(empty & set().union(*(visited[seat] for seat in group)))
            if taken > stones:
                names = " and ".join(f"seat {seat}" for seat in group)
                reason = f"who visited {stones} stones without a tile (P2)"
                faults.append(f"{short_repr(taken)} wishing stones are with {names}, {reason}")
    return faults


def turn_faults(position: PublicPosition, draw_pile_size: int) -> Iterator[str]:
    """Faults of the decision that is due."""
    rules, players, phase = position.rules, position.players, position.phase
    reason = end_reason(rules, players, draw_pile_size)
    if reason is None and phase is Phase.OVER:
        yield "the phase is OVER, but nothing has ended the game (E1, E2)"
    if reason is not None and phase is not Phase.OVER:
        yield f"the game is over ({reason.value}), but the phase is {phase.name} (E1, E2)"
    if reason is EndReason.FIFTH_FIGURE and (
        figures_in_goal(rules, players) > rules.goal_figures
        or rules.goal_row not in players[position.to_move].rows
        or not draw_pile_size
    ):
        yield "the game must have been over before the last figure entered the goal area (E1, E2)"
    if phase is Phase.ADVANCE:
        yield from _advance_faults(position)
    elif position.may_decline:
        yield f"there is nothing to decline in phase {phase.name}"
    barred = position.barred
    if barred is not None and (
        rules.may_take_own_discard or phase is not Phase.DRAW or not position.discards[barred]
    ):
        yield f"the {barred} discard pile cannot be barred now (T7)"
    unresolved = position.unresolved
    if unresolved is not None and (
        phase is not Phase.DRAW or barred is not None or _unresolved_tile(position) is None
    ):
        yield f"no tile of the {unresolved} path can be still to count now (P1 to P3)"


def _advance_faults(position: PublicPosition) -> Iterator[str]:
    rules, mover = position.rules, position.players[position.to_move]
    if not can_advance(rules, mover):
        yield "a step is due, but no figure can take it (P6)"
    on_clover = any(
        Tile.CLOVER in path[row : row + 1]
        for path, row in zip(position.tiles, mover.rows, strict=True)
    )
    on_end = any(
        mover.columns[colour] and mover.rows[colour] == rules.path_length for colour in Colour
    )
    if not on_clover and not on_end:
        yield "a step is due, but no figure is on a clover (P3) or has finished its path (T5)"
    elif position.may_decline and not on_end and not rules.clover_may_be_declined:
        yield "a clover cannot be declined under these rules (P4)"
    elif not position.may_decline and (rules.clover_may_be_declined or not on_clover):
        yield "the step that is due may be declined (P4, T5)"
