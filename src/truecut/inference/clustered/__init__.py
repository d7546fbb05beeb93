"""Rows that belong together: variances and intervals by cluster."""
