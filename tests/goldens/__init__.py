"""Goldens: what must not change unless somebody means it to.

`cases` computes each golden through the public API alone, `store` keeps them in the JSON files of
this folder, and `test_goldens` compares. This command writes all of them anew, or those of some
groups, and says which have changed:

    PYTHONPATH=tests python -m goldens [--quick] [GROUP ...]

A golden may change only with a line in the changelog that says why.

Games, positions and tables come from the files that 0.2.0 wrote, so they are played and drawn by
the rules and on the board of these files, whatever the rules of a new game are.
"""
