"""Starting a game (S1 to S6), and any position that a user writes down."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from keltis._shared.chance import generator, shuffle
from keltis._shared.checks import as_int, as_seat, is_int
from keltis._shared.text import short_repr
from keltis.board import ByColour, Tile, Tiles, number_points
from keltis.cards import Card, Colour, compare_cards, sort_cards
from keltis.ending import end_reason
from keltis.errors import InvalidArgument, InvalidState
from keltis.moves import Phase
from keltis.players import PlayerState, are_cards, trusted_player
from keltis.rules import KELTIS, Rules, require_rules
from keltis.state import GameState, trusted_state

_NO_CARDS: Final[ByColour[tuple[Card, ...]]] = ((),) * len(Colour)


def new_game(
    players: int,
    *,
    seed: int | None = None,
    rng: random.Random | None = None,
    rules: Rules = KELTIS,
    first_player: int = 0,
) -> GameState:
    """A new game with shuffled tiles and cards.

    The chance comes from `seed`, or from your own `rng`, or else from the operating system. The
    same seed gives the same game on every machine and Python version: the only source of chance is
    `random.Random(seed).random()`, whose numbers Python promises not to change. First the tiles, in
    the order of `rules.tiles`, are shuffled and laid path by path, row by row. Then the deck, in
    order, is shuffled; from its top (its end) come the cards that leave the game, then the hand of
    seat 0, of seat 1, and so on.

    >>> state = new_game(players=2, seed=7)
    >>> len(state.draw_pile), len(state.removed), [len(player.hand) for player in state.players]
    (64, 30, [8, 8])
    """
    require_rules(rules)
    removed_size = rules.removed_with(players)
    players = as_int(players, "players")
    first_player = as_seat(first_player, players, "first_player")
    rng = generator(seed, rng)
    tiles = shuffle(rules.tiles, rng)
    deck = shuffle(rules.deck, rng)
    removed = _deal(deck, removed_size)
    hands = [_deal(deck, rules.hand_size) for _ in range(players)]
    return start_state(rules, tiles, hands, tuple(deck), removed, first_player)


def start_state(
    rules: Rules,
    tiles: Sequence[Tile],
    hands: Sequence[tuple[Card, ...]],
    draw_pile: tuple[Card, ...],
    removed: tuple[Card, ...],
    first_player: int,
) -> GameState:
    """The state before the first turn, from a valid deal; the tiles are path by path, row by row.

    The cards in the hands and the removed cards are sorted.
    """
    next_tile = iter(tiles)
    return trusted_state(
        rules=rules,
        players=tuple([_start(hand) for hand in hands]),
        tiles=tuple(
            tuple(
                next(next_tile) if row in tile_rows else None
                for row in range(rules.path_length + 1)
            )
            for tile_rows in rules.tile_rows
        ),
        draw_pile=draw_pile,
        discards=_NO_CARDS,
        removed=removed,
        to_move=first_player,
        phase=Phase.PLAY,
    )


def _deal(deck: list[Card], count: int) -> tuple[Card, ...]:
    """Take a number of cards off the top of the deck, and sort them."""
    top = len(deck) - count
    cards = sort_cards(deck[top:])
    del deck[top:]
    return cards


def _start(hand: tuple[Card, ...]) -> PlayerState:
    """A player before the first turn."""
    return trusted_player(
        hand=hand,
        columns=_NO_CARDS,
        rows=(0,) * len(Colour),
        large=None,
        tile_points=0,
        wishing_stones=0,
        seen=(),
    )


T = TypeVar("T")


def setup_game(
    *,
    hands: Sequence[Iterable[Card]],
    tiles: Mapping[Colour, Mapping[int, Tile]],
    draw_pile: Iterable[Card] | None = None,
    removed: Iterable[Card] | None = None,
    discards: Mapping[Colour, Iterable[Card]] | None = None,
    columns: Sequence[Mapping[Colour, Iterable[Card]]] | None = None,
    rows: Sequence[Mapping[Colour, int]] | None = None,
    large: Sequence[Colour | None] | None = None,
    tile_points: Sequence[int] | None = None,
    wishing_stones: Sequence[int] | None = None,
    seen: Sequence[Iterable[Card]] | None = None,
    to_move: int = 0,
    phase: Phase | None = None,
    may_decline: bool = False,
    barred: Colour | None = None,
    unresolved: Colour | None = None,
    rules: Rules = KELTIS,
) -> GameState:
    """The state of any position; `InvalidState` lists all faults of an impossible one.

    Sequences are by seat, mappings by colour, and `tiles` is by colour and row; cards in hand may
    come in any order. The default of every other argument is empty, with these exceptions:

    - `rows`: every card laid has moved its figure one stone.
    - `tile_points`: what the number tiles under and behind the figures have given.
    - `draw_pile` and `removed`: the cards that are nowhere else, in order. If both are left out,
      the lowest are removed.
    - `phase`: PLAY, or OVER if the game has come to an end.
    - `unresolved`: found in phase DRAW if the mover has not got what exactly one tile gives.
    """
    require_rules(rules)
    hands = _tuple("hands", hands)
    seats = len(hands)
    all_hands = [sort_cards(_cards("hands", hand)) for hand in hands]
    all_columns = [
        _piles("columns", of_seat) for of_seat in _by_seat("columns", columns, {}, seats)
    ]
    all_rows = [_by_colour("rows", of_seat, 0) for of_seat in _by_seat("rows", rows, {}, seats)]
    if rows is None:
        all_rows = [
            tuple(min(len(column), rules.path_length) for column in of_seat)
            for of_seat in all_columns
        ]
    board = _board(rules, tiles)
    if tile_points is None:
        tile_points = [
            number_points(board, of_seat) if all(is_int(row, 0) for row in of_seat) else 0
            for of_seat in all_rows
        ]
        if unresolved is not None:
            tile_points = [
                points - (seat == to_move) * _points_on(board, unresolved, all_rows[seat])
                for seat, points in enumerate(tile_points)
            ]
    players = []
    faults = []
    for seat, fields in enumerate(
        zip(
            all_hands,
            all_columns,
            all_rows,
            _by_seat("large", large, None, seats),
            _by_seat("tile_points", tile_points, 0, seats),
            _by_seat("wishing_stones", wishing_stones, 0, seats),
            [_cards("seen", cards) for cards in _by_seat("seen", seen, (), seats)],
            strict=True,
        )
    ):
        try:
            players.append(PlayerState(*fields))
        except InvalidState as error:
            faults += [f"seat {seat}: {fault}" for fault in error.faults]
    InvalidState.raise_if(faults)
    piles = _piles("discards", {} if discards is None else discards)
    pile, out = _rest(rules, players, piles, draw_pile, removed)
    if phase is None:
        phase = Phase.PLAY if end_reason(rules, players, len(pile)) is None else Phase.OVER
    return GameState(
        rules,
        tuple(players),
        board,
        pile,
        piles,
        out,
        to_move,
        phase,
        may_decline,
        barred,
        unresolved,
    )


def _tuple(name: str, items: Iterable[T]) -> tuple[T, ...]:
    try:
        return tuple(items)
    except TypeError:
        raise InvalidArgument(f"{name} must be iterable, not {short_repr(items)}") from None


def _cards(name: str, items: Iterable[Card]) -> tuple[Card, ...]:
    cards = _tuple(name, items)
    if not are_cards(cards):
        raise InvalidArgument(f"{name} must consist of Card, not {short_repr(items)}")
    return cards


def _by_seat(name: str, given: Sequence[T] | None, default: T, seats: int) -> tuple[T, ...]:
    if given is None:
        return (default,) * seats
    items = _tuple(name, given)
    if len(items) != seats:
        raise InvalidArgument(
            f"{name} must have one entry for each of the {seats} hands, not {len(items)}"
        )
    return items


def _by_colour(name: str, given: Mapping[Colour, T], default: T) -> ByColour[T]:
    if not isinstance(given, Mapping) or not all(type(colour) is Colour for colour in given):
        raise InvalidArgument(f"{name} must be a mapping by Colour, not {short_repr(given)}")
    return tuple(given.get(colour, default) for colour in Colour)


def _piles(name: str, given: Mapping[Colour, Iterable[Card]]) -> ByColour[tuple[Card, ...]]:
    return tuple(_cards(name, cards) for cards in _by_colour(name, given, ()))


def _board(rules: Rules, tiles: Mapping[Colour, Mapping[int, Tile]]) -> Tiles:
    expected = f"a mapping from rows, 1 to {rules.path_length}, to Tile"
    board = []
    for colour, path in zip(Colour, _by_colour("tiles", tiles, {}), strict=True):
        if not isinstance(path, Mapping) or not all(
            _is_stone(rules, row, tile) for row, tile in path.items()
        ):
            raise InvalidArgument(
                f"tiles of the {colour} path must be {expected}, not {short_repr(path)}"
            )
        board.append(tuple(path.get(row) for row in range(rules.path_length + 1)))
    return tuple(board)


def _points_on(board: Tiles, path: Colour, rows: ByColour[int]) -> int:
    """The points of the tile under a player's figure on this path; 0 if there can be none."""
    if type(path) is not Colour or not is_int(rows[path], 1, len(board[path]) - 1):
        return 0
    tile = board[path][rows[path]]
    return 0 if tile is None else tile.points


def _is_stone(rules: Rules, row: int, tile: Tile | None) -> bool:
    """Whether this is the row of a stone, and a tile or None."""
    return is_int(row, 1, rules.path_length) and (tile is None or type(tile) is Tile)


def _rest(
    rules: Rules,
    players: Sequence[PlayerState],
    discards: ByColour[tuple[Card, ...]],
    draw_pile: Iterable[Card] | None,
    removed: Iterable[Card] | None,
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The draw pile and the removed cards; one that is None gets the cards that are left."""
    piles = [*discards, *(pile for player in players for pile in (player.hand, *player.columns))]
    if draw_pile is not None:
        draw_pile = _cards("draw_pile", draw_pile)
        piles.append(draw_pile)
    if removed is not None:
        removed = sort_cards(_cards("removed", removed))
        piles.append(removed)
    rest, _ = compare_cards(rules.deck, piles)
    if removed is None:
        leaving = rules.removed_with(len(players)) if draw_pile is None else len(rest)
        removed, rest = rest[:leaving], rest[leaving:]
    return rest if draw_pile is None else draw_pile, removed
