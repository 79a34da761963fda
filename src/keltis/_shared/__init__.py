"""What both games share: values, checks, chance, text, JSON, SVG and terminal. No game is in it."""
