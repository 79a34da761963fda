"""The rules of the board game Keltis (Reiner Knizia, 2008) as immutable values and pure functions.

    >>> import keltis
    >>> state = keltis.new_game(players=2, seed=7)
    >>> while (end := keltis.outcome(state)) is None:
    ...     moves = keltis.legal_moves(state)
    ...     state = keltis.apply_move(state, moves[0])
    ...
    >>> end.reason, end.winners, [score.total for score in end.scores]
    (EndReason.DRAW_PILE_EMPTY, (0,), [9, 5])

This library is unofficial: the game, its name and its rules belong to their makers.
"""

from typing import TYPE_CHECKING

from keltis._engine.cards import Card, Colour, Figure, Tile
from keltis._engine.columns import Direction, direction
from keltis._engine.draws import Deal, draw_counts, with_top
from keltis._engine.ending import EndReason
from keltis._engine.legality import Illegality, IllegalMove, illegality, legal_moves
from keltis._engine.moves import Advance, Decline, Discard, Draw, Lay, Move, Phase
from keltis._engine.play import Turn, apply_move, legal_turns, resolve_tile
from keltis._engine.players import PlayerState
from keltis._engine.rules import KELTIS, KELTIS_LITERAL, PRESETS, REFERENCE_MANUAL, Rules
from keltis._engine.scoring import (
    Outcome,
    Score,
    milestones,
    outcome,
    read_score,
    score,
    scores,
    track_space,
)
from keltis._engine.setup import new_game, setup_game, setup_view
from keltis._engine.state import GameState
from keltis._engine.view import PlayerView, Position, PublicPlayer, determinize, observe
from keltis._lib.chance import GameRandom
from keltis._lib.exports import lazy_exports, set_public_module
from keltis._lib.values import show_tables_in_notebooks
from keltis.errors import (
    InvalidArgument,
    InvalidRules,
    InvalidState,
    KeltisError,
    NotationError,
    RecordError,
)
from keltis.game import MAX_MOVES
from keltis.learning import (
    ACTION_COUNT,
    STANDARD_ACTION_COUNT,
    action_count,
    action_id,
    legal_action_ids,
    legal_action_mask,
    move_of,
    score_bounds,
    score_margins,
    win_shares,
)

if TYPE_CHECKING:
    from keltis import adapters as adapters
    from keltis import arena as arena
    from keltis import batch as batch
    from keltis import bots as bots
    from keltis import celtic as celtic
    from keltis import cli as cli
    from keltis import documents as documents
    from keltis import events as events
    from keltis import game as game
    from keltis import learning as learning
    from keltis import notation as notation
    from keltis import record as record
    from keltis import render as render
    from keltis import server as server
    from keltis import testing as testing
    from keltis._game import GAME
    from keltis._lib.version import __version__ as __version__
    from keltis.bots import play_match, start_match
    from keltis.notation import parse_move
    from keltis.record import GameRecord, ReadingComparison, compare_readings, play_out
else:  # imported on first use, as the rules do not need them
    __getattr__ = lazy_exports(
        __name__,
        {
            "GAME": "keltis._game",
            "__version__": "keltis._lib.version",
            "GameRecord": "keltis.record",
            "ReadingComparison": "keltis.record",
            "compare_readings": "keltis.record",
            "parse_move": "keltis.notation",
            "play_match": "keltis.bots",
            "play_out": "keltis.record",
            "start_match": "keltis.bots",
        },
        (
            *("adapters", "arena", "batch", "bots", "celtic", "cli", "documents"),
            *("events", "game", "learning", "notation", "record", "render", "server", "testing"),
        ),
    )

__documents__ = "keltis._documents"  # the module that describes the documents of these values

__all__ = [
    "ACTION_COUNT",
    "GAME",
    "KELTIS",
    "KELTIS_LITERAL",
    "MAX_MOVES",
    "PRESETS",
    "REFERENCE_MANUAL",
    "STANDARD_ACTION_COUNT",
    "Advance",
    "Card",
    "Colour",
    "Deal",
    "Decline",
    "Direction",
    "Discard",
    "Draw",
    "EndReason",
    "Figure",
    "GameRandom",
    "GameRecord",
    "GameState",
    "IllegalMove",
    "Illegality",
    "InvalidArgument",
    "InvalidRules",
    "InvalidState",
    "KeltisError",
    "Lay",
    "Move",
    "NotationError",
    "Outcome",
    "Phase",
    "PlayerState",
    "PlayerView",
    "Position",
    "PublicPlayer",
    "ReadingComparison",
    "RecordError",
    "Rules",
    "Score",
    "Tile",
    "Turn",
    "action_count",
    "action_id",
    "apply_move",
    "compare_readings",
    "determinize",
    "direction",
    "draw_counts",
    "illegality",
    "legal_action_ids",
    "legal_action_mask",
    "legal_moves",
    "legal_turns",
    "milestones",
    "move_of",
    "new_game",
    "observe",
    "outcome",
    "parse_move",
    "play_match",
    "play_out",
    "read_score",
    "resolve_tile",
    "score",
    "score_bounds",
    "score_margins",
    "scores",
    "setup_game",
    "setup_view",
    "start_match",
    "track_space",
    "win_shares",
    "with_top",
]

set_public_module(__name__)
show_tables_in_notebooks()
