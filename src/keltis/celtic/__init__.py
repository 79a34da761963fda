"""The rules of the tile game CELTIC! (Cameron Browne) as immutable values and pure functions.

    >>> from keltis import celtic
    >>> state = celtic.new_game()
    >>> while (end := celtic.outcome(state)) is None:
    ...     moves = celtic.legal_moves(state)
    ...     state = celtic.apply_move(state, moves[len(moves) // 2])
    ...
    >>> end.winner, end.scores
    (Owner.BLUE, ((3,), (5,)))

Positions as text, records, pictures, bots and numbers for learners are in
`keltis.celtic.notation`, `record`, `render`, `bots` and `learning`.

This library is unofficial: the game, its name and its rules belong to their author.
"""

from typing import TYPE_CHECKING

from keltis._lib.exports import lazy_exports, set_public_module
from keltis.celtic._engine.legality import Illegality, IllegalMove, illegality, legal_moves
from keltis.celtic._engine.moves import Forfeit, Lay, Move, Pass, parse_move
from keltis.celtic._engine.play import apply_move, forfeit_turn
from keltis.celtic._engine.rules import CELTIC, Rules
from keltis.celtic._engine.scoring import (
    EndReason,
    Outcome,
    Path,
    Score,
    knots,
    milestones,
    outcome,
    paths,
    read_score,
    score,
    scores,
)
from keltis.celtic._engine.setup import new_game, observe, setup_game
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.strands import Arc
from keltis.celtic._engine.tiles import Cell, Owner, Player, Shape, opponent
from keltis.celtic.learning import (
    ACTION_COUNT,
    STANDARD_ACTION_COUNT,
    action_count,
    action_id,
    legal_action_ids,
    legal_action_mask,
    move_of,
    opponent_action,
)
from keltis.celtic.puzzles import (
    Filling,
    colourings,
    count_fillings,
    fillings,
    is_easy,
    is_hard,
    solve,
)
from keltis.celtic.record import GameRecord
from keltis.errors import RecordError

if TYPE_CHECKING:
    from keltis.celtic import bots as bots
    from keltis.celtic import documents as documents
    from keltis.celtic import events as events
    from keltis.celtic import learning as learning
    from keltis.celtic import notation as notation
    from keltis.celtic import record as record
    from keltis.celtic import render as render
    from keltis.celtic._game import GAME
else:  # imported on first use, as the rules do not need them
    __getattr__ = lazy_exports(
        __name__,
        {"GAME": "keltis.celtic._game"},
        ("bots", "documents", "events", "learning", "notation", "record", "render"),
    )

__documents__ = "keltis.celtic._documents"  # the module that describes their documents

__all__ = [
    "ACTION_COUNT",
    "CELTIC",
    "GAME",
    "STANDARD_ACTION_COUNT",
    "Arc",
    "Cell",
    "EndReason",
    "Filling",
    "Forfeit",
    "GameRecord",
    "GameState",
    "IllegalMove",
    "Illegality",
    "Lay",
    "Move",
    "Outcome",
    "Owner",
    "Pass",
    "Path",
    "Player",
    "RecordError",
    "Rules",
    "Score",
    "Shape",
    "action_count",
    "action_id",
    "apply_move",
    "colourings",
    "count_fillings",
    "fillings",
    "forfeit_turn",
    "illegality",
    "is_easy",
    "is_hard",
    "knots",
    "legal_action_ids",
    "legal_action_mask",
    "legal_moves",
    "milestones",
    "move_of",
    "new_game",
    "observe",
    "opponent",
    "opponent_action",
    "outcome",
    "parse_move",
    "paths",
    "read_score",
    "score",
    "scores",
    "setup_game",
    "solve",
]

set_public_module(__name__)
