"""Keltis as a `Game`: the record of its modules."""

from typing import Final

import keltis
from keltis import bots, events, learning, notation, record, render
from keltis._engine.moves import Move
from keltis._engine.rules import KELTIS, Rules
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView
from keltis.game import Game

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
