"""Whether probabilities mean what they say, and what recalibrating them would change."""
