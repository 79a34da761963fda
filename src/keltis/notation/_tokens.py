"""What fits in a few words: moves, cards and numbers."""

import re
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from keltis._shared.text import quoted, require_text
from keltis.actions import ACTION_COUNT, move_of
from keltis.cards import Card
from keltis.errors import NotationError
from keltis.moves import Move

T = TypeVar("T")

MAX_CARDS: Final = 1_000
"""The most cards that a list can have in text: more than any deck has."""

_MOVES: Final = {str(move): move for move in map(move_of, range(ACTION_COUNT))}
_MOVE_STARTS: Final = {tuple(text.split()[:words]) for text in _MOVES for words in range(4)}

_CARD: Final = "a card like R7 or B10"
_COLOUR: Final = "a colour's letter (R, Y, P, G or B)"
_FIGURE: Final = "small, large or the end of the move"
_END: Final = "the end of the move"
_VERB: Final = "discard, lay, advance, decline or draw"
# By the first word, what is expected as each word:
_EXPECTED: Final = {
    "discard": (_VERB, _CARD, _END),
    "lay": (_VERB, _CARD, _FIGURE, _END),
    "advance": (_VERB, _COLOUR, _FIGURE, _END),
    "decline": (_VERB, _END),
    "draw": (_VERB, f"pile or {_COLOUR}", _END),
}


def parse_move(text: str) -> Move:
    """The move that is written like this, exactly as `str(move)` writes it.

    >>> parse_move("lay R7 large")
    Lay(card=<R7>, figure=Figure.LARGE)
    >>> parse_move("lay R7 big")
    Traceback (most recent call last):
    ...
    keltis.NotationError: word 3: expected small, large or the end of the move, not 'big'
    """
    require_text(text)
    move = _MOVES.get(text)
    if move is None:
        raise NotationError(_move_fault(text.split(" ", 4)))
    return move


def _move_fault(words: list[str]) -> str:
    """What is wrong with words that are not a move: the first that no move has there, or that they end too early."""
    expected = _EXPECTED.get(words[0], (_VERB,))
    for place, word in enumerate(words):
        if tuple(words[: place + 1]) not in _MOVE_STARTS:
            return f"word {place + 1}: expected {expected[place]}, not {quoted(word)}"
    return f"word {len(words) + 1}: expected {expected[len(words)]}, but the text ends here"


def format_cards(cards: Iterable[Card]) -> str:
    """The cards as text, in their order.

    >>> from keltis import Card
    >>> format_cards([Card.parse("R7"), Card.parse("B10")]), format_cards([])
    ('R7 B10', '-')
    """
    return " ".join(map(str, cards)) or "-"


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards that are written like this, in their order.

    >>> parse_cards("R7 B10"), parse_cards("-")
    ((<R7>, <B10>), ())
    >>> parse_cards("R7 10B")
    Traceback (most recent call last):
    ...
    keltis.NotationError: word 2: expected a card like R7 or B10, not '10B'
    """
    require_text(text)
    words = text.split()
    if not words:
        raise NotationError(f"word 1: expected {_CARD}, or - for none, but the text ends here")
    if len(words) > MAX_CARDS:
        raise NotationError(f"word {MAX_CARDS + 1}: expected at most {MAX_CARDS} cards")
    return () if words == ["-"] else each_word(words, _card)


def _card(word: str) -> Card:
    return Card.parse(word[:10])  # what is longer is no card, and would make a long message


def each_word(words: Iterable[str], parse: Callable[[str], T]) -> tuple[T, ...]:
    """What the words say; an error names the word."""
    said = []
    for place, word in enumerate(words, 1):
        try:
            said.append(parse(word))
        except NotationError as error:
            raise NotationError(f"word {place}: {error}") from None
    return tuple(said)


_NUMBER: Final = re.compile("0|-?[1-9][0-9]{0,2}")


def number(text: str) -> int:
    """A whole number of at most three digits."""
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"expected a whole number of at most three digits, not {quoted(text)}")
    return int(text)


def parse_count(text: str) -> int:
    """The number from 0 that a whole value says."""
    (said,) = each_word([text], number)
    if said < 0:
        raise NotationError(f"word 1: expected a whole number from 0, not {said}")
    return said
