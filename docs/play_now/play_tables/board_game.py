"""A table of Keltis: a visitor on seat 0 and bots on the others."""

import random
from collections.abc import Iterator
from typing import Final, TypedDict

import keltis
from keltis.bots import make_bot
from keltis.documents import ViewDocument, move_from_json, view_document
from keltis.events import CardDrawn, describe, events
from keltis.record import parse_record, record_from_json, record_to_json
from keltis.render import Arrow, Stone, board_svg

VISITOR: Final = 0
"""The seat of the visitor."""
LEVELS: Final = {"easy": "random", "medium": "greedy", "strong": "search:iterations=300"}
"""The bots that a visitor can choose, as `make_bot` names them."""
BOT_NAMES: Final = ("Fionn", "Morna", "Oisin")
LOG_TURNS: Final = 24
"""The number of turns in the log."""
_SEED_BITS: Final = 64


class Turn(TypedDict):
    """The sentences about one turn, as the visitor may know them.

    That a bot draws a card which the visitor may not know is left out: it happens in most turns.
    """

    seat: int
    sentences: list[str]


class BoardGameScene(TypedDict):
    """What the page displays besides the picture."""

    view: ViewDocument
    names: list[str]
    drawn: str | None
    """The card that the visitor drew last."""
    hands: list[list[str]] | None
    """After the end, the cards of all players."""
    log: list[Turn]
    """The last turns, the newest one last."""
    can_undo: bool
    record: str
    """The game as JSON of `keltis.record`."""


class BoardGameTable:
    """A game of Keltis in progress."""

    def __init__(self, record: keltis.GameRecord, level: str) -> None:
        self.record = record
        self._bot = make_bot(LEVELS[level])
        self._rng = random.Random()

    @classmethod
    def deal(cls, players: int, name: str, level: str) -> "BoardGameTable":
        """A table with a new game. Who begins is left to chance."""
        rng = random.Random()
        record = keltis.GameRecord.seeded(
            players,
            rng.getrandbits(_SEED_BITS),
            first_player=rng.randrange(players),
            names=(name, *BOT_NAMES[: players - 1]),
        )
        return cls(record, level)

    @classmethod
    def load(cls, record: str, name: str, level: str) -> "BoardGameTable":
        """The table of a saved game, in JSON or as text. A record without names gets some."""
        game = (record_from_json if record.lstrip().startswith("{") else parse_record)(record)
        if not game.names:
            others = (f"Seat {seat}" for seat in range(1, len(game.start.players)))
            game = keltis.GameRecord(game.start, game.moves, (name, *others), game.seed)
        return cls(game, level)

    @property
    def state(self) -> keltis.GameState:
        """The present state."""
        return self.record.final

    @property
    def view(self) -> keltis.PlayerView:
        """What the visitor may know."""
        return keltis.observe(self.state, VISITOR)

    def scene(self) -> BoardGameScene:
        """What the page displays besides the picture."""
        return {
            "view": view_document(self.view),
            "names": list(self.record.names),
            "drawn": self._last_card_drawn(),
            "hands": self._hands() if keltis.outcome(self.state) is not None else None,
            "log": [self._describe_turn(turn) for turn in self.record.turns[-LOG_TURNS:]],
            "can_undo": self._last_decision() is not None,
            "record": record_to_json(self.record),
        }

    def play(self, move: str) -> None:
        """Make a move of the visitor, given as JSON, and the moves that leave no choice."""
        self.record = self.record.append(move_from_json(move))
        while self.state.to_move == VISITOR and len(moves := keltis.legal_moves(self.state)) == 1:
            self.record = self.record.append(moves[0])

    def play_bot(self) -> None:
        """Make all moves of the turn of a bot."""
        seat = self.state.to_move
        while self.state.to_move == seat != VISITOR and (moves := keltis.legal_moves(self.state)):
            view = keltis.observe(self.state, seat)
            self.record = self.record.append(self._bot(view, moves, self._rng))

    def undo(self) -> None:
        """Return to the beginning of the visitor's turn, or of the turn before."""
        decision = self._last_decision()
        if decision is not None:
            self.record = self.record.until(decision)

    def picture(self, theme: str, card: str | None) -> str:
        """The board, with the last turn; targets of the moves due, of this card, are marked."""
        turns = self.record.turns
        arrows = list(self._targets(None if card is None else keltis.Card.parse(card)))
        return board_svg(
            self.view,
            names=self.record.names,
            last=[move for _, move in turns[-1]] if turns and card is None else (),
            highlight=[*(head for _, head in arrows), *self._cards_to_draw()],
            arrows=[(tail, head) for tail, head in arrows if tail[1] > 0],
            panels=False,
            theme=theme,
        )

    def _targets(self, card: keltis.Card | None) -> Iterator[Arrow]:
        """Where figures of the visitor can go: from a stone to a stone."""
        view = self.view
        rows, length = view.players[VISITOR].rows, view.rules.path_length
        paths = dict.fromkeys(
            path
            for move in keltis.legal_moves(view)
            if (path := _path_of(move, card)) is not None and rows[path] < length
        )
        for path in paths:
            start: Stone = path, rows[path]
            yield start, (path, rows[path] + 1)

    def _cards_to_draw(self) -> list[keltis.Card]:
        return [
            self.state.discards[move.source][-1]
            for move in keltis.legal_moves(self.view)
            if isinstance(move, keltis.Draw) and move.source is not None
        ]

    def _hands(self) -> list[list[str]]:
        return [[str(card) for card in player.hand] for player in self.state.players]

    def _last_decision(self) -> int | None:
        """The number of moves before the last turn of the visitor, if there was one."""
        for number in reversed(range(len(self.record))):
            state = self.record.states[number]
            if state.to_move == VISITOR and state.phase is keltis.Phase.PLAY:
                return number
        return None

    def _last_card_drawn(self) -> str | None:
        for observed in reversed(self.record.observe(VISITOR).moves):
            if observed.seat == VISITOR and observed.drawn is not None:
                return str(observed.drawn)
        return None

    def _describe_turn(self, turn: tuple[tuple[keltis.GameState, keltis.Move], ...]) -> Turn:
        names = self.record.names
        return {
            "seat": turn[0][0].to_move,
            "sentences": [
                describe(event, names=names, you=VISITOR)
                for state, move in turn
                for event in events(state, move, VISITOR)
                if not (isinstance(event, CardDrawn) and event.card is None)
            ],
        }


def _path_of(move: keltis.Move, card: keltis.Card | None) -> keltis.Colour | None:
    """The path on which a move can advance a figure; a `Lay` only if it is of this card."""
    match move:
        case keltis.Lay() if move.card == card:
            return move.card.colour
        case keltis.Advance():
            return move.colour
        case _:
            return None
