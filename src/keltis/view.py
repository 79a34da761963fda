"""What a player may know of a position, and the states that it allows."""

import random
from collections.abc import Iterator, Sequence
from typing import Final, final

import attrs

from keltis import validation
from keltis._shared.chance import shuffled
from keltis._shared.text import short_repr
from keltis._shared.values import Unshared, unchecked
from keltis.board import ByColour, Tiles
from keltis.cards import ALL_CARDS, Card, Colour, sorted_cards
from keltis.errors import InvalidArgument, InvalidState
from keltis.legality import advances, draws, plays
from keltis.moves import Move, Phase
from keltis.players import PlayerState, are_cards, is_count, options_of, trusted_player
from keltis.rules import Rules
from keltis.scoring import Outcome, Score, outcome, scores
from keltis.state import GameState, require_state, trusted_state


@final
@attrs.frozen
class PublicPlayer(Unshared):
    """What everyone knows of one player: a `PlayerState` without the hand."""

    columns: ByColour[tuple[Card, ...]]
    """The cards laid in each colour, first to last."""
    rows: ByColour[int]
    """The row of the figure on each path: 1 is the first stone, 0 means that there is no figure."""
    large: Colour | None
    """The path that the large figure is on, or None while it is on the starting stone."""
    tile_points: int
    """Points from number tiles (P1)."""
    wishing_stones: int
    """How many wishing stones this player has taken (P2)."""
    hand_size: int
    """How many cards are in the hand."""
    seen: tuple[Card, ...]
    """Cards everyone knows to be in the hand, because they came from a discard pile, sorted."""

    def __attrs_post_init__(self) -> None:
        InvalidState.raise_if(_public_faults(self))


_trusted_public: Final = unchecked(PublicPlayer)


@final
@attrs.frozen
class PlayerView(Unshared):
    """What one player, or a spectator, may know of a position.

    Make one with `observe`. A `PlayerView` that exists is a view of some possible state: the
    constructor, and with it `attrs.evolve` and unpickling, refuses any other with `InvalidState`
    and its faults. Equal views have equal pickles.
    """

    rules: Rules
    viewer: int | None
    """The seat of the player whose view this is, or None for a spectator."""
    hand: tuple[Card, ...] | None
    """The viewer's own cards, sorted; None for a spectator."""
    players: tuple[PublicPlayer, ...]
    """By seat, what everyone knows, of the viewer too."""
    tiles: Tiles
    """The tiles on the board: `tiles[colour][row]`, a `Tile` or None."""
    draw_pile_size: int
    """How many cards are in the face-down pile."""
    discards: ByColour[tuple[Card, ...]]
    """The discard pile of each colour, its top last."""
    removed_size: int
    """How many cards left the deck unseen."""
    to_move: int
    """The seat whose decision is due; after the end, who made the last one."""
    phase: Phase
    """Which decision is due."""
    may_decline: bool = False
    """Whether `Decline` is allowed, in phase ADVANCE."""
    barred: Colour | None = None
    """The pile of the card just discarded, in phase DRAW, under rules that forbid taking it back (T7)."""

    def __attrs_post_init__(self) -> None:
        InvalidState.raise_if(list(_shape_faults(self)))
        attrs.evolve(_any_state(self))  # refuses a state that cannot be

    def legal_moves(self) -> tuple[Move, ...]:
        """The viewer's legal moves, as `keltis.legal_moves` lists them; none if the decision is not the viewer's."""
        if self.hand is None or self.viewer != self.to_move:
            return ()
        if self.phase is Phase.DRAW:
            return draws(self.discards, self.barred)
        player = _with_hand(self.players[self.to_move], self.hand)
        if self.phase is Phase.PLAY:
            return plays(self.hand, options_of(self.rules, player))
        return advances(self.rules, player, self.may_decline) if self.phase is Phase.ADVANCE else ()

    # These do not depend on what is hidden, so any state that the view allows has the answer.

    def scores(self) -> tuple[Score, ...]:
        """The points of all players by seat, as if the game ended now."""
        return scores(_any_state(self))

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return outcome(_any_state(self))

    def _repr_svg_(self) -> str:
        """What a notebook shows: the board, as this viewer may see it."""
        from keltis.render import board_svg  # noqa: PLC0415 - pictures stand below the rules, and only who looks needs them

        return board_svg(self)


trusted_view: Final = unchecked(PlayerView)
"""The constructor for a `PlayerView` that is right because of how it was made: quicker, and without the checks."""


def observe(state: GameState, player: int | None) -> PlayerView:
    """What the player on this seat may know of a position, or with `None` what a spectator may.

    >>> import keltis
    >>> view = observe(keltis.new_game(2, seed=1), 0)
    >>> view.hand
    (<R6>, <R9>, <Y4>, <Y9>, <P8>, <B2>, <B5>, <B6>)
    >>> view.players[1].hand_size, view.players[1].seen, view.draw_pile_size
    (8, (), 64)
    """
    require_state(state)
    if player is not None and (type(player) is not int or not 0 <= player < len(state.players)):
        raise InvalidArgument(
            f"player must be a seat from 0 to {len(state.players) - 1}, or None for a spectator, not {short_repr(player)}"
        )
    return trusted_view(
        state.rules,
        player,
        None if player is None else state.players[player].hand,
        tuple([_public(seat) for seat in state.players]),
        state.tiles,
        len(state.draw_pile),
        state.discards,
        len(state.removed),
        state.to_move,
        state.phase,
        state.may_decline,
        state.barred,
    )


def _public(player: PlayerState) -> PublicPlayer:
    return _trusted_public(
        player.columns,
        player.rows,
        player.large,
        player.tile_points,
        player.wishing_stones,
        len(player.hand),
        sorted_cards(player.seen),  # in a state they are in the order of taking
    )


def hidden_cards(view: PlayerView) -> tuple[Card, ...]:
    """The cards of which the viewer cannot know where they are, sorted: in other hands, in the face-down pile, or removed."""
    visible = [0] * len(ALL_CARDS)
    for pile in _visible_piles(view):
        for card in pile:
            visible[card.index] += 1
    hidden = []
    for card in view.rules.deck:
        if visible[card.index]:
            visible[card.index] -= 1
        else:
            hidden.append(card)
    if any(visible):
        surplus = " ".join(str(card) for card in ALL_CARDS for _ in range(visible[card.index]))
        raise InvalidState([f"more cards than the deck has: {surplus}"])
    places = view.draw_pile_size + view.removed_size
    for seat, player in enumerate(view.players):
        places += player.hand_size - len(_known_hand(view, seat))
    if len(hidden) != places:
        room = f"room for {short_repr(places)} in the hands, the pile and removed"
        raise InvalidState([f"there are {len(hidden)} hidden cards, but {room}"])
    return tuple(hidden)


def completed(view: PlayerView, hidden: Sequence[Card]) -> GameState:
    """The state that the view allows in which the hidden cards lie like this.

    First the draw pile, its top last, then the removed cards, then the hidden cards of seat 0, of
    seat 1, and so on.
    """
    rules = view.rules
    start = view.draw_pile_size
    end = start + view.removed_size
    removed = sorted_cards(hidden[start:end])
    players = []
    for seat, player in enumerate(view.players):
        known = _known_hand(view, seat)
        start, end = end, end + player.hand_size - len(known)
        players.append(_with_hand(player, sorted_cards((*known, *hidden[start:end]))))
    return trusted_state(
        rules,
        tuple(players),
        view.tiles,
        tuple(hidden[: view.draw_pile_size]),
        view.discards,
        removed,
        view.to_move,
        view.phase,
        view.may_decline,
        view.barred,
        tuple([options_of(rules, player) for player in players]),
    )


def _any_state(view: PlayerView) -> GameState:
    """One of the states that the view allows."""
    return completed(view, hidden_cards(view))


def _visible_piles(view: PlayerView) -> Iterator[tuple[Card, ...]]:
    """The cards of which the viewer knows where they are."""
    yield from view.discards
    for seat, player in enumerate(view.players):
        yield from player.columns
        yield _known_hand(view, seat)


def _known_hand(view: PlayerView, seat: int) -> tuple[Card, ...]:
    """The cards that the viewer knows to be in the hand of this seat."""
    return view.players[seat].seen if view.hand is None or seat != view.viewer else view.hand


def _with_hand(player: PublicPlayer, hand: tuple[Card, ...]) -> PlayerState:
    return trusted_player(
        hand,
        player.columns,
        player.rows,
        player.large,
        player.tile_points,
        player.wishing_stones,
        player.seen,
    )


def _public_faults(player: PublicPlayer) -> list[str]:
    """What is wrong with the single fields, whatever the rules."""
    faults: list[str] = []
    try:
        PlayerState(
            (),
            player.columns,
            player.rows,
            player.large,
            player.tile_points,
            player.wishing_stones,
            (),
        )
    except InvalidState as error:
        faults += error.faults
    if not are_cards(player.seen) or list(player.seen) != sorted(player.seen):
        faults.append(f"seen must be a sorted tuple of Card, not {short_repr(player.seen)}")
    elif not is_count(player.hand_size) or player.hand_size < len(player.seen):
        faults.append(
            f"hand_size must be a whole number, at least the {len(player.seen)} seen, not {short_repr(player.hand_size)}"
        )
    return faults


def _shape_faults(view: PlayerView) -> Iterator[str]:
    """What is of a wrong type or size; nothing else can be asked of such a view."""
    players, viewer, hand = view.players, view.viewer, view.hand
    if type(players) is not tuple or not all(type(player) is PublicPlayer for player in players):
        yield f"players must be a tuple of PublicPlayer, not {short_repr(players)}"
        return
    if viewer is None:
        if hand is not None:
            yield f"hand must be None for a spectator, not {short_repr(hand)}"
    elif type(viewer) is not int or not 0 <= viewer < len(players):
        yield f"viewer must be a seat from 0 to {len(players) - 1}, or None for a spectator, not {short_repr(viewer)}"
    elif (
        hand is None
        or not are_cards(hand)
        or list(hand) != sorted(hand)
        or len(hand) != players[viewer].hand_size
    ):
        yield f"hand must be a sorted tuple of {short_repr(players[viewer].hand_size)} Card, not {short_repr(hand)}"
    for name in ("draw_pile_size", "removed_size"):
        size = getattr(view, name)
        if not is_count(size):
            yield f"{name} must be a whole number from 0, not {short_repr(size)}"
    yield from validation.shape_faults(
        view.rules,
        tuple(_with_hand(player, player.seen) for player in players),
        view.tiles,
        (),
        view.discards,
        (),
        view.to_move,
        view.phase,
        view.may_decline,
        view.barred,
    )


def determinize(view: PlayerView, rng: random.Random) -> GameState:
    """A full state drawn evenly from those that the view allows: `observe(determinize(view, rng), view.viewer) == view`.

    Evenly means that each hidden card is as likely in any hidden place as any other, two equal
    cards being two cards. The same view and the same chance give the same state on every machine
    and Python version: the hidden cards, in order, are `shuffled` and laid as `completed` says.

    >>> import random
    >>> import keltis
    >>> view = keltis.observe(keltis.new_game(2, seed=1), 0)
    >>> keltis.determinize(view, random.Random(1)).players[1].hand
    (<R7>, <Y2>, <P1>, <P4>, <G0>, <G6>, <G7>, <B1>)
    """
    if type(view) is not PlayerView:
        raise InvalidArgument(f"expected a PlayerView, not {type(view).__name__}")
    if not isinstance(rng, random.Random):
        raise InvalidArgument(f"rng must be a random.Random, not {short_repr(rng)}")
    return completed(view, shuffled(hidden_cards(view), rng))
