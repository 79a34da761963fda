"""What both games have in common in OpenSpiel: games, states and observers.

OpenSpiel splits the text of a game, such as `python_keltis(players=3)`, at every comma and at the
last equals sign before it, and writes a game in this form whenever it serialises one. So rules have
other signs there: `hand_size:6` is `hand_size=6`, and a semicolon is a comma.
"""

from collections.abc import Mapping
from math import prod
from typing import Final, Generic, Protocol, TypeAlias, final

import attrs
import numpy as np
import pyspiel
from numpy.typing import NDArray

from keltis._lib.text import short_repr
from keltis._lib.values import Immutable
from keltis.documents import from_document, to_document
from keltis.errors import InvalidArgument
from keltis.game import Game, M, R, Returns, S, V

_NO_TENSOR: Final = (
    "there is no information_state_tensor, as a history has no fixed length: "
    "use observation_tensor or information_state_string"
)
CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)

Parameters: TypeAlias = Mapping[str, object]
"""By name, a whole number, a text or another value that OpenSpiel knows."""


def game_type(game: Game[S, V, M, R], defaults: Parameters, *, hidden: bool) -> object:
    """The type of a game that has parameters with these defaults.

    Chance deals what is hidden; without it, all players see everything.
    """
    kind = pyspiel.GameType
    chance, information = kind.ChanceMode, kind.Information
    counts = game.rules.player_counts
    return kind(
        short_name=f"python_{game.name}",
        long_name=game.title,
        chance_mode=chance.EXPLICIT_STOCHASTIC if hidden else chance.DETERMINISTIC,
        information=(
            information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION
        ),
        max_num_players=max(counts),
        min_num_players=min(counts),
        dynamics=kind.Dynamics.SEQUENTIAL,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        default_loadable=True,
        parameter_specification=dict(defaults),
    )


def with_defaults(parameters: Parameters | None, defaults: Parameters) -> dict[str, object]:
    """All parameters of a game. One without a default raises `InvalidArgument`."""
    given = parameters or {}
    unknown = sorted(given.keys() - defaults.keys())
    if unknown:
        names = ", ".join(defaults)
        raise InvalidArgument(f"unknown parameters {short_repr(unknown)} (known: {names})")
    return {**defaults, **given}


def read_rules_text(value: object) -> str:
    """The rules of a parameter as the game's `notation` writes them; both forms are read.

    >>> read_rules_text("KELTIS hand_size:6 values:1;2;3 cards_removed:2:0;3:0")
    'KELTIS hand_size=6 values=1,2,3 cards_removed=2:0,3:0'
    """
    if not isinstance(value, str):
        raise InvalidArgument(f"rules must be a text, not {short_repr(value)}")
    words = [word if "=" in word else word.replace(":", "=", 1) for word in value.split()]
    return " ".join(words).replace(";", ",")


def write_rules_text(notation: str) -> str:
    """Rules, as the game's `notation` writes them, in the form of a parameter.

    >>> write_rules_text("KELTIS hand_size=6 values=1,2,3")
    'KELTIS hand_size:6 values:1;2;3'
    """
    words = [word.replace("=", ":", 1) for word in notation.split()]
    return " ".join(words).replace(",", ";")


@final
@attrs.frozen
class SpielOptions(Immutable, Generic[S, V, M, R]):
    """What all states of a game share."""

    game: Game[S, V, M, R]
    rules: R
    players: int
    returns: Returns
    max_game_length: int


class SpielGame(pyspiel.Game, Generic[S, V, M, R]):
    """A game with its options."""

    def __init__(
        self,
        game_type: object,
        options: SpielOptions[S, V, M, R],
        parameters: Parameters,
        chance_outcomes: int = 0,
    ) -> None:
        learning = options.game.learning
        low, high = learning.return_bounds(options.rules, options.players, options.returns)
        info = pyspiel.GameInfo(
            num_distinct_actions=learning.action_count(options.rules),
            max_chance_outcomes=chance_outcomes,
            num_players=options.players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0,
            max_game_length=options.max_game_length,
        )
        rules = write_rules_text(options.game.notation.format_rules(options.rules))
        super().__init__(game_type, info, {**parameters, "rules": rules})
        self.options: SpielOptions[S, V, M, R] = options

    @property
    def rules(self) -> R:
        """The rules."""
        return self.options.rules

    def information_state_tensor_shape(self) -> list[int]:
        """There is none: `NotImplementedError` says so."""
        raise NotImplementedError(_NO_TENSOR)

    information_state_tensor_size = information_state_tensor_shape

    def make_py_observer(
        self, iig_obs_type: "ObservationKind | None" = None, params: Parameters | None = None
    ) -> "Observer[S, V, M, R]":
        """An observer of the states of this game."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.options, kind, params)


@attrs.frozen(eq=False)
class SpielNode(Immutable, Generic[S, M]):
    """A node of the game tree. It does not change, so the copies of an OpenSpiel state share it."""

    start: S | None
    """The position after the deal, or None during it."""
    position: S | None
    """The position now, or None during the deal."""
    moves: tuple[M, ...] = ()
    """The moves since the deal."""

    @property
    def is_chance(self) -> bool:
        """Whether chance decides next."""
        return self.position is None

    @property
    def dealt(self) -> tuple[S, S]:
        """The first position and that now. During the deal there are none."""
        if self.start is None or self.position is None:
            raise InvalidArgument("the deal is not complete")
        return self.start, self.position


class SpielState(pyspiel.State, Generic[S, V, M, R]):
    """A state: a node of the game tree, and the history that OpenSpiel keeps."""

    _node: SpielNode[S, M]

    def __init__(
        self, game: pyspiel.Game, options: SpielOptions[S, V, M, R], root: SpielNode[S, M]
    ) -> None:
        super().__init__(game)
        # The game is no attribute: OpenSpiel would copy and pickle it, and its copies are broken.
        self._options = options
        self._node = root

    @property
    def position(self) -> S | None:
        """The position, or None during the deal."""
        return self._node.position

    def current_player(self) -> int:
        """The seat whose decision is due, or OpenSpiel's number for chance or for the end."""
        if self._node.is_chance:
            return CHANCE
        return _TERMINAL if self.is_terminal() else int(self._node.dealt[1].to_move)

    def is_terminal(self) -> bool:
        """Whether the game is over or truncated."""
        if self._node.is_chance:
            return False
        truncated = len(self._node.moves) >= self._options.max_game_length
        return truncated or self._options.game.engine.outcome(self._node.dealt[1]) is not None

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - always the current player
        learning, position = self._options.game.learning, self.position
        return [] if position is None else list(learning.legal_action_ids(position))

    def _apply_action(self, action: int) -> None:
        """Go to the node after a decision; an illegal one raises `IllegalMove`."""
        move = self._options.game.learning.move_of(action)
        after = self._options.game.engine.apply_move(self._node.dealt[1], move)
        self._node = attrs.evolve(self._node, position=after, moves=(*self._node.moves, move))

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 - all have the same
        return str(self._options.game.learning.move_of(action))

    def returns(self) -> list[float]:
        """What the game is worth to each player; 0 before the end, and if it was truncated."""
        learning, position = self._options.game.learning, self.position
        worth = None if position is None else learning.returns(position, self._options.returns)
        return [0.0] * self._options.players if worth is None else list(worth)

    def information_state_tensor(self, player: int = 0) -> list[float]:
        """There is none: `NotImplementedError` says so, before a network without inputs is made."""
        raise NotImplementedError(_NO_TENSOR)

    # OpenSpiel 2 calls these four for `to_struct`, `to_json` and the methods of the same names.

    def _to_struct(self) -> dict[str, object]:
        """The position as `keltis.documents` writes it, None during the deal; and the text."""
        position = self.position
        return {"state": None if position is None else to_document(position), "text": str(self)}

    def _to_observation_struct(self, player: int) -> dict[str, object]:
        """What a player sees: the view as a document, None during the deal; and the text."""
        position, observe = self.position, self._options.game.engine.observe
        view = None if position is None else to_document(observe(position, player))
        return {"view": view, "text": self.public_text(player, recall=False)}

    def _action_to_struct(self, player: int, action: int) -> object:
        """The document of a move, or the number and the text of an outcome of chance."""
        if player == CHANCE:
            text = self._action_to_string(player, action)
            return {"type": "chance", "action": action, "text": text}
        return to_document(self._options.game.learning.move_of(action))

    def _struct_to_actions(self, document: Mapping[str, object]) -> list[int]:
        return [from_document(int, document.get("action"), place="$.action")]

    def public_text(self, viewer: int | None, *, recall: bool) -> str:  # noqa: ARG002 - nothing is hidden
        """What the viewer sees, or a spectator: all moves with `recall`, else the position."""
        return "\n".join(map(str, self._node.moves)) if recall else str(self)

    def private_text(self, player: int, *, recall: bool) -> str:  # noqa: ARG002 - nothing is hidden
        """What only this player sees, or has seen."""
        return ""

    def __str__(self) -> str:
        """The position as text."""
        return self._options.game.notation.format_state(self._node.dealt[1])


class ObservationKind(Protocol):
    """What to observe: `pyspiel.IIGObservationType`."""

    @property
    def public_info(self) -> bool: ...
    @property
    def perfect_recall(self) -> bool: ...
    @property
    def private_info(self) -> object: ...


@final
class Observer(Generic[S, V, M, R]):
    """What a player sees, as text and as a tensor.

    With perfect recall the text is the whole history that the player knows, and there is no tensor.
    Else the text is the position as the player sees it, and the tensor has the numbers of the
    game's `learning`; `dict` has its fields by name. Without private information the text is what a
    spectator sees, and the tensor lacks the fields `hand` and `hidden`. During the deal the tensor
    is zero.

    >>> import pyspiel
    >>> import keltis.adapters.openspiel
    >>> observer = pyspiel.load_game("python_keltis").make_py_observer()
    >>> observer.tensor.shape, observer.dict["laid"].shape
    ((707,), (2, 5, 11))
    """

    def __init__(
        self,
        options: SpielOptions[S, V, M, R],
        kind: ObservationKind,
        parameters: Parameters | None,
    ) -> None:
        """Only the `make_py_observer` of a game calls this."""
        if parameters:
            raise InvalidArgument(f"an observer takes no parameters, not {short_repr(parameters)}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise InvalidArgument(
                "an observer sees the private information of one player, or of none"
            )
        self._learning = options.game.learning
        self._public: bool = kind.public_info
        self._private: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall: bool = kind.perfect_recall
        places: list[int] = []
        spans: dict[str, tuple[int, tuple[int, ...]]] = {}
        for field in self._learning.layout(options.rules, options.players).fields:
            if not self._recall and self._observes(field.name):  # a history has no fixed length
                spans[field.name] = len(places), field.shape
                places += range(field.start, field.stop)
        self._places = np.array(places, np.intp)
        self._values: NDArray[np.float32] = np.zeros(len(places), np.float32)
        self.tensor: NDArray[np.float32] | None = None if self._recall else self._values
        self.dict: dict[str, NDArray[np.float32]] = {
            name: self._values[start : start + prod(shape)].reshape(shape)
            for name, (start, shape) in spans.items()
        }

    def _observes(self, field: str) -> bool:
        """Whether the tensor has this field; CELTIC! has public fields only."""
        if field == "hand":
            return self._private
        if field == "hidden":  # the deck without what is public and without the hand
            return self._private and self._public
        return self._public

    def set_from(self, state: SpielState[S, V, M, R], player: int) -> None:
        """Write what this player sees into the tensor."""
        if state.position is None:
            self._values.fill(0)
        else:
            code = self._learning.observation(state.position, player)
            self._values[:] = np.frombuffer(code, np.uint8)[self._places]

    def string_from(self, state: SpielState[S, V, M, R], player: int) -> str:
        """What this player sees, as text."""
        if self._public:
            viewer = player if self._private else None
            return state.public_text(viewer, recall=self._recall)
        return state.private_text(player, recall=self._recall) if self._private else ""
