"""The board game, as the commands see it."""

import random
from typing import Final

import attrs

from keltis.bots import bot_names, make_bot
from keltis.cli._display import WIDTH
from keltis.cli._games import Decide, Game, Scoreboard, Viewpoint
from keltis.cli._keltis_choices import (
    ask,
    default_move,
    group_choices,
    list_choices,
    make_menu,
    parse_typed_move,
)
from keltis.cli._keltis_narration import (
    draw_hand,
    draw_panel,
    explain_points,
    narrate_move,
    summarise_turn,
)
from keltis.legality import legal_moves
from keltis.moves import Draw, Move, Phase
from keltis.notation import parse_rules, parse_state
from keltis.record import (
    MAX_MOVES,
    GameRecord,
    format_record,
    parse_record,
    record_from_json,
    record_to_json,
)
from keltis.render import animated_svg, board_svg, board_text, film_svg
from keltis.rules import KELTIS
from keltis.scoring import scores, winning_seats
from keltis.view import observe

HELP: Final = """\
How to play
  Each turn you play one card, then draw one. Lay a card to your column of its
  colour, and your figure on that path moves one stone; the first card brings a
  figure on to the path: a small one, or your large one, which counts double.
  A column rises (↑) or falls (↓): R3 R5 R5 R8 or R8 R5 R3. Or discard a card.
  The first rows cost points, the last ones give many: few long paths win.
Stones
  +1 +2 +3  points at once          W  wishing stone: collect at least two
  C  clover: a step for any of your figures that is on a path
The end
  When the fifth figure of all is in the goal, or the draw pile is empty.
What to type
  R7            lay the red 7; R7 large brings the large figure on to the path
  d R7          discard the red 7
  draw          draw from the pile; draw R takes the top red discard
  P             after a clover: move your figure on the pink path; or decline"""
LEGEND: Final = "C clover  W wishing stone  +2 points  [1] a figure of player 1  L large"
BOARD_HELP: Final = """\
The board
  The numbers in brackets are the players whose figures are on a stone, as in
  front of their names; L is a large figure. > is where your choice leads."""


def _new(names: tuple[str, ...], seed: int, rules: str | None) -> GameRecord:
    parsed = KELTIS if rules is None else parse_rules(rules)
    return GameRecord.seeded(len(names), seed, rules=parsed, names=names)


def _new_like(record: GameRecord, seed: int) -> GameRecord:
    start = record.start
    return GameRecord.seeded(len(start.players), seed, rules=start.rules, names=record.names)


def _undo_point(record: GameRecord, seat: int) -> int | None:
    """Only the last move can be taken back, and only if it revealed nothing."""
    if not len(record):
        return None
    last = len(record) - 1
    state, move = record[last]
    return last if state.to_move == seat and move != Draw(None) else None


def _make_bot(name: str) -> Decide[GameRecord]:
    bot = make_bot(name)

    def decide(record: GameRecord, rng: random.Random) -> Move:
        state = record.final
        return bot(observe(state, state.to_move), legal_moves(state), rng)

    return decide


def _boards(record: GameRecord, view: Viewpoint, preview: Move | None = None) -> tuple[str, ...]:
    """The whole board, then the compact one; of open hands there is one without them too."""

    def draw(*, compact: bool, reveal: bool = view.reveal) -> str:
        return board_text(
            record.final,
            seat=view.seat,
            reveal=reveal,
            names=view.labels,
            preview=preview,
            compact=compact,
            colour=True,
        )

    boards = draw(compact=False), draw(compact=True)
    return (*boards, draw(compact=True, reveal=False)) if view.reveal else boards


def _tables(record: GameRecord, view: Viewpoint, preview: Move | None) -> tuple[str, ...]:
    board, *others = _boards(record, view, preview)
    return f"{board}\n\n{LEGEND}", *others


def _scoreboard(record: GameRecord) -> Scoreboard:
    points = scores(record.final)
    numbers = ((s.paths, s.tile_points, s.wishing_stones, s.total) for s in points)
    return Scoreboard(
        ("paths", "tiles", "wishing stones", "total"),
        tuple(tuple(map(str, row)) for row in numbers),
        winning_seats(points),
    )


def _board_svg(record: GameRecord, view: Viewpoint, theme: str) -> str:
    return board_svg(
        record.final, seat=view.seat, reveal=view.reveal, names=view.labels, theme=theme
    )


KELTIS_GAME: Final = Game[GameRecord, Move](
    title="Keltis",
    command="keltis",
    greeting="Keltis: type a move, the number of a choice, or help. Ctrl-C saves and leaves.",
    help=HELP,
    board_help=BOARD_HELP,
    table_help=BOARD_HELP,
    file_stem="keltis-game",
    players=None,
    max_moves=MAX_MOVES,  # E3
    new=_new,
    new_like=_new_like,
    record_header="keltis record",
    record_from_text=parse_record,
    record_from_json=record_from_json,
    record_from_position=lambda text: GameRecord(parse_state(text)),
    record_to_text=format_record,
    record_to_json=lambda record: record_to_json(record, indent=2),
    rename=lambda record, names: attrs.evolve(record, names=names),
    seed=lambda record: record.seed,
    seat_labels=lambda record: tuple(f"seat {n}" for n in range(len(record.start.players))),
    seat_to_move=lambda record: record.final.to_move,
    is_turn_over=lambda record: record.final.phase in (Phase.PLAY, Phase.OVER),
    legal_moves=lambda record: legal_moves(record.final),
    append=GameRecord.append,
    append_forced=lambda _: None,
    default_bot="greedy",
    bot_names=bot_names,
    make_bot=_make_bot,
    hint_note=(
        " It looks one turn ahead and knows no more than you do, so this may not be the best."
    ),
    choices=lambda record: list_choices(observe(record.final, record.final.to_move)),
    question=ask,
    menu=make_menu,
    groups=group_choices,
    default=default_move,
    choice_keys=(("←→", "card"), ("↑↓", "lay or discard")),
    parse_move=lambda text, record, choices: parse_typed_move(text, record.final, choices),
    undo_point=_undo_point,
    undo_refusal=(
        "You can take back only your own move, before a card of the pile is seen or another "
        "player moves."
    ),
    narrate=narrate_move,
    summarise=summarise_turn,
    boards=_boards,
    tables=_tables,
    table_width=lambda _: WIDTH,
    hand=lambda record, view: draw_hand(record.final, view),
    panel=lambda record, view: draw_panel(record.final, view.labels),
    scoreboard=_scoreboard,
    explanation=explain_points,
    board_svg=_board_svg,
    film_svg=lambda record, frames, theme: film_svg(record, frames=frames, theme=theme),
    animated_svg=lambda record, pace, theme: animated_svg(record, pace=pace, theme=theme),
)
"""The board game. Nothing that it prints depends on cards that the viewer may not know."""
