"""Determinized search in a game with hidden cards: view, determinizations, rollouts, choice.

The program prints the numbers of each of the four steps for one decision. The bot `search` of
`keltis.bots` has a network choose the candidates and play the rollouts.
"""

import random
from collections import Counter
from math import sqrt
from statistics import fmean, stdev

import keltis
from keltis import Advance, Card, Discard, Draw, GameState, Lay, Move

WORLDS = 20


def main() -> None:
    rng = random.Random(4)
    state = keltis.new_game(2, seed=2)
    for _ in range(40):  # somewhere in the middle of a game
        state = keltis.apply_move(state, rollout_policy(state, rng))
    while state.phase is not keltis.Phase.PLAY:
        state = keltis.apply_move(state, rollout_policy(state, rng))

    # 1. The view: all that the player to move may know. The steps below do not use the state.
    view = keltis.observe(state, state.to_move)
    me, moves = view.to_move, keltis.legal_moves(view)
    hidden = f"{view.draw_pile_size} cards in the pile, {view.removed_size} out of the game"
    print(f"1. I am seat {me} and hold {' '.join(map(str, view.hand or ()))}.")
    print(f"   Hidden from me: {hidden}, {view.players[1 - me].hand_size} in the other hand.\n")

    # 2. Determinize: draw states at random that the view allows, all with the same probability.
    worlds = [keltis.determinize(view, rng) for _ in range(WORLDS)]
    assert all(keltis.observe(world, me) == view for world in worlds)  # noqa: S101 - for the reader
    frequency = Counter(card for world in worlds for card in world.players[1 - me].hand)
    often = ", ".join(f"{card} ({count})" for card, count in frequency.most_common(5))
    print(f"2. Most frequent cards of the other hand in {WORLDS} determinizations: {often}.\n")

    # 3. Rollouts: make each move in the same worlds, play to the end by the rollout policy, and
    # take the margin in points. The rollouts of a world share a seed: the moves are comparable.
    margins = {
        move: [
            margin(keltis.apply_move(world, move), me, random.Random(number))
            for number, world in enumerate(worlds)
        ]
        for move in moves
    }
    print(f"3. {len(moves)} moves, {WORLDS} rollouts each: mean margin ± standard error, wins")
    for move, results in sorted(margins.items(), key=lambda item: -fmean(item[1])):
        error = stdev(results) / sqrt(WORLDS)
        wins = sum(points > 0 for points in results)
        print(f"   {move!s:16} {fmean(results):+6.1f} ± {error:.1f} {wins:5}")

    # 4. Choose the move with the largest mean. Moves that differ by less than their errors need
    # more rollouts; a tree search spends them on the promising moves.
    best = max(moves, key=lambda move: fmean(margins[move]))
    print(f"\n4. Best move: {best}. (The rollout policy alone: {rollout_policy(worlds[0], rng)}.)")


def margin(state: GameState, seat: int, rng: random.Random) -> int:
    """The points of this seat minus those of the best opponent, after a rollout."""
    while (end := keltis.outcome(state)) is None:
        state = keltis.apply_move(state, rollout_policy(state, rng))
    points = [score.total for score in end.scores]
    return points.pop(seat) - max(points)


def rollout_policy(state: GameState, rng: random.Random) -> Move:
    """A quick heuristic: skip few values; chance decides between almost equal moves."""
    columns = state.players[state.to_move].columns

    def gap(card: Card) -> int:
        if column := columns[card.colour]:
            return abs(card.value - column[-1].value)
        return 2 + min(card.value, 10 - card.value)

    def cost(move: Move) -> float:
        match move:
            case Lay(card):
                return gap(card)
            case Discard(card):
                return 6 - gap(card) / 4
            case Advance() | Draw(None):
                return 0
        return 9

    return min(keltis.legal_moves(state), key=lambda move: cost(move) + rng.random())


if __name__ == "__main__":
    main()
