"""States as records and back, records as bytes, and the rules as tables.

The tables are made by asking the scalar engine.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from keltis._engine.cards import Card, Colour, Figure
from keltis._engine.columns import Direction, direction, next_values
from keltis._engine.moves import Phase
from keltis._engine.players import PlayerState, figures_waiting
from keltis._engine.rules import Rules
from keltis._engine.scoring import outcome, player_score
from keltis._engine.state import GameState
from keltis.batch._compiler import COMPILED, inlined, kernel
from keltis.batch._layout import (
    CARD_STRIDE,
    CLOVER,
    COLOURS,
    END_REASONS,
    NO_COLOUR,
    STONE,
    TILES,
    GameData,
    Games,
    Shape,
    TableArray,
    Tables,
    UInt8s,
)
from keltis.batch._numbers import wide
from keltis.errors import InvalidArgument
from keltis.learning import action_count, layout

_PHASES: Final = tuple(Phase)
_TILES: Final = {number: tile for tile, number in TILES.items()}
_DIRECTIONS: Final = tuple(Direction)
_PHASE_COUNT, _DIRECTION_COUNT = len(_PHASES), len(_DIRECTIONS)
_FIGURE_BITS: Final = {Figure.SMALL: 1, Figure.LARGE: 2}

_Column: TypeAlias = tuple[Card, ...]
_ColumnKey: TypeAlias = tuple[Direction, int, int]
"""What the order of cards (T4) distinguishes: the direction, the last value, and whether there are
no cards, one, or more."""


def make_records(count: int, dtype: "np.dtype[np.void]") -> NDArray[np.void]:
    """An array of records that kernels accept, all zeros."""
    array = np.zeros(count, dtype)
    return array if COMPILED else array.view(np.recarray)  # plain Python needs `record.field`


def _read_only(records: NDArray[np.void]) -> NDArray[np.void]:
    """The records as an array that cannot be written to."""
    records.setflags(write=False)
    return records.view()  # which, unlike the owner of the data, cannot be made writable again


def card_code(rules: Rules, card: Card) -> int:
    """A card as `GameData.deck` has it."""
    return CARD_STRIDE * card.colour + rules.values.index(card.value)


@attrs.frozen
class RecordCodec:
    """Writes states of some rules and number of players as records, and reads them.

    All batches of the same rules share one, so its arrays are read-only.
    """

    rules: Rules
    players: int
    shape: Shape
    tables: TableArray
    columns: dict[_ColumnKey, int]
    """The states of a column, as the tables number them."""
    blank: NDArray[np.void]
    """An array of one game without cards and tiles."""

    def blanks(self, count: int) -> NDArray[np.void]:
        """New records of games without cards and tiles, to be written."""
        games = make_records(count, self.shape.game)
        games[:] = self.blank
        return games

    def possible(self, games: NDArray[np.void]) -> NDArray[np.void]:
        """A copy of some records, each of which must be that of a possible game."""
        given = np.array(games)
        if given.ndim != 1 or given.dtype != self.shape.game:
            raise InvalidArgument(f"games must be an array of records for {self.shape}")
        made = self.blanks(len(given))
        for number, record in enumerate(given):
            try:
                self.write(made[number], self.read(record))
            except (ValueError, LookupError):
                made[number] = self.blank[0]
            if made[number] != record:
                raise InvalidArgument(f"record {number} is not that of a possible game")
        return made

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
        record["column"][seat] = [
            self.columns[_column_key(self.rules, column)] for column in player.columns
        ]
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
        directions = [way for way, _, _ in self.columns]
        for colour, state in zip(Colour, record["column"][seat], strict=True):
            cards = self._cards(record["laid"][seat], (colour,))
            columns.append(cards[::-1] if directions[state] is Direction.DOWN else cards)
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
def codec(rules: Rules, players: int, shape: Shape | None = None) -> RecordCodec:
    """The codec for some rules, a number of players and a shape, which must be large enough."""
    if shape is None:
        return codec(rules, players, Shape.of(rules, players))
    shape.require_fit(rules, players)
    blank = make_records(1, shape.game)
    blank["large"] = blank["barred"] = NO_COLOUR
    tables = make_records(1, shape.tables)
    _fill_numbers(tables[0], rules, players)
    _fill_cards(tables[0], rules)
    columns = _fill_columns(tables[0], rules)
    _fill_figures(tables[0], rules)
    _fill_tiles(tables[0], rules)
    return RecordCodec(rules, players, shape, _read_only(tables), columns, _read_only(blank))


# The tables of the rules; they are all zeros before.


def _fill_numbers(tables: np.void, rules: Rules, players: int) -> None:
    for name in (
        *("path_length", "goal_row", "goal_figures", "hand_size", "copies"),
        *("large_figures", "large_factor"),
        *("clover_may_be_declined", "advance_may_enter", "step_may_be_wasted"),
    ):
        tables[name] = getattr(rules, name)
    tables["own_discard_barred"] = not rules.may_take_own_discard
    tables["players"], tables["removed"] = players, rules.removed_with(players)
    tables["cards"], tables["values"] = len(rules.deck), len(rules.values)
    tables["actions"] = action_count(rules)
    sizes = layout(rules, players).shapes
    tables["draw_pile_bytes"] = sizes["draw_pile"][0]
    tables["tile_points_bytes"] = sizes["tile_points"][1]


def _fill_cards(tables: np.void, rules: Rules) -> None:
    tables["value"][: len(rules.values)] = rules.values
    for place, value in enumerate(rules.values):
        tables["place"][value] = place
    codes = [card_code(rules, card) for card in rules.deck]
    tables["deck"][: len(codes)] = codes


def _column_key(rules: Rules, column: _Column) -> _ColumnKey:
    return direction(rules, column), column[-1].value if column else -1, min(len(column), 2)


def _fill_columns(tables: np.void, rules: Rules) -> dict[_ColumnKey, int]:
    """Number the states of a column, found by laying red cards. Returns the numbers."""
    states = {_column_key(rules, ()): 0}
    examples: list[_Column] = [()]
    for state, column in enumerate(examples):  # which grow meanwhile
        tables["direction"][state] = _DIRECTIONS.index(direction(rules, column))
        tables["last"][state] = rules.values.index(column[-1].value) if column else -1
        low, high = next_values(rules, column)
        for place, value in enumerate(rules.values):
            if low <= value <= high:
                longer = (*column, Card(Colour.RED, value))
                after = states.setdefault(_column_key(rules, longer), len(examples))
                if after == len(examples):
                    examples.append(longer)
                tables["fits"][state] |= 1 << place
                tables["next"][state, place] = after
    return states


def _fill_figures(tables: np.void, rules: Rules) -> None:
    for on_paths in range(COLOURS + 1):
        rows = (1,) * on_paths + (0,) * (COLOURS - on_paths)
        for large in range(min(on_paths, 1) + 1):
            waiting = figures_waiting(rules, _player(rows, large=bool(large)))
            tables["waiting"][on_paths, large] = sum(_FIGURE_BITS[figure] for figure in waiting)
    for row in range(rules.path_length + 1):
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


# The bytes of `keltis.learning` from records.


@kernel
def encode_games(games: Games, rules: TableArray, viewers: UInt8s, codes: UInt8s) -> None:
    """Encode every game as its viewer sees it."""
    for at in range(len(games)):
        encode_game(games[at], rules[0], wide(viewers[at]), codes, at)


@kernel
def encode_game(game: GameData, tables: Tables, viewer: int, codes: UInt8s, at: int) -> None:
    """Write what a player sees into row `at`, in the order of `keltis.learning.layout`."""
    for byte in range(codes.shape[1]):
        codes[at, byte] = 0
    players = wide(tables.players)
    codes[at, game.phase] = 1
    codes[at, _PHASE_COUNT] = game.may_decline
    start = _PHASE_COUNT + 1
    if game.barred != NO_COLOUR:
        codes[at, start + wide(game.barred)] = 1
    start += COLOURS
    codes[at, start + _seat(wide(game.to_move), viewer, players)] = 1
    start += players
    _write_number(codes, at, start, wide(game.draw_pile))
    start += wide(tables.draw_pile_bytes)
    start = _encode_cards(game, tables, viewer, codes, at, start)
    start = _encode_tiles(game, tables, codes, at, start)
    _encode_players(game, tables, viewer, codes, at, start)


@inlined
def _seat(player: int, viewer: int, players: int) -> int:
    """The seat counted from the viewer."""
    return player - viewer if player >= viewer else player - viewer + players


@inlined
def _write_number(codes: UInt8s, at: int, start: int, number: int) -> None:
    codes[at, start] = number & 255
    if number > 255:
        codes[at, start + 1] = number >> 8


@inlined
def _copy_cards(codes: UInt8s, at: int, start: int, cards: int, counts: UInt8s) -> None:
    """Write counted cards. A loop over slices is quicker than one over sums of indices."""
    field = codes[at, start:]
    if cards == len(counts):  # a number that the compiler knows makes quicker loops
        for card in range(len(counts)):
            field[card] = counts[card]
    else:
        for card in range(cards):
            field[card] = counts[card]


@inlined
def _encode_cards(
    game: GameData, tables: Tables, viewer: int, codes: UInt8s, at: int, start: int
) -> int:
    """The fields from `hand` to `discard_order`. Returns where the next field begins."""
    values, copies = wide(tables.values), wide(tables.copies)
    cards = COLOURS * values
    hidden, counts, order = start + cards, start + 2 * cards, start + 3 * cards
    for colour in range(COLOURS):
        first = counts + colour * values
        size = wide(game.discard_sizes[colour])
        top = order + colour * copies * values + size - 1
        for depth in range(size):
            place = wide(game.discards[colour, depth])
            codes[at, first + place] = wide(codes[at, first + place]) + 1
            codes[at, top - depth] = place + 1
    _copy_cards(codes, at, start, cards, game.hand[viewer])
    if cards == len(game.hand[viewer]):  # as in `_copy_cards`
        _encode_hidden(game, tables, viewer, codes, at, hidden, len(game.hand[viewer]))
    else:
        _encode_hidden(game, tables, viewer, codes, at, hidden, cards)
    return order + copies * cards


@inlined
def _encode_hidden(
    game: GameData, tables: Tables, viewer: int, codes: UInt8s, at: int, start: int, cards: int
) -> None:
    """Write the field `hidden`; the next one, `discard_counts`, must be complete."""
    copies = wide(tables.copies)
    hidden, discards = codes[at, start:], codes[at, start + cards :]
    held, seen = game.hand[viewer], game.seen[viewer]
    for card in range(cards):  # what the viewer holds is visible, seen or not
        visible = wide(discards[card]) + wide(held[card]) - wide(seen[card])
        hidden[card] = copies - visible
    for player in range(wide(tables.players)):
        laid, seen = game.laid[player], game.seen[player]
        for card in range(cards):
            hidden[card] = wide(hidden[card]) - wide(laid[card]) - wide(seen[card])


@inlined
def _encode_tiles(game: GameData, tables: Tables, codes: UInt8s, at: int, start: int) -> int:
    """The fields of the tiles. Returns where the next field begins."""
    rows = wide(tables.path_length)
    field = COLOURS * rows
    for number in range(wide(tables.tile_count)):
        colour, row = wide(tables.stones[number, 0]), wide(tables.stones[number, 1])
        tile = wide(game.tiles[colour, row])
        stone = start + colour * rows + row - 1
        codes[at, stone] = tile == STONE
        codes[at, stone + field] = tile == CLOVER
        codes[at, stone + 2 * field] = tile if tile < STONE else 0
    return start + 3 * field


@inlined
def _encode_players(
    game: GameData, tables: Tables, viewer: int, codes: UInt8s, at: int, start: int
) -> None:
    """The fields by seat: `laid`, `directions`, `rows`, `large`, points, stones and `seen`."""
    players, values = wide(tables.players), wide(tables.values)
    cards = COLOURS * values
    directions = start + players * cards
    rows = directions + players * COLOURS * _DIRECTION_COUNT
    large = rows + players * COLOURS
    points = large + players * COLOURS
    stones = points + players * wide(tables.tile_points_bytes)
    seen = stones + players
    for player in range(players):
        seat = _seat(player, viewer, players)
        _copy_cards(codes, at, start + seat * cards, cards, game.laid[player])
        _copy_cards(codes, at, seen + seat * cards, cards, game.seen[player])
        for colour in range(COLOURS):
            path = seat * COLOURS + colour
            direction = wide(tables.direction[game.column[player, colour]])
            codes[at, directions + path * _DIRECTION_COUNT + direction] = 1
            codes[at, rows + path] = game.rows[player, colour]
        if game.large[player] != NO_COLOUR:
            codes[at, large + seat * COLOURS + wide(game.large[player])] = 1
        tile_points = points + seat * wide(tables.tile_points_bytes)
        _write_number(codes, at, tile_points, wide(game.tile_points[player]))
        codes[at, stones + seat] = game.wishing_stones[player]
