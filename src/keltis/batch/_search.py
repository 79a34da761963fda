"""Tree search for one decision, from what its player may know."""

import math
import sys
import time
from collections.abc import Sequence
from typing import Final, final

import attrs
import numpy as np
from numpy.typing import NDArray

from keltis._shared.checks import ABOVE_ZERO, as_number
from keltis.batch._arrays import NO_LIMIT, as_limit
from keltis.batch._batch import Batch
from keltis.batch._chance import batch_seed
from keltis.batch._records import make_records
from keltis.batch._shape import Shape
from keltis.batch._tables import card_code
from keltis.batch._tree import NODE, grow_tree, plant_tree
from keltis.errors import InvalidArgument
from keltis.learning import action_id
from keltis.legality import IllegalMove, illegality
from keltis.moves import Move
from keltis.view import PlayerView, complete_state, hidden_cards

MAX_NODES: Final = 2**21
"""The size at which a tree stops growing: 64 MB."""
_CHUNK: Final = 64
"""The number of iterations between two looks at the clock."""
_LEAST: Final = Shape(players=6, values=12, rows=10, cards=180)
"""The least shape of a game, so that all usual rules and numbers of players share kernels."""


@final
@attrs.frozen(eq=False)
class SearchStatistics:
    """The result of a search: by move, how often it was visited and how it ended."""

    visits: NDArray[np.int64]
    """The visit counts. The most visited move is the choice of the search."""
    total_rewards: NDArray[np.float64]
    """The sums of the rewards of all visits; a reward is from 0 to 1."""


def search_moves(
    view: PlayerView,
    moves: Sequence[Move],
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
) -> SearchStatistics:
    """Search some legal moves of the viewer, who must be to move, by Monte Carlo tree search.

    The budget is a number of iterations, of seconds, or both; the first to run out ends the search.
    The search also stops when the iterations left could not change the most visited move. With
    iterations alone, the same view, moves and seed give the same result. `keltis.bots.SearchBot`
    plays by it.

    >>> import keltis
    >>> from keltis.batch import search_moves
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> moves = keltis.legal_moves(view)
    >>> found = search_moves(view, moves, iterations=1000, seed=1)
    >>> str(moves[found.visits.argmax()])
    'lay B0 large'
    """
    if iterations is None and seconds is None:
        raise InvalidArgument("a search needs a budget: pass iterations or seconds")
    end = math.inf
    if seconds is not None:
        seconds = as_number(seconds, "seconds", "a number above 0", ABOVE_ZERO, sys.float_info.max)
        end = time.perf_counter() + seconds
    budget = NO_LIMIT if iterations is None else as_limit(iterations, "iterations", 1)
    chunk = budget if seconds is None else _CHUNK
    chance = np.uint64(batch_seed(seed))
    root, hidden, missing = _root(view, moves)
    nodes, room = make_records(MAX_NODES, NODE), make_records(1, root.shape.game)
    actions = np.array([action_id(move) for move in moves], np.int64)
    children = np.empty(len(moves), np.int64)
    used = plant_tree(root.games, root.tables, nodes, actions, children)
    done = 0
    while done < budget and (done == 0 or time.perf_counter() < end):
        used = grow_tree(
            root.games,
            root.tables,
            hidden,
            missing,
            chance,
            nodes,
            used,
            children,
            min(chunk, budget - done),
            budget - done,
            room,
        )
        done += chunk
        if nodes["visits"][children].sum() < done:  # it stopped early
            break
    return SearchStatistics(
        nodes["visits"][children].astype(np.int64), nodes["total_reward"][children]
    )


def _root(
    view: PlayerView, moves: Sequence[Move]
) -> tuple[Batch, NDArray[np.uint8], NDArray[np.int64]]:
    """A batch of one game with the cards that the viewer knows, the hidden cards, and their number.

    The number is by seat. The moves are checked.
    """
    if view.viewer != view.to_move:
        raise InvalidArgument(
            f"expected the view of seat {view.to_move}, who is to move, not of {view.viewer}"
        )
    if not moves:
        raise InvalidArgument("moves must not be empty: is the game over?")
    rules, players = view.rules, len(view.players)
    hidden = hidden_cards(view)
    state = complete_state(view, hidden)  # hidden cards anywhere: they are taken away again
    for move in moves:
        reason = illegality(state, move)
        if reason is not None:
            raise IllegalMove(reason, move, state)
    sizes = zip(attrs.astuple(Shape.of(rules, players)), attrs.astuple(_LEAST), strict=True)
    root = Batch.of([state], shape=Shape(*map(max, sizes)))
    game = root.games[0]
    game["deck"] = 0
    missing = np.zeros(players, np.int64)
    for seat, player in enumerate(view.players):
        if seat != view.viewer:
            missing[seat] = player.hand_size - len(player.seen)
            game["hand"][seat] = game["seen"][seat]
            game["bits"][seat] = 0
            for card in player.seen:
                game["bits"][seat, card.colour] |= 1 << rules.values.index(card.value)
    return root, np.array([card_code(rules, card) for card in hidden], np.uint8), missing
