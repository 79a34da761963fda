"""What a game is to a tool: a record of its modules, and a match that is played with them.

`keltis.GAME` and `keltis.celtic.GAME` describe the two games of this library. Tools take one of
them, or one of your own, and know no game by name:

    >>> import keltis
    >>> from keltis.game import Match
    >>> from keltis.celtic import GAME
    >>> bots = GAME.bots.make_bot("random"), GAME.bots.make_bot("random")
    >>> start = GAME.record.new_record(2, seed=7)
    >>> match = Match(game=GAME, record=start, bots=bots, seed=7).advance()
    >>> match.outcome.winners
    (1,)

In Python a module can meet a protocol, so a module of functions is all that a game has to offer.
`TextRecords`, `TextRender` and `NamedBots` are plain records, pictures and bots for any game.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from keltis._lib.exports import lazy_exports, set_public_module
from keltis._lib.values import Reason, RefusedMove
from keltis.game._learning import Field, Layout, Returns
from keltis.game._learning import action_mask as action_mask  # for the games' own modules
from keltis.game._learning import consecutive_fields as consecutive_fields
from keltis.game._learning import require_returns as require_returns
from keltis.game._learning import win_shares as win_shares
from keltis.game._match import Match
from keltis.game._plain import (
    ListedLearning,
    PlainEnd,
    PlainOutcome,
    TextRecords,
    TextRender,
    no_milestones,
    plain_scores,
    read_numbers,
)
from keltis.game._protocols import (
    EVERYTHING,
    Bot,
    Bots,
    Engine,
    Events,
    Everything,
    Game,
    Learning,
    Messages,
    Notation,
    Records,
    Render,
    Rules,
    Score,
    Viewer,
)
from keltis.game._protocols import R as R  # the type variables, for tools of all games
from keltis.game._protocols import V as V
from keltis.game._protocols import require_moves as require_moves
from keltis.game._record import MAX_MOVES, MAX_NAME, Outcome, Record, State, Worth
from keltis.game._record import M as M
from keltis.game._record import S as S
from keltis.game._record import names_of_bots as names_of_bots  # for the games' own functions
from keltis.game._record import require_names as require_names
from keltis.game._text import ListedMoves as ListedMoves
from keltis.game._text import RecordText, turn_texts
from keltis.game._text import locate_moves as locate_moves
from keltis.game._text import locate_start as locate_start

if TYPE_CHECKING:
    from keltis.game._bots import DEFAULT_SECONDS as DEFAULT_SECONDS
    from keltis.game._bots import BotRegistry, NamedBots, Program, RandomBot
    from keltis.game._bots import PlainMessages as PlainMessages
    from keltis.game._bots import Process as Process
    from keltis.game._bots import ProgramEnded as ProgramEnded
    from keltis.game._bots import ProgramError as ProgramError
    from keltis.game._bots import ProgramFailed as ProgramFailed
    from keltis.game._bots import ProgramNotStarted as ProgramNotStarted
    from keltis.game._bots import ProgramTimeout as ProgramTimeout
    from keltis.game._bots import answer_requests as answer_requests
    from keltis.game._bots import error_text as error_text
    from keltis.game._bots import make_each as make_each
    from keltis.game._bots import move_request as move_request
    from keltis.game._bots import parse_answer as parse_answer

__all__ = [
    "EVERYTHING",
    "MAX_MOVES",
    "MAX_NAME",
    "Bot",
    "BotRegistry",
    "Bots",
    "Engine",
    "Events",
    "Everything",
    "Field",
    "Game",
    "Layout",
    "Learning",
    "ListedLearning",
    "Match",
    "Messages",
    "NamedBots",
    "Notation",
    "Outcome",
    "PlainEnd",
    "PlainOutcome",
    "Program",
    "RandomBot",
    "Reason",
    "Record",
    "RecordText",
    "Records",
    "RefusedMove",
    "Render",
    "Returns",
    "Rules",
    "Score",
    "State",
    "TextRecords",
    "TextRender",
    "Viewer",
    "Worth",
    "no_milestones",
    "plain_scores",
    "read_numbers",
    "turn_texts",
]

set_public_module(__name__)

_LAZY = (
    *("DEFAULT_SECONDS", "BotRegistry", "NamedBots", "Process", "Program", "ProgramEnded"),
    *("ProgramError", "ProgramFailed", "ProgramNotStarted", "ProgramTimeout", "RandomBot"),
    *(
        "PlainMessages",
        "answer_requests",
        "error_text",
        "make_each",
        "move_request",
        "parse_answer",
    ),
)
"""What only those need who play: it starts processes and looks for installed packages."""
__getattr__: Callable[[str], object] = lazy_exports(
    __name__, dict.fromkeys(_LAZY, "keltis.game._bots")
)
