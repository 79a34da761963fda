"""The choices of a person who plays the board game, and the moves that this person types."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, assert_never

from keltis.board import Figure, Tile
from keltis.cards import Colour
from keltis.cli._games import Choice, Listing
from keltis.cli._input import InputError, suggest
from keltis.errors import NotationError
from keltis.legality import Illegality, illegality, legal_moves
from keltis.moves import Advance, Decline, Discard, Draw, Lay, Move, Phase
from keltis.notation import parse_move
from keltis.state import GameState
from keltis.view import PlayerView


def list_choices(view: PlayerView) -> tuple[Choice[Move], ...]:
    """The choices of the viewer, in the order of `legal_moves`."""
    return tuple(
        Choice(number, move, _note(view, move)) for number, move in enumerate(legal_moves(view), 1)
    )


def _note(view: PlayerView, move: Move) -> str:
    match move:
        case Lay():
            if move.figure is not None:
                return ""
            return _describe_next_stone(view, move.card.colour, "a step for another figure")
        case Advance():
            return _describe_next_stone(view, move.colour, "nothing moves")
        case Draw(Colour() as source):
            return f"takes {view.discards[source][-1]}"
        case Draw():
            size = view.draw_pile_size
            return f"{size} cards left" if size > 1 else "the last card, which ends the game"
        case Discard() | Decline():
            return ""
    assert_never(move)


def _describe_next_stone(view: PlayerView, colour: Colour, beyond: str) -> str:
    """The stone of the mover's next step on a path, or `beyond` if the path is finished."""
    row = view.players[view.to_move].rows[colour] + 1
    if row > view.rules.path_length:
        return beyond
    words = [f"row {row}"]
    tile = view.tiles[colour][row]
    if tile is not None:
        words.append(_TILES[tile])
    if row == view.rules.goal_row:
        words.append("goal")
    return ", ".join(words)


_TILES: Final = {tile: f"+{tile.points}" if tile.points else tile.value for tile in Tile}


def ask(state: GameState) -> str:
    """The question that is put to the player to move."""
    if state.phase is Phase.PLAY:
        return "Play a card: lay it to your column, or discard it."
    if state.phase is Phase.DRAW:
        return "Draw a card."
    return "A step for one of your figures" + (", if you like." if state.may_decline else ".")


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


_COLOURS: Final = {str(colour): colour.letter for colour in Colour}
_LOWER_CASE: Final = ("small", "large", "pile")


def parse_typed_move(text: str, state: GameState, choices: Sequence[Choice[Move]]) -> Move:
    """The legal move that the player to move typed. Raises `InputError`."""
    text = _normalise(text)
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


def _normalise(text: str) -> str:
    """The text in the notation: `Lay  r7 LARGE` is `lay R7 large`, and `draw red` is `draw R`."""
    verb, *words = text.lower().split()
    words = [_COLOURS.get(word, word if word in _LOWER_CASE else word.upper()) for word in words]
    return " ".join([verb, *words])


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
