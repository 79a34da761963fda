"""Junk for every public callable."""
