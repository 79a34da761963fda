"""Starting a game (S1 to S6), and any position that a user writes down."""

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Final, TypeAlias, TypeVar

from keltis._engine.cards import (
    ByColour,
    Card,
    Colour,
    Tile,
    Tiles,
    compare_cards,
    number_points,
    sort_cards,
)
from keltis._engine.ending import end_reason
from keltis._engine.moves import Phase
from keltis._engine.players import PlayerState, with_hand
from keltis._engine.rules import KELTIS, Rules
from keltis._engine.state import GameState, trusted_state
from keltis._engine.validation import infer_may_waste, seat_one_short
from keltis._engine.view import SPECTATOR, PlayerView, observe
from keltis._lib.chance import generator, shuffle
from keltis._lib.checks import as_int, as_seat
from keltis._lib.text import quoted
from keltis.errors import InvalidArgument, InvalidState, NotationError

T = TypeVar("T")

Cards: TypeAlias = Iterable[Card | str]
"""Cards or their texts, or one text such as `R1 R3 P7`."""
Piles: TypeAlias = Mapping[Colour, Cards] | Cards
"""Cards by colour, or all of them in one list: every card has its colour."""
TileArgument: TypeAlias = Mapping[Colour, Mapping[int, Tile]] | str
"""Tiles by colour and row, or one text with a word for each path, such as `..W.C1W.C`."""

STONES: Final[Mapping[str, Tile | None]] = dict(zip(".WC123", (None, *Tile), strict=True))
"""What lies on a stone, by its letter in texts."""


def read_cards(name: str, items: Cards, faults: list[str]) -> tuple[Card, ...]:
    """Cards from values or texts."""
    words = items.split() if isinstance(items, str) else list(items)
    cards = []
    for word in () if words == ["-"] else words:
        try:
            cards.append(Card.parse(word[:10]) if isinstance(word, str) else word)
        except NotationError as error:
            faults.append(f"{name}: {error}")
    return tuple(cards)


def _by_seat(name: str, given: Sequence[T] | None, default: T, seats: int) -> Sequence[T]:
    """An entry for each seat."""
    if given is None:
        return (default,) * seats
    if len(given) != seats:
        raise InvalidArgument(
            f"{name} must have one entry for each of the {seats} hands, not {len(given)}"
        )
    return given


def _by_colour(name: str, given: Mapping[Colour, T], default: T) -> ByColour[T]:
    """An entry for each colour."""
    if unknown := given.keys() - set(Colour):
        raise InvalidArgument(f"{name} must be a mapping by Colour, not by {min(unknown)!r}")
    return tuple(given.get(colour, default) for colour in Colour)


def _read_piles(name: str, given: Piles, faults: list[str]) -> ByColour[tuple[Card, ...]]:
    """The cards of each colour."""
    if isinstance(given, Mapping):
        return tuple(read_cards(name, cards, faults) for cards in _by_colour(name, given, ()))
    cards = read_cards(name, given, faults)
    return tuple(tuple(card for card in cards if card.colour is colour) for colour in Colour)


def _read_tiles(rules: Rules, tiles: TileArgument, faults: list[str]) -> Tiles:
    """The tiles on the board."""
    if isinstance(tiles, str):
        return _parse_tiles(rules, tiles, faults)
    paths = _by_colour("tiles", tiles, {})
    rows = range(rules.path_length + 1)
    faults += [
        f"tiles: the {colour} path has no row {row}, only 1 to {rules.path_length}"
        for colour, path in zip(Colour, paths, strict=True)
        for row in path
        if row not in rows[1:]
    ]
    return tuple(tuple(map(path.get, rows)) for path in paths)


def _parse_tiles(rules: Rules, text: str, faults: list[str]) -> Tiles:
    paths = text.split()
    rows = rules.path_length
    if len(paths) != len(Colour):
        faults.append(f"tiles: expected the tiles of {len(Colour)} paths, not of {len(paths)}")
    expected = f"{rows} stones (each W, C, 1, 2, 3 or .)"
    faults += [
        f"tiles: expected {expected}, not {quoted(path)}"
        for path in paths
        if len(path) != rows or not set(path) <= STONES.keys()
    ]
    if faults:
        return ((),) * len(Colour)
    return tuple((None, *(STONES[letter] for letter in path)) for path in paths)


def _read_player(
    rules: Rules,
    board: Tiles,
    faults: list[str],
    hand: Cards | None,
    columns: Piles,
    rows: Mapping[Colour, int] | None,
    large: Colour | None,
    tile_points: int | None,
    wishing_stones: int,
    seen: Cards,
) -> PlayerState:
    """A player; of an unknown hand, only the seen cards are there."""
    shown = read_cards("seen", seen, faults)
    held = shown if hand is None else read_cards("hands", hand, faults)
    laid = _read_piles("columns", columns, faults)
    if rows is None:
        at = tuple(min(len(column), rules.path_length) for column in laid)
    else:
        at = _by_colour("rows", rows, 0)
    points = number_points(board, at) if tile_points is None else tile_points
    return PlayerState(sort_cards(held), laid, at, large, points, wishing_stones, shown)


_NO_CARDS: Final[ByColour[tuple[Card, ...]]] = ((),) * len(Colour)
_EMPTY_PLAYER: Final = PlayerState(
    hand=(),
    columns=_NO_CARDS,
    rows=(0,) * len(Colour),
    large=None,
    tile_points=0,
    wishing_stones=0,
    seen=(),
)


def new_game(
    players: int,
    *,
    seed: int | None = None,
    rng: random.Random | None = None,
    rules: Rules = KELTIS,
    first_player: int = 0,
) -> GameState:
    """A new game with shuffled tiles and cards.

    First the tiles, in the order of `rules.tiles`, are shuffled and laid path by path, row by row.
    Then the deck, in order, is shuffled; from its top (its end) come the cards that leave the game,
    then the hand of seat 0, of seat 1, and so on. The only source of chance is
    `random.Random(seed).random()`, whose numbers Python promises not to change.

    :param seed: gives the same game on every machine and Python version (default: random)
    :param rng: your own source of chance, in place of a seed
    :param first_player: the seat that begins (S5)

    >>> state = new_game(players=2, seed=7)
    >>> len(state.draw_pile), len(state.removed), [len(player.hand) for player in state.players]
    (64, 30, [8, 8])
    """
    removed_size = rules.removed_with(players)
    players = as_int(players, "players")
    first_player = as_seat(first_player, players, "first_player")
    rng = generator(seed, rng)
    tiles = shuffle(rules.tiles, rng)
    deck = shuffle(rules.deck, rng)
    removed = _deal(deck, removed_size)
    hands = [_deal(deck, rules.hand_size) for _ in range(players)]
    return start_state(
        rules, tiles, hands, draw_pile=tuple(deck), removed=removed, first_player=first_player
    )


def start_state(
    rules: Rules,
    tiles: Sequence[Tile],
    hands: Sequence[tuple[Card, ...]],
    *,
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
        players=tuple([with_hand(_EMPTY_PLAYER, hand=hand, seen=()) for hand in hands]),
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


def setup_game(
    *,
    hands: Sequence[Cards | None],
    tiles: TileArgument,
    draw_pile: Cards | None = None,
    removed: Cards | None = None,
    discards: Piles | None = None,
    columns: Sequence[Piles] | None = None,
    rows: Sequence[Mapping[Colour, int]] | None = None,
    large: Sequence[Colour | None] | None = None,
    tile_points: Sequence[int] | None = None,
    wishing_stones: Sequence[int] | None = None,
    seen: Sequence[Cards] | None = None,
    to_move: int = 0,
    phase: Phase | None = None,
    may_decline: bool = False,
    barred: Colour | None = None,
    may_waste: bool | None = None,
    rules: Rules = KELTIS,
    rng: random.Random | None = None,
) -> GameState:
    """The state of any position; `InvalidState` lists all faults of an impossible one.

    Sequences are by seat, mappings by colour. Cards are values or texts, in a list or in one text
    such as `R1 R3 P7`; those in hand may come in any order.

    :param hands: the cards in hand; None is a hand to fill, with an `rng`
    :param tiles: by colour and row, or a text as in `keltis.notation`
    :param draw_pile: default: the cards that are nowhere else, in order
    :param removed: the same; if both are left out, the lowest cards are removed
    :param rows: default: every card laid has moved its figure one stone
    :param tile_points: default: what the number tiles under and behind the figures have given
    :param phase: default: PLAY, or OVER if the game has come to an end
    :param may_waste: default: by the rules (P6), unless the step can be that of a finished path
    :param rng: fills evenly what is left out: such a hand, the draw pile and the removed cards get
        the cards that are nowhere else in random order

    >>> import random
    >>> import keltis
    >>> state = keltis.setup_game(
    ...     hands=["R1 R3 P7 P8 G2 G2 B0 B9", None],
    ...     tiles="..W.C1W.C .C.2.WC.W .3W.C.C.1 .W.C2.W.C ..CW.3W.2",
    ...     discards="Y4 Y5",
    ...     rng=random.Random(7),
    ... )
    >>> len(state.players[1].hand), len(state.draw_pile)
    (8, 62)
    """
    hands = tuple(hands)
    seats = len(hands)
    removed_size = rules.removed_with(seats)
    if rng is None and None in hands:
        raise InvalidArgument("a hand of None is filled at random, so it needs an rng")
    faults: list[str] = []
    board = _read_tiles(rules, tiles, faults)
    players = []
    for seat, fields in enumerate(
        zip(
            hands,
            _by_seat("columns", columns, (), seats),
            _by_seat("rows", rows, None, seats),
            _by_seat("large", large, None, seats),
            _by_seat("tile_points", tile_points, None, seats),
            _by_seat("wishing_stones", wishing_stones, 0, seats),
            _by_seat("seen", seen, (), seats),
            strict=True,
        )
    ):
        try:
            players.append(_read_player(rules, board, faults, *fields))
        except InvalidState as error:
            faults += [f"seat {seat}: {fault}" for fault in error.faults]
    piles = _read_piles("discards", () if discards is None else discards, faults)
    pile = None if draw_pile is None else read_cards("draw_pile", draw_pile, faults)
    out = None if removed is None else read_cards("removed", removed, faults)
    InvalidState.raise_if(faults)
    with_players = [cards for player in players for cards in (player.hand, *player.columns)]
    missing, _ = compare_cards(rules.deck, [*with_players, *piles, pile or (), out or ()])
    rest = iter(missing if rng is None else shuffle(missing, rng))
    short = seat_one_short(rules, players, phase, to_move)
    for seat, hand in enumerate(hands):
        if hand is None:
            player = players[seat]
            dealt = islice(rest, max(0, rules.hand_size - (seat == short) - len(player.hand)))
            full_hand = sort_cards((*player.hand, *dealt))
            players[seat] = with_hand(player, hand=full_hand, seen=player.seen)
    if out is None:
        out = tuple(islice(rest, removed_size if pile is None else None))
    if pile is None:
        pile = tuple(rest)
    if phase is None:
        phase = Phase.PLAY if end_reason(rules, players, len(pile)) is None else Phase.OVER
    if may_waste is None:
        may_waste = infer_may_waste(rules, players, to_move, phase, may_decline=may_decline)
    return GameState(
        rules=rules,
        players=tuple(players),
        tiles=board,
        draw_pile=pile,
        discards=piles,
        removed=sort_cards(out),
        to_move=to_move,
        phase=phase,
        may_decline=may_decline,
        barred=barred,
        may_waste=may_waste,
    )


def setup_view(
    *,
    players: int,
    hand: Cards | None,
    tiles: TileArgument,
    viewer: int | None = 0,
    discards: Piles | None = None,
    columns: Sequence[Piles] | None = None,
    rows: Sequence[Mapping[Colour, int]] | None = None,
    large: Sequence[Colour | None] | None = None,
    tile_points: Sequence[int] | None = None,
    wishing_stones: Sequence[int] | None = None,
    seen: Sequence[Cards] | None = None,
    to_move: int | None = None,
    phase: Phase | None = None,
    may_decline: bool = False,
    barred: Colour | None = None,
    may_waste: bool | None = None,
    rules: Rules = KELTIS,
) -> PlayerView:
    """What one player sees at a table; `InvalidState` lists all faults of an impossible view.

    `hand` has the cards of the player on seat `viewer`; both are None for a spectator. All other
    arguments are those of `setup_game`, as far as they are public. The number of cards in other
    hands and in the face-down pile follows from them. By default it is the viewer's turn.

    >>> import keltis
    >>> view = keltis.setup_view(
    ...     players=2,
    ...     hand="R1 R3 P7 P8 G2 G2 B0 B9",
    ...     tiles="..W.C1W.C .C.2.WC.W .3W.C.C.1 .W.C2.W.C ..CW.3W.2",
    ...     columns=["", "Y9 Y7"],
    ...     discards="Y4 Y5",
    ...     large=[None, keltis.Colour.YELLOW],
    ... )
    >>> view.draw_pile_size, len(keltis.legal_moves(view))
    (60, 21)
    """
    rules.removed_with(players)  # raises for a number that cannot play
    seats = as_int(players, "players")
    if viewer is not None:
        viewer = as_seat(viewer, seats, "viewer", SPECTATOR)
    if (viewer is None) is not (hand is None):
        raise InvalidArgument("give a viewer and a hand, or None for both")
    state = setup_game(
        hands=[hand if seat == viewer else None for seat in range(seats)],
        tiles=tiles,
        discards=discards,
        columns=columns,
        rows=rows,
        large=large,
        tile_points=tile_points,
        wishing_stones=wishing_stones,
        seen=seen,
        to_move=to_move if to_move is not None else viewer or 0,
        phase=phase,
        may_decline=may_decline,
        barred=barred,
        may_waste=may_waste,
        rules=rules,
        rng=random.Random(0),  # what it fills in is hidden
    )
    return observe(state, viewer)
