"""Moves, cards and numbers as text."""

import re
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from keltis._engine.cards import Card
from keltis._engine.moves import Move
from keltis._lib.text import quoted, require_text
from keltis.errors import NotationError
from keltis.learning import ACTION_COUNT, move_of

T = TypeVar("T")

MAX_CARDS: Final = 1_000
"""The most cards that a list can have in text: more than any deck has."""

_MOVES: Final = {str(move): move for move in map(move_of, range(ACTION_COUNT))}
_MOVE_PREFIXES: Final = {tuple(text.split()[:words]) for text in _MOVES for words in range(4)}

_CARD: Final = "a card like R7 or B10"
_COLOUR: Final = "a colour's letter (R, Y, P, G or B)"
_FIGURE_WORD: Final = "small, large or the end of the move"
_END: Final = "the end of the move"
_VERB: Final = "discard, lay, advance, decline or draw"
# By the first word, what is expected as each word:
_EXPECTED: Final = {
    "discard": (_VERB, _CARD, _END),
    "lay": (_VERB, _CARD, _FIGURE_WORD, _END),
    "advance": (_VERB, _COLOUR, _FIGURE_WORD, _END),
    "decline": (_VERB, _END),
    "draw": (_VERB, f"pile or {_COLOUR}", _END),
}


def parse_move(text: str) -> Move:
    """Read a move, exactly as `str(move)` writes it.

    >>> from keltis.notation import parse_move
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
    """The first word that no move has in this place, or that the text ends too early."""
    expected = _EXPECTED.get(words[0], (_VERB,))
    for place, word in enumerate(words):
        if tuple(words[: place + 1]) not in _MOVE_PREFIXES:
            return f"word {place + 1}: expected {expected[place]}, not {quoted(word)}"
    return f"word {len(words) + 1}: expected {expected[len(words)]}, but the text ends here"


def format_cards(cards: Iterable[Card]) -> str:
    """The cards as text, in their order.

    >>> from keltis import Card
    >>> from keltis.notation import format_cards
    >>> format_cards([Card.parse("R7"), Card.parse("B10")]), format_cards([])
    ('R7 B10', '-')
    """
    return " ".join(map(str, cards)) or "-"


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards, in their order.

    >>> from keltis.notation import parse_cards
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
    return () if words == ["-"] else parse_words(words, _parse_card)


def _parse_card(word: str) -> Card:
    return Card.parse(word[:10])  # a longer word is no card, and would make a long message


def parse_words(words: Iterable[str], parse: Callable[[str], T]) -> tuple[T, ...]:
    """The results of a parser for each word. An error names the word's number."""
    results = []
    for place, word in enumerate(words, 1):
        try:
            results.append(parse(word))
        except NotationError as error:
            raise NotationError(f"word {place}: {error}") from None
    return tuple(results)


_NUMBER: Final = re.compile("0|-?[1-9][0-9]{0,2}")


def parse_number(text: str) -> int:
    """Read a whole number of at most three digits."""
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"expected a whole number of at most three digits, not {quoted(text)}")
    return int(text)


def parse_count(text: str) -> int:
    """Read a whole number from 0 that is the only word of the text."""
    (count,) = parse_words([text], parse_number)
    if count < 0:
        raise NotationError(f"word 1: expected a whole number from 0, not {count}")
    return count
