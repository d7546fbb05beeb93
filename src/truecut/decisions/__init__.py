"""What the numbers mean for whoever has to decide."""
