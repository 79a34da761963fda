"""The codec behind `keltis.documents`: it knows no game."""
