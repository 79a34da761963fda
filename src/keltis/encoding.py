"""What a player sees, as a fixed number of bytes, for programs that learn.

`encode(view)` needs no other library; `numpy.frombuffer(encode(view), numpy.uint8)` is an array
without a copy. `layout(rules, players)` says where each field is. The viewer comes first and the
others follow in turn order, so that a learner always plays from the same seat.

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
"""

from functools import lru_cache
from operator import index
from typing import ClassVar, Final, final

import attrs

from keltis._shared.encoding import BaseLayout, Field, consecutive_fields
from keltis._shared.exports import set_public_module
from keltis.board import CLOVER, WISHING_STONE
from keltis.cards import ALL_CARDS, COLOURS, Colour
from keltis.columns import Direction, direction
from keltis.errors import InvalidArgument
from keltis.moves import Phase
from keltis.rules import Rules
from keltis.view import PlayerView, PublicPlayer

__all__ = ["VERSION", "Field", "Layout", "encode", "layout"]

VERSION: Final = 1
"""The version of the layout. Another version means that old bytes and new ones do not compare."""

_PHASES: Final = tuple(Phase)
_DIRECTIONS: Final = tuple(Direction)
_COLOURS: Final = len(COLOURS)


@final
@attrs.frozen
class Layout(BaseLayout):
    """Where each field is in the bytes of `encode`. The module's docstring explains the fields.

    Layouts of the same meaning have the same checksum, others have another: save it with a model.

    >>> from keltis import KELTIS, KELTIS_LITERAL
    >>> from keltis.encoding import layout
    >>> two = layout(KELTIS, 2)
    >>> two.size, two.slices["hand"], two.shapes["laid"]
    (707, slice(13, 68, None), (2, 5, 11))
    >>> two.checksum == layout(KELTIS_LITERAL, 2).checksum
    True
    """

    encoding: ClassVar[str] = "keltis.encoding"

    version: int
    values: tuple[int, ...]
    """The values of the cards, in the order of the deck."""
    fields: tuple[Field, ...]

    def _parameters(self) -> list[str]:
        return [" ".join(map(str, self.values))]


def layout(rules: Rules, players: int) -> Layout:
    """The layout of what `encode` returns under these rules, with this number of players.

    >>> from keltis import KELTIS
    >>> from keltis.encoding import layout
    >>> [layout(KELTIS, players).size for players in (2, 3, 4)]
    [707, 850, 993]
    """
    rules.removed_with(players)  # refuses a number that cannot play
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
    return Layout(VERSION, rules.values, consecutive_fields(shapes))


def encode(view: PlayerView) -> bytes:
    """What the viewer sees, as bytes. The module's docstring explains them.

    A spectator has no hand and no seat to count from: encode the view of a player instead.

    >>> import keltis
    >>> from keltis.encoding import encode, layout
    >>> view = keltis.observe(keltis.new_game(2, seed=1), 0)
    >>> code = encode(view)
    >>> fields = layout(view.rules, 2).slices
    >>> list(code[fields["phase"]]), sum(code[fields["hand"]]), code[fields["draw_pile"]][0]
    ([1, 0, 0, 0], 8, 64)
    """
    if view.viewer is None:
        raise InvalidArgument("a spectator's view has no encoding: observe the state as a player")
    players = view.players[view.viewer :] + view.players[: view.viewer]
    plan = _plan(view.rules, len(players))
    at, place = plan.starts, plan.places
    code = bytearray(plan.template)
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
    _write_discards(code, plan, view)
    _write_tiles(code, plan, view)
    for seat, player in enumerate(players):
        _write_player(code, plan, seat, player)
        if seat:  # the viewer's own seen cards are in the viewer's hand
            for card in player.seen:
                code[hidden + place[card.index]] -= 1
    return bytes(code)


@attrs.frozen
class _Plan:
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
def _plan(rules: Rules, players: int) -> _Plan:
    fields = _layout(rules, players)
    places = [0] * len(ALL_CARDS)
    cards = tuple(dict.fromkeys(rules.deck))
    for place, card in enumerate(cards):
        places[card.index] = place
    template = bytearray(fields.size)
    template[fields.slices["hidden"]] = bytes([rules.copies]) * len(cards)
    return _Plan(
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


def _write_discards(code: bytearray, plan: _Plan, view: PlayerView) -> None:
    counts, hidden = plan.starts["discard_counts"], plan.starts["hidden"]
    values = len(plan.rules.values)
    for colour, pile in zip(COLOURS, view.discards, strict=True):
        order = plan.starts["discard_order"] + colour * values * plan.rules.copies
        for card in reversed(pile):
            place = plan.places[card.index]
            code[counts + place] += 1
            code[hidden + place] -= 1
            code[order] = place - colour * values + 1
            order += 1


def _write_tiles(code: bytearray, plan: _Plan, view: PlayerView) -> None:
    tiles = view.tiles
    stones, clovers = plan.starts["stone_tiles"], plan.starts["clover_tiles"]
    numbers = plan.starts["number_tiles"]
    for colour, row, place in plan.stones:
        tile = tiles[colour][row]
        if tile is CLOVER:
            code[clovers + place] = 1
        elif tile is WISHING_STONE:
            code[stones + place] = 1
        elif tile is not None:
            code[numbers + place] = tile.points


def _write_player(code: bytearray, plan: _Plan, seat: int, player: PublicPlayer) -> None:
    at, place, hidden = plan.starts, plan.places, plan.starts["hidden"]
    laid = at["laid"] + seat * plan.cards
    directions = at["directions"] + seat * _COLOURS * len(_DIRECTIONS)
    for column in player.columns:
        for card in column:
            code[laid + place[card.index]] += 1
            code[hidden + place[card.index]] -= 1
        code[directions + _DIRECTIONS.index(direction(plan.rules, column))] = 1
        directions += len(_DIRECTIONS)
    rows = at["rows"] + seat * _COLOURS
    code[rows : rows + _COLOURS] = bytes(player.rows)
    if player.large is not None:
        code[at["large"] + seat * _COLOURS + player.large] = 1
    _write_number(code, at["tile_points"] + seat * plan.points_bytes, player.tile_points)
    code[at["wishing_stones"] + seat] = player.wishing_stones
    seen = at["seen"] + seat * plan.cards
    for card in player.seen:
        code[seen + place[card.index]] += 1


set_public_module(__name__)
