"""`review`: what was play in a game, and what was luck."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.table import Table

from keltis.bots import Review, ReviewedMove, review
from keltis.cli._commands import CommandError, ExitCode
from keltis.cli._display import make_console, print_written
from keltis.cli._files import read_record, require_writable, write_pictures, write_text
from keltis.cli._keltis import KELTIS
from keltis.documents import to_json
from keltis.render._kit.svg import percent
from keltis.render._kit.terminal import clip_text

_NAME: Final = 14
"""The most columns of a name beside a move."""
_VALUES: Final = {
    "NetworkValue": "the network of learnt",
    "PointsValue": "the evaluation of greedy, as learnt does not know these rules",
}
_ROWS: Final = {
    "at the start": "start",
    "the hand dealt": "deal",
    "own cards": "cards",
    "cards of others": "cards_of_others",
    "own play": "play",
    "play of others": "play_of_others",
}


def show_review(
    *,
    file: Path,
    all: bool = False,  # noqa: A002 - the name of the option
    out: Path | None = None,
    svg: Path | None = None,
    png: Path | None = None,
    theme: str = "light",
) -> ExitCode:
    """Print why each player won or lost, and the moves and cards that mattered most."""
    require_writable(out, svg, png)
    record = read_record(KELTIS, file)
    if not record.moves:
        raise CommandError(f"{file}: there is no move to review")
    told = review(record)
    console = make_console()
    console.print(_balance_table(told))
    console.print(f"By {_VALUES[told.value]}, all hands being known.", style="dim")
    moves = [move for move in told.moves if all or move.is_mistake or move.is_stroke_of_luck]
    if moves:
        console.print()
        console.print(_move_table(told, moves))
    written = write_pictures(lambda: told.to_svg(theme=theme), svg=svg, png=png)
    if out is not None:
        write_text(out, f"{to_json(told, indent=1)}\n")
        written.append(out)
    print_written(console, written)
    return 0


def _balance_table(told: Review) -> Table:
    """The chances to win, and what changed them; the columns add up."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, show_footer=True)
    table.add_column("chance to win", "result")
    for name, share in zip(told.names, told.result, strict=True):
        table.add_column(name, percent(share), justify="right")
    balances = told.balances
    for title, name in _ROWS.items():
        shares: list[float] = [getattr(balance, name) for balance in balances]
        table.add_row(title, *(percent(share, signed=name != "start") for share in shares))
    return table


def _move_table(told: Review, moves: Iterable[ReviewedMove]) -> Table:
    """Decisions with what they lost, and cards with what they gave."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for heading in ("turn", "player", "move", "chance", "lost", "better", "luck"):
        is_number = heading in ("turn", "chance", "lost")
        table.add_column(heading, justify="right" if is_number else "left")
    for move in moves:
        seat, card = move.seat, ""
        if move.card is not None:
            card = f"{move.card} {percent(move.luck[seat], signed=True)}"
        table.add_row(
            str(move.turn),
            clip_text(told.names[seat], _NAME),
            str(move.move),
            f"{percent(move.before[seat])[:-2]} → {percent(move.after[seat])}",
            percent(move.lost) if move.lost else "",
            "" if move.best == move.move else str(move.best),
            card,
        )
    return table
