"""CELTIC! as a `Game`: the record of its modules."""

from typing import Final

from keltis import celtic
from keltis.celtic import bots, events, learning, notation, record, render
from keltis.celtic._engine.moves import Move
from keltis.celtic._engine.rules import CELTIC, Rules
from keltis.celtic._engine.state import GameState
from keltis.game import Game

GAME: Final[Game[GameState, GameState, Move, Rules]] = Game(
    title="CELTIC!",
    name="celtic",
    rules=CELTIC,
    milestone="knot_points",
    engine=celtic,
    events=events,
    notation=notation,
    record=record,
    render=render,
    learning=learning,
    bots=bots,
)
"""CELTIC!, for tools that play any game."""
