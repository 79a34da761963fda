"""Playing on is cut short at a horizon, where the prospects are judged."""

import random

import pytest

from keltis import illegality, legal_moves, new_game, observe
from keltis.bots import SearchBot


def test_a_near_horizon_still_gives_a_legal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keltis.bots.search._HORIZON", 1)
    state = new_game(3, seed=1)
    view = observe(state, 0)
    assert (
        illegality(state, SearchBot(iterations=5)(view, legal_moves(view), random.Random(1)))
        is None
    )
