"""States as records, and back."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from keltis.batch._compiler import COMPILED
from keltis.batch._layout import CARD_STRIDE, NO_COLOUR, TILES, TableArray
from keltis.batch._outcomes import END_REASONS
from keltis.batch._shape import Shape
from keltis.batch._tables import ColumnAutomaton, card_code, fill_tables
from keltis.cards import Card, Colour
from keltis.columns import Direction, direction
from keltis.moves import Phase
from keltis.players import PlayerState
from keltis.rules import Rules
from keltis.scoring import outcome
from keltis.state import GameState

_PHASES: Final = tuple(Phase)
_TILES: Final = {number: tile for tile, number in TILES.items()}


def make_records(count: int, dtype: "np.dtype[np.void]") -> NDArray[np.void]:
    """An array of records that kernels accept, all zeros."""
    array = np.zeros(count, dtype)
    return array if COMPILED else array.view(np.recarray)  # plain Python needs `record.field`


def _read_only(records: NDArray[np.void]) -> NDArray[np.void]:
    """The records as an array that cannot be written to."""
    records.setflags(write=False)
    return records.view()  # which, unlike the owner of the data, cannot be made writable again


@attrs.frozen
class Codec:
    """Writes states of some rules and number of players as records, and reads them.

    All batches of the same rules share one, so its arrays are read-only.
    """

    rules: Rules
    players: int
    shape: Shape
    tables: TableArray
    automaton: ColumnAutomaton
    blank: NDArray[np.void]
    """An array of one game without cards and tiles."""

    def write(self, record: np.void, state: GameState) -> None:
        """Write a state into a blank record."""
        rules = self.rules
        for seat, player in enumerate(state.players):
            self._write_player(record, seat, player)
        for colour, pile in enumerate(state.discards):
            record["discard_sizes"][colour] = len(pile)
            record["discards"][colour, : len(pile)] = [self._place(card) for card in pile]
        record["draw_pile"] = len(state.draw_pile)
        record["deck"][: len(state.draw_pile)] = [card_code(rules, c) for c in state.draw_pile]
        removed = [card_code(rules, card) for card in state.removed]
        record["deck"][len(rules.deck) - len(removed) : len(rules.deck)] = removed
        for colour, path in enumerate(state.tiles):
            record["tiles"][colour, : len(path)] = [TILES[tile] for tile in path]
        rows = [row for player in state.players for row in player.rows]
        record["in_goal"] = sum(row >= rules.goal_row for row in rows)
        record["to_move"], record["phase"] = state.to_move, _PHASES.index(state.phase)
        record["may_decline"], record["may_waste"] = state.may_decline, state.may_waste
        record["barred"] = NO_COLOUR if state.barred is None else state.barred
        end = outcome(state)
        record["reason"] = END_REASONS.index(None if end is None else end.reason)

    def _write_player(self, record: np.void, seat: int, player: PlayerState) -> None:
        for card in player.hand:
            record["bits"][seat, card.colour] |= 1 << self._place(card)
        self._count(record["hand"][seat], player.hand)
        self._count(record["seen"][seat], player.seen)
        for column in player.columns:
            self._count(record["laid"][seat], column)
        record["column"][seat] = [self.automaton.state(column) for column in player.columns]
        record["rows"][seat] = player.rows
        record["large"][seat] = NO_COLOUR if player.large is None else player.large
        record["on_paths"][seat] = len(player.rows) - player.rows.count(0)
        record["tile_points"][seat] = player.tile_points
        record["wishing_stones"][seat] = player.wishing_stones

    def _place(self, card: Card) -> int:
        return self.rules.values.index(card.value)

    def _count(self, counts: NDArray[np.uint8], cards: Sequence[Card]) -> None:
        for card in cards:
            counts[card.colour * len(self.rules.values) + self._place(card)] += 1

    def read(self, record: np.void) -> GameState:
        """The state that a record stands for."""
        rules, deck = self.rules, record["deck"]
        removed = slice(len(rules.deck) - rules.removed_with(self.players), len(rules.deck))
        rows = rules.path_length + 1
        return GameState(
            rules=rules,
            players=tuple(self._read_player(record, seat) for seat in range(self.players)),
            tiles=tuple(
                tuple(_TILES[int(tile)] for tile in path[:rows]) for path in record["tiles"]
            ),
            draw_pile=tuple(map(self._card, deck[: record["draw_pile"]])),
            discards=tuple(
                tuple(Card(colour, rules.values[place]) for place in pile[:size])
                for colour, pile, size in zip(
                    Colour, record["discards"], record["discard_sizes"], strict=True
                )
            ),
            removed=tuple(map(self._card, deck[removed])),
            to_move=int(record["to_move"]),
            phase=_PHASES[record["phase"]],
            may_decline=bool(record["may_decline"]),
            may_waste=bool(record["may_waste"]),
            barred=_colour(record["barred"]),
        )

    def _read_player(self, record: np.void, seat: int) -> PlayerState:
        columns = []
        for colour, state in zip(Colour, record["column"][seat], strict=True):
            cards = self._cards(record["laid"][seat], (colour,))
            way = direction(self.rules, self.automaton.examples[state])
            columns.append(cards[::-1] if way is Direction.DOWN else cards)
        return PlayerState(
            hand=self._cards(record["hand"][seat], tuple(Colour)),
            columns=tuple(columns),
            rows=tuple(int(row) for row in record["rows"][seat]),
            large=_colour(record["large"][seat]),
            tile_points=int(record["tile_points"][seat]),
            wishing_stones=int(record["wishing_stones"][seat]),
            seen=self._cards(record["seen"][seat], tuple(Colour)),
        )

    def _card(self, code: int) -> Card:
        return Card(Colour(code // CARD_STRIDE), self.rules.values[code % CARD_STRIDE])

    def _cards(self, counts: NDArray[np.uint8], colours: Sequence[Colour]) -> tuple[Card, ...]:
        """The counted cards of some colours, in order."""
        return tuple(
            Card(colour, value)
            for colour in colours
            for place, value in enumerate(self.rules.values)
            for _ in range(counts[colour * len(self.rules.values) + place])
        )


def _colour(number: int) -> Colour | None:
    return None if number == NO_COLOUR else Colour(number)


@lru_cache(maxsize=64)
def codec(rules: Rules, players: int, shape: Shape) -> Codec:
    """The codec for some rules, a number of players and a shape, which must be large enough."""
    shape.require_fit(rules, players)
    blank = make_records(1, shape.game)
    blank["large"] = blank["barred"] = NO_COLOUR
    tables = make_records(1, shape.tables)
    fill_tables(tables[0], rules, players)
    automaton = ColumnAutomaton(rules)
    return Codec(rules, players, shape, _read_only(tables), automaton, _read_only(blank))
