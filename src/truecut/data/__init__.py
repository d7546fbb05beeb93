"""Rows as they were read and checked: columns, labels, scores, weights, groups."""
