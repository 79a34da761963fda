"""`python -m keltis` is the command `keltis`."""

import sys

from keltis.cli import main

# The processes of `tournament --jobs` import this module too, under another name.
if __name__ == "__main__":
    sys.exit(main())
