"""What pictures of both games are made of: SVG, themes, films, animations, text and tables."""
