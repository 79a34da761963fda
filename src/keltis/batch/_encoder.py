"""The bytes of `keltis.learning` from records."""

from keltis.batch._compiler import inlined, kernel
from keltis.batch._layout import (
    CLOVER,
    COLOURS,
    NO_COLOUR,
    STONE,
    Game,
    Games,
    TableArray,
    Tables,
    UInt8s,
)
from keltis.batch._numbers import wide

_PHASES = 4
_DIRECTIONS = 4


@kernel
def encode_games(games: Games, rules: TableArray, viewers: UInt8s, codes: UInt8s) -> None:
    """Encode every game as its viewer sees it."""
    for at in range(len(games)):
        encode_game(games[at], rules[0], wide(viewers[at]), codes, at)


@kernel
def encode_game(game: Game, tables: Tables, viewer: int, codes: UInt8s, at: int) -> None:
    """Write what a player sees into row `at`, in the order of `keltis.learning.layout`."""
    for byte in range(codes.shape[1]):
        codes[at, byte] = 0
    players = wide(tables.players)
    codes[at, game.phase] = 1
    codes[at, _PHASES] = game.may_decline
    start = _PHASES + 1
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
    field = codes[at, start : start + cards]
    if cards == len(counts):  # a number that the compiler knows makes quicker loops
        for card in range(len(counts)):
            field[card] = counts[card]
    else:
        for card in range(cards):
            field[card] = counts[card]


@inlined
def _encode_cards(
    game: Game, tables: Tables, viewer: int, codes: UInt8s, at: int, start: int
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
    game: Game, tables: Tables, viewer: int, codes: UInt8s, at: int, start: int, cards: int
) -> None:
    """Write the field `hidden`; the next one, `discard_counts`, must be complete."""
    copies = wide(tables.copies)
    hidden, discards = codes[at, start : start + cards], codes[at, start + cards :]
    held, seen = game.hand[viewer], game.seen[viewer]
    for card in range(cards):  # what the viewer holds is visible, seen or not
        visible = wide(discards[card]) + wide(held[card]) - wide(seen[card])
        hidden[card] = copies - visible
    for player in range(wide(tables.players)):
        laid, seen = game.laid[player], game.seen[player]
        for card in range(cards):
            hidden[card] = wide(hidden[card]) - wide(laid[card]) - wide(seen[card])


@inlined
def _encode_tiles(game: Game, tables: Tables, codes: UInt8s, at: int, start: int) -> int:
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
    game: Game, tables: Tables, viewer: int, codes: UInt8s, at: int, start: int
) -> None:
    """The fields by seat: `laid`, `directions`, `rows`, `large`, points, stones and `seen`."""
    players, values = wide(tables.players), wide(tables.values)
    cards = COLOURS * values
    directions = start + players * cards
    rows = directions + players * COLOURS * _DIRECTIONS
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
            codes[at, directions + path * _DIRECTIONS + direction] = 1
            codes[at, rows + path] = game.rows[player, colour]
        if game.large[player] != NO_COLOUR:
            codes[at, large + seat * COLOURS + wide(game.large[player])] = 1
        tile_points = points + seat * wide(tables.tile_points_bytes)
        _write_number(codes, at, tile_points, wide(game.tile_points[player]))
        codes[at, stones + seat] = game.wishing_stones[player]
