"""Tournaments as CSV, for other programs, and as a table, for people."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from keltis.arena.intervals import Estimate
from keltis.arena.results import GameEnd, GameResult, TournamentResult
from keltis.arena.standings import Standing, end_counts, lengths, standings
from keltis.notation import format_rules

_WIDTH: Final = 80
"""How wide a table for people is, if no name is wider."""
_GAME_COLUMNS: Final = (
    *("game", "deal", "seed", "seat", "entrant", "end", "winners", "won", "score"),
    *(
        "paths",
        "tile_points",
        "wishing_stones",
        "goal_figures",
        "turns",
        "decisions",
        "failure",
        "detail",
    ),
)
_STANDING_COLUMNS: Final = (
    *(
        "entrant",
        "games",
        "wins",
        "shared_wins",
        "forfeits",
        "win_share",
        "win_share_low",
        "win_share_high",
    ),
    *("score", "score_low", "score_high", "elo"),
)


def games_to_csv(result: TournamentResult) -> str:
    """A row for each game and seat. `winners` is how many won the game, and `won` is 1 if this entrant is one of them."""
    return _csv(
        _GAME_COLUMNS,
        (_game_row(game, seat) for game in result.games for seat in range(len(game.seating))),
    )


def _game_row(game: GameResult, seat: int) -> list[str | int]:
    score = game.scores[seat]
    failed = game.forfeit if game.forfeit is not None and game.forfeit.seat == seat else None
    return [
        *(game.number, game.deal, game.seed, seat, game.seating[seat], game.end.value),
        *(len(game.winners), int(seat in game.winners), score.total),
        *(
            score.paths,
            score.tile_points,
            score.wishing_stones,
            game.figures_in_goal(seat, game.turns),
        ),
        *(game.turns, game.decisions),
        *(("", "") if failed is None else (failed.failure.value, failed.detail)),
    ]


def standings_to_csv(result: TournamentResult) -> str:
    """A row for each entrant, the best first. What could not be measured is empty."""
    return _csv(_STANDING_COLUMNS, map(_standing_row, standings(result)))


def _standing_row(standing: Standing) -> list[str | int | float]:
    return [
        *(standing.name, standing.games, standing.wins, standing.shared_wins, standing.forfeits),
        *_estimate_cells(standing.win_share),
        *_estimate_cells(standing.score),
        round(standing.elo, 1),
    ]


def _estimate_cells(estimate: Estimate | None) -> tuple[str | float, ...]:
    return (
        ("", "", "")
        if estimate is None
        else tuple(round(n, 6) for n in (estimate.value, estimate.low, estimate.high))
    )


def _csv(columns: Sequence[str], rows: Iterable[Sequence[str | int | float]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def summary(result: TournamentResult) -> str:
    """The tournament as a table for people, with 95 % confidence intervals."""
    lines = [
        _title(result),
        "",
        *_aligned([_HEADINGS, *map(_cells, standings(result))]),
        "",
        f"ended by {_ends(result)}",
        *_length_lines(result),
    ]
    return "\n".join(lines)


def _title(result: TournamentResult) -> str:
    plan = result.plan
    played = (
        f"{len(result.games)} games"
        if result.complete
        else f"{len(result.games)} of {len(plan)} games"
    )
    made_of = f"{plan.deals} deals, {plan.seatings} seatings, {plan.players} players"
    return f"{played}: {made_of}, seed {plan.seed}, rules {format_rules(plan.rules)}"


_HEADINGS: Final = [
    "entrant",
    "games",
    "wins",
    "shared",
    "forfeits",
    "win share (95 %)",
    "score (95 %)",
    "Elo",
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
        "-" if share is None else f"{share.value:.0%} ({share.low:.0%} to {share.high:.0%})",
        "-" if score is None else f"{score.value:.1f} ± {score.high - score.value:.1f}",
        f"{standing.elo:.0f}",
    ]


def _aligned(rows: list[list[str]]) -> Iterator[str]:
    """The rows in columns, the first flush left and the others flush right; a name that is too long has a line of its own."""
    _, *widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    room = _WIDTH - sum(2 + width for width in widths)
    names = [name if len(name) <= room else "" for name, *_ in rows]
    left = max(map(len, names))
    for (name, *cells), shown in zip(rows, names, strict=True):
        if not shown:
            yield name
        yield "  ".join(
            [
                shown.ljust(left),
                *(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)),
            ]
        )


def _ends(result: TournamentResult) -> str:
    return ", ".join(f"{_END_WORDS[end]}: {count}" for end, count in end_counts(result).items())


_END_WORDS: Final = {
    GameEnd.FIFTH_FIGURE: "fifth figure",
    GameEnd.DRAW_PILE_EMPTY: "empty draw pile",
    GameEnd.TRUNCATED: "turn limit",
    GameEnd.FORFEITED: "forfeit",
}


def _length_lines(result: TournamentResult) -> list[str]:
    found = lengths(result)
    if found is None:
        return []
    return [
        f"{name} a game: {spread.mean:.0f} on average, {spread.least} to {spread.most}"
        for name, spread in (("turns", found.turns), ("decisions", found.decisions))
    ]
