"""Views draw a summary; they compute nothing beyond layout. Same input, same bytes."""
