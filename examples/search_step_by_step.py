"""How a program can search in a game with hidden cards: imagine them, play on, count, choose.

The four steps of determinized search, with the numbers of one decision. `keltis.bots` has a
stronger search that builds a tree; this is the idea of it.
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
        state = keltis.apply_move(state, quick_choice(state, rng))
    while state.phase is not keltis.Phase.PLAY:
        state = keltis.apply_move(state, quick_choice(state, rng))

    # 1. The view: all that the player to move may know. From here on the state is not looked at any
    # more.
    view = keltis.observe(state, state.to_move)
    me, moves = view.to_move, keltis.legal_moves(view)
    hidden = f"{view.draw_pile_size} cards in the pile, {view.removed_size} out of the game"
    print(f"1. I am seat {me} and hold {' '.join(map(str, view.hand or ()))}.")
    print(f"   Hidden from me: {hidden}, {view.players[1 - me].hand_size} in the other hand.\n")

    # 2. Determinize: draw worlds that the view allows, each of them as likely as any other.
    worlds = [keltis.determinize(view, rng) for _ in range(WORLDS)]
    assert all(keltis.observe(world, me) == view for world in worlds)  # noqa: S101 - a promise of the library, shown
    imagined = Counter(card for world in worlds for card in world.players[1 - me].hand)
    often = ", ".join(f"{card} ({count})" for card, count in imagined.most_common(5))
    print(f"2. In {WORLDS} imagined worlds the other hand has most often: {often}.\n")

    # 3. Rollouts: make each move in the same worlds, play on quickly, and see by how many points I
    # am ahead at the end.    That each rollout of a world gets the same chance makes the moves
    # comparable.
    margins = {
        move: [
            margin(keltis.apply_move(world, move), me, random.Random(number))
            for number, world in enumerate(worlds)
        ]
        for move in moves
    }
    print(
        f"3. {len(moves)} moves, {WORLDS} rollouts each: the mean margin with its standard error, and how many were won"
    )
    for move, found in sorted(margins.items(), key=lambda item: -fmean(item[1])):
        error = stdev(found) / sqrt(WORLDS)
        print(
            f"   {move!s:16} {fmean(found):+6.1f} ± {error:.1f} {sum(points > 0 for points in found):5}"
        )

    # 4. Choose. Moves that differ by less than the errors need more worlds; a tree search gives
    # them to the promising ones.
    best = max(moves, key=lambda move: fmean(margins[move]))
    print(f"\n4. So: {best}. (The quick rule alone would say: {quick_choice(worlds[0], rng)}.)")


def margin(state: GameState, seat: int, rng: random.Random) -> int:
    """By how many points this seat wins, or loses, if both play on quickly."""
    while (end := keltis.outcome(state)) is None:
        state = keltis.apply_move(state, quick_choice(state, rng))
    points = [score.total for score in end.scores]
    return points.pop(seat) - max(points)


def quick_choice(state: GameState, rng: random.Random) -> Move:
    """A rule of thumb: play what skips least; a little chance decides between moves that are almost equal."""
    columns = state.players[state.to_move].columns

    def waste(card: Card) -> int:
        column = columns[card.colour]
        return (
            abs(card.value - column[-1].value) if column else 2 + min(card.value, 10 - card.value)
        )

    def cost(move: Move) -> float:
        match move:
            case Lay(card):
                return waste(card)
            case Discard(card):
                return 6 - waste(card) / 4
            case Advance() | Draw(None):
                return 0
        return 9

    return min(keltis.legal_moves(state), key=lambda move: cost(move) + rng.random())


if __name__ == "__main__":
    main()
