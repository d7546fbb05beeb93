"""From rows to the score table, from there to the curve, and to four counts."""
