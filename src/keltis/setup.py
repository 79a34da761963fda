"""Starting a game (S1 to S6), and any position that a user writes down."""

import random
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from keltis._setup_arguments import (
    Cards,
    Piles,
    TileArgument,
    default_phase,
    missing_cards,
    read_by_seat,
    read_cards,
    read_piles,
    read_players,
    read_tiles,
    seat_one_short,
    take_cards,
)
from keltis._shared.chance import generator, shuffle
from keltis._shared.checks import as_int, as_seat
from keltis.board import ByColour, Tile
from keltis.cards import Card, Colour, sort_cards
from keltis.errors import InvalidArgument, InvalidState
from keltis.moves import Phase
from keltis.players import PlayerState, with_hand
from keltis.rules import KELTIS, Rules
from keltis.state import GameState, trusted_state
from keltis.validation import infer_may_waste
from keltis.view import PlayerView, public_player

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
