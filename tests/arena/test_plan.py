"""Plans and entrants: all seatings of every deal, with seeds that depend on nothing else."""

import itertools

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arena_bots as bots
from helpers import pickled
from keltis import REFERENCE_MANUAL, InvalidArgument
from keltis.arena import MAX_GAMES, Entrant, Fixture, Plan, as_entrants, derived_seed
from leaning import BARE

NAMES = ("ann", "bob", "eve", "joe", "kim")


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    players = draw(st.integers(2, 4))
    entrants = draw(st.integers(players, 5))
    return Plan(
        names=NAMES[:entrants],
        players=players,
        deals=draw(st.integers(1, 3)),
        seed=draw(st.integers(0, 2**64)),
    )


@given(plans())
def test_every_deal_is_played_with_every_seating_and_has_chance_of_its_own(plan: Plan) -> None:
    fixtures = [plan.fixture(number) for number in range(len(plan))]
    assert [fixture.number for fixture in fixtures] == list(range(len(plan)))
    for deal in range(plan.deals):
        of_deal = [fixture for fixture in fixtures if fixture.deal == deal]
        assert [fixture.seating for fixture in of_deal] == list(
            itertools.permutations(plan.names, plan.players)
        )
        assert {fixture.seed for fixture in of_deal} == {derived_seed(plan.seed, "deal", deal)}
    assert len({fixture.seed for fixture in fixtures}) == plan.deals
    assert len({plan.bot_seed(fixture) for fixture in fixtures}) == len(plan)


def test_more_deals_and_more_entrants_leave_the_games_there_were_as_they_are() -> None:
    plan = Plan(names=NAMES[:2], seed=5, deals=3)
    longer, wider = attrs.evolve(plan, deals=4), Plan(names=NAMES[:3], seed=5, deals=3)
    assert [plan.fixture(number) for number in range(6)] == [
        longer.fixture(number) for number in range(6)
    ]
    same = wider.fixture(2)
    assert same.seating == plan.fixture(1).seating == ("bob", "ann")
    assert wider.bot_seed(same) == plan.bot_seed(plan.fixture(1))


def test_seeds_are_as_documented_on_every_machine() -> None:
    assert derived_seed(7, "deal", 3) == 8179280862120324438
    assert derived_seed(0, "bot", 0, "Zoë", 1) == derived_seed(0, "bot", 0, "Zoë", 1) < 2**63
    assert derived_seed(1, "a,b") != derived_seed(1, "a", "b")
    assert derived_seed(1, "1") != derived_seed(1, 1)


def test_games_are_counted_unless_the_plan_is_open() -> None:
    plan = Plan(names=("a", "b"), deals=3)
    assert [plan.count(games) for games in (5, 6)] == ["5 of 6 games", "6 games"]
    assert attrs.evolve(plan, deals=MAX_GAMES // 2).count(5) == "5 games"


def test_a_plan_is_a_value() -> None:
    plan = Plan(names=("a", "b"), rules=REFERENCE_MANUAL)
    assert plan.bots == plan.names
    assert pickled(plan) == plan
    assert plan.fixture(1) == Fixture(1, 0, derived_seed(0, "deal", 0), ("b", "a"))


NAMES_MUST = "names must be texts of 1 to 100 printable characters, without spaces"
BOTS_MUST = "bots must have a printable text for each entrant"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        *(({"names": ("a", name)}, NAMES_MUST) for name in (" b", "", "b\n", "b" * 101)),
        ({"names": ("a", "a")}, r"entrants must have different names, not \('a', 'a'\)"),
        *(({"bots": labels}, BOTS_MUST) for labels in (("a",), ("a", "\n"))),
        ({"players": 3}, "games of 3 players need 3 or more entrants, not 2; a bot can enter"),
        ({"players": 5}, "players must be 2 or 3 or 4 under these rules, not 5"),
        ({"players": 1, "rules": BARE}, "a game of a tournament needs 2 or more players, not 1"),
        *(({"deals": deals}, "deals must be a whole number from 1, not") for deals in (0, 1.5)),
        ({"seed": -1}, "seed must be a whole number from 0, not -1"),
        ({"seed": 2**256}, r"seed must be below 2\*\*256"),
        *(({"max_turns": n}, f"max_turns must be .* 1000000, not {n}") for n in (0, 1_000_001)),
        ({"deals": MAX_GAMES}, "a tournament has at most 1000000000000 games, not 2000"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(changes: dict[str, object], reason: str) -> None:
    with pytest.raises(InvalidArgument, match=f"^{reason}"):
        attrs.evolve(Plan(names=("a", "b")), **changes)  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize("number", [-1, 20])
def test_the_number_of_a_game_is_checked(number: int) -> None:
    reason = r"^the number of a game must be a whole number from 0 to 19, not"
    with pytest.raises(InvalidArgument, match=reason):
        Plan(names=("a", "b")).fixture(number)


def test_the_label_of_an_entrant_names_its_bot() -> None:
    assert Entrant("x", "random").label == "random"
    assert Entrant("x", bots.hasty).label == "arena_bots.hasty"
    assert Entrant("x", bots.Mute()).label == "arena_bots.Mute"


def test_names_of_bots_become_entrants_with_different_names() -> None:
    ann, random = Entrant("ann", bots.hasty), Entrant("random", "random")
    assert as_entrants(["random", ann, "random"]) == (random, ann, Entrant("random 2", "random"))
