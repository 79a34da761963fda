"""What a person types instead of a move, and the messages about typing errors."""

import enum
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from keltis._shared.text import quoted
from keltis.cli._commands import CommandError
from keltis.cli._games import Choice, Game, Listing, M, R


class Action(enum.Enum):
    """What a person can ask for instead of a move."""

    HELP = "help"
    HINT = "hint"
    BOARD = "board"
    UNDO = "undo"
    SAVE = "save"
    QUIT = "quit"


class Request(NamedTuple):
    """An action, and what was typed after it."""

    action: Action
    argument: str = ""


class InputError(CommandError):
    """The program cannot use what was typed. The message says why, and what to type instead."""


_ALIASES: Final = {
    "?": Action.HELP,
    "h": Action.HINT,
    "u": Action.UNDO,
    "q": Action.QUIT,
    "exit": Action.QUIT,
}
_ACTIONS: Final = {**{action.value: action for action in Action}, **_ALIASES}


def parse_request(text: str) -> Request | None:
    """The request in a text, or None if it is something else."""
    first, _, rest = text.strip().partition(" ")
    action = _ACTIONS.get(first.lower())
    return None if action is None else Request(action, rest.strip())


def parse_answer(
    text: str, game: Game[R, M], record: R, choices: Sequence[Choice[M]]
) -> M | Listing:
    """The move that is typed, by its number or as the game writes it; or the listing it asks for.

    An empty line is the default move, if there is one. Raises `InputError`.
    """
    if not text.strip():
        default = game.default(choices)
        if default is None:
            raise InputError("Type the number of a choice, or ? for help.")
        return default
    move = parse_number(text, choices)
    return game.parse_move(text, record, choices) if move is None else move


def parse_number(text: str, choices: Sequence[Choice[M]]) -> M | None:
    """The move of the choice with this number, or None if the text is not a number."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal()):
        return None
    number = int(digits[:9])
    if not 1 <= number <= len(choices):
        raise InputError(
            f"There is no choice {quoted(digits)[1:-1]}: they go from 1 to {len(choices)}."
        )
    return choices[number - 1].move


def suggest(text: str, moves: Sequence[str], likely: Iterable[str] = ()) -> str:
    """A sentence with a few moves: the likely ones, then those spelt like the text."""
    suggestions = list(dict.fromkeys([*likely, *get_close_matches(text, moves, n=3)]))
    if not suggestions:
        return " Type ? for help."
    return f" Did you mean: {', '.join(suggestions[:4])}?"
