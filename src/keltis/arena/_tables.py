"""Tournaments as CSV for other programs, and as a text table for people."""

import csv
import io
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from keltis.arena._results import AnyResult, GameResult, score_items
from keltis.arena._statistics import (
    Estimate,
    Standing,
    Total,
    end_counts,
    has_mean_scores,
    lengths,
    standings,
)
from keltis.game import Score
from keltis.render._kit.html import html_table

_WIDTH: Final = 80
"""The width of the text table, if no name is wider."""
_STANDING_COLUMNS: Final = (
    *("entrant", "games", "wins", "shared_wins", "forfeits"),
    *("win_share", "win_share_low", "win_share_high", "score", "score_low", "score_high"),
    *("elo", "elo_low", "elo_high"),
)


def games_to_csv(result: AnyResult) -> str:
    """Return a table with a row for each game and seat.

    `winners` is the number of winners of the game, and `won` is 1 if this entrant is one of them.
    """
    items = _score_items(result)
    columns = (
        *("game", "deal", "seed", "seat", "entrant", "end", "winners", "won", "score", *items),
        *(result.plan.game.milestone, "turns", "decisions", "failure", "detail"),
    )
    return _csv(
        columns,
        (
            _game_row(game, seat, items)
            for game in result.games
            for seat in range(len(game.seating))
        ),
    )


def _score_items(result: AnyResult) -> tuple[str, ...]:
    """The names of what scores are made of, if they have names."""
    kinds = {type(score) for game in result.games for score in game.scores}
    return tuple(name for kind in kinds for name in score_items(kind))


def _game_row(game: GameResult[Score], seat: int, items: Sequence[str]) -> list[str | int]:
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


def standings_to_csv(result: AnyResult) -> str:
    """Return a table with a row for each entrant, the best first; unknown values are empty."""
    return _csv(_STANDING_COLUMNS, map(_standing_row, standings(result)))


def _standing_row(standing: Standing) -> list[str | int | float]:
    return [
        *(standing.name, standing.games, standing.wins, standing.shared_wins, standing.forfeits),
        *_estimate_cells(standing.win_share),
        *_estimate_cells(standing.score),
        *_estimate_cells(standing.elo, 1),
    ]


def _estimate_cells(estimate: Estimate | None, digits: int = 6) -> list[str | float]:
    """Return the value and its bounds; what is unknown is empty."""
    if estimate is None:
        return ["", "", ""]
    numbers = (estimate.value, estimate.low, estimate.high)
    return [round(number, digits) if math.isfinite(number) else "" for number in numbers]


def _csv(columns: Sequence[str], rows: Iterable[Sequence[str | int | float]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def summary(result: AnyResult) -> str:
    """Return the tournament as a text table, with 95 % confidence intervals.

    >>> from keltis.arena import play_tournament, summary
    >>> print(summary(play_tournament(["random", "random"], deals=1, seed=7)).splitlines()[0])
    2 games: 1 deals, 2 seatings, 2 players, seed 7, rules KELTIS
    """
    lines = [
        _title(result),
        "",
        *_align(_table(result)),
        "",
        f"ends: {_ends(result)}",
        *_length_lines(result),
    ]
    return "\n".join(lines)


def standings_html(caption: str, rows: Iterable[Standing]) -> str:
    """Return standings as an HTML table, for notebooks."""
    return html_table(caption, _HEADINGS, map(_cells, rows))


def result_html(result: AnyResult) -> str:
    """Return the standings of a tournament as an HTML table, for notebooks."""
    headings, *rows = _table(result)
    return html_table(_title(result), headings, rows)


def _table(result: AnyResult) -> list[list[str]]:
    """The headings and the rows of the standings; some games have no mean score."""
    rows = [[*_HEADINGS], *map(_cells, standings(result))]
    score = _HEADINGS.index("score (95 %)")
    return rows if has_mean_scores(result) else [row[:score] + row[score + 1 :] for row in rows]


def _title(result: AnyResult) -> str:
    plan = result.plan
    played = (
        f"{len(result.games)} games"
        if result.complete
        else f"{len(result.games)} of {len(plan)} games"
    )
    made_of = f"{plan.deals} deals, {plan.seatings} seatings, {plan.players} players"
    return f"{played}: {made_of}, seed {plan.seed}, rules {plan.game.format_rules(plan.rules)}"


_HEADINGS: Final = [
    "entrant",
    "games",
    "wins",
    "shared",
    "forfeits",
    "won (95 %)",
    "score (95 %)",
    "Elo (95 %)",
]


def _cells(standing: Standing) -> list[str]:
    share, score = standing.win_share, standing.score
    return [
        *(
            standing.name,
            str(standing.games),
            str(standing.wins),
            str(standing.shared_wins),
            str(standing.forfeits),
        ),
        "-" if share is None else _won_cell(share),
        "-" if score is None else f"{score.value:.1f} ± {score.high - score.value:.1f}",
        f"{standing.elo.value:.0f} ± {standing.elo.high - standing.elo.value:.0f}",
    ]


def _won_cell(share: Estimate) -> str:
    return f"{share.value:.0%} ({100 * share.low:.0f}-{100 * share.high:.0f})"


def _align(rows: list[list[str]]) -> Iterator[str]:
    """Align the first column left and the others right; a long name gets a line of its own."""
    _, *widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    room = _WIDTH - sum(2 + width for width in widths)
    names = [name if len(name) <= room else "" for name, *_ in rows]
    left = max(map(len, names))
    for (name, *cells), short in zip(rows, names, strict=True):
        if not short:
            yield name
        yield "  ".join(
            [
                short.ljust(left),
                *(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)),
            ]
        )


def _ends(result: AnyResult) -> str:
    return ", ".join(f"{end.value} {count}" for end, count in end_counts(result).items())


def _length_lines(result: AnyResult) -> list[str]:
    measured = lengths(result)
    if measured is None:
        return []
    return [
        f"{name} per game: mean {spread.mean:.0f}, from {spread.least} to {spread.most}"
        for name, spread in (("turns", measured.turns), ("decisions", measured.decisions))
    ]
