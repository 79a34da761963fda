"""Let a language model play: a prompt from a view, a tolerant parser, and a second try.

Any program that reads a prompt and writes an answer can play. Without a command, a stand-in plays
that answers as models do: with chatter, and sometimes with an illegal move.

    python examples/language_model.py --command "llm -m MODEL"
"""

import argparse
import random
import re
import shlex
import subprocess
from collections.abc import Callable

import keltis
from keltis import Move, NotationError, PlayerView
from keltis.bots import Bot, play_match

ROWS = " ".join(map(str, keltis.KELTIS.row_points))
STONES = " ".join(map(str, keltis.KELTIS.wishing_stone_points))
RULES = f"""\
Keltis, for 2 to 4 players. Five paths (R Y P G B) with rows 1 to 9, which give these points:
{ROWS}. You have four small figures and a large one, which counts double.
A turn is two decisions: play a card, then draw a card.
- "lay R7": add the card to your red column and move your red figure up one row. The first card of
  a colour brings a figure to row 1: "lay R7 small" or "lay R7 large". The values of a column may
  only rise or only fall; equal values are fine. The first two that differ decide which.
- "discard R7": put the card on the red discard pile instead.
- "draw pile", or "draw R" for the top card of the red discard pile.
Tiles count when your figure moves to them: +1, +2, +3 are points; W is a wishing stone that you
take; C is a clover: "advance G" moves one of your figures another row, "decline" does not.
Points for 0, 1, 2 … wishing stones at the end: {STONES}; more than 5 are worth the same as 5.
Rows 7 to 9 are the goal. The game ends at once when five figures in all are in the goal, or when
the last card of the pile is drawn. Most points win. A few long paths beat many short ones.
"""
MOVE = re.compile(
    r"\b(?:(?:lay|discard) [RYPGB]\d+(?: small| large)?|advance [RYPGB](?: small| large)?"
    r"|decline|draw (?:pile|[RYPGB]))\b"
)
TRIES = 3

Model = Callable[[str], str]
"""From a prompt to an answer. Wrap the client of your choice in such a function."""


def prompt_of(view: PlayerView, moves: tuple[Move, ...]) -> str:
    """The rules, what the player sees, and the legal moves."""
    legal = "\n".join(map(str, moves))
    return (
        f"{RULES}\nThe position, as you (player {view.viewer}) see it:\n\n{view}\n\n"
        f"Your legal moves:\n{legal}\n\n"
        "Think briefly. Then write your move alone on the last line, exactly as it is listed."
    )


def read_answer(answer: str) -> Move:
    """The last move in an answer, whatever is written around it."""
    found = MOVE.findall(answer)
    if not found:
        raise NotationError("it contains no move such as: lay R7 small")
    return keltis.notation.parse_move(found[-1])


def language_model(ask: Model) -> Bot:
    """A bot that asks a model, and tells it what was wrong before it asks again."""

    def choose(view: PlayerView, moves: tuple[Move, ...], rng: random.Random) -> Move:
        prompt = prompt_of(view, moves)
        # Any state that the view allows knows why a move of this player is illegal.
        state = keltis.determinize(view, rng)
        for _ in range(TRIES):
            answer = ask(prompt)
            try:
                move = read_answer(answer)
            except NotationError as error:
                prompt += f"\n\nI cannot read your answer: {error}. Please try again."
                continue
            reason = keltis.illegality(state, move)
            if reason is None:
                return move
            prompt += f"\n\n“{move}” is illegal: {reason}. Please choose another move."
        return rng.choice(moves)  # a model that never learns must not stop the game

    return choose


def command_model(command: str) -> Model:
    """A model behind a program: it reads the prompt and writes the answer."""

    def ask(prompt: str) -> str:
        words = shlex.split(command)
        done = subprocess.run(words, input=prompt, text=True, capture_output=True, check=True)  # noqa: S603 - the user's own command
        return done.stdout

    return ask


def stand_in(seed: int = 7) -> Model:
    """A model that needs no network, and is wrong now and then."""
    rng = random.Random(seed)

    def ask(prompt: str) -> str:
        legal = prompt.partition("Your legal moves:\n")[2].partition("\n\n")[0].splitlines()
        if rng.random() < 0.1:
            return "I would like to see the board first."
        if rng.random() < 0.1:
            return "The pile looks good.\ndraw pile"
        lays = [move for move in legal if move.startswith(("lay", "advance"))]
        return f"A long path is worth most, so I choose:\n\n**{rng.choice(lays or legal)}**"

    return ask


def main() -> None:
    parser = argparse.ArgumentParser(description="Let a language model play against `greedy`.")
    parser.add_argument("--command", help="a program that reads a prompt and writes an answer")
    options = parser.parse_args()
    asked = 0

    def ask(prompt: str) -> str:
        nonlocal asked
        asked += 1
        return model(prompt)

    model = command_model(options.command) if options.command else stand_in()
    record = play_match([language_model(ask), "greedy"], seed=7, names=("Model", "greedy"))
    print(keltis.render.board_text(record.states[-1], names=record.names))
    print(f"\nThe model was asked {asked} times.")


if __name__ == "__main__":
    main()
