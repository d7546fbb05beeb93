"""How many rows are enough, and what to expect of them."""
