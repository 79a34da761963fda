"""What a player may know of a position, and the states that it allows."""

import random
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias, final

import attrs

from keltis._engine import validation
from keltis._engine.cards import ByColour, Card, Colour, Tiles, compare_cards, sort_cards
from keltis._engine.moves import Phase
from keltis._engine.players import (
    PlayerState,
    are_players,
    are_sorted_cards,
    public_faults,
    trusted_player,
)
from keltis._engine.rules import Rules
from keltis._engine.state import GameState, due_text, state_faults, trusted_state
from keltis._lib.chance import shuffle
from keltis._lib.checks import as_seat, is_int, plain_int, plain_ints
from keltis._lib.text import short_repr
from keltis._lib.values import CanonicalPickle, Drawn, FunctionHints, trusted_constructor
from keltis.errors import InvalidState

SPECTATOR: Final = "None for a spectator"


@final
@attrs.frozen
class PublicPlayer(CanonicalPickle):
    """What everyone knows of one player: a `PlayerState` without the hand."""

    columns: ByColour[tuple[Card, ...]]
    """The cards laid in each colour, first to last."""
    rows: ByColour[int] = attrs.field(converter=plain_ints)
    """The row of the figure on each path: 1 is the first stone, 0 means no figure."""
    large: Colour | None
    """The path that the large figure is on, or None while it is on the starting stone."""
    tile_points: int = attrs.field(converter=plain_int)
    """Points from number tiles (P1)."""
    wishing_stones: int = attrs.field(converter=plain_int)
    """How many wishing stones this player has taken (P2)."""
    hand_size: int = attrs.field(converter=plain_int)
    """How many cards are in the hand."""
    seen: tuple[Card, ...]
    """Cards everyone knows to be in the hand, because they came from a discard pile, sorted."""

    def __attrs_post_init__(self) -> None:
        InvalidState.raise_if(_public_player_faults(self))


_trusted_public_player: Final = trusted_constructor(PublicPlayer)


@final
@attrs.frozen(cache_hash=True)
class PlayerView(CanonicalPickle, FunctionHints, Drawn):
    """What one player, or a spectator, may know of a position.

    Make one with `observe`. `legal_moves`, `outcome`, `scores` and the action numbers take a view
    as well as a state. The constructor, and with it `attrs.evolve` and unpickling, accepts what is
    a view of some `GameState`, and rejects anything else with `InvalidState` and its faults. Equal
    views have equal pickles.
    """

    rules: Rules
    viewer: int | None = attrs.field(converter=attrs.converters.optional(plain_int))
    """The seat of the player whose view this is, or None for a spectator."""
    hand: tuple[Card, ...] | None
    """The viewer's own cards, sorted; None for a spectator."""
    players: tuple[PublicPlayer, ...]
    """By seat, what everyone knows, of the viewer too."""
    tiles: Tiles
    """The tiles on the board: `tiles[colour][row]`, a `Tile` or None."""
    draw_pile_size: int = attrs.field(converter=plain_int)
    """How many cards are in the face-down pile."""
    discards: ByColour[tuple[Card, ...]]
    """The discard pile of each colour, its top last."""
    removed_size: int = attrs.field(converter=plain_int)
    """How many cards left the deck unseen."""
    to_move: int = attrs.field(converter=plain_int)
    """The seat whose decision is due; after the end, who made the last one."""
    phase: Phase
    """Which decision is due."""
    may_decline: bool = False
    """Whether `Decline` is allowed, in phase ADVANCE."""
    barred: Colour | None = None
    """The pile of the card just discarded, in phase DRAW, if it may not be taken back (T7)."""
    may_waste: bool = False
    """Whether the step may be spent on a figure on its end stone (P6), in phase ADVANCE."""

    def __attrs_post_init__(self) -> None:
        InvalidState.raise_if(_shape_faults(self))
        try:
            hidden = hidden_cards(self)
        except InvalidState as error:  # no state to check, but the other faults are known
            raise InvalidState([*error.faults, *_public_faults(self)]) from None
        InvalidState.raise_if(state_faults(complete_state(self, hidden)))

    def __repr__(self) -> str:
        viewer = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        count, pile = len(self.players), self.draw_pile_size
        return f"<PlayerView of {viewer}: {count} players, {due_text(self)}, pile {pile}>"


trusted_view: Final = trusted_constructor(PlayerView)
"""The constructor for a `PlayerView` that is valid because of how it was made."""

Position: TypeAlias = GameState | PlayerView
"""A whole position, or what one player may know of it."""


def observe(state: GameState, player: int | None) -> PlayerView:
    """What the player on this seat may know of a position, or with `None` what a spectator may.

    >>> import keltis
    >>> view = observe(keltis.new_game(2, seed=1), 0)
    >>> view.hand
    (<R6>, <R9>, <Y4>, <Y9>, <P8>, <B2>, <B5>, <B6>)
    >>> view.players[1].hand_size, view.players[1].seen, view.draw_pile_size
    (8, (), 64)
    """
    if player is not None:
        player = as_seat(player, len(state.players), "player", SPECTATOR)
    return trusted_view(
        rules=state.rules,
        viewer=player,
        hand=None if player is None else state.players[player].hand,
        players=tuple([_public_player(seat) for seat in state.players]),
        tiles=state.tiles,
        draw_pile_size=len(state.draw_pile),
        discards=state.discards,
        removed_size=len(state.removed),
        to_move=state.to_move,
        phase=state.phase,
        may_decline=state.may_decline,
        barred=state.barred,
        may_waste=state.may_waste,
    )


def _public_player(player: PlayerState) -> PublicPlayer:
    """What everyone knows of a player."""
    return _trusted_public_player(
        columns=player.columns,
        rows=player.rows,
        large=player.large,
        tile_points=player.tile_points,
        wishing_stones=player.wishing_stones,
        hand_size=len(player.hand),
        seen=player.seen and sort_cards(player.seen),  # a state has the order of taking
    )


def determinize(view: PlayerView, rng: random.Random) -> GameState:
    """A full state drawn evenly from those that the view allows.

    So `observe(determinize(view, rng), view.viewer) == view`. Evenly means that each hidden card is
    as likely in any hidden place as any other, two equal cards being two cards. The same view and
    the same `rng` give the same state on every machine and Python version: the hidden cards, in
    order, are shuffled as `new_game` shuffles; the first are the draw pile, its top last, then come
    the removed cards, then the hidden cards of seat 0, of seat 1, and so on.

    >>> import random
    >>> import keltis
    >>> view = keltis.observe(keltis.new_game(2, seed=1), 0)
    >>> keltis.determinize(view, random.Random(1)).players[1].hand
    (<R7>, <Y2>, <P1>, <P4>, <G0>, <G6>, <G7>, <B1>)
    """
    return complete_state(view, shuffle(hidden_cards(view), rng))


def hidden_cards(view: PlayerView) -> tuple[Card, ...]:
    """The cards whose place the viewer cannot know, sorted.

    They are in other hands, in the face-down pile, or removed.
    """
    piles = [*view.discards]
    places = view.draw_pile_size + view.removed_size
    for seat, player in enumerate(view.players):
        known = _known_hand(view, seat)
        piles += [known, *player.columns]
        places += player.hand_size - len(known)
    hidden, surplus = compare_cards(view.rules.deck, piles)
    if surplus:
        raise InvalidState([f"more cards than the deck has: {' '.join(map(str, surplus))}"])
    if len(hidden) != places:
        room = f"room for {short_repr(places)} in the hands, the pile and removed"
        raise InvalidState([f"there are {len(hidden)} hidden cards, but {room}"])
    return hidden


def complete_state(view: PlayerView, hidden: Sequence[Card]) -> GameState:
    """The state that the view allows with the hidden cards in these places.

    First the draw pile, its top last, then the removed cards, then the hidden cards of seat 0, of
    seat 1, and so on.
    """
    start = view.draw_pile_size
    end = start + view.removed_size
    removed = sort_cards(hidden[start:end])
    players = []
    for seat, player in enumerate(view.players):
        known = _known_hand(view, seat)
        start, end = end, end + player.hand_size - len(known)
        players.append(
            trusted_player(
                hand=sort_cards((*known, *hidden[start:end])),
                columns=player.columns,
                rows=player.rows,
                large=player.large,
                tile_points=player.tile_points,
                wishing_stones=player.wishing_stones,
                seen=player.seen,
            )
        )
    return trusted_state(
        rules=view.rules,
        players=tuple(players),
        tiles=view.tiles,
        draw_pile=tuple(hidden[: view.draw_pile_size]),
        discards=view.discards,
        removed=removed,
        to_move=view.to_move,
        phase=view.phase,
        may_decline=view.may_decline,
        barred=view.barred,
        may_waste=view.may_waste,
    )


def _known_hand(view: PlayerView, seat: int) -> tuple[Card, ...]:
    """The cards that the viewer knows to be in the hand of this seat."""
    return view.players[seat].seen if view.hand is None or seat != view.viewer else view.hand


def _public_faults(view: PlayerView) -> Iterator[str]:
    """The faults of what everyone knows."""
    yield from validation.figure_faults(view)
    yield from validation.tile_faults(view)
    yield from validation.turn_faults(view, view.draw_pile_size)


def _public_player_faults(player: PublicPlayer) -> Iterator[str]:
    """The faults of single fields, under any rules."""
    yield from public_faults(player)
    if not are_sorted_cards(player.seen):
        yield f"seen must be a sorted tuple of Card, not {short_repr(player.seen)}"
    elif not is_int(player.hand_size, len(player.seen)):
        expected = f"a whole number, at least the {len(player.seen)} seen"
        yield f"hand_size must be {expected}, not {short_repr(player.hand_size)}"


def _shape_faults(view: PlayerView) -> Iterator[str]:
    """Type and size faults; the other checks assume that there are none."""
    yield from validation.shape_faults(view, PublicPlayer)
    for name in ("draw_pile_size", "removed_size"):
        size = getattr(view, name)
        if not is_int(size, 0):
            yield f"{name} must be a whole number from 0, not {short_repr(size)}"
    if are_players(view.players, PublicPlayer):
        yield from _viewer_faults(view)


def _viewer_faults(view: PlayerView) -> Iterator[str]:
    viewer, hand = view.viewer, view.hand
    if viewer is None:
        if hand is not None:
            yield f"hand must be None for a spectator, not {short_repr(hand)}"
    elif not is_int(viewer, 0, len(view.players) - 1):
        seats = f"a seat from 0 to {len(view.players) - 1}, or {SPECTATOR}"
        yield f"viewer must be {seats}, not {short_repr(viewer)}"
    elif not are_sorted_cards(hand) or len(hand or ()) != view.players[viewer].hand_size:
        size = short_repr(view.players[viewer].hand_size)
        yield f"hand must be a sorted tuple of {size} Card, not {short_repr(hand)}"
