"""Engines read columns: from files, from frames and arrays, from a query."""
