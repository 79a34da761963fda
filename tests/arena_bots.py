"""Bots for the tests of tournaments, at the top of a module for pickle, and an executor."""

import os
import random
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from types import FrameType
from typing import NoReturn, ParamSpec, TypeVar

import attrs

from keltis import Card, Colour, Decline, Discard, Draw, Lay, Move
from keltis._engine.view import PlayerView
from keltis.arena import Entrant
from keltis.bots import Bot

P = ParamSpec("P")
T = TypeVar("T")


def uniform(_view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Any move, each as likely."""
    return moves[int(rng.random() * len(moves))]


def hasty(_view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Lays a card whenever one fits, and draws from the pile, so that its games are short."""
    lays = [move for move in moves if type(move) is Lay]
    if lays:
        return lays[int(rng.random() * len(lays))]
    return Draw(None) if Draw(None) in moves else moves[int(rng.random() * len(moves))]


def careful(view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
    """Lays the card that skips the least, but discards one rather than skip much."""
    lays = [(_gap(view, move.card), str(move), move) for move in moves if type(move) is Lay]
    if lays and min(lays)[0] <= 3:
        return min(lays)[2]
    discards = [
        (-_gap(view, move.card), str(move), move) for move in moves if type(move) is Discard
    ]
    return min(discards)[2] if discards else hasty(view, moves, rng)


def _gap(view: PlayerView, card: Card) -> int:
    assert view.viewer is not None
    column = view.players[view.viewer].columns[card.colour]
    return abs(card.value - column[-1].value) if column else card.value


def staller(view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
    """Discards a card and takes one from a discard pile again, for ever (E3)."""
    draws = [move for move in moves if type(move) is Draw and move.source is not None]
    discards = [move for move in moves if type(move) is Discard]
    return (draws or discards)[0] if view.viewer is not None else Decline()


def crasher(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> NoReturn:
    """Raises with a message of two lines."""
    raise RuntimeError("out of\nideas")


def printing() -> Bot:
    """Makes a bot that thinks aloud."""

    def bot(_view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
        print("hm ...")  # noqa: T201 - what it is for
        return moves[0]

    return bot


def crashing() -> Bot:
    """Makes such a bot, for those who name it."""
    return crasher


def quitter(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> NoReturn:
    """Wants to end the whole program."""
    sys.exit()


def cheat(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
    """Plays a card that nobody has."""
    return Discard(Card(Colour.RED, 20))


class Mute:
    """Forgets to return a move."""

    def __call__(self, _view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> Move:
        return None  # type: ignore[return-value]  # on purpose


class Uncopied:
    """A bot of which there can be no other."""

    def __call__(self, _view: PlayerView, moves: tuple[Move, ...], _rng: random.Random) -> Move:
        return moves[0]

    def __deepcopy__(self, memo: object) -> NoReturn:
        raise TypeError("there can be only one")


class Forgetful:
    """Counts its calls and plays worse later: the count must not depend on how work is spread."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        self.asked += 1
        return uniform(view, moves, rng) if self.asked > 60 else hasty(view, moves, rng)


@attrs.frozen
class LateCrasher:
    """Plays on until so few cards are left in the pile."""

    cards: int

    def __call__(self, view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        if view.draw_pile_size <= self.cards:
            raise LookupError
        return hasty(view, moves, rng)


def killer(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> NoReturn:
    """Takes its whole process with it, without a word."""
    os._exit(3)


def mumbler(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> NoReturn:
    """Takes its process with it, in the middle of an answer if that is a worker."""
    frame: FrameType | None = sys._getframe()
    while frame is not None and "result_queue" not in frame.f_locals:
        frame = frame.f_back
    if frame is not None:
        os.write(frame.f_locals["result_queue"]._writer.fileno(), b"\0\0\1\0")
    os._exit(3)


def interrupter(_view: PlayerView, _moves: tuple[Move, ...], _rng: random.Random) -> NoReturn:
    """As if Ctrl-C were pressed while it thinks."""
    raise KeyboardInterrupt


DUEL = [Entrant("hasty", hasty), Entrant("careful", careful)]
QUICK: dict[str, Bot] = {"hasty": hasty, "careful": careful, "uniform": uniform}


class InlineExecutor(Executor):
    """Runs every task at once, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 - as executors do
            future.set_exception(error)
        return future
