"""A second engine, written from the rulings alone: mutable, slow and obvious.

It knows nothing of how the library works. Cards, moves, phases and tiles are strings, everything
else is lists and dicts, and nothing is kept that can be looked up. `NaiveGame.of` reads a position
of the library; from then on the two go separate ways, and can be compared by another `of`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from keltis import GameState, PlayerState, Rules

COLOURS = "RYPGB"
NUMBER_TILES = {"ONE": 1, "TWO": 2, "THREE": 3}


def by_colour(piles: Iterable[Iterable[object]]) -> dict[str, list[str]]:
    return {colour: [*map(str, pile)] for colour, pile in zip(COLOURS, piles, strict=True)}


def in_order(cards: Iterable[object]) -> list[str]:
    return sorted(map(str, cards), key=lambda card: (COLOURS.index(card[0]), int(card[1:])))


@dataclass
class NaivePlayer:
    hand: list[str]  # in order
    columns: dict[str, list[str]]
    rows: dict[str, int]
    figures: dict[str, str]  # "small" or "large", for each path with a figure
    waiting: list[str]  # the figures still on the starting stone
    tile_points: int
    wishing_stones: int
    seen: list[str]  # in order

    @classmethod
    def of(cls, player: PlayerState, rules: Rules) -> Self:
        figures: dict[str, str] = {}
        waiting = ["small"] * rules.small_figures + ["large"] * rules.large_figures  # C4
        for index, colour in enumerate(COLOURS):
            if player.rows[index] > 0:
                figures[colour] = "large" if player.large == index else "small"
                waiting.remove(figures[colour])
        return cls(
            hand=in_order(player.hand),
            columns=by_colour(player.columns),
            rows=dict(zip(COLOURS, player.rows, strict=True)),
            figures=figures,
            waiting=waiting,
            tile_points=player.tile_points,
            wishing_stones=player.wishing_stones,
            seen=in_order(player.seen),
        )

    def lose_card(self, card: str) -> None:
        self.hand.remove(card)
        if card in self.seen:
            self.seen.remove(card)


@dataclass
class NaiveGame:
    rules: Rules
    players: list[NaivePlayer]
    tiles: dict[str, list[str | None]]  # by colour, then row; row 0 is the starting stone
    draw_pile: list[str]  # top last
    discards: dict[str, list[str]]  # top last
    removed: list[str]
    to_move: int
    phase: str
    may_decline: bool
    may_waste: bool  # whether the step that is due is a clover's, and such a one may be wasted
    barred: str | None  # the pile that may not be drawn from now (T7)

    @classmethod
    def of(cls, state: GameState) -> Self:
        return cls(
            rules=state.rules,
            players=[NaivePlayer.of(player, state.rules) for player in state.players],
            tiles={
                colour: [None if tile is None else tile.name for tile in path]
                for colour, path in zip(COLOURS, state.tiles, strict=True)
            },
            draw_pile=[str(card) for card in state.draw_pile],
            discards=by_colour(state.discards),
            removed=[str(card) for card in state.removed],
            to_move=state.to_move,
            phase=state.phase.name,
            may_decline=state.may_decline,
            may_waste=state.may_waste,
            barred=None if state.barred is None else COLOURS[state.barred],
        )

    def mover(self) -> NaivePlayer:
        return self.players[self.to_move]

    def end_stone(self) -> int:
        return len(self.rules.row_points)  # C2

    # What may be done

    def moves(self) -> list[str]:
        if self.phase == "PLAY":
            moves = self._card_moves()
        elif self.phase == "ADVANCE":
            moves = self._steps() + self._wasted_steps()
            if self.may_decline:
                moves.append("decline")
        elif self.phase == "DRAW":
            moves = self._draws()
        else:
            moves = []
        return moves

    def _card_moves(self) -> list[str]:
        moves: list[str] = []
        for card in dict.fromkeys(self.mover().hand):
            moves.append(f"discard {card}")  # T1
            moves += self.lays(card)
        return moves

    def lays(self, card: str) -> list[str]:
        """The ways in which the mover could lay a card, held or not."""
        player, colour = self.mover(), card[0]
        if not self._fits(player.columns[colour], card):
            return []
        if player.rows[colour] == 0:  # T2; without a figure left there is no way on to the path
            return [f"lay {card} {figure}" for figure in sorted(set(player.waiting))]
        return [f"lay {card}"]  # T3, T5, and P5 for an empty column with a figure

    def _fits(self, column: list[str], card: str) -> bool:
        values = [int(laid[1:]) for laid in [*column, card]]
        if self.rules.equal_pair_fixes_flat and len(values) > 2 and values[0] == values[1]:
            return len(set(values)) == 1
        return values in (sorted(values), sorted(values, reverse=True))  # T4

    def _steps(self) -> list[str]:
        """The steps of a clover or a finished path (P3, T5): none if no figure can move (P6)."""
        player = self.mover()
        steps: list[str] = []
        for colour in COLOURS:
            row = player.rows[colour]
            if 0 < row < self.end_stone():
                steps.append(f"advance {colour}")
            if row == 0 and self.rules.advance_may_enter:  # P5
                steps += [f"advance {colour} {figure}" for figure in sorted(set(player.waiting))]
        return steps

    def _wasted_steps(self) -> list[str]:
        """The figures at the end of their paths, on which a clover may be spent in vain (P6)."""
        if not self.may_waste:
            return []
        rows = self.mover().rows
        return [f"advance {colour}" for colour in COLOURS if rows[colour] == self.end_stone()]

    def _draws(self) -> list[str]:
        piles = [colour for colour in COLOURS if self.discards[colour] and colour != self.barred]
        return ["draw pile", *(f"draw {colour}" for colour in piles)]  # T7

    # Doing it

    def play(self, text: str) -> None:
        if text not in self.moves():
            raise ValueError(f"{text} is not possible now")
        match text.split():
            case ["discard", card]:
                self._discard(card)
            case ["lay", card, *figure]:
                self._lay(card, figure)
            case ["advance", colour, *figure]:
                wasted = text in self._wasted_steps()
                self._expect_draw()
                if not wasted:
                    self._move_figure(colour, figure)
            case ["decline"]:
                self._expect_draw()
            case ["draw", source]:
                self._draw(source)

    def _discard(self, card: str) -> None:
        self.mover().lose_card(card)
        self.discards[card[0]].append(card)  # T1
        self._expect_draw()
        if not self.rules.may_take_own_discard:
            self.barred = card[0]  # T7

    def _lay(self, card: str, figure: list[str]) -> None:
        player, colour = self.mover(), card[0]
        player.lose_card(card)
        player.columns[colour].append(card)
        self._expect_draw()
        if player.rows[colour] == self.end_stone():
            self._owe_step(may_decline=True, may_waste=False)  # T5
        else:
            self._move_figure(colour, figure)  # T2, T3

    def _expect_draw(self) -> None:
        """A card is drawn next, unless what follows says otherwise."""
        self.phase = "DRAW"
        self.may_decline = self.may_waste = False

    def _owe_step(self, *, may_decline: bool, may_waste: bool) -> None:
        if self._steps():  # else it lapses (T5, P6)
            self.phase = "ADVANCE"
            self.may_decline, self.may_waste = may_decline, may_waste

    def _move_figure(self, colour: str, figure: list[str]) -> None:
        player = self.mover()
        if figure:
            player.waiting.remove(figure[0])
            player.figures[colour] = figure[0]
        player.rows[colour] += 1
        if self._figures_in_goal() >= self.rules.goal_figures:
            self.phase = "OVER"  # E1: the tile does not count
        else:
            self._resolve_tile(colour)

    def _resolve_tile(self, colour: str) -> None:
        player = self.mover()
        row = player.rows[colour]
        tile = self.tiles[colour][row]
        if tile in NUMBER_TILES:
            player.tile_points += NUMBER_TILES[tile]  # P1
        elif tile == "WISHING_STONE":
            player.wishing_stones += 1  # P2
            self.tiles[colour][row] = None
        elif tile == "CLOVER":
            self._owe_step(  # P3, P4, P6
                may_decline=self.rules.clover_may_be_declined,
                may_waste=self.rules.step_may_be_wasted,
            )

    def _draw(self, source: str) -> None:
        player = self.mover()
        card = (self.draw_pile if source == "pile" else self.discards[source]).pop()
        player.hand = in_order([*player.hand, card])
        if source != "pile":
            player.seen = in_order([*player.seen, card])
        self.barred = None
        if self.draw_pile:
            self.phase = "PLAY"
            self.to_move = (self.to_move + 1) % len(self.players)  # S5
        else:
            self.phase = "OVER"  # E2

    # The end

    def _figures_in_goal(self) -> int:
        return sum(
            row >= self.rules.goal_row for player in self.players for row in player.rows.values()
        )

    def over(self) -> str | None:
        if self._figures_in_goal() >= self.rules.goal_figures:
            return "fifth figure"  # E1
        if not self.draw_pile:
            return "draw pile empty"  # E2
        return None

    def totals(self) -> list[int]:
        return [self._total(player) for player in self.players]

    def _total(self, player: NaivePlayer) -> int:
        total = player.tile_points  # F3
        for colour, figure in player.figures.items():
            points = self.rules.row_points[player.rows[colour] - 1]
            total += points * self.rules.large_factor if figure == "large" else points  # F1
        table = self.rules.wishing_stone_points
        return total + table[min(player.wishing_stones, len(table) - 1)]  # F2

    def winners(self) -> list[int]:
        totals = self.totals()
        return [seat for seat, total in enumerate(totals) if total == max(totals)]  # F4
