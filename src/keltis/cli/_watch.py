"""`watch`: bots play a game."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from keltis._lib.text import count_noun
from keltis.cli._bots import (
    BotFailed,
    fill_seats,
    fixed_players,
    random_seed,
    require_players,
    seat_bots,
)
from keltis.cli._commands import CommandError, ExitCode
from keltis.cli._display import (
    draw_picture,
    draw_scoreboard,
    make_console,
    print_written,
    view_of,
    write_pictures,
)
from keltis.cli._files import require_writable, write_record
from keltis.cli._narration import narrate_game
from keltis.cli._signals import ignore_stop_signals, raise_on_stop_signals
from keltis.cli._terminal import M, R, S, Terminal, V, Viewpoint
from keltis.game import MAX_MOVES, Match, Record


def watch(
    terminal: Terminal[S, V, M, R],
    *,
    bots: Sequence[str],
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
    game = terminal.game
    require_players(game, players)
    names = fill_seats(bots or [terminal.default_bot], players or fixed_players(game))
    seed = random_seed() if seed is None else seed
    parsed = game.rules if rules is None else game.notation.parse_rules(rules)
    start = game.record.new_record(len(names), seed=seed, rules=parsed, names=names)
    seats = seat_bots(game, names)
    match = Match(game=game, record=start, bots=seats, seed=seed, max_moves=MAX_MOVES)
    view = view_of(terminal, start, reveal=reveal)
    played = [match]
    records = _keep_last(match.steps(), played)
    console = make_console()
    with raise_on_stop_signals(), _save_at_end(terminal, played, save):
        try:
            narrate_game(console, terminal, start, records, view, delay=delay, board=board)
        except BrokenPipeError:
            if save is not None or svg is not None or png is not None:
                deque(records, maxlen=0)  # nobody looks any more, but the files get the whole game
                _write_pictures(terminal, played[-1].record, view, svg=svg, png=png, theme=theme)
            raise
    match = played[-1]
    record = match.record
    written = _write_pictures(terminal, record, view, svg=svg, png=png, theme=theme)
    if match.truncated:
        console.print(f"\nStopped after {len(record)} moves: these bots may go on for ever.")
    elif match.outcome is None:
        console.print(f"\nYou left after {count_noun(len(record), 'move')}.")
    console.print()
    console.print(draw_scoreboard(terminal.scoreboard(record), view.labels))
    for path in written:
        print_written(console, path)
    console.print(f"With --seed {seed} the same game is played again.")
    return 0


@contextmanager
def _save_at_end(
    terminal: Terminal[S, V, M, R], played: Sequence[Match[S, V, M, R]], path: Path | None
) -> Iterator[None]:
    """Write the last record at the end of the block, even after an error or a signal."""
    try:
        yield
    except BotFailed as failure:
        raise CommandError(failure.full_message) from failure
    finally:
        ignore_stop_signals()
        if path is not None:
            write_record(terminal, path, played[-1].record)


def _write_pictures(
    terminal: Terminal[S, V, M, R],
    record: Record[S, M],
    view: Viewpoint,
    *,
    svg: Path | None,
    png: Path | None,
    theme: str,
) -> list[Path]:
    """Write the pictures of the end that are asked for, and return their paths."""
    if svg is None and png is None:
        return []
    return write_pictures(draw_picture(terminal, record, view, theme), svg=svg, png=png)


def _keep_last(
    steps: Iterable[Match[S, V, M, R]], played: list[Match[S, V, M, R]]
) -> Iterator[Record[S, M]]:
    """The record after each step, which is put into the list before it is narrated."""
    for match in steps:
        played[:] = [match]
        yield match.record
