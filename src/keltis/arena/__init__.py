"""Tournaments: many games between bots, and the statistics of them.

    >>> from keltis.arena import play_tournament, standings
    >>> result = play_tournament(["greedy", "random"], deals=3, seed=7)
    >>> [(standing.name, standing.wins) for standing in standings(result)]
    [('greedy', 6), ('random', 0)]

Every deal is played with every seating, and all seeds are derived from one. So the result does not
depend on how the games are spread over an executor: none, a process pool, or Dask's
`Client.get_executor()`. A bot that fails loses its game, with the reason in the result. A
tournament that is interrupted keeps its games, and with a journal it can continue.

`summary` is a table for people; `games_to_csv`, `standings_to_csv` and `tournament_to_json` are for
other programs; and with `pip install "keltis[plot]"` there are the plots of `keltis.arena.plots`.
"""

from keltis._lib.chance import derived_seed
from keltis._lib.exports import set_public_module
from keltis.arena._documents import (
    ArenaError,
    tally_from_json,
    tally_to_json,
    tournament_from_json,
    tournament_to_json,
)
from keltis.arena._journal import write_journal
from keltis.arena._luck import Corrected, LuckCorrected, correct_luck
from keltis.arena._plan import (
    DEFAULT_DEALS,
    DEFAULT_MAX_TURNS,
    MAX_GAMES,
    Entrant,
    Fixture,
    Plan,
    as_entrants,
)
from keltis.arena._play import play_game
from keltis.arena._results import (
    AnyResult,
    Failure,
    Forfeit,
    GameEnd,
    GameResult,
    GoalEntry,
    TournamentResult,
    game_records,
)
from keltis.arena._sprt import Sprt, SprtStatus, sprt
from keltis.arena._statistics import (
    Estimate,
    Lengths,
    Meeting,
    Meetings,
    Spread,
    Standing,
    elo_ratings,
    end_counts,
    finished_scores,
    goal_curve,
    has_mean_scores,
    lengths,
    mean,
    meetings,
    standings,
    wilson,
)
from keltis.arena._tables import ParquetWriter, games_to_csv, standings_to_csv, summary
from keltis.arena._tally import (
    AnyTournament,
    Counts,
    DealSums,
    Encounters,
    EntrantTally,
    FirstFailure,
    Ranges,
    Tally,
    merge,
    tally,
)
from keltis.arena._tournament import (
    BrokenTournament,
    InterruptedTournament,
    PlanOptions,
    Progress,
    Stream,
    TallyProgress,
    play_tournament,
)

__all__ = [
    "DEFAULT_DEALS",
    "DEFAULT_MAX_TURNS",
    "MAX_GAMES",
    "AnyResult",
    "AnyTournament",
    "ArenaError",
    "BrokenTournament",
    "Corrected",
    "Counts",
    "DealSums",
    "Encounters",
    "Entrant",
    "EntrantTally",
    "Estimate",
    "Failure",
    "FirstFailure",
    "Fixture",
    "Forfeit",
    "GameEnd",
    "GameResult",
    "GoalEntry",
    "InterruptedTournament",
    "Lengths",
    "LuckCorrected",
    "Meeting",
    "Meetings",
    "ParquetWriter",
    "Plan",
    "PlanOptions",
    "Progress",
    "Ranges",
    "Spread",
    "Sprt",
    "SprtStatus",
    "Standing",
    "Stream",
    "Tally",
    "TallyProgress",
    "TournamentResult",
    "as_entrants",
    "correct_luck",
    "derived_seed",
    "elo_ratings",
    "end_counts",
    "finished_scores",
    "game_records",
    "games_to_csv",
    "goal_curve",
    "has_mean_scores",
    "lengths",
    "mean",
    "meetings",
    "merge",
    "play_game",
    "play_tournament",
    "sprt",
    "standings",
    "standings_to_csv",
    "summary",
    "tally",
    "tally_from_json",
    "tally_to_json",
    "tournament_from_json",
    "tournament_to_json",
    "wilson",
    "write_journal",
]

set_public_module(__name__)
