"""A bot in Python as a program: `python -m keltis.bots NAME` reads requests and writes moves.

It speaks the protocol of the how-to "Bots in other languages". With `--game keltis.celtic` it plays
the game `GAME` of that module.
"""

import argparse
import base64
import importlib
import os
import pickle
import sys
from collections.abc import Iterable, Sequence
from multiprocessing import spawn
from typing import TextIO

from keltis._lib.processes import BotOutput
from keltis.game import Bot, Game, M, R, S, V, answer_requests


def main(arguments: Sequence[str]) -> None:
    """Answer the requests on the standard input."""
    parser = argparse.ArgumentParser(prog="python -m keltis.bots", description=__doc__)
    parser.add_argument("name", nargs="?", help="the name of the bot, as for `make_bot`")
    parser.add_argument("--game", default="keltis", help="the module of the game")
    parser.add_argument("--pickled", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if not options.pickled and options.name is None:
        parser.error("expected the name of a bot")
    requests = sys.stdin.buffer
    # What a bot prints is no answer, wherever it prints it.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1, encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = BotOutput()
    with output:
        if options.pickled:
            preparation, game, bot = pickle.loads(base64.b64decode(requests.readline()))  # noqa: S301 - from our own process
            spawn.prepare(preparation)  # where the other process finds its modules
            answer(pickle.loads(game), bot, requests, output)  # noqa: S301 - the same
        else:
            game = importlib.import_module(options.game).GAME
            answer(game, pickle.dumps(options.name), requests, output)


def answer(
    game: Game[S, V, M, R], pickled: bytes, requests: Iterable[bytes], output: TextIO
) -> None:
    """Answer requests for a bot of this game, or for the one with this name."""

    def make_bot() -> Bot[V, M]:
        bot: Bot[V, M] | str = pickle.loads(pickled)  # noqa: S301 - from our own process
        return game.bots.make_bot(bot) if isinstance(bot, str) else bot

    answer_requests(game.bots.messages, make_bot, requests, lambda line: output.write(f"{line}\n"))


if __name__ == "__main__":
    main(sys.argv[1:])
