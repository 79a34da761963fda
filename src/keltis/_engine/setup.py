"""Starting a game (S1 to S6), and any position that a user writes down."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

import attrs

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
from keltis._engine.ending import EndReason, end_reason
from keltis._engine.moves import Phase
from keltis._engine.players import PlayerState, with_hand
from keltis._engine.rules import KELTIS, Rules
from keltis._engine.state import GameState, trusted_state
from keltis._engine.validation import infer_may_waste
from keltis._engine.view import PlayerView, public_player
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

_STONES: Final[Mapping[str, Tile | None]] = {
    ".": None,
    "W": Tile.WISHING_STONE,
    "C": Tile.CLOVER,
    "1": Tile.ONE,
    "2": Tile.TWO,
    "3": Tile.THREE,
}


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


def read_by_seat(name: str, given: Sequence[T] | None, default: Sequence[T]) -> tuple[T, ...]:
    """An entry for each seat, as the default has."""
    items = tuple(default if given is None else given)
    if len(items) != len(default):
        raise InvalidArgument(
            f"{name} must have one entry for each of the {len(default)} hands, not {len(items)}"
        )
    return items


def read_by_colour(name: str, given: Mapping[Colour, T], default: T) -> ByColour[T]:
    """An entry for each colour."""
    if unknown := given.keys() - set(Colour):
        raise InvalidArgument(f"{name} must be a mapping by Colour, not by {min(unknown)!r}")
    return tuple(given.get(colour, default) for colour in Colour)


def read_piles(name: str, given: Piles, faults: list[str]) -> ByColour[tuple[Card, ...]]:
    """The cards of each colour."""
    if isinstance(given, Mapping):
        return tuple(read_cards(name, cards, faults) for cards in read_by_colour(name, given, ()))
    cards = read_cards(name, given, faults)
    return tuple(tuple(card for card in cards if card.colour is colour) for colour in Colour)


def read_tiles(rules: Rules, tiles: TileArgument, faults: list[str]) -> Tiles:
    """The tiles on the board."""
    if isinstance(tiles, str):
        return _parse_tiles(rules, tiles, faults)
    paths = read_by_colour("tiles", tiles, {})
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
        if len(path) != rows or not set(path) <= _STONES.keys()
    ]
    if faults:
        return ((),) * len(Colour)
    return tuple((None, *(_STONES[letter] for letter in path)) for path in paths)


PlayerFields: TypeAlias = tuple[
    Sequence[Piles] | None,
    Sequence[Mapping[Colour, int]] | None,
    Sequence[Colour | None] | None,
    Sequence[int] | None,
    Sequence[int] | None,
    Sequence[Cards],
]
"""The columns, rows, large figures, tile points, wishing stones and seen cards of the players."""


def read_players(
    rules: Rules,
    board: Tiles,
    hands: Sequence[Cards | None],
    fields: PlayerFields,
    faults: list[str],
) -> list[PlayerState]:
    """The players with these hands; of an unknown hand, only the seen cards are there.

    Single fields that are wrong are faults.
    """
    columns, rows, large, tile_points, wishing_stones, seen = fields
    seats = len(hands)
    all_seen = [read_cards("seen", cards, faults) for cards in seen]
    all_columns = [
        read_piles("columns", piles, faults)
        for piles in read_by_seat("columns", columns, [{}] * seats)
    ]
    steps = [
        {
            colour: min(len(column), rules.path_length)
            for colour, column in zip(Colour, of_seat, strict=True)
        }
        for of_seat in all_columns
    ]
    all_rows = [read_by_colour("rows", of_seat, 0) for of_seat in read_by_seat("rows", rows, steps)]
    points = [number_points(board, of_seat) for of_seat in all_rows]
    players = []
    for seat, values in enumerate(
        zip(
            [
                sort_cards(held if hand is None else read_cards("hands", hand, faults))
                for hand, held in zip(hands, all_seen, strict=True)
            ],
            all_columns,
            all_rows,
            read_by_seat("large", large, [None] * seats),
            read_by_seat("tile_points", tile_points, points),
            read_by_seat("wishing_stones", wishing_stones, [0] * seats),
            all_seen,
            strict=True,
        )
    ):
        try:
            players.append(PlayerState(*values))
        except InvalidState as error:
            faults += [f"seat {seat}: {fault}" for fault in error.faults]
    return players


def missing_cards(
    rules: Rules, players: Sequence[PlayerState], piles: Sequence[Sequence[Card]]
) -> tuple[Card, ...]:
    """The cards of the deck that are neither with the players nor in the piles."""
    with_players = [pile for player in players for pile in (player.hand, *player.columns)]
    missing, _ = compare_cards(rules.deck, [*with_players, *piles])
    return missing


def default_phase(rules: Rules, players: Sequence[PlayerState], pile_size: int) -> Phase:
    """The phase before a turn, or that after the end."""
    return Phase.PLAY if end_reason(rules, players, pile_size) is None else Phase.OVER


def seat_one_short(
    rules: Rules, players: Sequence[PlayerState], phase: Phase | None, to_move: int
) -> int | None:
    """The seat that has played a card and not drawn one, if there is one."""
    ended = end_reason(rules, players, 1) is EndReason.FIFTH_FIGURE
    return to_move if phase in (Phase.ADVANCE, Phase.DRAW) or ended else None


def take_cards(deck: list[Card], count: int) -> tuple[Card, ...]:
    """Take a number of cards off the beginning of the deck."""
    taken = tuple(deck[: max(0, count)])
    del deck[: len(taken)]
    return taken


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
_MAX_SEATS: Final = 100  # more than any rules have


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
    such as `R1 R3 P7`; those in hand may come in any order. `tiles` is by colour and row, or a text
    as in `keltis.notation`. The default of every other argument is empty, with these exceptions:

    - `rows`: every card laid has moved its figure one stone.
    - `tile_points`: what the number tiles under and behind the figures have given.
    - `draw_pile` and `removed`: the cards that are nowhere else, in order. If both are left out,
      the lowest are removed.
    - `phase`: PLAY, or OVER if the game has come to an end.
    - `may_waste`: by the rules (P6), unless the step can be that of a finished path (T5).

    With an `rng`, all that is left out is filled evenly: a hand that is None, the draw pile and the
    removed cards get the cards that are nowhere else in random order.

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
    all_hands = tuple(hands)
    if len(all_hands) > _MAX_SEATS:
        raise InvalidArgument(f"hands must be for at most {_MAX_SEATS} players")
    if rng is None and None in all_hands:
        raise InvalidArgument("a hand of None is filled at random, so it needs an rng")
    faults: list[str] = []
    seen = read_by_seat("seen", seen, [()] * len(all_hands))
    board = read_tiles(rules, tiles, faults)
    players = read_players(
        rules,
        board,
        all_hands,
        (columns, rows, large, tile_points, wishing_stones, seen),
        faults,
    )
    piles = read_piles("discards", {} if discards is None else discards, faults)
    pile = None if draw_pile is None else read_cards("draw_pile", draw_pile, faults)
    out = None if removed is None else read_cards("removed", removed, faults)
    InvalidState.raise_if(faults)
    deck = list(missing_cards(rules, players, [*piles, pile or (), out or ()]))
    if rng is not None:
        deck = shuffle(deck, rng)
    short = seat_one_short(rules, players, phase, to_move)
    unknown = [seat for seat, hand in enumerate(all_hands) if hand is None]
    for seat in unknown:
        player = players[seat]
        dealt = take_cards(deck, rules.hand_size - (seat == short) - len(player.hand))
        hand = sort_cards((*player.hand, *dealt))
        players[seat] = with_hand(player, hand=hand, seen=player.seen)
    if out is None:
        out = take_cards(deck, rules.removed_with(len(players)) if pile is None else len(deck))
    if pile is None:
        pile = tuple(deck)
    if phase is None:
        phase = default_phase(rules, players, len(pile))
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
    removed_size = rules.removed_with(players)
    seats = as_int(players, "players")
    if viewer is not None:
        viewer = as_seat(viewer, seats, "viewer", "None for a spectator")
    if (viewer is None) is not (hand is None):
        raise InvalidArgument("give a viewer and a hand, or None for both")
    faults: list[str] = []
    seen = read_by_seat("seen", seen, [()] * seats)
    board = read_tiles(rules, tiles, faults)
    due = to_move if to_move is not None else viewer or 0
    known = read_players(
        rules,
        board,
        [hand if seat == viewer else None for seat in range(seats)],
        (columns, rows, large, tile_points, wishing_stones, seen),
        faults,
    )
    piles = read_piles("discards", {} if discards is None else discards, faults)
    InvalidState.raise_if(faults)
    short = seat_one_short(rules, known, phase, due)
    sizes = [
        len(player.hand) if seat == viewer else rules.hand_size - (seat == short)
        for seat, player in enumerate(known)
    ]
    hidden = len(missing_cards(rules, known, piles)) + sum(len(player.hand) for player in known)
    pile_size = max(0, hidden - sum(sizes) - removed_size)
    if phase is None:
        phase = default_phase(rules, known, pile_size)
    if may_waste is None:
        may_waste = infer_may_waste(rules, known, due, phase, may_decline=may_decline)
    return PlayerView(
        rules=rules,
        viewer=viewer,
        hand=None if viewer is None else known[viewer].hand,
        players=tuple(
            attrs.evolve(public_player(player), hand_size=size)
            for player, size in zip(known, sizes, strict=True)
        ),
        tiles=board,
        draw_pile_size=pile_size,
        discards=piles,
        removed_size=removed_size,
        to_move=due,
        phase=phase,
        may_decline=may_decline,
        barred=barred,
        may_waste=may_waste,
    )
