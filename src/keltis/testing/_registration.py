"""The entry point that Hypothesis loads, so that `st.from_type(GameState)` works.

The package names it in its metadata: it is not for importing.
"""

from hypothesis import strategies as st

from keltis.cards import Card
from keltis.record import GameRecord
from keltis.rules import Rules
from keltis.state import GameState
from keltis.testing._strategies import cards, records, rules, states, views
from keltis.view import PlayerView


def register() -> None:
    """Register the strategies of this library for its types."""
    st.register_type_strategy(Card, cards())
    st.register_type_strategy(Rules, rules())
    st.register_type_strategy(GameState, states())
    st.register_type_strategy(PlayerView, views())
    st.register_type_strategy(GameRecord, records())
