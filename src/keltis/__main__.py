"""`python -m keltis` is the command `keltis`."""

import sys

from keltis.cli import main

if (
    __name__ == "__main__"
):  # the processes of `tournament --jobs` import this module too, under another name
    sys.exit(main())
