"""Write the goldens anew; the package says when."""

import argparse
from importlib.util import find_spec

from goldens.cases import GROUPS
from goldens.store import first_difference, golden, load, save


def main() -> None:
    """Write the groups that the arguments name, by default all, and print what has changed."""
    parser = argparse.ArgumentParser(prog="goldens", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"one of {', '.join(GROUPS)}")
    parser.add_argument("--quick", action="store_true", help="keep those of slow tests as they are")
    arguments = parser.parse_args()
    if unknown := set(arguments.groups) - GROUPS.keys():
        parser.error(f"unknown groups: {', '.join(sorted(unknown))}")
    for group in arguments.groups or GROUPS:
        kept, written = load(group), {}
        for name, case in GROUPS[group].items():
            if arguments.quick and case.slow and name in kept:
                written[name] = kept[name]
                continue
            if find_spec(case.needs) is None:
                parser.error(f"{group}: {name}: {case.needs} is not installed")
            text = case.text()
            written[name] = golden(text)
            if name not in kept:
                print(f"{group}: {name}: new")
            elif difference := first_difference(kept[name], text):
                print(f"{group}: {name}: {difference}")
        for name in sorted(kept.keys() - written.keys()):
            print(f"{group}: {name}: gone")
        save(group, written)


if __name__ == "__main__":
    main()
