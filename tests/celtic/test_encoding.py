"""Positions as bytes: nothing gets lost but which of the two colours the viewer has."""

import random
from collections.abc import Callable

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from celtic.games import SMALL, WIDE, positions, row_to_the_edge, states_by_picks
from keltis import InvalidArgument, celtic
from keltis.celtic import CELTIC, GameState, Lay, Owner, Player, Rules, opponent, setup_game
from keltis.celtic._engine.tiles import OPPOSITE, PLAYERS, SIDES, STEP, neighbour
from keltis.celtic.learning import encode, layout

viewers: st.SearchStrategy[Player] = st.sampled_from(PLAYERS)
LARGEST = Rules(width=9, height=9, supplies=((81,) * 5,) * 3)
NARROW = Rules(width=3, height=9, start=5, supplies=((9,) * 5,) * 3)
ALL_RULES = [CELTIC, SMALL, WIDE, LARGEST, NARROW]


class Decoder:
    """The bytes of a position, read back by the documented layout alone."""

    def __init__(self, rules: Rules, viewer: Player, code: bytes) -> None:
        self.rules, self.code = rules, code
        self.owners = (viewer, opponent(viewer), Owner.NEUTRAL)
        self.layout = layout(rules)

    def field(self, name: str) -> list[int]:
        return list(self.code[self.layout.slices[name]])

    def planes(self, name: str) -> list[list[int]]:
        """The planes of a field, each as a list of cells."""
        cells = (2 * self.rules.height - 1) * (2 * self.rules.width - 1)
        values = self.field(name)
        return [values[start : start + cells] for start in range(0, len(values), cells)]

    def cell(self, place: int) -> tuple[int, int]:
        y, x = divmod(place, 2 * self.rules.width - 1)
        return x - self.rules.width + 1, y - self.rules.height + 1

    def lays(self) -> list[Lay]:
        owners, sides = self.planes("tiles"), self.planes("sides")
        found = []
        for place in range(len(owners[0])):
            owner = [plane[place] for plane in owners]
            mask = sum(bit * plane[place] for bit, plane in zip((1, 2, 4, 8), sides, strict=True))
            assert sum(owner) == bool(mask)
            if mask:
                found.append(Lay(*self.cell(place), mask, self.owners[owner.index(1)]))
        return found

    def window(self) -> set[tuple[int, int]]:
        (plane,) = self.planes("window")
        assert set(plane) <= {0, 1}
        return {self.cell(place) for place, covered in enumerate(plane) if covered}

    def state(self) -> GameState:
        to_move = self.field("to_move")
        assert sorted(to_move) == [0, 1]
        player = PLAYERS[self.owners[to_move.index(1)]]
        return setup_game(self.lays(), to_move=player, rules=self.rules)


def coverable_cells(state: GameState) -> set[tuple[int, int]]:
    """The cells of all windows that the design fits, with the cells that it opens to (K7)."""
    width, height = state.rules.width, state.rules.height
    cells = {lay.cell for lay in state.lays} | {
        neighbour(lay.cell, side) for lay in state.lays for side in SIDES if lay.mask & side
    }
    covered = set()
    for west in range(1 - width, 1):
        for north in range(1 - height, 1):
            window = {(west + x, north + y) for x in range(width) for y in range(height)}
            if cells <= window:
                covered |= window
    return covered


def assert_decodes(state: GameState, viewer: Player) -> None:
    decoder = Decoder(state.rules, viewer, encode(state, viewer))
    assert decoder.state() == state
    counts = [count for owner in decoder.owners for count in state.left[owner]]
    assert decoder.field("supplies") == counts
    assert decoder.window() == coverable_cells(state)


def exchange_colours(state: GameState) -> GameState:
    """The position with the colours of the players exchanged; both have the same supplies."""
    exchanged = (Owner.BLUE, Owner.ORANGE, Owner.NEUTRAL)
    tiles = [Lay(lay.x, lay.y, lay.mask, exchanged[lay.supply]) for lay in state.lays]
    return setup_game(tiles, to_move=opponent(state.to_move), rules=state.rules)


@pytest.mark.parametrize("rules", ALL_RULES)
def test_the_bytes_lose_nothing_but_the_viewers_colour(rules: Rules) -> None:
    for seed in range(2):
        rng = random.Random(seed)
        states = states_by_picks(rules, [rng.randrange(2**16) for _ in range(300)])
        for state in states[:: max(1, rules.width - 4)]:
            for viewer in PLAYERS:
                assert_decodes(state, viewer)


@pytest.mark.parametrize("start", SIDES)
def test_a_design_to_the_edge_of_the_window_is_in_the_planes(start: int) -> None:
    state = row_to_the_edge(start)
    x, y = (8 * step for step in STEP[start])
    for viewer in PLAYERS:
        assert_decodes(state, viewer)
        assert_decodes(celtic.apply_move(state, Lay(x, y, OPPOSITE[start], Owner.ORANGE)), viewer)


@given(st.lists(st.integers(0, 2**16), max_size=40), viewers)
def test_exchanged_colours_look_the_same_to_the_other_player(
    picks: list[int], viewer: Player
) -> None:
    state = states_by_picks(CELTIC, picks)[-1]
    exchanged = exchange_colours(state)
    assert encode(exchanged, opponent(viewer)) == encode(state, viewer)
    actions = tuple(sorted(map(celtic.opponent_action, celtic.legal_action_ids(exchanged))))
    assert actions == celtic.legal_action_ids(state)


@given(positions)
def test_the_viewer_is_the_player_to_move_unless_named(state: GameState) -> None:
    assert encode(state) == encode(state, state.to_move) != encode(state, opponent(state.to_move))


def test_layouts_of_the_same_meaning_have_the_same_checksum() -> None:
    assert layout(CELTIC) == layout(Rules(start=7, supplies=((3,) * 5,) * 3))


def test_layouts_of_another_meaning_have_another_checksum() -> None:
    layouts = [layout(rules) for rules in ALL_RULES] + [layout(Rules(width=9, height=3))]
    layouts.append(attrs.evolve(layouts[0], version=2))
    assert len({each.checksum for each in layouts}) == len(layouts)


@pytest.mark.parametrize("viewer", [Owner.NEUTRAL, 0, "orange"])
def test_only_a_player_is_a_viewer(viewer: object) -> None:
    encode_anything: Callable[..., bytes] = encode
    with pytest.raises(InvalidArgument, match=r"player must be Owner\.ORANGE or Owner\.BLUE, not"):
        encode_anything(celtic.new_game(), viewer)
