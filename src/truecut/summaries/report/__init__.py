"""The summary with what only the interactive report draws: counts at the thresholds that matter, and bands.

It holds no rows and hardly any metric: a metric is a function of four counts, so the page computes it itself,
from the formulas of the catalogue that travel along. Its size does not grow with the rows.
"""

from truecut.summaries.report.building import report_of
from truecut.summaries.report.tree import ReportOptions, ReportSummary

__all__ = ["ReportOptions", "ReportSummary", "report_of"]
