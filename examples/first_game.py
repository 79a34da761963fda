"""Play a whole game for two by a simple heuristic and print each turn."""

import keltis
from keltis import Advance, Discard, Draw, GameState, Lay, Move


def choose(state: GameState) -> Move:
    """Lay the card that skips the fewest values in its column, else discard; draw from the pile."""

    def cost(move: Move) -> int:
        match move:
            case Lay(card):
                column = state.players[state.to_move].columns[card.colour]
                if column:
                    return abs(card.value - column[-1].value)
                return min(card.value, 10 - card.value)
            case Advance() | Draw(None):
                return 0
            case Discard(card):
                return 5 + (card.value in (0, 10))
        return 9

    return min(keltis.legal_moves(state), key=cost)


def main() -> None:
    state = keltis.new_game(players=2, seed=18)
    turn: list[str] = []
    while (end := keltis.outcome(state)) is None:
        seat, move = state.to_move, choose(state)
        turn.append(str(move))
        state = keltis.apply_move(state, move)
        if state.phase in (keltis.Phase.PLAY, keltis.Phase.OVER):  # the turn has ended
            print(f"player {seat}: {', '.join(turn):48} figures on rows {state.players[seat].rows}")
            turn = []
    print(f"\nThe game is over: {end.reason.value}.")
    for seat, score in enumerate(end.scores):
        won = "  wins" if seat in end.winners else ""
        tiles = f"number tiles {score.tile_points}, wishing stones {score.wishing_stones}"
        print(f"player {seat}: {score.total} points (paths {score.paths}, {tiles}){won}")


if __name__ == "__main__":
    main()
