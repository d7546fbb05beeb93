"""Pages that the code can tell: they are made when the site is built, and are not committed."""
