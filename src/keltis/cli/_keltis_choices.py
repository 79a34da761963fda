"""The choices of a person who plays the board game, and the moves that this person types."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, assert_never

from keltis.board import Figure
from keltis.cards import Card, Colour
from keltis.cli._games import Choice, Group, Listing, Option
from keltis.cli._input import InputError, suggest
from keltis.errors import NotationError
from keltis.events import preview
from keltis.legality import Illegality, illegality, legal_moves
from keltis.moves import Advance, Decline, Discard, Draw, Lay, Move, Phase
from keltis.notation import parse_move
from keltis.record import GameRecord
from keltis.state import GameState
from keltis.view import PlayerView


def list_choices(view: PlayerView) -> tuple[Choice[Move], ...]:
    """The choices of the viewer, in the order of `legal_moves`."""
    return tuple(
        Choice(number, move, preview(view, move))
        for number, move in enumerate(legal_moves(view), 1)
    )


def ask(record: GameRecord) -> str:
    """The question that is put to the player to move, with the card that this player drew last."""
    state = record.final
    if state.phase is Phase.PLAY:
        drawn = _last_draw(record)
        news = "" if drawn is None else f"You drew {drawn}. "
        return f"{news}Play a card: lay it to your column, or discard it."
    if state.phase is Phase.DRAW:
        return "Draw a card."
    return "A step for one of your figures" + (", if you like." if state.may_decline else ".")


def _last_draw(record: GameRecord) -> Card | None:
    """The last card that the player to move drew."""
    seat = record.final.to_move
    for number in range(len(record) - 1, -1, -1):
        state, move = record[number]
        if state.to_move == seat and isinstance(move, Draw):
            return state.draw_pile[-1] if move.source is None else state.discards[move.source][-1]
    return None


def make_menu(choices: Iterable[Choice[Move]]) -> Listing:
    """The choices in columns: a row for each card, a row for each choice without a card."""
    return Listing(tuple(_menu_rows(choices)))


def _menu_rows(choices: Iterable[Choice[Move]]) -> Iterator[tuple[str, ...]]:
    row = ["", ""]
    for choice in choices:
        match choice.move:
            case Lay(_, Figure.LARGE):
                row[1] = format_choice(choice)
            case Lay():
                row[0] = format_choice(choice)
            case Discard():  # the last choice of its card
                yield (*row, format_choice(choice))
                row = ["", ""]
            case _:
                yield (format_choice(choice),)


def format_choice(choice: Choice[Move]) -> str:
    """A choice with its number and its note."""
    return f"{choice.number:>2} {choice.move}" + (f" ({choice.note})" if choice.note else "")


def group_choices(choices: Iterable[Choice[Move]]) -> tuple[Group[Move], ...]:
    """The choices by card, by path or by pile, in their order."""
    by_label: dict[str, list[Option[Move]]] = {}
    for choice in choices:
        group, option = _group_and_option(choice)
        by_label.setdefault(group, []).append(Option(option, choice.move, choice.note))
    return tuple(
        Group(label, tuple(options), (column, 0), _STYLES.get(label[0].upper(), ""))
        for column, (label, options) in enumerate(by_label.items())
    )


_STYLES: Final = {
    "R": "red",
    "Y": "yellow",
    "P": "bright_magenta",
    "G": "green",
    "B": "bright_blue",
}
"""The colours of cards and paths by letter."""


def _group_and_option(choice: Choice[Move]) -> tuple[str, str]:
    match move := choice.move:
        case Lay():
            figure = "" if move.figure is None else f", {move.figure.value} figure"
            return str(move.card), f"lay{figure}"
        case Discard():
            return str(move.card), "discard"
        case Advance():
            figure = "" if move.figure is None else f", {move.figure.value} figure"
            return str(move.colour), f"step{figure}"
        case Decline():
            return "no step", "decline"
        case Draw(None):
            return "face-down pile", "draw"
        case Draw():
            return choice.note.removeprefix("takes "), "draw"
    assert_never(move)


def default_move(choices: Sequence[Choice[Move]]) -> Move | None:
    """To draw from the pile, if a card is to be drawn."""
    return Draw(None) if any(choice.move == Draw(None) for choice in choices) else None


_COLOURS: Final = {str(colour): colour.letter for colour in Colour}
_WORDS: Final = {
    Phase.PLAY: {"l": "lay", "d": "discard", "s": "small"},
    Phase.ADVANCE: {"a": "advance", "n": "decline", "no": "decline", "s": "small", "l": "large"},
    Phase.DRAW: {"d": "draw"},
}
"""Short forms of words by phase."""
_VERBS: Final = ("lay", "discard", "advance", "decline", "draw")
_DEFAULT_VERB: Final = {Phase.PLAY: "lay", Phase.ADVANCE: "advance", Phase.DRAW: "draw"}
_LOWER_CASE: Final = (*_VERBS, "small", "large", "pile")


def parse_typed_move(text: str, state: GameState, choices: Sequence[Choice[Move]]) -> Move:
    """The legal move that the player to move typed. Raises `InputError`."""
    text = _normalise(text, state)
    moves = [str(choice.move) for choice in choices]
    try:
        move = parse_move(text)
    except NotationError as error:
        raise InputError(f"This is not a move ({error}).{_suggest(text, moves)}") from None
    reason = illegality(state, move)
    if reason is None:
        return move
    if reason in _DUE:
        raise InputError(f"You cannot {move} now: {_DUE[reason]}.")
    raise InputError(f"You cannot {move}: {_REASONS.get(reason, reason)}.{_suggest(text, moves)}")


def _normalise(text: str, state: GameState) -> str:
    """The text in the notation.

    `Lay  r7 LARGE` is `lay R7 large`, `draw red` is `draw R`; `r7`, `l r7` and `r7 l` are short for
    `lay R7` and `lay R7 large`, and `draw` is short for `draw pile`.
    """
    short = _WORDS[state.phase]
    words = [
        _COLOURS.get(word, word if word in _LOWER_CASE else word.upper())
        for word in (short.get(typed, typed) for typed in text.lower().split())
    ]
    if len(words) > 1 and words[-1] in ("lay", "L"):  # `l` after a card means the large figure
        words[-1] = "large"
    if words[0] not in _VERBS and _is_card_or_path(words[0]):
        words.insert(0, _DEFAULT_VERB[state.phase])
    if words == ["draw"]:
        words.append("pile")
    if words == ["pile"]:
        words.insert(0, "draw")
    if words[0] == "draw":
        words[1:] = [_pile_of(word, state) for word in words[1:]]
    return " ".join([words[0].lower(), *words[1:]])


def _is_card_or_path(word: str) -> bool:
    letters = _COLOURS.values()
    return word in letters or (word[0] in letters and word[1:].isdecimal())


def _pile_of(word: str, state: GameState) -> str:
    """The letter of a discard pile from its top card; anything else as it is."""
    tops = {str(pile[-1]): pile[-1].colour.letter for pile in state.discards if pile}
    return tops.get(word, word)


def _suggest(text: str, moves: Sequence[str]) -> str:
    """Suggest first the moves with the same card or colour."""
    words = set(text.upper().split())
    return suggest(text, moves, [move for move in moves if words & set(move.split()[1:2])])


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
"""Reasons that address the person; for all others the engine's sentence will do."""
