"""Views as bytes: nothing hidden gets in, and nothing visible but the seat number gets lost."""

from collections.abc import Sequence

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import keltis
from keltis import KELTIS, Card, Colour, InvalidArgument, PlayerView, Rules, Tile, new_game, observe
from keltis.learning import encode, layout
from keltis.testing import Seat, position, rules, views
from leaning import BIG


def player_views(*, rules: st.SearchStrategy[Rules]) -> st.SearchStrategy[PlayerView]:
    return views(rules=rules).filter(lambda view: view.viewer is not None)


class Decoder:
    """The bytes of a view, read back by the documented layout alone."""

    def __init__(self, rules: Rules, players: int, code: bytes) -> None:
        self.rules, self.players, self.code = rules, players, code
        self.layout = layout(rules, players)

    def field(self, name: str, *index: int) -> list[int]:
        """The bytes of a field; with an index, those of its part there."""
        shape = self.layout.shapes[name]
        part = list(self.code[self.layout.slices[name]])
        for at, length in zip(index, shape, strict=False):
            size = len(part) // length
            part = part[at * size : (at + 1) * size]
        return part

    def cards(self, name: str, *index: int) -> tuple[Card, ...]:
        kinds = [Card(colour, value) for colour in Colour for value in self.rules.values]
        counts = self.field(name, *index)
        return tuple(card for card, count in zip(kinds, counts, strict=True) for _ in range(count))

    def number(self, name: str, *index: int) -> int:
        return int.from_bytes(bytes(self.field(name, *index)), "little")

    def choice(self, name: str, *index: int) -> int | None:
        one_hot = self.field(name, *index)
        assert sum(one_hot) <= 1
        return one_hot.index(1) if 1 in one_hot else None

    def colour(self, name: str, *index: int) -> Colour | None:
        choice = self.choice(name, *index)
        return None if choice is None else Colour(choice)

    def tiles(self, colour: Colour) -> tuple[Tile | None, ...]:
        kinds = {0: None, 1: Tile.ONE, 2: Tile.TWO, 3: Tile.THREE}
        path: list[Tile | None] = [kinds[points] for points in self.field("number_tiles", colour)]
        for name, tile in (("stone_tiles", Tile.WISHING_STONE), ("clover_tiles", Tile.CLOVER)):
            for row, lies in enumerate(self.field(name, colour)):
                if lies:
                    assert path[row] is None
                    path[row] = tile
        return (None, *path)

    def discards(self, colour: Colour) -> tuple[Card, ...]:
        order = [place for place in self.field("discard_order", colour) if place]
        pile = tuple(Card(colour, self.rules.values[place - 1]) for place in reversed(order))
        counted = tuple(card for card in self.cards("discard_counts") if card.colour is colour)
        assert tuple(sorted(pile)) == counted
        return pile

    def column(self, seat: int, colour: Colour) -> tuple[Card, ...]:
        cards = tuple(card for card in self.cards("laid", seat) if card.colour is colour)
        direction = tuple(keltis.Direction)[self.choice("directions", seat, colour) or 0]
        return cards[::-1] if direction is keltis.Direction.DOWN else cards

    def view(self, hand_sizes: Sequence[int], *, may_waste: bool) -> PlayerView:
        phase = self.choice("phase")
        to_move = self.choice("to_move")
        assert phase is not None
        assert to_move is not None
        players = tuple(
            keltis.PublicPlayer(
                tuple(self.column(seat, colour) for colour in Colour),
                tuple(self.field("rows", seat)),
                self.colour("large", seat),
                self.number("tile_points", seat),
                self.number("wishing_stones", seat),
                hand_sizes[seat],
                self.cards("seen", seat),
            )
            for seat in range(self.players)
        )
        return PlayerView(
            self.rules,
            0,
            self.cards("hand"),
            players,
            tuple(self.tiles(colour) for colour in Colour),
            self.number("draw_pile"),
            tuple(self.discards(colour) for colour in Colour),
            self.rules.removed_with(self.players),
            to_move,
            tuple(keltis.Phase)[phase],
            bool(self.number("may_decline")),
            self.colour("barred"),
            may_waste,
        )


def from_seat_0(view: PlayerView) -> PlayerView:
    """The same view with the seats counted from the viewer."""
    assert view.viewer is not None
    players = view.players[view.viewer :] + view.players[: view.viewer]
    to_move = (view.to_move - view.viewer) % len(players)
    return attrs.evolve(view, viewer=0, players=players, to_move=to_move)


def assert_decodes(view: PlayerView) -> None:
    turned = from_seat_0(view)
    sizes = [player.hand_size for player in turned.players]
    # The sizes of hands follow from the phase: S3, and one fewer between a play and its draw.
    # Whether a step may be wasted (P6) is in the mask of legal moves.
    decoder = Decoder(view.rules, len(sizes), encode(view))
    assert decoder.view(sizes, may_waste=view.may_waste) == turned


@given(player_views(rules=rules()))
def test_the_bytes_lose_nothing_but_the_seat_number(view: PlayerView) -> None:
    assert_decodes(view)
    assert encode(view) == encode(from_seat_0(view))


def test_large_numbers_take_two_bytes() -> None:
    view = observe(new_game(1, seed=1, rules=BIG), 0)
    assert layout(BIG, 1).shapes["draw_pile"] == (2,)
    assert layout(BIG, 6).shapes["tile_points"] == (6, 2)
    rows = tuple(range(1, 18))
    points_256 = Rules(
        row_points=(0,) * 18,
        tile_rows=((*rows, 18), rows, rows, rows, rows),
        tiles=(Tile.THREE,) * 85 + (Tile.ONE,),
    )
    assert layout(points_256, 2).shapes["tile_points"] == (2, 2)
    assert view.draw_pile_size == 937
    assert_decodes(view)


def test_points_above_255_are_encoded() -> None:
    paths = ["R0 " * 9 + "R1 " * 9 + "R2 " * 9 + "R3 " * 9 + "R4 " * 4]
    paths += [path.replace("R", letter) for path in paths for letter in "YP"]
    view = observe(position(Seat(laid="".join(paths)), rules=BIG), 0)
    assert view.players[0].tile_points == 360
    assert_decodes(view)


@given(player_views(rules=rules()))
def test_hidden_counts_are_the_cards_that_nobody_shows(view: PlayerView) -> None:
    fields = Decoder(view.rules, len(view.players), encode(view))
    visible = [*fields.cards("hand"), *fields.cards("discard_counts")]
    for seat in range(len(view.players)):
        visible += fields.cards("laid", seat)
        visible += fields.cards("seen", seat) if seat else ()
    assert sorted([*visible, *fields.cards("hidden")]) == sorted(view.rules.deck)


def test_layouts_of_another_meaning_have_another_checksum() -> None:
    shifted = Rules(values=tuple(range(1, 12)))
    layouts = [layout(KELTIS, 2), layout(KELTIS, 3), layout(keltis.REFERENCE_MANUAL, 2)]
    layouts += [layout(shifted, 2), attrs.evolve(layouts[0], version=2)]
    assert len({each.checksum for each in layouts}) == len(layouts)


def test_a_spectator_has_no_encoding() -> None:
    with pytest.raises(InvalidArgument, match="a spectator's view has no encoding"):
        encode(observe(new_game(2, seed=1), None))


def test_layouts_are_for_possible_numbers_of_players() -> None:
    with pytest.raises(InvalidArgument, match="players must be 2 or 3 or 4"):
        layout(KELTIS, 5)
