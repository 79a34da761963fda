"""The options of a game of Keltis in OpenSpiel, and how they are written as parameters."""

from typing import Final, final

import attrs

from keltis._shared.checks import as_int
from keltis._shared.values import Immutable
from keltis.adapters.openspiel._parameters import (
    RETURNS,
    Parameters,
    read_choice,
    read_rules_text,
    with_defaults,
    write_rules_text,
)
from keltis.cards import Card
from keltis.learning import score_bounds
from keltis.notation import format_rules, parse_rules
from keltis.record import MAX_MOVES
from keltis.rules import Rules

DEFAULTS: Final[Parameters] = {
    "players": 2,
    "rules": "KELTIS",
    "returns": RETURNS[0],
    "max_game_length": 2000,
}
"""The parameters of the game."""


@final
@attrs.frozen
class Options(Immutable):
    """What all states of a game share."""

    players: int
    rules: Rules
    returns: str
    max_game_length: int
    cards: tuple[Card, ...] = attrs.field(init=False, eq=False, repr=False)
    """The cards by the number of their chance outcome."""
    card_numbers: dict[Card, int] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        cards = tuple(dict.fromkeys(self.rules.deck))
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "card_numbers", {card: n for n, card in enumerate(cards)})

    @classmethod
    def read(cls, parameters: Parameters | None) -> "Options":
        """Read the parameters of a game."""
        values = with_defaults(parameters, DEFAULTS)
        rules = parse_rules(read_rules_text(values["rules"]))
        players = as_int(values["players"], "players")
        rules.removed_with(players)  # refuses a number that cannot play
        returns = read_choice("returns", values["returns"], RETURNS)
        length = as_int(values["max_game_length"], "max_game_length", 1, MAX_MOVES)
        return cls(players, rules, returns, length)

    def parameters(self) -> dict[str, object]:
        """The parameters that `read` makes these options from."""
        return {
            "players": self.players,
            "rules": write_rules_text(format_rules(self.rules)),
            "returns": self.returns,
            "max_game_length": self.max_game_length,
        }

    @property
    def max_chance_nodes(self) -> int:
        """The most chance nodes of a game: all tiles, and all cards that can be drawn."""
        removed = self.rules.removed_with(self.players)
        return len(self.rules.tiles) + len(self.rules.deck) - removed

    @property
    def utility_bounds(self) -> tuple[float, float]:
        """The lowest and the highest return of a player."""
        if self.returns == "win_shares":
            return -1.0, self.players - 1.0
        low, high = score_bounds(self.rules)
        margin = (high - low) * (self.players - 1) / self.players
        return -margin, margin
