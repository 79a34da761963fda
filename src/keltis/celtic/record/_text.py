"""Records as text that a person can write, comment and compare."""

import re
from typing import Final

from keltis._shared.text import Line, Lines, quoted
from keltis.celtic.moves import Move, parse_move
from keltis.celtic.notation import format_state, take_state
from keltis.celtic.record.records import GameRecord, after_move, require_record, trusted_record
from keltis.celtic.scoring import Outcome
from keltis.celtic.tiles import PLAYERS
from keltis.errors import InvalidArgument, InvalidRules, InvalidState, NotationError
from keltis.record.headers import require_known, require_result
from keltis.record.records import RecordError

VERSION: Final = 1
"""The version of the text that this library writes, and the newest that it reads."""

_TITLE: Final = re.compile("celtic record ([1-9][0-9]{0,8})")


def format_record(record: GameRecord) -> str:
    """A record as text; `parse_record` reads it back.

    >>> from keltis.celtic import new_game, parse_move
    >>> record = GameRecord(new_game(), names=("Ann", "Bob")).append(parse_move("lay 0,-1 ES orange"))
    >>> print(format_record(record), end="")
    celtic record 1
    result: unfinished
    name orange: Ann
    name blue: Bob
    rules: CELTIC
    turn: orange
    <BLANKLINE>
    orange: lay 0,-1 ES orange
    end
    """
    require_record(record)
    names = [f"name {player}: {name}" for player, name in zip(PLAYERS, record.names, strict=False)]
    header = [f"celtic record {VERSION}", f"result: {result_text(record.outcome)}", *names]
    turns = [f"{state.to_move}: {move}" for state, move in record]
    return "\n".join([*header, format_state(record.start), "", *turns, "end", ""])


def result_text(end: Outcome | None) -> str:
    """How a game ended, in words.

    >>> result_text(Outcome(((7, 3, 2), (9, 3, 2)), PLAYERS[1])), result_text(Outcome(((), ()), None))
    ('7 3 2 to 9 3 2, won by blue', '- to -, a draw')
    """
    if end is None:
        return "unfinished"
    orange, blue = (" ".join(map(str, score)) or "-" for score in end.scores)
    return f"{orange} to {blue}, {'a draw' if end.winner is None else f'won by {end.winner}'}"


def parse_record(text: str) -> GameRecord:
    r"""The record that is written like this, every move of it replayed and checked.

    What cannot be read is refused by `NotationError`, what cannot be by `RecordError`, and both
    name the line.

    >>> parse_record("celtic record 1\nrules: CELTIC\nturn: orange\norange: pass\nend")
    Traceback (most recent call last):
    ...
    keltis.record.RecordError: line 4, move 1: pass: a player who can lay a tile may not pass (K8)
    """
    lines = Lines(text)
    _require_title(lines.pop(f"'celtic record {VERSION}'"))
    result = lines.take("result") if lines.comes("result") else None
    record = _take_moves(lines, _take_start(lines))
    lines.finish()
    require_result(result, result_text(record.outcome))
    return record


def _require_title(line: Line) -> None:
    title = _TITLE.fullmatch(line.text)
    if title is None:
        raise line.error(f"expected 'celtic record {VERSION}', not {quoted(line.text)}")
    require_known(int(title[1]), VERSION, f"line {line.number}")


def _take_start(lines: Lines) -> GameRecord:
    """The record without its moves."""
    orange, blue = (f"name {player}" for player in PLAYERS)
    names = (lines.take(orange).value, lines.take(blue).value) if lines.comes(orange) else ()
    place = f"line {lines.number}"
    try:
        return GameRecord(take_state(lines), names=names)
    except (InvalidArgument, InvalidRules, InvalidState) as error:
        raise RecordError(place, f"the game cannot start like this: {error}") from error


def _take_moves(lines: Lines, record: GameRecord) -> GameRecord:
    """The record with the moves that the lines say, as far as `end`."""
    moves: list[Move] = []
    states = [record.start]
    while (line := lines.pop("a turn, as in 'orange: lay 0,-1 ES orange', or 'end'")).text != "end":
        to_move = states[-1].to_move
        if line.key != str(to_move):
            raise line.error(
                f"expected '{to_move}: ...', as {to_move} is to move, or 'end', not {quoted(line.text)}"
            )
        place = f"line {line.number}, move {len(moves) + 1}"
        move = _move(line.value, place)
        states.append(after_move(states[-1], move, place))
        moves.append(move)
    return trusted_record(record.start, tuple(moves), record.names, tuple(states))


def _move(text: str, place: str) -> Move:
    try:
        return parse_move(text)
    except NotationError as error:
        raise NotationError(f"{place}: {error}") from None
