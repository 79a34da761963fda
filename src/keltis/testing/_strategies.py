"""Hypothesis strategies that lean towards late and rare positions, and shrink to simple ones."""

import random

try:
    from hypothesis import strategies as st
except ImportError as _error:
    raise ImportError('the strategies need Hypothesis: pip install "keltis[testing]"') from _error

from keltis._engine.cards import Card, Colour, Figure, Tile
from keltis._engine.legality import legal_moves
from keltis._engine.moves import Advance, Decline, Discard, Draw, Lay, Move
from keltis._engine.play import apply_move
from keltis._engine.rules import KELTIS, PRESETS, Rules
from keltis._engine.setup import new_game
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, observe
from keltis.record import GameRecord
from keltis.testing._playing import playthrough

_SEEDS = st.integers(0, 2**32 - 1)
_PATIENCE = 500
"""The moves after which a game is brought to its end. Few games under the presets have more."""


def cards(rules: Rules = KELTIS) -> st.SearchStrategy[Card]:
    """The cards of the rules' deck.

    >>> from hypothesis import find
    >>> from keltis.testing import cards
    >>> find(cards(), lambda card: card.value > 5)
    <R6>
    """
    return st.builds(Card, st.sampled_from(Colour), st.sampled_from(rules.values))


def moves(state: GameState | None = None) -> st.SearchStrategy[Move]:
    """The legal moves of a state that is not over.

    Without a state, any move with the cards of `KELTIS`, legal or not.
    """
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
    """Valid rules with random tables and switches, for 1 to 5 players."""
    row_points = draw(st.lists(st.integers(-5, 12), min_size=1, max_size=10))
    rows = st.sets(st.integers(1, len(row_points))).map(lambda chosen: tuple(sorted(chosen)))
    tile_rows = draw(st.tuples(rows, rows, rows, rows, rows))
    stones = sum(map(len, tile_rows))
    large_figures = draw(st.integers(0, 1))
    small_figures = draw(st.integers(1 - large_figures, 5))
    values = draw(st.sets(st.integers(0, 20), min_size=3, max_size=12))
    copies = draw(st.integers(1, 3))
    hand_size = draw(st.integers(1, min(9, len(values) * copies - 1)))
    spare = 5 * len(values) * copies - 5 * hand_size - 1  # with five players
    most_figures = 5 * min(5, small_figures + large_figures)
    return Rules(
        values=tuple(sorted(values)),
        copies=copies,
        row_points=tuple(row_points),
        goal_row=len(row_points) - draw(st.integers(0, len(row_points) - 1)),
        tiles=tuple(draw(st.lists(st.sampled_from(Tile), min_size=stones, max_size=stones))),
        tile_rows=tile_rows,
        small_figures=small_figures,
        large_figures=large_figures,
        large_factor=draw(st.integers(1, 3)),
        cards_removed=tuple((players, draw(st.integers(0, spare))) for players in range(1, 6)),
        hand_size=hand_size,
        goal_figures=most_figures - draw(st.integers(0, most_figures - 1)),
        wishing_stone_points=tuple(draw(st.lists(st.integers(-9, 20), min_size=1, max_size=8))),
        equal_pair_fixes_flat=draw(st.booleans()),
        may_take_own_discard=draw(st.booleans()),
        clover_may_be_declined=draw(st.booleans()),
        advance_may_enter=draw(st.booleans()),
        step_may_be_wasted=draw(st.booleans()),
    )


def rules() -> st.SearchStrategy[Rules]:
    """The preset rules, and valid custom rules."""
    return st.sampled_from(list(PRESETS.values())) | custom_rules()


@st.composite
def new_games(draw: st.DrawFn, *, rules: st.SearchStrategy[Rules] | None = None) -> GameState:
    """New games."""
    chosen = draw(st.sampled_from(list(PRESETS.values())) if rules is None else rules)
    players = draw(st.sampled_from(chosen.player_counts))
    return new_game(
        players, seed=draw(_SEEDS), rules=chosen, first_player=draw(st.integers(0, players - 1))
    )


@st.composite
def _games(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None) -> list[tuple[GameState, Move]]:
    """The states and moves of whole games, which lean more or less towards progress."""
    start = draw(new_games(rules=rules))
    lean = draw(st.sampled_from([0.9, 0.97, 0.5, 0.0]))
    return list(playthrough(start, random.Random(draw(_SEEDS)), lean=lean, patience=_PATIENCE))


@st.composite
def states(
    draw: st.DrawFn, *, rules: st.SearchStrategy[Rules] | None = None, over: bool | None = None
) -> GameState:
    """Positions that play can reach, from the deal to the end.

    `over=True` gives positions at the end only, `over=False` positions before it. The games lean
    more or less towards progress, so that goals, finished paths and chains of clovers are common.
    """
    game = draw(_games(rules))
    last_state, last_move = game[-1]
    # Counting from the end makes late positions as likely as early ones.
    back = 0 if over else draw(st.integers(1 if over is False else 0, len(game)))
    return game[-back][0] if back else apply_move(last_state, last_move)


@st.composite
def views(
    draw: st.DrawFn, *, rules: st.SearchStrategy[Rules] | None = None, over: bool | None = None
) -> PlayerView:
    """The views of such positions, of any player or a spectator."""
    state = draw(states(rules=rules, over=over))
    return observe(state, draw(st.none() | st.integers(0, len(state.players) - 1)))


@st.composite
def records(draw: st.DrawFn, *, rules: st.SearchStrategy[Rules] | None = None) -> GameRecord:
    """Records of whole games and of their beginnings."""
    game = draw(_games(rules))
    length = len(game) - draw(st.integers(0, len(game)))
    return GameRecord(game[0][0], tuple(move for _, move in game[:length]))


for _strategy in (cards, custom_rules, moves, new_games, records, rules, states, views):
    _strategy.__module__ = "keltis.testing"  # where they are imported from
