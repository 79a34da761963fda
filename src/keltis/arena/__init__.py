"""Tournaments: many games between bots, and the statistics of them.

    >>> from keltis.arena import play_tournament, standings
    >>> result = play_tournament(["greedy", "random"], deals=3, seed=7)
    >>> [(standing.name, standing.wins) for standing in standings(result)]
    [('greedy', 6), ('random', 0)]

Every deal is played with every seating, and all seeds are derived from one. So the result does not
depend on how the games are spread over an executor: none, a process pool, or Dask's
`Client.get_executor()`. A bot that fails loses its game, with the reason in the result. A
tournament that is interrupted keeps its games, and with a journal it can continue.

`summary` is a table for people; `games_to_csv`, `standings_to_csv` and `keltis.documents` are for
other programs; and with `pip install "keltis[plot]"` there are the plots of `keltis.arena.plots`.
"""

from keltis._shared.aliases import old_reader, old_writer
from keltis._shared.chance import derived_seed
from keltis._shared.exports import set_public_module
from keltis.arena._documents import ArenaError
from keltis.arena._entrants import Entrant, as_entrants
from keltis.arena._game import play_game
from keltis.arena._intervals import Estimate, mean, wilson
from keltis.arena._journal import write_journal
from keltis.arena._plan import DEFAULT_MAX_TURNS, MAX_GAMES, Fixture, Plan
from keltis.arena._ratings import elo_ratings
from keltis.arena._results import (
    Failure,
    Forfeit,
    GameEnd,
    GameResult,
    GoalEntry,
    TournamentResult,
    game_records,
)
from keltis.arena._standings import (
    Lengths,
    Meeting,
    Meetings,
    Spread,
    Standing,
    end_counts,
    finished_scores,
    goal_curve,
    lengths,
    meetings,
    standings,
)
from keltis.arena._tables import games_to_csv, standings_to_csv, summary
from keltis.arena._tournament import (
    BrokenTournament,
    InterruptedTournament,
    Progress,
    play_tournament,
)

__all__ = [
    "DEFAULT_MAX_TURNS",
    "MAX_GAMES",
    "ArenaError",
    "BrokenTournament",
    "Entrant",
    "Estimate",
    "Failure",
    "Fixture",
    "Forfeit",
    "GameEnd",
    "GameResult",
    "GoalEntry",
    "InterruptedTournament",
    "Lengths",
    "Meeting",
    "Meetings",
    "Plan",
    "Progress",
    "Spread",
    "Standing",
    "TournamentResult",
    "as_entrants",
    "derived_seed",
    "elo_ratings",
    "end_counts",
    "finished_scores",
    "game_records",
    "games_to_csv",
    "goal_curve",
    "lengths",
    "mean",
    "meetings",
    "play_game",
    "play_tournament",
    "standings",
    "standings_to_csv",
    "summary",
    "wilson",
    "write_journal",
]

set_public_module(__name__)

tournament_from_json = old_reader("tournament_from_json", TournamentResult)
tournament_to_json = old_writer("tournament_to_json", TournamentResult)
