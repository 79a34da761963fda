"""The games as environments of learning frameworks, an extra each.

- `keltis.adapters.gymnasium`: one player against bots, for Gymnasium (extra `gymnasium`);
- `keltis.adapters.openspiel`: all players and chance, for OpenSpiel (extra `openspiel`);
- `keltis.adapters.pettingzoo`: all players, for PettingZoo (extra `pettingzoo`).

Nothing else in the library imports these modules.
"""
