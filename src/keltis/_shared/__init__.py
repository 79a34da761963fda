"""What both games use: immutable values, chance, text, JSON, SVG and terminal pieces. No game is in it."""
