"""How sure one can be of an estimate."""
