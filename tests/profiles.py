"""What the profile of a test run decides: how many examples, and how large a sample.

The option `--hypothesis-profile thorough` replaces the profile `default`. CONTRIBUTING.md says what
each of them leaves out.
"""

from hypothesis import settings


def is_thorough() -> bool:
    """Whether this run takes the time to be thorough."""
    return settings.default is settings.get_profile("thorough")


def by_profile(default: int, thorough: int) -> int:
    """The number for the profile of this run."""
    return thorough if is_thorough() else default
