"""Confidence bands: how far a whole curve may lie from the one that was drawn."""
