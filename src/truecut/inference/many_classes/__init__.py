"""How sure one can be of what several classes give together."""
