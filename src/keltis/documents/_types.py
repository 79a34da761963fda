"""The shapes of the documents, as types.

A card is written as in `str(card)`, such as `R7`: the letter of its colour and its value. A colour
is its letter, which is also the key of everything that is arranged by colour.
"""

from typing import Generic, Literal, TypeAlias, TypedDict, TypeVar

from keltis._shared.documents import Json

T = TypeVar("T")

Letter: TypeAlias = Literal["R", "Y", "P", "G", "B"]
"""A colour."""
FigureName: TypeAlias = Literal["small", "large"]
"""A kind of figure."""


class ByLetter(TypedDict, Generic[T]):
    """Five values, one for each colour."""

    R: T
    Y: T
    P: T
    G: T
    B: T


class DiscardDocument(TypedDict):
    """A `Discard`."""

    type: Literal["discard"]
    action: int
    text: str
    card: str


class LayDocument(TypedDict):
    """A `Lay`."""

    type: Literal["lay"]
    action: int
    text: str
    card: str
    figure: FigureName | None


class AdvanceDocument(TypedDict):
    """An `Advance`."""

    type: Literal["advance"]
    action: int
    text: str
    colour: Letter
    figure: FigureName | None


class DeclineDocument(TypedDict):
    """A `Decline`."""

    type: Literal["decline"]
    action: int
    text: str


class DrawDocument(TypedDict):
    """A `Draw`."""

    type: Literal["draw"]
    action: int
    text: str
    source: Letter | None


MoveDocument: TypeAlias = (
    DiscardDocument | LayDocument | AdvanceDocument | DeclineDocument | DrawDocument
)
"""A move: its type and parts, its action number, and its text."""


class RefusalDocument(TypedDict):
    """An illegal move and why it is illegal.

    >>> import keltis
    >>> from keltis.documents import RefusalDocument, refusal_document
    >>> state = keltis.new_game(2, seed=7)
    >>> error = keltis.IllegalMove(keltis.Illegality.PLAY_DUE, keltis.Draw(), state)
    >>> refusal: RefusalDocument = refusal_document(error)
    >>> refusal["code"]
    'PLAY_DUE'
    """

    code: str
    message: str
    move: MoveDocument | None


class ScoreDocument(TypedDict):
    """A `Score`.

    >>> import keltis
    >>> from keltis.documents import ScoreDocument, state_document
    >>> score: ScoreDocument = state_document(keltis.new_game(2, seed=7))["players"][0]["score"]
    >>> score
    {'paths': 0, 'tile_points': 0, 'wishing_stones': -4, 'total': -4}
    """

    paths: int
    tile_points: int
    wishing_stones: int
    total: int


class OutcomeDocument(TypedDict):
    """An `Outcome`.

    >>> from keltis.bots import play_match
    >>> from keltis.documents import state_document
    >>> end = state_document(play_match(["random", "random"], seed=7).final)["outcome"]
    >>> end["reason"], len(end["scores"])
    ('draw pile empty', 2)
    """

    reason: str
    scores: list[ScoreDocument]
    winners: list[int]


RulesDocument: TypeAlias = dict[str, Json]
"""All fields of `Rules`."""


class PublicPlayerDocument(TypedDict):
    """A `PublicPlayer` with the score.

    >>> import keltis
    >>> from keltis.documents import PublicPlayerDocument, view_document
    >>> view = keltis.observe(keltis.new_game(2, seed=7), 0)
    >>> other: PublicPlayerDocument = view_document(view)["players"][1]
    >>> other["hand_size"], other["columns"]["R"]
    (8, [])
    """

    hand_size: int
    seen: list[str]
    columns: ByLetter[list[str]]
    rows: ByLetter[int]
    large: Letter | None
    tile_points: int
    wishing_stones: int
    score: ScoreDocument


class PlayerDocument(TypedDict):
    """A `PlayerState` with the score.

    >>> import keltis
    >>> from keltis.documents import PlayerDocument, state_document
    >>> player: PlayerDocument = state_document(keltis.new_game(2, seed=7))["players"][0]
    >>> player["hand"]
    ['R1', 'Y0', 'P7', 'P10', 'B0', 'B2', 'B7', 'B10']
    """

    hand: list[str]
    seen: list[str]
    columns: ByLetter[list[str]]
    rows: ByLetter[int]
    large: Letter | None
    tile_points: int
    wishing_stones: int
    score: ScoreDocument


class StateDocument(TypedDict):
    """A `GameState`, with its scores, outcome and legal moves.

    >>> import keltis
    >>> from keltis.documents import StateDocument, state_document
    >>> document: StateDocument = state_document(keltis.new_game(2, seed=7))
    >>> document["phase"], document["draw_pile"][-1], document["legal_moves"][0]["text"]
    ('play', 'G5', 'lay R1 small')
    """

    format: Literal["keltis-state"]
    version: int
    rules: RulesDocument
    phase: str
    to_move: int
    may_decline: bool
    barred: Letter | None
    may_waste: bool
    players: list[PlayerDocument]
    tiles: ByLetter[list[str | None]]
    discards: ByLetter[list[str]]
    draw_pile: list[str]
    removed: list[str]
    outcome: OutcomeDocument | None
    legal_moves: list[MoveDocument]


class ViewDocument(TypedDict):
    """A `PlayerView`, with its scores, outcome and legal moves.

    >>> import keltis
    >>> from keltis.documents import ViewDocument, view_document
    >>> document: ViewDocument = view_document(keltis.observe(keltis.new_game(2, seed=7), 1))
    >>> document["viewer"], document["draw_pile_size"], document["legal_moves"]
    (1, 64, [])
    """

    format: Literal["keltis-view"]
    version: int
    rules: RulesDocument
    viewer: int | None
    hand: list[str] | None
    phase: str
    to_move: int
    may_decline: bool
    barred: Letter | None
    may_waste: bool
    players: list[PublicPlayerDocument]
    tiles: ByLetter[list[str | None]]
    discards: ByLetter[list[str]]
    draw_pile_size: int
    removed_size: int
    outcome: OutcomeDocument | None
    legal_moves: list[MoveDocument]
