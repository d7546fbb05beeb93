"""How models differ on the same rows, and how sure one can be of it."""
