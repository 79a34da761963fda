"""What programs that learn need: moves as numbers, views as bytes, and what a game is worth.

**Actions.** Every move has a number, the same under all rules, which never changes::

    0                                        Draw(None)
    1 + colour                               Draw(colour)
    6 + 3 x colour + figure                  Advance(colour, figure); none is 0, small 1, large 2
    21                                       Decline()
    22 + 4 x (5 x value + colour) + figure   Lay(card, figure), with the same numbers of figures
    22 + 4 x (5 x value + colour) + 3        Discard(card)

So the moves with the cards 0 to 10 come first, in one block of `STANDARD_ACTION_COUNT`; those with
higher cards, which only rules of your own can have, follow up to `ACTION_COUNT`.

**Observations.** `encode(view)` is what a player sees, as a fixed number of bytes. It needs no
other library; `numpy.frombuffer(encode(view), numpy.uint8)` is an array without a copy.
`layout(rules, players)` says where each field is. The viewer comes first and the others follow in
turn order, so that a learner always plays from the same seat.

These are the fields with their shapes, where V is the number of values in the deck, R the number of
rows and N the number of players. Cards are in the order of the deck, colour by colour, upwards::

    phase           4                 one-hot: PLAY, ADVANCE, DRAW, OVER
    may_decline     1                 1 if `Decline` is allowed
    barred          5                 one-hot: the discard pile that may not be drawn from (T7)
    to_move         N                 one-hot: who decides, counted from the viewer
    draw_pile       1                 the number of cards in the face-down pile
    hand            5 x V             the viewer's cards, counted
    hidden          5 x V             the cards that the viewer cannot see, counted
    discard_counts  5 x V             the cards in the discard piles, counted
    discard_order   5 x (copies x V)  each discard pile from its top down, as places (see below)
    stone_tiles     5 x R             1 where a wishing stone lies
    clover_tiles    5 x R             1 where a clover lies
    number_tiles    5 x R             the points of the number tile there
    laid            N x 5 x V         the cards laid, counted
    directions      N x 5 x 4         one-hot: the column is FREE, UP, DOWN or FLAT (T4)
    rows            N x 5             the row of the figure on each path, 0 without one
    large           N x 5             one-hot: the path of the large figure
    tile_points     N x 1             points from number tiles (P1)
    wishing_stones  N x 1             wishing stones taken (P2)
    seen            N x 5 x V         cards everyone knows to be in the hand, counted

In `discard_order` the place of a card is 1 for the lowest value of the deck, 2 for the next, and so
on; 0 stands where there is no card.

A number that can exceed 255 under the rules takes two bytes, the low one first: `draw_pile` with
more than 255 cards, `tile_points` with more than 255 points on the board. No named rule set needs
that.

Two things are left out. Seats are relative to the viewer; rotating the table gives equal bytes. And
whether a step may be wasted (P6) shows in the mask of legal moves alone. Of the same rules and
number of players, all other views that differ have different bytes.

**Returns.** `win_shares` and `score_margins` say what a finished game is worth to each player.
"""

from collections.abc import Iterator
from functools import lru_cache
from operator import index
from typing import Final, assert_never

import attrs

from keltis._engine.cards import (
    ALL_CARDS,
    CLOVER,
    COLOURS,
    MAX_VALUE,
    WISHING_STONE,
    Card,
    Colour,
    Figure,
    Tile,
)
from keltis._engine.columns import Direction, direction
from keltis._engine.legality import legal_moves
from keltis._engine.moves import Advance, Decline, Discard, Draw, Lay, Move, Phase
from keltis._engine.rules import Rules
from keltis._engine.scoring import Outcome, outcome
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, Position, PublicPlayer, observe
from keltis._lib.checks import as_int
from keltis._lib.exports import set_public_module
from keltis.errors import InvalidArgument
from keltis.game import (
    Field,
    Layout,
    Returns,
    action_mask,
    consecutive_fields,
    require_returns,
    win_shares,
)

__all__ = [
    "ACTION_COUNT",
    "STANDARD_ACTION_COUNT",
    "VERSION",
    "Field",
    "Layout",
    "action_count",
    "action_id",
    "encode",
    "highest_values",
    "layout",
    "legal_action_ids",
    "legal_action_mask",
    "move_of",
    "observation",
    "return_bounds",
    "returns",
    "score_bounds",
    "score_margins",
    "seat_action",
    "win_shares",
]

# Actions.

_FIGURES: Final = (None, *Figure)


def _all_moves() -> Iterator[Move]:
    """Every move of the union, in the order of the numbers."""
    yield Draw(None)
    for colour in Colour:
        yield Draw(colour)
    for colour in Colour:
        for figure in _FIGURES:
            yield Advance(colour, figure)
    yield Decline()
    for value in range(MAX_VALUE + 1):
        for colour in Colour:
            for figure in _FIGURES:
                yield Lay(Card(colour, value), figure)
            yield Discard(Card(colour, value))


_MOVES: Final = tuple(_all_moves())
_NUMBERS: Final = {move: number for number, move in enumerate(_MOVES)}
# By a card's index, the numbers of its lays start here. Hashing a move takes longer than adding to
# these.
_LAY: Final = tuple(_NUMBERS[Lay(card)] for card in ALL_CARDS)
_DISCARD: Final = tuple(_NUMBERS[Discard(card)] for card in ALL_CARDS)
_ADVANCE: Final = tuple(_NUMBERS[Advance(colour)] for colour in Colour)
_DECLINE: Final = _NUMBERS[Decline()]
_DRAW_PILE: Final = _NUMBERS[Draw(None)]
_DRAW: Final = tuple(_NUMBERS[Draw(colour)] for colour in Colour)

ACTION_COUNT: Final = len(_MOVES)
"""How many moves there are under any rules."""
STANDARD_ACTION_COUNT: Final = _NUMBERS[Lay(Card(Colour.RED, 11))]
"""How many moves there are with cards of the values 0 to 10, as in every named rule set."""


def action_count(rules: Rules) -> int:
    """How many action numbers these rules use: all numbers of their moves are below it.

    >>> from keltis import KELTIS
    >>> action_count(KELTIS)
    242
    """
    return _DISCARD[Card(Colour.BLUE, rules.values[-1]).index] + 1


def action_id(move: Move) -> int:
    """The number of a move.

    >>> action_id(Draw(None)), action_id(Discard(Card.parse("R7")))
    (0, 165)
    """
    if type(move) is Lay:
        return _LAY[move.card.index] + _FIGURES.index(move.figure)
    if type(move) is Discard:
        return _DISCARD[move.card.index]
    if type(move) is Draw:
        return _DRAW_PILE if move.source is None else _DRAW[move.source]
    if type(move) is Advance:
        return _ADVANCE[move.colour] + _FIGURES.index(move.figure)
    if type(move) is Decline:
        return _DECLINE
    assert_never(move)


def move_of(action: int) -> Move:
    """The move with this number.

    >>> move_of(165)
    Discard(card=<R7>)
    """
    return _MOVES[as_int(action, "action", 0, ACTION_COUNT - 1)]


def legal_action_ids(position: Position) -> tuple[int, ...]:
    """The numbers of all legal moves, ascending.

    Of a view, they are the viewer's own: none when the decision is not the viewer's.

    >>> import keltis
    >>> legal_action_ids(keltis.new_game(2, seed=1))[:3]
    (79, 80, 81)
    """
    return tuple(sorted([action_id(move) for move in legal_moves(position)]))


def legal_action_mask(position: Position) -> bytes:
    """One byte for every number below `action_count(rules)`: 1 if its move is legal, 0 if not.

    As an array, it is `numpy.frombuffer(mask, numpy.int8)`. Of a view, the moves are the viewer's
    own, as in `legal_action_ids`.

    >>> import keltis
    >>> mask = keltis.legal_action_mask(keltis.new_game(2, seed=7))
    >>> len(mask), sum(mask)
    (242, 24)
    """
    return action_mask(legal_action_ids(position), action_count(position.rules))


def seat_action(action: int, seat: int) -> int:  # noqa: ARG001 - the same at every seat
    """The action itself: no move names a seat. Other games number some moves by seat.

    >>> seat_action(165, 1)
    165
    """
    return action


# Observations.

VERSION: Final = 1
"""The version of the layout. Another version means that old bytes and new ones do not compare."""

_ENCODING: Final = "keltis.encoding"  # part of the checksum; where it was in version 1
_PHASES: Final = tuple(Phase)
_DIRECTIONS: Final = tuple(Direction)
_COLOURS: Final = len(COLOURS)


def layout(rules: Rules, players: int) -> Layout:
    """The layout of what `encode` returns under these rules, with this number of players.

    >>> from keltis import KELTIS
    >>> from keltis.learning import layout
    >>> [layout(KELTIS, players).size for players in (2, 3, 4)]
    [707, 850, 993]
    """
    rules.removed_with(players)  # raises for a number that cannot play
    return _layout(rules, index(players))


@lru_cache(maxsize=64)
def _layout(rules: Rules, players: int) -> Layout:
    cards = _COLOURS, len(rules.values)
    stones = _COLOURS, rules.path_length
    shapes: dict[str, tuple[int, ...]] = {
        "phase": (len(_PHASES),),
        "may_decline": (1,),
        "barred": (_COLOURS,),
        "to_move": (players,),
        "draw_pile": (_bytes_for(len(rules.deck)),),
        "hand": cards,
        "hidden": cards,
        "discard_counts": cards,
        "discard_order": (_COLOURS, rules.copies * len(rules.values)),
        "stone_tiles": stones,
        "clover_tiles": stones,
        "number_tiles": stones,
        "laid": (players, *cards),
        "directions": (players, _COLOURS, len(_DIRECTIONS)),
        "rows": (players, _COLOURS),
        "large": (players, _COLOURS),
        "tile_points": (players, _bytes_for(sum(tile.points for tile in rules.tiles))),
        "wishing_stones": (players, 1),
        "seen": (players, *cards),
    }
    return Layout(_ENCODING, VERSION, consecutive_fields(shapes), rules.values)


def encode(view: PlayerView) -> bytes:
    """What the viewer sees, as bytes. The module's docstring explains them.

    A spectator has no hand and no seat to count from: encode the view of a player instead.

    >>> import keltis
    >>> from keltis.learning import encode, layout
    >>> view = keltis.observe(keltis.new_game(2, seed=1), 0)
    >>> code = encode(view)
    >>> fields = layout(view.rules, 2).slices
    >>> list(code[fields["phase"]]), sum(code[fields["hand"]]), code[fields["draw_pile"]][0]
    ([1, 0, 0, 0], 8, 64)
    """
    if view.viewer is None:
        raise InvalidArgument("a spectator's view has no encoding: observe the state as a player")
    players = view.players[view.viewer :] + view.players[: view.viewer]
    lookup = _lookup(view.rules, len(players))
    at, place = lookup.starts, lookup.places
    code = bytearray(lookup.template)
    code[at["phase"] + _PHASES.index(view.phase)] = 1
    code[at["may_decline"]] = view.may_decline
    if view.barred is not None:
        code[at["barred"] + view.barred] = 1
    code[at["to_move"] + (view.to_move - view.viewer) % len(players)] = 1
    _write_number(code, at["draw_pile"], view.draw_pile_size)
    hand, hidden = at["hand"], at["hidden"]
    for card in view.hand or ():
        code[hand + place[card.index]] += 1
        code[hidden + place[card.index]] -= 1
    _write_discards(code, lookup, view)
    _write_tiles(code, lookup, view)
    for seat, player in enumerate(players):
        _write_player(code, lookup, seat, player)
        if seat:  # the viewer's own seen cards are in the viewer's hand
            for card in player.seen:
                code[hidden + place[card.index]] -= 1
    return bytes(code)


@attrs.frozen
class _Lookup:
    """What `encode` looks up, computed once for rules and a number of players."""

    rules: Rules
    starts: dict[str, int]
    """By the name of a field, its first byte."""
    places: tuple[int, ...]
    """By a card's index, its place among the cards of the deck."""
    cards: int
    """How many different cards there are."""
    points_bytes: int
    """How many bytes the points from tiles take for each player."""
    stones: tuple[tuple[Colour, int, int], ...]
    """The stones that can have a tile: path, row, and place among all stones."""
    template: bytes
    """The bytes of a view in which nothing is visible."""


@lru_cache(maxsize=64)
def _lookup(rules: Rules, players: int) -> _Lookup:
    fields = _layout(rules, players)
    places = [0] * len(ALL_CARDS)
    cards = tuple(dict.fromkeys(rules.deck))
    for place, card in enumerate(cards):
        places[card.index] = place
    template = bytearray(fields.size)
    template[fields.slices["hidden"]] = bytes([rules.copies]) * len(cards)
    return _Lookup(
        rules,
        {field.name: field.start for field in fields.fields},
        tuple(places),
        len(cards),
        fields.shapes["tile_points"][1],
        tuple(
            (colour, row, colour * rules.path_length + row - 1)
            for colour in COLOURS
            for row in rules.tile_rows[colour]
        ),
        bytes(template),
    )


def _bytes_for(largest: int) -> int:
    return 1 if largest < 256 else 2


def _write_number(code: bytearray, start: int, number: int) -> None:
    code[start] = number & 255
    if number > 255:
        code[start + 1] = number >> 8


def _write_discards(code: bytearray, lookup: _Lookup, view: PlayerView) -> None:
    counts, hidden = lookup.starts["discard_counts"], lookup.starts["hidden"]
    values = len(lookup.rules.values)
    for colour, pile in zip(COLOURS, view.discards, strict=True):
        order = lookup.starts["discard_order"] + colour * values * lookup.rules.copies
        for card in reversed(pile):
            place = lookup.places[card.index]
            code[counts + place] += 1
            code[hidden + place] -= 1
            code[order] = place - colour * values + 1
            order += 1


def _write_tiles(code: bytearray, lookup: _Lookup, view: PlayerView) -> None:
    tiles = view.tiles
    stones, clovers = lookup.starts["stone_tiles"], lookup.starts["clover_tiles"]
    numbers = lookup.starts["number_tiles"]
    for colour, row, place in lookup.stones:
        tile = tiles[colour][row]
        if tile is CLOVER:
            code[clovers + place] = 1
        elif tile is WISHING_STONE:
            code[stones + place] = 1
        elif tile is not None:
            code[numbers + place] = tile.points


def _write_player(code: bytearray, lookup: _Lookup, seat: int, player: PublicPlayer) -> None:
    at, place, hidden = lookup.starts, lookup.places, lookup.starts["hidden"]
    laid = at["laid"] + seat * lookup.cards
    directions = at["directions"] + seat * _COLOURS * len(_DIRECTIONS)
    for column in player.columns:
        for card in column:
            code[laid + place[card.index]] += 1
            code[hidden + place[card.index]] -= 1
        code[directions + _DIRECTIONS.index(direction(lookup.rules, column))] = 1
        directions += len(_DIRECTIONS)
    rows = at["rows"] + seat * _COLOURS
    code[rows : rows + _COLOURS] = bytes(player.rows)
    if player.large is not None:
        code[at["large"] + seat * _COLOURS + player.large] = 1
    _write_number(code, at["tile_points"] + seat * lookup.points_bytes, player.tile_points)
    code[at["wishing_stones"] + seat] = player.wishing_stones
    seen = at["seen"] + seat * lookup.cards
    for card in player.seen:
        code[seen + place[card.index]] += 1


def observation(state: GameState, seat: int) -> bytes:
    """What the player at a seat sees, as bytes: the encoded view.

    >>> import keltis
    >>> state = keltis.new_game(2, seed=1)
    >>> observation(state, 1) == encode(keltis.observe(state, 1))
    True
    """
    return encode(observe(state, seat))


def highest_values(rules: Rules, players: int) -> bytes:
    """The highest value of each byte of `encode`, at least 1.

    A byte that is always 0 under rules of your own gets 1 too, as Gymnasium warns of a space whose
    lowest and highest values are equal.

    >>> from keltis import KELTIS
    >>> highest = highest_values(KELTIS, 2)
    >>> [highest[layout(KELTIS, 2).slices[name]][0] for name in ("phase", "draw_pile", "rows")]
    [1, 64, 9]
    """
    fields = layout(rules, players)
    points = [tile.points for tile in rules.tiles]
    numbers = {
        "draw_pile": rules.pile_size(players),
        "discard_order": len(rules.values),
        "number_tiles": max(points, default=0),
        "rows": rules.path_length,
        "tile_points": sum(points),
        "wishing_stones": rules.tiles.count(Tile.WISHING_STONE),
        **dict.fromkeys(("hand", "hidden", "discard_counts", "laid", "seen"), rules.copies),
    }
    highest = bytearray(b"\1" * fields.size)
    for name, number in numbers.items():
        part = fields.slices[name]
        width = fields.shapes[name][-1] if name in ("draw_pile", "tile_points") else 1
        low_first = (max(1, min(number, 255)), max(1, number >> 8))[:width]
        highest[part] = bytes(low_first) * ((part.stop - part.start) // width)
    return bytes(highest)


# Returns.


def score_margins(outcome: Outcome) -> tuple[float, ...]:
    """By seat, the points beyond the mean of all players; their sum is 0 up to rounding.

    >>> import keltis
    >>> end = keltis.Outcome(
    ...     keltis.EndReason.DRAW_PILE_EMPTY, (keltis.Score(1, 0, 2), keltis.Score(0, 0, 2)), (0,)
    ... )
    >>> keltis.score_margins(end)
    (0.5, -0.5)
    """
    totals = [score.total for score in outcome.scores]
    return tuple(total - sum(totals) / len(totals) for total in totals)


def score_bounds(rules: Rules) -> tuple[int, int]:
    """The lowest and the highest total that no score can lie beyond.

    A player's figures all enter the goal only if the last one ends the game on the goal's first row
    (E1). Every number tile and the best row of the wishing-stone table count for the upper bound.

    >>> import keltis
    >>> keltis.score_bounds(keltis.KELTIS)
    (-28, 80)
    """
    figures = min(rules.small_figures + rules.large_figures, len(rules.tile_rows))
    points, goal = rules.row_points, rules.goal_row
    outside = max((0, *points[: goal - 1]))
    scoring = min(rules.goal_figures - 1, figures)
    rows = [max(outside, *points)] * scoring
    if figures > scoring:
        rows += [max(outside, points[goal - 1]), *[outside] * (figures - scoring - 1)]
    factor = rules.large_factor if rules.large_figures else 1
    tiles = sum(tile.points for tile in rules.tiles)
    highest = sum(rows) + max(rows) * (factor - 1) + tiles + max(rules.wishing_stone_points)
    lowest_row = min(0, *points)
    lowest = lowest_row * (figures + factor - 1) + min(rules.wishing_stone_points)
    return lowest, highest


def returns(state: GameState, name: Returns) -> tuple[float, ...] | None:
    """By seat, what the finished game is worth: `win_shares` or `score_margins`, by their names.

    It is None before the end.

    >>> import keltis
    >>> print(returns(keltis.new_game(2, seed=1), "win_shares"))
    None
    """
    shares = require_returns(name) == "win_shares"
    end = outcome(state)
    if end is None:
        return None
    return win_shares(end) if shares else score_margins(end)


def return_bounds(rules: Rules, players: int, name: Returns) -> tuple[float, float]:
    """The lowest and the highest return that no player's can lie beyond.

    >>> from keltis import KELTIS
    >>> return_bounds(KELTIS, 3, "win_shares"), return_bounds(KELTIS, 2, "score_margins")
    ((-1.0, 2.0), (-54.0, 54.0))
    """
    if require_returns(name) == "win_shares":
        return -1.0, players - 1.0
    low, high = score_bounds(rules)
    margin = (high - low) * (players - 1) / players
    return -margin, margin


set_public_module(__name__)
