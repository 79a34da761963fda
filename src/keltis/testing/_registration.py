"""The entry point that Hypothesis loads, so that `st.from_type(GameState)` works.

The package names it in its metadata: it is not for importing.
"""

from hypothesis import strategies as st

from keltis import testing
from keltis._engine.cards import Card
from keltis._engine.rules import Rules
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView
from keltis.record import GameRecord


def register() -> None:
    """Register the strategies of this library for its types.

    They are made when they are used: the import of their module can be what loads Hypothesis.
    """
    st.register_type_strategy(Card, lambda _: testing.cards())
    st.register_type_strategy(Rules, lambda _: testing.rules())
    st.register_type_strategy(GameState, lambda _: testing.states())
    st.register_type_strategy(PlayerView, lambda _: testing.views())
    st.register_type_strategy(GameRecord, lambda _: testing.records())
