"""A bot in a process of its own: it can be stopped, and can harm no other bot and no game.

The bot gets its view and nothing else of the game. What the process sends back is plain JSON, as a
pickle could run code here.
"""

import json
import multiprocessing
import pickle
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Final, NamedTuple, final

from keltis._shared.chance import GameRandom
from keltis._shared.processes import BotOutput, call_within, end_with_parent, no_interrupts
from keltis.arena._entrants import Entrant
from keltis.arena._players import Fault, LocalPlayer, attempt, judge, one_line
from keltis.arena._results import Failure
from keltis.errors import NotationError
from keltis.moves import Move
from keltis.notation import parse_move
from keltis.state import GameState
from keltis.view import PlayerView, observe

START_SECONDS: Final = 60.0
"""The time to make a bot, which may load much; it does not count as time of the game."""

_READY: Final = b"ready"
_MAX_REPLY: Final = 10_000
_MAX_IDLE: Final = 8
_END_SECONDS: Final = 1.0  # for a process that has closed its connection


class _NewGame(NamedTuple):
    entrant: Entrant


class _Decision(NamedTuple):
    view: PlayerView
    moves: tuple[Move, ...]
    rng: GameRandom


@final
class BotProcess:
    """The process of an entrant, as seen by the game. It plays one game after another."""

    def __init__(self, entrant: Entrant) -> None:
        self._entrant = entrant
        self.key = pickle.dumps(entrant)
        """A key that is equal for equal entrants."""
        # A new interpreter: forking a process that may have threads is not safe.
        context = multiprocessing.get_context("spawn")
        self._connection, other = context.Pipe()
        self._process = context.Process(target=run_bot_process, args=(other,), daemon=True)
        with no_interrupts():
            self._process.start()
        other.close()
        self.is_alive = True
        """Whether the process can play another game."""
        try:
            self._connection.recv_bytes(_MAX_REPLY)  # it has started
        except EOFError:
            raise OSError("the process of a bot did not start") from None

    def start_game(self) -> Fault | None:
        """Make the bot of the entrant for a new game."""
        reply = self._exchange(_NewGame(self._entrant), START_SECONDS)
        return reply if isinstance(reply, Fault) else None

    def decide(
        self, state: GameState, moves: tuple[Move, ...], rng: GameRandom, seconds: float | None
    ) -> Move | Fault:
        """Return the move of the bot, which may take this time."""
        reply = self._exchange(_Decision(observe(state, state.to_move), moves, rng), seconds)
        if isinstance(reply, Fault):
            return reply
        try:
            return judge(parse_move(reply), state, moves)
        except NotationError:
            return Fault(Failure.NOT_A_MOVE, one_line(reply))

    def stop(self) -> None:
        """End the process."""
        # The connection is left to the garbage collector: a thread may still read from it.
        self._process.kill()
        self._process.join()
        self.is_alive = False

    def _exchange(self, request: _NewGame | _Decision, seconds: float | None) -> str | Fault:
        def talk() -> bytes:
            self._connection.send(request)
            return self._connection.recv_bytes(_MAX_REPLY)

        try:
            return _read_reply(call_within(seconds, talk))
        except TimeoutError:
            self.stop()
            return Fault(Failure.OUT_OF_TIME, f"no answer within {seconds:g} seconds")
        except (EOFError, OSError):
            self._process.join(_END_SECONDS)
            code = self._process.exitcode
            self.stop()
            reason = "it closed its connection" if code is None else f"exit code {code}"
            return Fault(Failure.PROCESS_ENDED, reason)


class ProcessPool:
    """The processes of the bots of a worker. One that is idle waits for another game."""

    def __init__(self) -> None:
        self._idle: dict[bytes, BotProcess] = {}

    def take(self, entrant: Entrant) -> BotProcess:
        """Return a process that has run no other bot."""
        process = self._idle.pop(pickle.dumps(entrant), None)
        return BotProcess(entrant) if process is None else process

    def give_back(self, process: BotProcess) -> None:
        """Keep a process that can play another game; end one that is idle for the longest time."""
        if process.is_alive:
            self._idle[process.key] = process
        if len(self._idle) > _MAX_IDLE:
            self._idle.pop(next(iter(self._idle))).stop()

    def stop(self) -> None:
        """End all processes that are idle."""
        while self._idle:
            self._idle.popitem()[1].stop()


def _read_reply(reply: bytes) -> str | Fault:
    """Read what a process sent, which may be anything that a bot wrote there."""
    try:
        failure, text = json.loads(reply)
        detail = one_line(str(text))
        return detail if failure is None else Fault(Failure(failure), detail)
    except (ValueError, TypeError, RecursionError):
        return Fault(Failure.NOT_A_MOVE, "the process sent something else than an answer")


def run_bot_process(connection: Connection) -> None:
    """Serve in a new process: leave Ctrl-C and the output to the parent, and end with it."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = BotOutput()
    serve_bot(connection)


def serve_bot(connection: Connection) -> None:
    """Answer requests until the connection is closed, or breaks as the parent is killed."""
    server = _BotServer()
    with suppress(EOFError, OSError):
        connection.send_bytes(_READY)
        while True:
            reply = server.answer(connection.recv_bytes())
            document = (
                [reply.failure.value, reply.detail] if isinstance(reply, Fault) else [None, reply]
            )
            connection.send_bytes(json.dumps(document).encode())


class _BotServer:
    """The bot of the present game."""

    def __init__(self) -> None:
        self._player: LocalPlayer | Fault = Fault(Failure.RAISED, "there is no game")

    def answer(self, data: bytes) -> str | Fault:
        """Return what a request asks for: an empty text for a new game, or else a move."""
        request: _NewGame | _Decision | Fault
        # Reading the request can import the module of the bot.
        request = attempt(lambda: pickle.loads(data))  # noqa: S301 - from our own process
        if isinstance(request, Fault):
            return request
        if isinstance(request, _NewGame):
            self._player = LocalPlayer.make(request.entrant)
            return self._player if isinstance(self._player, Fault) else ""
        if isinstance(self._player, Fault):
            return self._player
        answer = self._player.answer(*request)
        return answer if isinstance(answer, Fault) else str(answer)
