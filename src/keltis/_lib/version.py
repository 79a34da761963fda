"""The version of the package, as it was installed."""

from importlib.metadata import version
from typing import Final

__version__: Final = version("keltis")
