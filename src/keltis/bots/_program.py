"""Programs that play Keltis."""

from typing import Final, final

from keltis._engine.moves import Move
from keltis._engine.view import PlayerView
from keltis.bots._bot import require_viewer
from keltis.documents import from_document, to_document
from keltis.game import DEFAULT_SECONDS, Program
from keltis.learning import move_of
from keltis.notation import parse_move


class _Messages:
    """What programs that play are told, and what they say."""

    def hello(self, view: PlayerView) -> dict[str, object]:
        """What the program is told first."""
        seat, players = require_viewer(view), len(view.players)
        rules = to_document(view.rules)
        return {"game": "keltis", "rules": rules, "players": players, "seat": seat}

    def write_view(self, view: PlayerView) -> object:
        """The view as data for JSON."""
        return to_document(view)

    def read_view(self, data: object) -> PlayerView:
        """The view that `write_view` wrote."""
        return from_document(PlayerView, data)

    def read_move(self, answer: str | int) -> Move:
        """The move with this text or action number."""
        return parse_move(answer) if isinstance(answer, str) else move_of(answer)


messages: Final = _Messages()
"""What programs that play are told, and what they say, for tools: see `keltis.game.Messages`."""


@final
class ProgramBot(Program[PlayerView, Move]):
    """A program that chooses moves. `make_bot("program:node bot.js")` makes one, too.

    The program is started at the first decision, and again for a player on another seat or by other
    rules. It gets the view as JSON and nothing else of the game. One that takes more than `seconds`
    for a move is stopped, with a `ProgramTimeout`.

    >>> import random
    >>> import keltis
    >>> from keltis.bots import ProgramBot
    >>> view = keltis.observe(keltis.new_game(2, seed=1), 0)
    >>> bot = ProgramBot("sh -c 'read hello; read request; echo discard R6'")
    >>> bot(view, keltis.legal_moves(view), random.Random(1))
    Discard(card=<R6>)
    >>> bot.close()
    """

    def __init__(self, command: str, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(command, messages, seconds)

    def __reduce__(self) -> tuple[type["ProgramBot"], tuple[str, float]]:
        return ProgramBot, (self.command, self.seconds)
