"""Tournaments as CSV and Parquet for other programs, and as a text table for people."""

import csv
import io
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from io import FileIO
from pathlib import Path
from typing import Final, Self

import attrs

from keltis._game import GAME
from keltis.arena._plan import PlayedGame
from keltis.arena._results import AnyResult, GameResult, score_items
from keltis.arena._statistics import (
    Estimate,
    Standing,
    end_counts,
    has_mean_scores,
    lengths,
    standings,
)
from keltis.arena._tally import AnyTournament, Total, tally
from keltis.game import Score
from keltis.render._kit.html import html_table

_WIDTH: Final = 80
"""The width of the text table, if no name is wider."""
_ROW_GROUP: Final = 65_536
"""The rows of a Parquet file that are written at once."""
_SCORE: Final = "score (95 %)"


def games_to_csv(result: AnyResult) -> str:
    """Return a table with a row for each game and seat.

    `winners` is the number of winners of the game, and `won` is 1 if this entrant is one of them.
    """
    items = _score_items(result.games)
    columns = _game_columns(result.plan.game, items)
    return _csv(columns, _game_rows(result.games, items))


class ParquetWriter:
    """A Parquet file with the rows of `games_to_csv`, which gets games as they come in.

    It needs pyarrow: `pip install "keltis[parquet]"`. The file can be read when it is closed::

        with ParquetWriter("games.parquet") as file:
            play_tournament(["greedy", "random"], games=10**6, keep_games=False, stream=file.write)
    """

    def __init__(self, path: Path | str, *, game: PlayedGame = GAME) -> None:
        try:
            import pyarrow as pa  # noqa: PLC0415 - an extra
            from pyarrow import parquet  # noqa: PLC0415
        except ImportError as error:
            message = 'ParquetWriter needs pyarrow: pip install "keltis[parquet]"'
            raise ImportError(message) from error
        self._table, self._open, self._game = pa.table, parquet.ParquetWriter, game
        self._stack = ExitStack()
        self._file = self._stack.enter_context(FileIO(path, "wb"))
        self._write: Callable[[object], object] | None = None
        self._columns: tuple[str, ...] = ()
        self._items: list[str] = []
        self._rows: list[list[str | int]] = []

    def write(self, games: Sequence[GameResult[Score]]) -> None:
        """Write games; there is a row for each game and seat."""
        if not self._columns:
            self._items = _score_items(games)
            self._columns = _game_columns(self._game, self._items)
        self._rows += _game_rows(games, self._items)
        if len(self._rows) >= _ROW_GROUP:
            self._flush()

    def _flush(self) -> None:
        columns = map(list, zip(*self._rows, strict=True))
        table = self._table(dict(zip(self._columns, columns, strict=True)))
        if self._write is None:
            writer = self._stack.enter_context(self._open(self._file, table.schema))
            self._write = writer.write_table
        self._write(table)
        self._rows.clear()

    def close(self) -> None:
        """Write what is left, and close the file."""
        with self._stack:
            if self._rows:
                self._flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _score_items(games: Iterable[GameResult[Score]]) -> list[str]:
    """The names of what the scores of games are made of, if they have names."""
    kinds = {type(score) for game in games for score in game.scores}
    return [name for kind in kinds for name in score_items(kind)]


def _game_columns(game: PlayedGame, items: Iterable[str]) -> tuple[str, ...]:
    return (
        *("game", "deal", "seed", "seat", "entrant", "end", "winners", "won", "score", *items),
        *(game.milestone, "turns", "decisions", "failure", "detail"),
    )


def _game_rows(
    games: Iterable[GameResult[Score]], items: Sequence[str]
) -> Iterator[list[str | int]]:
    return (_game_row(game, seat, items) for game in games for seat in range(len(game.seating)))


def _game_row(game: GameResult[Score], seat: int, items: Iterable[str]) -> list[str | int]:
    score = game.scores[seat]
    failed = game.forfeit if game.forfeit is not None and game.forfeit.seat == seat else None
    return [
        *(game.number, game.deal, game.seed, seat, game.seating[seat], str(game.end.value)),
        *(len(game.winners), int(seat in game.winners), _score_cell(score)),
        *(getattr(score, item) for item in items),
        *(game.figures_in_goal(seat, game.turns), game.turns, game.decisions),
        *(("", "") if failed is None else (failed.failure.value, failed.detail)),
    ]


def _score_cell(score: Score) -> str | int:
    """The total, or the numbers that are compared one after the other."""
    if isinstance(score, Total):
        return score.total
    return " ".join(map(str, score)) if isinstance(score, tuple) else str(score)


def standings_to_csv(result: AnyTournament) -> str:
    """Return a table with a row for each entrant, the best first; unknown values are empty."""
    rows = [dict(_standing_cells(standing)) for standing in standings(result)]
    return _csv(rows[0], [row.values() for row in rows])


def _standing_cells(standing: Standing) -> Iterator[tuple[str, str | int | float]]:
    """The cells of a row by column: an estimate has three."""
    for field in attrs.fields(Standing):
        value: str | int | Estimate | None = getattr(standing, field.name)
        if isinstance(value, (str, int)):
            yield "entrant" if field.name == "name" else field.name, value
            continue
        estimate = value or Estimate(math.nan, math.nan, math.nan)
        numbers = {"": estimate.value, "_low": estimate.low, "_high": estimate.high}
        for end, number in numbers.items():
            rounded = round(number, 1 if field.name == "elo" else 6)
            yield f"{field.name}{end}", rounded if math.isfinite(number) else ""


def _csv(columns: Iterable[str], rows: Iterable[Iterable[str | int | float]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    return text.getvalue()


def summary(result: AnyTournament) -> str:
    """Return the tournament as a text table, with 95 % confidence intervals.

    >>> from keltis.arena import play_tournament, summary
    >>> print(summary(play_tournament(["random", "random"], deals=1, seed=7)).splitlines()[0])
    2 games: 1 deals, 2 seatings, 2 players, seed 7, rules KELTIS
    """
    ends = ", ".join(f"{end.value} {count}" for end, count in end_counts(result).items())
    measured = lengths(result)
    table = _table(standings(result), scores=has_mean_scores(result))
    spreads = {"turns": measured.turns, "decisions": measured.decisions} if measured else {}
    return "\n".join(
        [
            *(_title(result), "", *_align(table), "", f"ends: {ends}"),
            *(
                f"{name} per game: mean {spread.mean:.0f}, from {spread.least} to {spread.most}"
                for name, spread in spreads.items()
            ),
        ]
    )


def standings_html(caption: str, rows: Iterable[Standing]) -> str:
    """Return standings as an HTML table, for notebooks."""
    headings, *cells = _table(rows)
    return html_table(caption, headings, cells)


def result_html(result: AnyTournament) -> str:
    """Return the standings of a tournament as an HTML table, for notebooks."""
    headings, *cells = _table(standings(result), scores=has_mean_scores(result))
    return html_table(_title(result), headings, cells)


def _table(rows: Iterable[Standing], *, scores: bool = True) -> list[list[str]]:
    """The headings and the rows of the standings; some games have no mean score."""
    cells = [_cells(row) for row in rows]
    headings = [heading for heading in cells[0] if scores or heading != _SCORE]
    return [headings, *([row[heading] for heading in headings] for row in cells)]


def _title(result: AnyTournament) -> str:
    plan = result.plan
    made_of = f"{plan.deals} deals, {plan.seatings} seatings, {plan.players} players"
    played = plan.count(tally(result).games)
    return f"{played}: {made_of}, seed {plan.seed}, rules {plan.game.format_rules(plan.rules)}"


def _cells(standing: Standing) -> dict[str, str]:
    """The cells of a row by their headings."""
    share, score, elo = standing.win_share, standing.score, standing.elo
    return {
        "entrant": standing.name,
        "games": str(standing.games),
        "wins": str(standing.wins),
        "shared": str(standing.shared_wins),
        "forfeits": str(standing.forfeits),
        "won (95 %)": "-"
        if share is None
        else f"{share.value:.0%} ({100 * share.low:.0f}-{100 * share.high:.0f})",
        _SCORE: "-" if score is None else f"{score.value:.1f} ± {score.high - score.value:.1f}",
        "Elo (95 %)": f"{elo.value:.0f} ± {elo.high - elo.value:.0f}",
    }


def _align(rows: list[list[str]]) -> Iterator[str]:
    """Align the first column left and the others right; a long name gets its own line."""
    _, *widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    room = _WIDTH - sum(2 + width for width in widths)
    left = max((len(name) for name, *_ in rows if len(name) <= room), default=0)
    for name, *cells in rows:
        if len(name) > room:
            yield name
        first = name if len(name) <= room else ""
        others = [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
        yield "  ".join([first.ljust(left), *others])
