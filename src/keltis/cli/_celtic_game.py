"""CELTIC!, as the commands see it."""

import random
from itertools import zip_longest
from typing import Final

import attrs

from keltis.celtic import CELTIC, Lay, Move, new_game, scores
from keltis.celtic.bots import bot_names, make_bot
from keltis.celtic.events import describe, events
from keltis.celtic.legality import legal_moves
from keltis.celtic.moves import PASS
from keltis.celtic.notation import parse_rules, parse_state
from keltis.celtic.record import (
    GameRecord,
    format_record,
    parse_record,
    record_from_json,
    record_to_json,
)
from keltis.celtic.render import animated_svg, board_svg, board_text, film_svg
from keltis.celtic.scoring import score_text
from keltis.celtic.tiles import PLAYERS
from keltis.cli._celtic_choices import (
    ask,
    group_choices,
    lays,
    list_choices,
    make_menu,
    parse_typed_move,
)
from keltis.cli._games import Decide, Game, Scoreboard, Viewpoint
from keltis.render._kit.terminal import text_width

HELP: Final = """\
How to play
  Each turn you lay one tile, yours or a neutral one, next to an open side of
  the design, so that open sides meet open sides, and closed sides closed ones.
  The design, with the cells it opens on to, must fit a window: 5 by 5 cells.
  If no tile of yours or a neutral one fits, you pass; that is done for you.
The end
  When nobody can lay a tile. Paths that are closed are knots. For each player
  a knot scores as many points as it visits tiles of that player. The best knot
  decides; if it is the same for both, the next best does, and so on.
What to type
  0,-1              show which tiles fit on this cell, with their numbers
  7                 lay the tile with this number
  0,-1 ES           lay your corner that is open to the east and the south
  0,-1 ES neutral   lay the neutral one instead"""
BOARD_HELP: Final = """\
The board
  Heavy lines are knots, light ones open paths. O and B are the players' tiles,
  N the neutral ones; a + is where a tile can go. Cells are x,y as on the rim:
  the start tile is on 0,0. N, E, S and W are the open sides of a tile."""


def _new(names: tuple[str, ...], _seed: int, rules: str | None) -> GameRecord:
    return GameRecord(new_game(rules=CELTIC if rules is None else parse_rules(rules)), names=names)


def _append_forced(record: GameRecord) -> GameRecord | None:
    """Nobody chooses to pass (K8)."""
    return record.append(PASS) if legal_moves(record.final) == (PASS,) else None


def _undo_point(record: GameRecord, seat: int) -> int | None:
    """Undo goes back to the last tile of this player, which reveals nothing: nothing is hidden."""
    laid = (
        place
        for place, (state, move) in enumerate(record)
        if state.to_move == seat and isinstance(move, Lay)
    )
    return max(laid, default=None)


def _make_bot(name: str) -> Decide[GameRecord]:
    bot = make_bot(name)

    def decide(record: GameRecord, rng: random.Random) -> Move:
        return bot(record.final, legal_moves(record.final), rng)

    return decide


def _narrate(record: GameRecord, move: int, view: Viewpoint) -> tuple[str, ...]:
    return tuple(describe(event, names=view.names, you=view.you) for event in events(*record[move]))


def _summarise(record: GameRecord, first: int, stop: int, view: Viewpoint) -> str:
    return " ".join(text for move in range(first, stop) for text in _narrate(record, move, view))


def _boards(record: GameRecord, view: Viewpoint) -> tuple[str, ...]:
    """The whole board, then without its heading."""
    return board_text(record.final, names=view.labels, colour=True), *_tables(record, view, None)


def _tables(record: GameRecord, view: Viewpoint, move: Lay | None) -> tuple[str, ...]:
    board = board_text(record.final, names=view.labels, preview=move, compact=True, colour=True)
    return (board,)


def _table_width(record: GameRecord) -> int:
    """The columns of the window: those of its heading, and two spaces after the last number."""
    return len(board_text(record.final, compact=True).partition("\n")[0]) + 2


def _explain(record: GameRecord, view: Viewpoint) -> str:
    """The knots of both players, the best first, and which of them decides (K11)."""
    rows = list(zip_longest(*scores(record.final)))
    if not rows:
        return "There is no knot."
    width = max(map(text_width, view.labels)) + 2
    lines = [" " * 14 + "".join(f"{label:>{width}}" for label in view.labels)]
    decided = False
    for number, row in enumerate(rows, 1):
        points = "".join(f"{'-' if score is None else score:>{width}}" for score in row)
        decides = not decided and row[0] != row[1]
        decided = decided or decides
        lines.append(f"{_ordinal(number):<14}{points}" + ("   decides the game" * decides))
    return "\n".join(lines)


def _ordinal(number: int) -> str:
    return "best knot" if number == 1 else f"knot {number}"


def _scoreboard(record: GameRecord) -> Scoreboard:
    """The scores of the knots, compared from the best knot on (K11)."""
    points = scores(record.final)
    return Scoreboard(
        ("knots, the best first",),
        tuple((score_text(score),) for score in points),
        tuple(seat for seat, score in enumerate(points) if score == max(points)),
        are_numbers=False,
    )


CELTIC_GAME: Final = Game[GameRecord, Lay](
    title="CELTIC!",
    command="keltis celtic",
    greeting="CELTIC!: type a cell, the number of a tile, or help. Ctrl-C saves and leaves.",
    help=HELP,
    board_help=BOARD_HELP,
    table_help=BOARD_HELP,
    file_stem="celtic-game",
    players=len(PLAYERS),
    max_moves=None,
    new=_new,
    new_like=lambda record, _seed: GameRecord(
        new_game(rules=record.start.rules), names=record.names
    ),
    record_header="celtic record",
    record_from_text=parse_record,
    record_from_json=record_from_json,
    record_from_position=lambda text: GameRecord(parse_state(text)),
    record_to_text=format_record,
    record_to_json=lambda record: record_to_json(record, indent=2),
    rename=lambda record, names: attrs.evolve(record, names=names),
    seed=lambda _: None,
    seat_labels=lambda _: tuple(map(str, PLAYERS)),
    seat_to_move=lambda record: int(record.final.to_move),
    is_turn_over=lambda _: True,
    legal_moves=lambda record: lays(record.final),
    append=GameRecord.append,
    append_forced=_append_forced,
    default_bot="search",
    bot_names=bot_names,
    make_bot=_make_bot,
    hint_note="",
    choices=lambda record: list_choices(record.final),
    question=lambda _: ask(),
    menu=make_menu,
    groups=group_choices,
    default=lambda _: None,
    choice_keys=(("←↑↓→", "cell"), ("Tab", "tile")),
    parse_move=lambda text, record, choices: parse_typed_move(text, record.final, choices),
    undo_point=_undo_point,
    undo_refusal="There is nothing to take back: you have not laid a tile yet.",
    narrate=_narrate,
    summarise=_summarise,
    boards=_boards,
    tables=_tables,
    table_width=_table_width,
    hand=lambda _record, _view: "",
    panel=lambda _record, _view: "",
    scoreboard=_scoreboard,
    explanation=_explain,
    board_svg=lambda record, view, theme: board_svg(record.final, names=view.labels, theme=theme),
    film_svg=lambda record, frames, theme: film_svg(record, frames=frames, theme=theme),
    animated_svg=lambda record, pace, theme: animated_svg(record, pace=pace, theme=theme),
)
"""The tile game. Nothing is hidden in it, and every move is a turn."""
