"""Programs that play CELTIC!."""

from typing import Final, final

from keltis._codec.codec import from_document, to_document
from keltis.celtic._engine.moves import Move, parse_move
from keltis.celtic._engine.state import GameState
from keltis.celtic._engine.tiles import PLAYERS
from keltis.celtic.learning import move_of
from keltis.game import DEFAULT_SECONDS, Program


class _Messages:
    """What programs that play are told, and what they say."""

    def hello(self, view: GameState) -> dict[str, object]:
        """What the program is told first."""
        rules, seat = to_document(view.rules), int(view.to_move)
        return {"game": "celtic", "rules": rules, "players": len(PLAYERS), "seat": seat}

    def write_view(self, view: GameState) -> object:
        """The state as data for JSON."""
        return to_document(view)

    def read_view(self, data: object) -> GameState:
        """The state that `write_view` wrote."""
        return from_document(GameState, data)

    def read_move(self, answer: str | int) -> Move:
        """The move with this text or action number."""
        return parse_move(answer) if isinstance(answer, str) else move_of(answer)


messages: Final = _Messages()
"""What programs that play are told, and what they say, for tools: see `keltis.game.Messages`."""


@final
class ProgramBot(Program[GameState, Move]):
    """A program that chooses moves. `make_bot("program:node bot.js")` makes one, too.

    It is as `keltis.bots.ProgramBot`. The view that it gets is the state, in which nothing is
    hidden.

    >>> import random
    >>> from keltis.celtic import legal_moves, new_game
    >>> from keltis.celtic.bots import ProgramBot
    >>> bot = ProgramBot("sh -c 'read hello; read request; echo lay 0,-1 S neutral'")
    >>> print(bot(new_game(), legal_moves(new_game()), random.Random(1)))
    lay 0,-1 S neutral
    >>> bot.close()
    """

    def __init__(self, command: str, seconds: float = DEFAULT_SECONDS) -> None:
        super().__init__(command, messages, seconds)

    def __reduce__(self) -> tuple[type["ProgramBot"], tuple[str, float]]:
        return ProgramBot, (self.command, self.seconds)
