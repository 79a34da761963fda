"""What a position promises: the points that each player can expect at the end.

The estimate goes path by path. The cards that may still come to a column, each counted with the
chance that it does, are the steps that its figure may still make; with the steps go the points of
the rows and what the tiles there are worth. What others hold counts only as far as the caller says
that it is known. The numbers were found by play.
"""

from collections.abc import Sequence
from typing import Final

from keltis.board import CLOVER, WISHING_STONE, ByColour, Tile
from keltis.cards import ALL_CARDS, COLOURS, MAX_VALUE, Card, Colour
from keltis.columns import Direction, direction
from keltis.moves import DRAW
from keltis.players import PlayerState
from keltis.rules import Rules
from keltis.state import GameState

_USE: Final = 0.6
"""How many of the drawn cards that fit a column now will be laid there: the others it has passed by before."""
_TOP: Final = 0.35
"""How much of a card in hand the top of a discard pile is."""
_HASTE: Final = 0.6
"""How many of the steps that the cards allow will be made although there is time: cards come in the wrong order."""
_PACE: Final = 0.55
"""How many steps towards the end of the game a player makes in a turn."""
_WIDTH: Final = 2.5
"""Over how many rows the chance to get there falls from sure to none."""
_NO_CARD_YET: Final = 0.7
"""How much of its cards a path keeps, of which no card is in hand."""
_CLOVER: Final = 2.0
"""What a clover is worth, in points."""
_UNTAKEN: Final = 0.85
"""How likely a wishing stone is still there when its row is reached."""

_VALUES: Final = MAX_VALUE + 1


def prospects(
    state: GameState, hands: Sequence[Sequence[Card]], unseen: Sequence[int]
) -> list[float]:
    """The points that each player can expect, by seat.

    `hands` are the cards known to be in each hand, and `unseen` says, by a card's index, how many
    of it may be anywhere else out of sight. So a caller who passes only what one player knows gets
    an estimate out of that.
    """
    hidden = max(1, sum(unseen))
    turns = _turns_left(state)
    expected = []
    for seat, (player, hand) in enumerate(zip(state.players, hands, strict=True)):
        draws = turns + (state.phase is DRAW and seat == state.to_move)
        chance = (len(player.hand) - len(hand) + _USE * draws) / hidden
        supply = _supply(hand, unseen, min(1.0, chance), state.discards)
        expected.append(_expected(state, player, hand, supply, turns))
    return expected


def count_cards(*piles: Sequence[Card]) -> list[int]:
    """How many there are of each card, by its index."""
    counts = [0] * len(ALL_CARDS)
    for pile in piles:
        for card in pile:
            counts[card.index] += 1
    return counts


def _turns_left(state: GameState) -> float:
    """How many turns each player still has, at a guess: until the pile is empty, or enough figures are in the goal area."""
    rules, players = state.rules, state.players
    distances = sorted([rules.goal_row - row for player in players for row in player.rows])
    steps = sum([distance for distance in distances[: rules.goal_figures] if distance > 0])
    return min(len(state.draw_pile), steps / _PACE) / len(players)


def _supply(
    hand: Sequence[Card], unseen: Sequence[int], chance: float, discards: ByColour[tuple[Card, ...]]
) -> Sequence[float]:
    """How much of each card, by its index, a player can count on."""
    supply = [chance * count for count in unseen]
    for card in hand:
        supply[card.index] += 1.0
    for pile in discards:
        if pile:
            supply[pile[-1].index] += _TOP
    return supply


def _expected(
    state: GameState,
    player: PlayerState,
    hand: Sequence[Card],
    supply: Sequence[float],
    turns: float,
) -> float:
    """The points that one player can expect, with this supply of cards and so many turns."""
    rules, rows, large, length = state.rules, player.rows, player.large, state.rules.path_length
    table = rules.wishing_stone_points
    stones = min(player.wishing_stones, len(table) - 1)
    stone = _stone_worth(table, stones)
    points = float(player.tile_points + table[stones])
    begun: list[tuple[Colour, float]] = []
    others: list[tuple[float, Colour]] = []
    wanted = 0.0
    for colour in COLOURS:
        row = rows[colour]
        if not row:
            others.append((min(_new_column_steps(supply, hand, colour), length), colour))
            continue
        points += rules.row_points[row - 1] * (rules.large_factor if colour is large else 1)
        steps = min(_column_steps(rules, player.columns[colour], supply, colour), length - row)
        begun.append((colour, steps))
        wanted += steps
    # There may not be the time for all steps. Figures on a path share it evenly; what is left goes
    # to the best other paths.
    share = _HASTE if wanted * _HASTE <= turns else turns / wanted
    for colour, steps in begun:
        factor = rules.large_factor if colour is large else 1
        points += _gain(rules, state.tiles[colour], rows[colour], steps * share, factor, stone)
    turns -= wanted * share
    others.sort(reverse=True)
    factor = rules.large_factor if large is None and rules.large_figures else 1
    for most, colour in others:
        steps = min(most * _HASTE, turns)
        gain = _gain(rules, state.tiles[colour], 0, steps, factor, stone)
        if gain > 0:
            points += gain
            turns -= steps
            factor = 1
    return points


def _stone_worth(table: Sequence[int], stones: int) -> float:
    """What one more wishing stone is worth: a half of the next two, for the table goes up in leaps (F2)."""
    ahead = min(2, len(table) - 1 - stones)
    return (table[stones + ahead] - table[stones]) / ahead if ahead else 0.0


def _column_steps(
    rules: Rules, column: Sequence[Card], supply: Sequence[float], colour: Colour
) -> float:
    """How many cards can be expected in a column that has a figure, the better way if it is free."""
    start = colour * _VALUES
    end = start + _VALUES
    if not column:
        return sum(supply[start:end])  # P5
    last = column[-1].index
    way = direction(rules, column)
    if way is Direction.UP:
        return sum(supply[last:end])
    if way is Direction.DOWN:
        return sum(supply[start : last + 1])
    if way is Direction.FLAT:
        return supply[last]
    return max(sum(supply[last:end]), sum(supply[start : last + 1]))


def _new_column_steps(supply: Sequence[float], hand: Sequence[Card], colour: Colour) -> float:
    """How many cards can be expected in a column that begins with the lowest or the highest card in hand."""
    start = colour * _VALUES
    end = start + _VALUES
    held = [card.index for card in hand if card.colour is colour]
    if not held:
        return _NO_CARD_YET * sum(supply[start:end])
    return max(sum(supply[held[0] : end]), sum(supply[start : held[-1] + 1]))


def _gain(
    rules: Rules, path: Sequence[Tile | None], row: int, steps: float, factor: int, stone: float
) -> float:
    """What a figure on this row gains by so many steps, more or less."""
    points = rules.row_points
    before = points[row - 1] if row else 0
    nearness = 0.5 + (row + steps + 0.5) / _WIDTH
    gain = 0.0
    for ahead in range(row + 1, len(points) + 1):
        chance = nearness - ahead / _WIDTH
        if ahead == 1 or chance > 1:
            chance = 1.0  # a path that is counted at all is started
        elif chance <= 0:
            break
        worth = float(factor * (points[ahead - 1] - before))
        before = points[ahead - 1]
        tile = path[ahead]
        if tile is CLOVER:
            worth += _CLOVER
        elif tile is WISHING_STONE:
            worth += stone * _UNTAKEN
        elif tile is not None:
            worth += tile.points
        gain += chance * worth
    return gain
