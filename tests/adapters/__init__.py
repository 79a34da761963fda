"""The games in other frameworks."""
