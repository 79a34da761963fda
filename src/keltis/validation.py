"""Which positions can be: what every `GameState` promises, and the faults of one that breaks the promise."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from keltis._shared.text import short_repr
from keltis.board import ByColour, Tile, Tiles
from keltis.cards import Card, Colour
from keltis.columns import in_order
from keltis.ending import EndReason, end_reason, figures_in_goal
from keltis.moves import Phase
from keltis.players import PlayerState, are_cards, are_piles, can_advance
from keltis.rules import Rules

Stone: TypeAlias = tuple[Colour, int]
"""A stone of the board: its path and its row."""


def shape_faults(
    rules: Rules,
    players: tuple[PlayerState, ...],
    tiles: Tiles,
    draw_pile: tuple[Card, ...],
    discards: ByColour[tuple[Card, ...]],
    removed: tuple[Card, ...],
    to_move: int,
    phase: Phase,
    may_decline: bool,
    barred: Colour | None,
) -> Iterator[str]:
    """What is of a wrong type or size; nothing else can be asked of such a position."""
    if type(rules) is not Rules:
        yield f"rules must be Rules, not {short_repr(rules)}"
        return
    if type(players) is not tuple or not all(type(player) is PlayerState for player in players):
        yield f"players must be a tuple of PlayerState, not {short_repr(players)}"
        return
    if len(players) not in rules.player_counts:
        yield f"{len(players)} players cannot play under these rules, only {' or '.join(map(str, rules.player_counts))} (S1)"
    if not _are_tiles(tiles, rules.path_length + 1):
        yield f"tiles must be, for each colour, a Tile or None for each row from 0 to {rules.path_length}, not {short_repr(tiles)}"
    if not are_cards(draw_pile):
        yield f"draw_pile must be a tuple of Card, not {short_repr(draw_pile)}"
    if not are_piles(discards):
        yield f"discards must be a tuple of Card for each colour, each of its colour, not {short_repr(discards)}"
    if not are_cards(removed) or list(removed) != sorted(removed):
        yield f"removed must be a sorted tuple of Card, not {short_repr(removed)}"
    if type(to_move) is not int or not 0 <= to_move < len(players):
        yield f"to_move must be a seat from 0 to {len(players) - 1}, not {short_repr(to_move)}"
    if type(phase) is not Phase:
        yield f"phase must be a Phase, not {short_repr(phase)}"
    if type(may_decline) is not bool:
        yield f"may_decline must be True or False, not {short_repr(may_decline)}"
    if barred is not None and type(barred) is not Colour:
        yield f"barred must be a Colour or None, not {short_repr(barred)}"


def _are_tiles(tiles: Tiles, length: int) -> bool:
    return (
        type(tiles) is tuple
        and len(tiles) == len(Colour)
        and all(type(path) is tuple and len(path) == length for path in tiles)
        and all(tile is None or type(tile) is Tile for path in tiles for tile in path)
    )


def card_faults(
    rules: Rules,
    players: Sequence[PlayerState],
    draw_pile: Iterable[Card],
    discards: Iterable[Sequence[Card]],
    removed: Sequence[Card],
    one_short: int | None,
) -> Iterator[str]:
    """What is wrong with where the cards are (C1, S2, S3). The seat `one_short` has played a card and not drawn one."""
    found = Counter([*draw_pile, *removed])
    for pile in discards:
        found.update(pile)
    for player in players:
        found.update(player.hand)
        for column in player.columns:
            found.update(column)
    deck = Counter(rules.deck)
    if surplus := found - deck:
        yield f"more cards than the deck has: {_listed(surplus)}"
    if missing := deck - found:
        yield f"cards are missing: {_listed(missing)}"
    if len(removed) != rules.removed_with(len(players)):
        yield f"{len(removed)} cards are removed, not {rules.removed_with(len(players))} as with {len(players)} players (S2)"
    for seat, player in enumerate(players):
        size = rules.hand_size - (seat == one_short)
        if len(player.hand) != size:
            yield f"seat {seat} must hold {size} cards now, not {len(player.hand)} (S3)"
        if unheld := Counter(player.seen) - Counter(player.hand):
            yield f"seat {seat} is seen to hold cards that are not in the hand: {_listed(unheld)}"


def _listed(cards: Counter[Card]) -> str:
    return " ".join(map(str, sorted(cards.elements())))


def figure_faults(
    rules: Rules, seat: int, player: PlayerState, tiles: Tiles, step_owed: bool
) -> Iterator[str]:
    """What is wrong with a player's columns and figures (T2 to T6)."""
    for colour in Colour:
        column, row = player.columns[colour], player.rows[colour]
        if not in_order(rules, column):
            yield f"seat {seat}'s {colour} column is out of order: {' '.join(map(str, column))} (T4)"
        if row > rules.path_length:
            there, last = short_repr(row), rules.path_length
            yield f"seat {seat}'s figure on the {colour} path is on row {there}, beyond the end stone on row {last}"
        elif row < min(len(column), rules.path_length):
            yield f"seat {seat}'s figure on the {colour} path is on row {row}, behind the {len(column)} cards laid there (T3)"
        if row and not column and not rules.advance_may_enter:
            yield f"seat {seat} has a figure on the {colour} path but no {colour} card laid (T2, P5)"
    if player.large is not None and not player.rows[player.large]:
        yield f"seat {seat}'s large figure is said to be on the {player.large} path, where there is no figure"
    large = player.large is not None
    if large and not rules.large_figures:
        yield f"seat {seat} has a large figure, but these rules have none (C4)"
    small = sum(row > 0 for row in player.rows) - large
    if small > rules.small_figures:
        yield f"seat {seat} has {small} small figures on the paths, but there are {rules.small_figures} (C4)"
    steps, cards = sum(player.rows), sum(map(len, player.columns))
    clovers = sum(tiles[colour][row] is Tile.CLOVER for colour, row in _visited(rules, player))
    if steps > cards + clovers - step_owed:
        yield f"seat {seat}'s figures have taken {short_repr(steps)} steps, more than {cards} cards and {clovers} clovers have given"


def _visited(rules: Rules, player: PlayerState) -> Iterator[Stone]:
    """The stones that the player's figures are on or have been on."""
    for colour in Colour:
        for row in range(1, min(player.rows[colour], rules.path_length) + 1):
            yield colour, row


def tile_faults(
    rules: Rules, players: Sequence[PlayerState], tiles: Tiles, mover: PlayerState, phase: Phase
) -> list[str]:
    """What is wrong with the tiles on the board and what they have given to the players (C3, P1, P2)."""
    faults = []
    for colour in Colour:
        for row, tile in enumerate(tiles[colour]):
            if tile is not None and row not in rules.tile_rows[colour]:
                faults.append(f"there can be no tile on row {row} of the {colour} path")
    in_play = Counter(tile for path in tiles for tile in path if tile is not None)
    in_play[Tile.WISHING_STONE] += sum(player.wishing_stones for player in players)
    faults += [
        f"there must be {rules.tiles.count(tile)} tiles {tile.value!r} on the board or taken, not {short_repr(in_play[tile])} (C3)"
        for tile in Tile
        if in_play[tile] != rules.tiles.count(tile)
    ]
    # Between the move of a figure and the draw, its tile may still have to count. If the figure
    # ended the game, it never does.
    under_mover = [(colour, row) for colour, row in zip(Colour, mover.rows, strict=True) if row]
    uncounted: list[Stone | None] = [None]
    if phase is Phase.DRAW:
        uncounted += under_mover
    elif phase is Phase.OVER:
        uncounted += [stone for stone in under_mover if stone[1] == rules.goal_row]
    return faults + min(
        (_reward_faults(rules, players, tiles, mover, stone) for stone in uncounted), key=len
    )


def _reward_faults(
    rules: Rules,
    players: Sequence[PlayerState],
    tiles: Tiles,
    mover: PlayerState,
    uncounted: Stone | None,
) -> list[str]:
    """What the players have from tiles and should not, or the reverse, if the mover's tile on one stone has not counted."""
    faults = []
    taken = {
        (colour, row)
        for colour in Colour
        for row in rules.tile_rows[colour]
        if tiles[colour][row] is None
    }
    visited = [set(_visited(rules, player)) for player in players]
    for seat, player in enumerate(players):
        counted = visited[seat] - {uncounted} if player is mover else visited[seat]
        rewards = [tile for colour, row in counted if (tile := tiles[colour][row]) is not None]
        points = sum(tile.points for tile in rewards)
        if points != player.tile_points:
            given = short_repr(player.tile_points)
            faults.append(
                f"seat {seat} has {given} points from tiles, but the figures have passed {points} (P1)"
            )
        if Tile.WISHING_STONE in rewards:
            faults.append(
                f"seat {seat}'s figures have passed a wishing stone that is still on the board (P2)"
            )
    # Every empty stone gave its wishing stone to one of those who visited it: Hall's condition, for
    # any group of players.
    for size in range(1, len(players) + 1):
        for group in combinations(range(len(players)), size):
            held = sum(players[seat].wishing_stones for seat in group)
            there = len(taken & set().union(*(visited[seat] for seat in group)))
            if held > there:
                names = " and ".join(f"seat {seat}" for seat in group)
                faults.append(
                    f"{short_repr(held)} wishing stones are with {names}, who visited {there} stones without a tile (P2)"
                )
    return faults


def turn_faults(
    rules: Rules,
    players: Sequence[PlayerState],
    tiles: Tiles,
    draw_pile: Sequence[Card],
    discards: ByColour[tuple[Card, ...]],
    mover: PlayerState,
    phase: Phase,
    may_decline: bool,
    barred: Colour | None,
) -> Iterator[str]:
    """What is wrong with the decision that is said to be due."""
    reason = end_reason(rules, players, draw_pile)
    if reason is None and phase is Phase.OVER:
        yield "the phase is OVER, but nothing has ended the game (E1, E2)"
    if reason is not None and phase is not Phase.OVER:
        yield f"the game is over ({reason.value}), but the phase is {phase.name} (E1, E2)"
    if reason is EndReason.FIFTH_FIGURE and (
        figures_in_goal(rules, players) > rules.goal_figures
        or rules.goal_row not in mover.rows
        or not draw_pile
    ):
        yield "the game must have been over before the last figure entered the goal area (E1, E2)"
    if phase is Phase.ADVANCE:
        yield from _advance_faults(rules, tiles, mover, may_decline)
    elif may_decline:
        yield f"there is nothing to decline in phase {phase.name}"
    if barred is not None and (
        rules.may_take_own_discard or phase is not Phase.DRAW or not discards[barred]
    ):
        yield f"the {barred} discard pile cannot be barred now (T7)"


def _advance_faults(
    rules: Rules, tiles: Tiles, mover: PlayerState, may_decline: bool
) -> Iterator[str]:
    if not can_advance(rules, mover):
        yield "a step is due, but no figure can take it (P6)"
    on_clover = any(
        Tile.CLOVER in path[row : row + 1] for path, row in zip(tiles, mover.rows, strict=True)
    )
    on_end = any(
        mover.columns[colour] and mover.rows[colour] == rules.path_length for colour in Colour
    )
    if not on_clover and not on_end:
        yield "a step is due, but no figure is on a clover (P3) or has finished its path (T5)"
    elif may_decline and not on_end and not rules.clover_may_be_declined:
        yield "a clover cannot be declined under these rules (P4)"
    elif not may_decline and (rules.clover_may_be_declined or not on_clover):
        yield "the step that is due may be declined (P4, T5)"
