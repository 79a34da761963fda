"""The rules of Keltis: they import `errors` and `_lib` alone. Users import them from `keltis`."""
