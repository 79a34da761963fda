"""Keltis as a `Game`: the record of its modules."""

from typing import Final

import keltis
from keltis import bots, events, learning, notation, record, render
from keltis.game import Game
from keltis.moves import Move
from keltis.rules import KELTIS, Rules
from keltis.state import GameState
from keltis.view import PlayerView

GAME: Final[Game[GameState, PlayerView, Move, Rules]] = Game(
    title="Keltis",
    name="keltis",
    rules=KELTIS,
    milestone="goal_figures",
    engine=keltis,
    events=events,
    notation=notation,
    record=record,
    render=render,
    learning=learning,
    bots=bots,
)
"""Keltis, for tools that play any game."""
