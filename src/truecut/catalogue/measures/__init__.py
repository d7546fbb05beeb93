"""Functions of a curve: areas, the ROC hull and what follows from it, and the calibration of probabilities."""
