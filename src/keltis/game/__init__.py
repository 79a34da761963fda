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
from keltis.game._match import Match
from keltis.game._plain import NamedBots, TextRecords, TextRender
from keltis.game._protocols import (
    EVERYTHING,
    Bot,
    Bots,
    Engine,
    Events,
    Everything,
    Game,
    Notation,
    Records,
    Render,
    Rules,
    Viewer,
)
from keltis.game._record import MAX_MOVES, MAX_NAME, Outcome, Record, State
from keltis.game._record import names_of_bots as names_of_bots  # for the games' own functions
from keltis.game._record import require_names as require_names

__all__ = [
    "EVERYTHING",
    "MAX_MOVES",
    "MAX_NAME",
    "Bot",
    "Bots",
    "Engine",
    "Events",
    "Everything",
    "Game",
    "Match",
    "NamedBots",
    "Notation",
    "Outcome",
    "Reason",
    "Record",
    "Records",
    "RefusedMove",
    "Render",
    "Rules",
    "State",
    "TextRecords",
    "TextRender",
    "Viewer",
]

set_public_module(__name__)
