"""What is written to a file, and read back."""
