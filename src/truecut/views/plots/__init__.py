"""Figures fit for a paper, drawn with matplotlib: an extra, imported only where something is drawn."""
