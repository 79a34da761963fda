"""`watch`: bots play a game."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from keltis._shared.narration import count_noun
from keltis.cli._bots import (
    BotFailed,
    fill_seats,
    play_bots,
    random_seed,
    require_players,
    seat_bots,
)
from keltis.cli._commands import CommandError, ExitCode
from keltis.cli._display import (
    draw_scoreboard,
    make_console,
    print_written,
    view_of,
    write_pictures,
)
from keltis.cli._files import require_writable, write_record
from keltis.cli._games import Game, M, R, Viewpoint
from keltis.cli._narration import narrate_game
from keltis.cli._signals import ignore_stop_signals, raise_on_stop_signals


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
    require_players(game, players)
    names = fill_seats(bots or [game.default_bot], players or game.players)
    seed = random_seed() if seed is None else seed
    start = game.new(names, seed, rules)
    view = view_of(game, start, reveal=reveal)
    played = [start]
    seats = seat_bots(game, dict(enumerate(names)))
    records = play_bots(game, start, seats, seed, max_moves=game.max_moves)
    console = make_console()
    with raise_on_stop_signals(), _save_at_end(game, played, save):
        try:
            narrate_game(
                console, game, start, _append_each(records, played), view, delay=delay, board=board
            )
        except BrokenPipeError:
            if save is not None or svg is not None or png is not None:
                played += records  # nobody looks any more, but the files get the whole game
                _write_pictures(game, played[-1], view, svg=svg, png=png, theme=theme)
            raise
    record = played[-1]
    written = _write_pictures(game, record, view, svg=svg, png=png, theme=theme)
    if len(record) == game.max_moves:
        console.print(f"\nStopped after {len(record)} moves: these bots may go on for ever.")
    elif record.outcome is None:
        console.print(f"\nYou left after {count_noun(len(record), 'move')}.")
    console.print()
    console.print(draw_scoreboard(game.scoreboard(record), view.labels))
    for path in written:
        print_written(console, path)
    console.print(f"With --seed {seed} the same game is played again.")
    return 0


@contextmanager
def _save_at_end(game: Game[R, M], played: Sequence[R], path: Path | None) -> Iterator[None]:
    """Write the last record at the end of the block, even after an error or a signal."""
    try:
        yield
    except BotFailed as failure:
        raise CommandError(failure.full_message) from failure
    finally:
        ignore_stop_signals()
        if path is not None:
            write_record(game, path, played[-1])


def _write_pictures(
    game: Game[R, M],
    record: R,
    view: Viewpoint,
    *,
    svg: Path | None,
    png: Path | None,
    theme: str,
) -> list[Path]:
    """Write the pictures of the end that are asked for, and return their paths."""
    if svg is None and png is None:
        return []
    return write_pictures(game.board_svg(record, view, theme), svg=svg, png=png)


def _append_each(records: Iterable[R], played: list[R]) -> Iterator[R]:
    """The same records; each is appended to the list before it is narrated."""
    for record in records:
        played.append(record)
        yield record
