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

from keltis._shared.exports import set_public_module
from keltis._shared.refusals import Reason, RefusedMove
from keltis.game._learning import (
    Field,
    Layout,
    Returns,
)
from keltis.game._learning import action_mask as action_mask  # for the games' own modules
from keltis.game._learning import consecutive_fields as consecutive_fields
from keltis.game._learning import require_returns as require_returns
from keltis.game._learning import win_shares as win_shares
from keltis.game._match import Match
from keltis.game._plain import ListedLearning, NamedBots, TextRecords, TextRender
from keltis.game._protocols import (
    EVERYTHING,
    Bot,
    Bots,
    Engine,
    Events,
    Everything,
    Game,
    Learning,
    Notation,
    Records,
    Render,
    Rules,
    Viewer,
)
from keltis.game._protocols import R as R  # the type variables, for tools of all games
from keltis.game._protocols import V as V
from keltis.game._record import MAX_MOVES, MAX_NAME, Outcome, Record, State
from keltis.game._record import M as M
from keltis.game._record import S as S
from keltis.game._record import names_of_bots as names_of_bots  # for the games' own functions
from keltis.game._record import require_names as require_names
from keltis.game._text import RecordText, turn_texts

__all__ = [
    "EVERYTHING",
    "MAX_MOVES",
    "MAX_NAME",
    "Bot",
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
    "NamedBots",
    "Notation",
    "Outcome",
    "Reason",
    "Record",
    "RecordText",
    "Records",
    "RefusedMove",
    "Render",
    "Returns",
    "Rules",
    "State",
    "TextRecords",
    "TextRender",
    "Viewer",
    "turn_texts",
]

set_public_module(__name__)
