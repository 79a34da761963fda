"""The games as environments of learning frameworks, an extra each.

- `keltis.adapters.openspiel`: all players and chance, for OpenSpiel (extra `openspiel`).

Nothing else in the library imports these modules.
"""
