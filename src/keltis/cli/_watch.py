"""`watch`: bots play a game."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from keltis.cli._bots import BotFailed, fill_seats, play_bots, random_seed, seat_bots
from keltis.cli._commands import CommandError, ExitCode
from keltis.cli._display import draw_scoreboard, make_console, view_of, write_pictures
from keltis.cli._files import require_writable, write_record
from keltis.cli._games import Game, M, R
from keltis.cli._narration import narrate_game


def watch(
    game: Game[R, M],
    bots: Sequence[str],
    *,
    players: int | None,
    seed: int | None,
    rules: str | None,
    delay: float | None,
    board: bool,
    reveal: bool,
    save: Path | None,
    svg: Path | None,
    png: Path | None,
    theme: str,
) -> ExitCode:
    """Let bots play a game, and narrate it."""
    for path in (save, svg, png):
        if path is not None:
            require_writable(path)
    names = fill_seats(bots or [game.default_bot], players or game.players)
    seed = random_seed() if seed is None else seed
    start = game.new(names, seed, rules)
    view = view_of(game, start, reveal=reveal)
    played = [start]
    seats = seat_bots(game, dict(enumerate(names)))
    records = play_bots(game, start, seats, seed, max_moves=game.max_moves)
    console = make_console()
    with _save_at_end(game, played, save):
        narrate_game(
            console, game, start, _append_each(records, played), view, delay=delay, board=board
        )
    record = played[-1]
    if record.outcome is None:
        console.print(f"\nStopped after {len(record)} moves: these bots may go on for ever.")
    console.print()
    console.print(draw_scoreboard(game.scoreboard(record), view.labels))
    if svg is not None or png is not None:
        write_pictures(game.board_svg(record, view, theme), svg=svg, png=png)
    console.print(f"With --seed {seed} the same game is played again.")
    return 0


@contextmanager
def _save_at_end(game: Game[R, M], played: Sequence[R], path: Path | None) -> Iterator[None]:
    """Write the last record at the end of the block, even after an error."""
    try:
        yield
    except BotFailed as failure:
        raise CommandError(failure.full_message) from failure
    finally:
        if path is not None:
            write_record(game, path, played[-1])


def _append_each(records: Iterable[R], played: list[R]) -> Iterator[R]:
    """The same records; each is appended to the list before it is narrated."""
    for record in records:
        played.append(record)
        yield record
