"""`advise`: what the bots would do in a position, and how they value the moves."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.table import Table

from keltis.bots import ADVISERS, Advice, advise
from keltis.cli._commands import CommandError, ExitCode
from keltis.cli._display import make_console, print_board
from keltis.cli._files import read_record
from keltis.cli._keltis_game import KELTIS_GAME
from keltis.documents import state_from_json, view_from_json
from keltis.errors import KeltisError
from keltis.notation import parse_view
from keltis.render import board_text
from keltis.view import PlayerView, observe

_LISTED: Final = 5
"""The number of candidates that are printed for each bot."""
_HIDDEN_PILE: Final = re.compile(r"^\s*pile:\s*[0-9]+ cards?\b", re.MULTILINE)
"""The line that a view has, and a position has not."""
_DOCUMENT: Final = re.compile(r'\s*\{\s*"format"\s*:\s*"keltis-(view|state)"')
"""How a view and a position begin in JSON."""


def show_advice(path: Path, bots: Sequence[str], *, seed: int | None) -> ExitCode:
    """Print the position and what each of the bots would do."""
    view = _read_view(path)
    console = make_console()
    try:
        advices = advise(view, bots=bots or ADVISERS, seed=0 if seed is None else seed)
    except KeltisError as error:
        raise CommandError(f"{path}: {error}") from error
    print_board(console, board_text(view, colour=True))
    for advice in advices:
        console.print()
        console.print(f"{advice.bot} would {advice.move}.")
        if advice.candidates:
            console.print(_candidate_table(advice))
    return 0


def _read_view(path: Path) -> PlayerView:
    """A view; of a game or a position, that of the player to move."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        if _HIDDEN_PILE.search(text):
            return parse_view(text)
        document = _DOCUMENT.match(text)
        if document and document[1] == "view":
            return view_from_json(text)
        state = state_from_json(text) if document else None
    except UnicodeDecodeError:
        raise CommandError(f"{path}: this is not text in UTF-8") from None
    except KeltisError as error:
        raise CommandError(f"{path}: {error}") from error
    if state is None:
        state = read_record(KELTIS_GAME, path).final
    return observe(state, state.to_move)


def _candidate_table(advice: Advice) -> Table:
    is_search = any(candidate.visits > 1 for candidate in advice.candidates)
    headings = ("value", "visits") if is_search else ("points ahead",)
    table = Table("move")
    for heading in headings:
        table.add_column(heading, justify="right")
    for candidate in advice.candidates[:_LISTED]:
        cells = (
            [f"{candidate.value:.2f}", str(candidate.visits)]
            if is_search
            else [f"{candidate.value:+.1f}"]
        )
        table.add_row(str(candidate.move), *cells)
    return table
