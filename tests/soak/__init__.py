"""Attacks on the library, far more than the tests make: `nox -s soak`."""
