"""What Hypothesis calls when it is imported where keltis is installed, so that `st.from_type(GameState)` just works."""

from hypothesis import strategies as st

from keltis.cards import Card
from keltis.record import GameRecord
from keltis.rules import Rules
from keltis.state import GameState
from keltis.testing.strategies import cards, records, rules, states, views
from keltis.view import PlayerView


def register() -> None:
    """Register the strategies of this library for its types."""
    st.register_type_strategy(Card, cards())
    st.register_type_strategy(Rules, rules())
    st.register_type_strategy(GameState, states())
    st.register_type_strategy(PlayerView, views())
    st.register_type_strategy(GameRecord, records())
