"""A machine that plays: any mixture of legal and illegal moves, with what must hold after each."""

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from keltis import (
    GameState,
    IllegalMove,
    Lay,
    Move,
    Phase,
    Tile,
    apply_move,
    illegality,
    legal_moves,
    new_game,
    outcome,
)
from keltis.testing import moves, new_games
from profiles import by_profile


class Play(RuleBasedStateMachine):
    """Plays one game and remembers how every earlier state looked."""

    def __init__(self) -> None:
        super().__init__()
        self.state: GameState = new_game(2, seed=0)
        self.past: list[tuple[GameState, int]] = []

    @initialize(state=new_games())
    def begin(self, state: GameState) -> None:
        self.state = state

    def apply(self, move: Move) -> None:
        self.past.append((self.state, hash(self.state)))
        self.state = apply_move(self.state, move)

    @precondition(lambda self: self.state.phase is not Phase.OVER)
    @rule(data=st.data())
    def play_any(self, data: st.DataObject) -> None:
        self.apply(data.draw(moves(self.state)))

    @precondition(lambda self: any(isinstance(move, Lay) for move in legal_moves(self.state)))
    @rule(data=st.data())
    def lay(self, data: st.DataObject) -> None:
        self.apply(
            data.draw(
                st.sampled_from([move for move in legal_moves(self.state) if isinstance(move, Lay)])
            )
        )

    @rule(move=moves())
    def try_any_move_of_the_union(self, move: Move) -> None:
        if illegality(self.state, move) is None:
            self.apply(move)
        else:
            before = self.state
            with pytest.raises(IllegalMove):
                apply_move(self.state, move)
            assert self.state is before

    @invariant()
    def nothing_old_has_changed(self) -> None:
        assert all(hash(state) == value for state, value in self.past[-3:])

    @invariant()
    def cards_and_tiles_are_conserved(self) -> None:
        state = self.state
        piles = [state.draw_pile, state.removed, *state.discards]
        for player in state.players:
            piles += [player.hand, *player.columns]
        assert Counter(card for pile in piles for card in pile) == Counter(state.rules.deck)
        tiles = Counter(tile for path in state.tiles for tile in path if tile is not None)
        tiles[Tile.WISHING_STONE] += sum(player.wishing_stones for player in state.players)
        assert tiles == Counter(state.rules.tiles)

    @invariant()
    def the_end_is_the_end(self) -> None:
        assert (outcome(self.state) is None) == bool(legal_moves(self.state))


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=by_profile(8, 25), stateful_step_count=60)
