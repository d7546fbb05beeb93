"""Rows drawn again: replicates of the score table, and intervals from them."""
