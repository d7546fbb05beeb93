"""Plain trees of all that was found: the only input of views."""
