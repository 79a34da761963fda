"""The tables of the rules, made by asking the scalar engine."""

from typing import Final

import attrs
import numpy as np

from keltis.batch._layout import CARD_STRIDE, COLOURS, TILES
from keltis.board import Figure
from keltis.cards import Card, Colour
from keltis.columns import Direction, direction, next_values
from keltis.learning import action_count, layout
from keltis.players import PlayerState, figures_waiting
from keltis.rules import Rules
from keltis.scoring import player_score

_DIRECTIONS: Final = tuple(Direction)
_FIGURE_BITS: Final = {Figure.SMALL: 1, Figure.LARGE: 2}


def card_code(rules: Rules, card: Card) -> int:
    """A card as `Game.deck` has it."""
    return CARD_STRIDE * card.colour + rules.values.index(card.value)


@attrs.frozen
class ColumnAutomaton:
    """The states of a column that the order of cards (T4) distinguishes, found by laying cards."""

    rules: Rules
    examples: tuple[tuple[Card, ...], ...] = attrs.field(init=False)
    """By state, the cards of a column in that state."""
    _states: dict[tuple[Direction, int, int], int] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        examples: list[tuple[Card, ...]] = [()]
        states = {self._key(()): 0}
        for column in examples:  # which grows meanwhile
            for card in self.next_cards(column):
                longer = (*column, card)
                if states.setdefault(self._key(longer), len(examples)) == len(examples):
                    examples.append(longer)
        object.__setattr__(self, "examples", tuple(examples))
        object.__setattr__(self, "_states", states)

    def next_cards(self, column: tuple[Card, ...]) -> list[Card]:
        """The red cards that may follow in a column of red cards."""
        low, high = next_values(self.rules, column)
        return [Card(Colour.RED, value) for value in self.rules.values if low <= value <= high]

    def state(self, column: tuple[Card, ...]) -> int:
        """The state of a column."""
        return self._states[self._key(column)]

    def _key(self, column: tuple[Card, ...]) -> tuple[Direction, int, int]:
        last = column[-1].value if column else -1
        return direction(self.rules, column), last, min(len(column), 2)


def fill_tables(tables: np.void, rules: Rules, players: int) -> None:
    """Write the rules into a record of tables, which must be all zeros."""
    tables["players"] = players
    for name in (
        *("path_length", "goal_row", "goal_figures", "hand_size", "copies"),
        *("large_figures", "large_factor"),
    ):
        tables[name] = getattr(rules, name)
    tables["removed"], tables["cards"] = rules.removed_with(players), len(rules.deck)
    tables["values"], tables["actions"] = len(rules.values), action_count(rules)
    tables["own_discard_barred"] = not rules.may_take_own_discard
    tables["clover_may_be_declined"] = rules.clover_may_be_declined
    tables["advance_may_enter"] = rules.advance_may_enter
    tables["step_may_be_wasted"] = rules.step_may_be_wasted
    sizes = layout(rules, players).shapes
    tables["draw_pile_bytes"] = sizes["draw_pile"][0]
    tables["tile_points_bytes"] = sizes["tile_points"][1]
    _fill_cards(tables, rules)
    _fill_columns(tables, rules)
    _fill_figures(tables, rules)
    _fill_tiles(tables, rules)


def _fill_cards(tables: np.void, rules: Rules) -> None:
    tables["value"][: len(rules.values)] = rules.values
    for place, value in enumerate(rules.values):
        tables["place"][value] = place
    codes = [card_code(rules, card) for card in rules.deck]
    tables["deck"][: len(codes)] = codes


def _fill_columns(tables: np.void, rules: Rules) -> None:
    automaton = ColumnAutomaton(rules)
    for state, column in enumerate(automaton.examples):
        tables["direction"][state] = _DIRECTIONS.index(direction(rules, column))
        tables["last"][state] = rules.values.index(column[-1].value) if column else -1
        for card in automaton.next_cards(column):
            place = rules.values.index(card.value)
            tables["fits"][state] |= 1 << place
            tables["next"][state, place] = automaton.state((*column, card))


def _fill_figures(tables: np.void, rules: Rules) -> None:
    for on_paths in range(COLOURS + 1):
        rows = (1,) * on_paths + (0,) * (COLOURS - on_paths)
        for large in range(min(on_paths, 1) + 1):
            waiting = figures_waiting(rules, _player(rows, large=bool(large)))
            tables["waiting"][on_paths, large] = sum(_FIGURE_BITS[figure] for figure in waiting)
    for row in range(1, rules.path_length + 1):
        for large in range(2):
            player = _player((row, 0, 0, 0, 0), large=bool(large))
            tables["row_points"][large, row] = player_score(rules, player).paths


def _player(
    rows: tuple[int, ...] = (0,) * COLOURS, *, large: bool = False, wishing_stones: int = 0
) -> PlayerState:
    """A player without cards; the large figure is on the first path."""
    path = Colour.RED if large else None
    return PlayerState((), ((),) * COLOURS, rows, path, 0, wishing_stones, ())


def _fill_tiles(tables: np.void, rules: Rules) -> None:
    counts = len(rules.wishing_stone_points)
    tables["stone_counts"], tables["tile_count"] = counts, len(rules.tiles)
    for held in range(counts):
        points = player_score(rules, _player(wishing_stones=held)).wishing_stones
        tables["stone_points"][held] = points
    for place, tile in enumerate(rules.tiles):
        tables["tiles"][place] = TILES[tile]
    stones = [(colour, row) for colour in Colour for row in rules.tile_rows[colour]]
    tables["stones"][: len(stones)] = np.array(stones, np.uint8).reshape(-1, 2)
