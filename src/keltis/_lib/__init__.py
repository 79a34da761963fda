"""Small things that no game and no picture owns: values, checks, text, chance, files."""
