"""Readers turn files, frames, arrays and the rows of a query into columns."""
