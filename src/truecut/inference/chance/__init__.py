"""What a model without knowledge would score on the same rows."""
