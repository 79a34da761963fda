"""What a player types: a number, a move or one of a few words; and what is wrong with anything else."""

import enum
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple, TypeVar

from keltis._shared.text import quoted
from keltis.cards import Colour
from keltis.cli.choices import Choice
from keltis.cli.errors import CommandError
from keltis.errors import NotationError
from keltis.legality import Illegality, illegality
from keltis.moves import Move
from keltis.notation import parse_move
from keltis.state import GameState

M = TypeVar("M")
"""A move of whichever game."""


class Word(enum.Enum):
    """What can be asked for instead of a move."""

    HELP = "help"
    HINT = "hint"
    BOARD = "board"
    UNDO = "undo"
    SAVE = "save"
    QUIT = "quit"


class Request(NamedTuple):
    """A word, and what was typed after it."""

    word: Word
    rest: str


class Mistake(CommandError):
    """What was typed cannot be meant. The message explains it, and says what could be."""


_ALIASES: Final = {
    "?": Word.HELP,
    "h": Word.HELP,
    "u": Word.UNDO,
    "q": Word.QUIT,
    "exit": Word.QUIT,
    "b": Word.BOARD,
}
_WORDS: Final = {**{word.value: word for word in Word}, **_ALIASES}
_COLOURS: Final = {str(colour): colour.letter for colour in Colour}
_SMALL_LETTERS: Final = ("small", "large", "pile")


def understood(text: str, state: GameState, offered: tuple[Choice, ...]) -> Move | Request:
    """What the player to move says by this text."""
    answer = word_or_number(text, [choice.move for choice in offered])
    return _move(_spelt(text), state, offered) if answer is None else answer


def word_or_number(text: str, moves: Sequence[M]) -> M | Request | None:
    """What this text says if it is one of the words or the number of a move, in whichever game; None if it is neither."""
    first, _, rest = text.strip().partition(" ")
    if not first:
        raise Mistake("Type the number of a choice, or help.")
    if first.lower() in _WORDS:
        return Request(_WORDS[first.lower()], rest.strip())
    if text.strip().isascii() and text.strip().isdecimal():
        return _numbered(text.strip(), moves)
    return None


def _numbered(digits: str, moves: Sequence[M]) -> M:
    number = int(digits[:9])
    if not 1 <= number <= len(moves):
        raise Mistake(f"There is no choice {quoted(digits)[1:-1]}: they go from 1 to {len(moves)}.")
    return moves[number - 1]


def _spelt(text: str) -> str:
    """The text as moves are written: `Lay  r7 LARGE` is `lay R7 large`, and `draw red` is `draw R`."""
    verb, *words = text.lower().split()
    return " ".join(
        [
            verb,
            *(
                _COLOURS.get(word, word if word in _SMALL_LETTERS else word.upper())
                for word in words
            ),
        ]
    )


def _move(text: str, state: GameState, offered: tuple[Choice, ...]) -> Move:
    try:
        move = parse_move(text)
    except NotationError as error:
        raise Mistake(f"This is not a move ({error}).{_suggestions(text, offered)}") from None
    reason = illegality(state, move)
    if reason is None:
        return move
    if reason in _DUE:
        raise Mistake(f"You cannot {move} now: {_DUE[reason]}.")
    raise Mistake(
        f"You cannot {move}: {_REASONS.get(reason, reason)}.{_suggestions(text, offered)}"
    )


_DUE: Final = {
    Illegality.PLAY_DUE: "first lay or discard a card",
    Illegality.ADVANCE_DUE: "first use the step, or decline it where that is allowed",
    Illegality.DRAW_DUE: "first draw a card",
}
"""Reasons that say what to do instead."""
_REASONS: Final = {
    Illegality.NOT_IN_HAND: "you do not have this card",
    Illegality.OUT_OF_ORDER: "it does not fit the order of your column, which runs up or down",
    Illegality.FIGURE_MISSING: "it brings a figure on to the path, so say which, small or large",
    Illegality.FIGURE_UNASKED: "your figure on this path moves, so name none",
    Illegality.NO_FIGURE_WAITING: "you have no such figure left on the starting stone",
    Illegality.NO_FIGURE_ON_PATH: "you have no figure on this path",
    Illegality.ON_END_STONE: "your figure is at the end of this path",
    Illegality.MUST_ADVANCE: "the rules say that this step must be used",
    Illegality.PILE_EMPTY: "this discard pile is empty",
    Illegality.JUST_DISCARDED: "you have just discarded it, and the rules say that it stays there",
}
"""Reasons in words for a person; the others speak for themselves."""


def _suggestions(text: str, offered: Iterable[Choice]) -> str:
    """What is legal and looks like the text, or has the same card or colour in it."""
    moves = [str(choice.move) for choice in offered]
    words = set(text.upper().split())
    return did_you_mean(text, moves, [move for move in moves if words & set(move.split()[1:2])])


def did_you_mean(text: str, moves: Sequence[str], alike: Sequence[str] = ()) -> str:
    """A few of the moves and words, those that are known to be alike and then those that look like the text."""
    alike = list(alike)
    alike += [word for word in get_close_matches(text, [*moves, *_WORDS], n=3) if word not in alike]
    return (
        f" Did you mean: {', '.join(alike[:4])}?"
        if alike
        else " Type help to see what you can type."
    )
