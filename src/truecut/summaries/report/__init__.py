"""The tree behind the interactive report: counts at the thresholds that matter, and all that is said about them.

It holds no rows and hardly any metric: a metric is a function of four counts, so the page computes it itself,
from the formulas of the catalogue that travel along. Its size does not grow with the rows.
"""

from truecut.summaries.report.building import report_of_classes, report_of_models, report_of_point
from truecut.summaries.report.options import ReportOptions
from truecut.summaries.report.tree import ReportSummary

__all__ = ["ReportOptions", "ReportSummary", "report_of_classes", "report_of_models", "report_of_point"]
