"""Which positions are possible: what every `GameState` guarantees, and the faults of any other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Protocol, TypeAlias

from keltis._engine.cards import (
    CLOVER,
    COLOURS,
    ByColour,
    Card,
    Colour,
    Tile,
    Tiles,
    are_tiles,
    compare_cards,
)
from keltis._engine.columns import is_in_order
from keltis._engine.ending import EndReason, end_reason, figures_in_goal
from keltis._engine.moves import Phase
from keltis._engine.players import PlayerState, PublicFacts, are_piles, are_players, can_advance
from keltis._engine.rules import Rules
from keltis._lib.checks import is_int
from keltis._lib.text import short_repr

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
    def may_waste(self) -> bool: ...


def shape_faults(  # noqa: C901 - a check for each field
    position: PublicPosition, player_type: type[PublicFacts]
) -> Iterator[str]:
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
    for name in ("may_decline", "may_waste"):
        switch = getattr(position, name)
        if type(switch) is not bool:
            yield f"{name} must be True or False, not {short_repr(switch)}"
    if position.barred is not None and type(position.barred) is not Colour:
        yield f"barred must be a Colour or None, not {short_repr(position.barred)}"


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


def seat_one_short(
    rules: Rules, players: Sequence[PublicFacts], phase: Phase | None, to_move: int
) -> int | None:
    """The seat that has played a card and not drawn one, if there is one."""
    ended = end_reason(rules, players, 1) is EndReason.FIFTH_FIGURE
    return to_move if phase in (Phase.ADVANCE, Phase.DRAW) or ended else None


def _join(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def figure_faults(position: PublicPosition) -> Iterator[str]:
    """Faults of the columns and figures of all players (T2 to T6)."""
    for seat, player in enumerate(position.players):
        yield from _path_faults(position.rules, seat, player)
        yield from _figure_count_faults(position.rules, seat, player)
        yield from _step_faults(position, seat, player)


def _path_faults(rules: Rules, seat: int, player: PublicFacts) -> Iterator[str]:
    for colour, column, row in zip(COLOURS, player.columns, player.rows, strict=True):
        if not is_in_order(rules, column):
            yield f"seat {seat}'s {colour} column is out of order: {_join(column)} (T4)"
        if row > rules.path_length:
            end = f"beyond the end stone on row {rules.path_length}"
            yield f"seat {seat}'s figure on the {colour} path is on row {short_repr(row)}, {end}"
        elif row < min(len(column), rules.path_length):
            cards = f"behind the {len(column)} cards laid there (T3)"
            yield f"seat {seat}'s figure on the {colour} path is on row {row}, {cards}"
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


def _step_faults(position: PublicPosition, seat: int, player: PublicFacts) -> Iterator[str]:
    """Faults of the steps that a player's figures have taken (T3, T5, P3)."""
    cards = [len(column) for column in player.columns]
    clovers = _count_clovers(position, player)
    unused = seat == position.to_move and (
        position.phase is Phase.ADVANCE or _ended_on_a_clover(position, player)
    )
    paid = _are_paid(position, player, cards)
    if not paid or sum(player.rows) > sum(cards) + clovers - unused:
        steps = short_repr(sum(player.rows))
        paid_for = f"cards ({sum(cards)}) and clovers ({clovers}) can have paid for"
        yield f"seat {seat}'s figures have taken more steps ({steps}) than {paid_for} (P3)"


def _are_paid(position: PublicPosition, player: PublicFacts, cards: Sequence[int]) -> bool:
    """Whether this many cards in each column, and clovers, can have paid for all steps.

    A card pays for one step of a figure, and so does a clover, at once, when a figure comes to it.
    If every clover has paid, some figure with more steps than cards stands on no clover: no figure
    came to a clover after the last step that a clover or a finished path paid for.
    """
    clovers = _count_clovers(position, player)
    steps_without_card = sum(player.rows) - sum(cards)
    if steps_without_card != clovers or not clovers:
        return steps_without_card <= clovers
    return any(
        count < row and path[row : row + 1] != (Tile.CLOVER,)  # a row can be beyond the path
        for path, count, row in zip(position.tiles, cards, player.rows, strict=True)
    )


def _count_clovers(position: PublicPosition, player: PublicFacts) -> int:
    rows = zip(position.tiles, player.rows, strict=True)
    return sum([path[1 : row + 1].count(CLOVER) for path, row in rows])


def _ended_on_a_clover(position: PublicPosition, mover: PublicFacts) -> bool:
    """Whether the figure that ended the game came to a clover, which counts no more (E1)."""
    goal = position.rules.goal_row
    last = {path[goal] for path, row in zip(position.tiles, mover.rows, strict=True) if row == goal}
    over = end_reason(position.rules, position.players, 1) is EndReason.FIFTH_FIGURE
    return over and last == {Tile.CLOVER}


def _visited_stones(rules: Rules, player: PublicFacts) -> Iterator[Stone]:
    """The stones that the player's figures are on or have been on."""
    for colour, figure in zip(COLOURS, player.rows, strict=True):
        for row in range(1, min(figure, rules.path_length) + 1):
            yield colour, row


def tile_faults(position: PublicPosition) -> list[str]:
    """Faults of the tiles on the board and of what the players have from them (C3, P1, P2)."""
    rules, players, tiles = position.rules, position.players, position.tiles
    faults = []
    for colour, path, tile_rows in zip(COLOURS, tiles, rules.tile_rows, strict=True):
        for row, tile in enumerate(path):
            if tile is not None and row not in tile_rows:
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
    if position.phase is Phase.OVER:  # the tile of the figure that ends the game never counts
        goal = rules.goal_row
        uncounted += [(colour, goal) for colour in Colour if mover_rows[colour] == goal]
    return faults + min((_reward_faults(position, stone) for stone in uncounted), key=len)


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
    elif position.may_decline or position.may_waste:
        yield f"there is no step to decline or waste in phase {phase.name}"
    if draw_pile_size == rules.pile_size(len(players)) and not rules.may_take_own_discard:
        for seat, player in enumerate(players):
            if player.seen:
                before = "before a card was drawn from the face-down pile (T7)"
                yield f"seat {seat} cannot have taken a discard {before}"
    barred = position.barred
    if barred is not None and (
        rules.may_take_own_discard or phase is not Phase.DRAW or not position.discards[barred]
    ):
        yield f"the {barred} discard pile cannot be barred now (T7)"


def _advance_faults(position: PublicPosition) -> Iterator[str]:
    rules, mover = position.rules, position.players[position.to_move]
    if not can_advance(rules, mover):
        yield "a step is due, but no figure can take it (P6)"
    allowed = set()  # may_decline and may_waste, by what the step can come from
    if any(_came_to_clover(position, mover, colour) for colour in Colour):
        allowed.add((rules.clover_may_be_declined, rules.step_may_be_wasted))  # P4, P6
    if any(_laid_on_finished_path(position, mover, colour) for colour in Colour):
        allowed.add((True, False))  # T5
    if not allowed:
        yield "a step is due, but no figure came to a clover (P3) or has finished its path (T5)"
    elif position.may_decline not in {may_decline for may_decline, _ in allowed}:
        can = "cannot" if position.may_decline else "can"
        yield f"the step that is due {can} be declined (P4, T5)"
    elif (position.may_decline, position.may_waste) not in allowed:
        can = "cannot" if position.may_waste else "can"
        yield f"the step that is due {can} be wasted on a figure on its end stone (P6)"


def _came_to_clover(position: PublicPosition, mover: PublicFacts, colour: Colour) -> bool:
    """Whether the last step can have brought the figure on this path to the clover under it."""
    rules, path = position.rules, position.tiles[colour]
    cards, row = len(mover.columns[colour]), mover.rows[colour]
    if Tile.CLOVER not in path[row : row + 1]:
        return False
    if 0 < cards <= row and (
        cards > 1 or rules.advance_may_enter or set(path[1 : row + 1]) == {Tile.CLOVER}
    ):
        return True  # by a card of its colour, in the end
    others = (other for other in Colour if other is not colour)
    return cards < row and (
        rules.advance_may_enter or any(_has_finished(rules, mover, other) for other in others)  # T5
    )


def _laid_on_finished_path(position: PublicPosition, mover: PublicFacts, colour: Colour) -> bool:
    """Whether the last card can have been laid on this path, which was finished before (T5)."""
    columns = zip(Colour, mover.columns, strict=True)
    cards = [len(column) - (path is colour) for path, column in columns]
    return _has_finished(position.rules, mover, colour) and _are_paid(position, mover, cards)


def _has_finished(rules: Rules, player: PublicFacts, colour: Colour) -> bool:
    """Whether the path is finished, and has more cards than the one that the figure came with."""
    first_card = 0 if rules.advance_may_enter else 1  # T2, P5
    at_end = player.rows[colour] == rules.path_length
    return at_end and len(player.columns[colour]) > first_card


def infer_may_waste(
    rules: Rules,
    players: Sequence[PublicFacts],
    to_move: int,
    phase: Phase,
    *,
    may_decline: bool,
) -> bool:
    """Whether the step that is due may be wasted (P6), where a position does not say so.

    If the step can be that of a finished path (T5), it is taken for that: then wasting it would be
    the same as declining it.
    """
    if phase is not Phase.ADVANCE or not rules.step_may_be_wasted:
        return False
    if not is_int(to_move, 0, len(players) - 1):
        return False  # there is no such seat, which is another fault
    mover = players[to_move]
    return not (may_decline and any(_has_finished(rules, mover, colour) for colour in Colour))
