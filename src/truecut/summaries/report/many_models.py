"""From how many models on the page tells less of each: it must stay small enough to be sent."""

MANY_MODELS = 16  # of more: no bands, cuts at the offered thresholds only, shorter numbers
