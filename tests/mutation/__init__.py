"""Mutation testing of the rules: a changed rule makes a test fail.

`nox --sessions mutation` changes the rules modules of both games, one small change at a time, and
runs the tests of the rules on each mutant. A mutant that makes a test fail is killed. A mutant
that survives needs a test that kills it, or an entry in `accepted.toml` with the reason why no test
can. The session fails if a survivor has neither, or if less than 97 % of the mutants are killed.

    nox -s mutation -- --module legality --module celtic.play    only these modules
    nox -s mutation -- --module batch._greedy                    kernels, as plain Python
    nox -s mutation -- --sample 200 --seed 1                     200 mutants, chosen by chance
    nox -s mutation -- --again                                   test the survivors again
    nox -s mutation -- --fresh                                   test all again, also the accepted

    nox -s mutation -- --sources                                 break the rule behind every clause
    nox -s mutation -- --row RM.66                               break the rule behind this clause

Clauses are those of the rule texts, in `docs/rules/sources.toml`. `source_mutants.toml` has a
mutant for each, and at least one of the tests that the clause names must fail on it.

`build/mutation.jsonl` has the result of every mutant, so a run that was stopped goes on where it
was. A mutant is known by its text: after a change of a function, only its new mutants are tested.
A changed test makes no difference to what is known; say `--again` or `--fresh`.

There are two ways to test a mutant, because most of the time goes into imports:

- *warm*: a process imports the library and collects the tests once. It runs them once to find
  which test calls which function. For each mutant it forks, and the child gives the function its
  changed code and runs the tests that call it, until one fails.
- *cold*: for a change outside of functions, the child is forked before that, and imports the
  changed module. So it is for a mutant that survives warm, if its function also runs while the
  library is imported. The tests that killed the last mutants of the module run first, then all
  tests of its game.

A test that uses five seconds of processor time has met an endless loop, and the mutant is killed.

Why not mutmut or cosmic-ray: mutmut 3 changes nothing outside of functions, and here the tables of
the rules are there; cosmic-ray starts a new process for every mutant, which takes seconds.
"""
