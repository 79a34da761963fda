"""Some of the games that `nox --sessions peers` plays at length."""

import pytest

pytest.importorskip("pyspiel", reason='OpenSpiel is missing: pip install ".[openspiel]"')

from adapters.openspiel_lockstep import KINDS, Kind, main
from profiles import by_profile


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.name))
def test_every_state_is_that_of_the_scalar_engine(kind: Kind) -> None:
    for seed in range(by_profile(1, 20)):
        counts = kind.compare(seed)
        assert counts["games"] == 1
        assert counts["states"] == counts["decisions"] + counts["chance nodes"] + 1


def test_the_summary_counts_what_was_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "3", "--only", "CELTIC!, 7 by 4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" games")[0] for line in lines] == ["CELTIC!, 7 by 4: 3", "all: 3"]
    assert "differences: none" in lines[-1]
