"""Hypothesis strategies for everything in the rules. They lean towards late and rare positions, and shrink to simple ones."""

import random

from hypothesis import strategies as st

from keltis.board import Figure, Tile
from keltis.cards import Card, Colour
from keltis.dealing import new_game
from keltis.listing import legal_moves
from keltis.moves import Advance, Decline, Discard, Draw, Lay, Move
from keltis.play import apply_move
from keltis.record import GameRecord
from keltis.rules import KELTIS, PRESETS, Rules
from keltis.state import GameState
from keltis.testing.playing import played
from keltis.view import PlayerView, observe

_SEEDS = st.integers(0, 2**32 - 1)


def cards(rules: Rules = KELTIS) -> st.SearchStrategy[Card]:
    """The cards of the rules' deck."""
    return st.builds(Card, st.sampled_from(Colour), st.sampled_from(rules.values))


def moves(state: GameState | None = None) -> st.SearchStrategy[Move]:
    """The legal moves of a state that is not over; without a state any move of the union, legal somewhere or not."""
    if state is not None:
        return st.sampled_from(legal_moves(state))
    figures = st.none() | st.sampled_from(Figure)
    return st.one_of(
        st.builds(Draw, st.none() | st.sampled_from(Colour)),
        st.builds(Discard, cards()),
        st.builds(Lay, cards(), figures),
        st.builds(Advance, st.sampled_from(Colour), figures),
        st.just(Decline()),
    )


@st.composite
def custom_rules(draw: st.DrawFn) -> Rules:
    """Possible rules of someone's own: other tables, tile layouts, numbers of figures and cards, and switches."""
    length = draw(st.integers(1, 12))
    rows = st.lists(st.integers(1, length), unique=True, max_size=length).map(sorted).map(tuple)
    tile_rows = draw(st.tuples(*[rows] * len(Colour)))
    stones = sum(map(len, tile_rows))
    small, large = draw(st.sampled_from([(4, 1), (5, 0), (2, 1), (1, 0), (0, 1), (5, 1)]))
    first, last = draw(st.sampled_from([(0, 10), (1, 10), (0, 20), (5, 9)]))
    most_players = draw(st.integers(1, 5))
    points = st.integers(-20, 20)
    return Rules(
        values=tuple(range(first, last + 1)),
        copies=draw(st.integers(2, 4)),
        row_points=tuple(draw(st.lists(points, min_size=length, max_size=length))),
        goal_row=draw(st.integers(1, length)),
        tiles=tuple(draw(st.lists(st.sampled_from(Tile), min_size=stones, max_size=stones))),
        tile_rows=tile_rows,
        small_figures=small,
        large_figures=large,
        large_factor=draw(st.integers(1, 4)),
        cards_removed=tuple((players, draw(st.integers(0, 5))) for players in range(1, most_players + 1)),
        hand_size=draw(st.integers(1, 8)),
        goal_figures=draw(st.integers(1, most_players * min(small + large, len(Colour)))),
        wishing_stone_points=tuple(draw(st.lists(points, min_size=1, max_size=8))),
        equal_pair_fixes_flat=draw(st.booleans()),
        may_take_own_discard=draw(st.booleans()),
        clover_may_be_declined=draw(st.booleans()),
        advance_may_enter=draw(st.booleans()),
    )


def rules() -> st.SearchStrategy[Rules]:
    """The named rule sets, and possible rules of someone's own."""
    return st.sampled_from(list(PRESETS.values())) | custom_rules()


@st.composite
def new_games(draw: st.DrawFn, *, rules: st.SearchStrategy[Rules] | None = None) -> GameState:
    """Games that have just begun."""
    chosen = draw(st.sampled_from(list(PRESETS.values())) if rules is None else rules)
    players = draw(st.sampled_from(chosen.player_counts))
    return new_game(players, seed=draw(_SEEDS), rules=chosen, first_player=draw(st.integers(0, players - 1)))


@st.composite
def _games(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None) -> list[tuple[GameState, Move]]:
    """The states and moves of whole games, which lean more or less towards progress."""
    start = draw(new_games(rules=rules))
    lean = draw(st.sampled_from([0.9, 0.97, 0.5, 0.0]))
    return list(played(start, random.Random(draw(_SEEDS)), lean=lean))


@st.composite
def states(draw: st.DrawFn, *, rules: st.SearchStrategy[Rules] | None = None, over: bool | None = None) -> GameState:
    """Positions that play can reach, from the deal to the end; with `over` only those at an end, or only those before it.

    The moves to get there lean more or less towards progress, so that goals, finished paths and chains of clovers are common.
    """
    game = draw(_games(rules))
    last_state, last_move = game[-1]
    # Counted from the end, so that late positions are as likely as early ones, whatever the length of the game.
    back = 0 if over else draw(st.integers(1 if over is False else 0, len(game)))
    return game[-back][0] if back else apply_move(last_state, last_move)


@st.composite
def views(draw: st.DrawFn, *, rules: st.SearchStrategy[Rules] | None = None, over: bool | None = None) -> PlayerView:
    """What some player, or a spectator, may know of such positions."""
    state = draw(states(rules=rules, over=over))
    return observe(state, draw(st.none() | st.integers(0, len(state.players) - 1)))


@st.composite
def records(draw: st.DrawFn, *, rules: st.SearchStrategy[Rules] | None = None) -> GameRecord:
    """Records of whole games and of their beginnings."""
    game = draw(_games(rules))
    length = len(game) - draw(st.integers(0, len(game)))
    return GameRecord(game[0][0], tuple(move for _, move in game[:length]))
