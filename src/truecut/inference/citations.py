"""How a method of making intervals is called and cited in a paper."""

from __future__ import annotations

from typing import NamedTuple


class Citation(NamedTuple):
    """What to write into the text, and into the list of references."""

    phrase: str
    reference: str


ZOU_DONNER = (
    "Zou GY, Donner A. Construction of confidence limits about effect measures: a general approach. "
    "Stat Med 2008;27:1693-1702."
)
EFRON = "Efron B, Tibshirani RJ. An Introduction to the Bootstrap. Chapman & Hall, 1993."
DELONG = (
    "DeLong ER, DeLong DM, Clarke-Pearson DL. Comparing the areas under two or more correlated receiver operating "
    "characteristic curves: a nonparametric approach. Biometrics 1988;44:837-845."
)
WILSON = (
    "Wilson EB. Probable inference, the law of succession, and statistical inference. J Am Stat Assoc 1927;22:209-212."
)
LAM = (
    "Lam KFY, Gopal V, Qian J. Confidence intervals for the F1 score: a comparison of four methods. "
    "arXiv 2309.14621, 2023."
)
EFRON_STEIN = "Efron B, Stein C. The jackknife estimate of variance. Ann Stat 1981;9:586-596."

CITATIONS = {
    "wilson": Citation("Wilson's score method", WILSON),
    "wilson-indirect": Citation(
        "Wilson's score method for F1",
        LAM,
    ),
    "clopper-pearson": Citation(
        "the exact method of Clopper and Pearson",
        "Clopper CJ, Pearson ES. The use of confidence or fiducial limits illustrated in the case of the binomial. "
        "Biometrika 1934;26:404-413.",
    ),
    "guarded": Citation("DeLong's method on the log odds, guarded by Newcombe's where few rows tell", DELONG),
    "logit-delong": Citation("DeLong's method on the log odds", DELONG),
    "delong": Citation("DeLong's method", DELONG),
    "newcombe": Citation(
        "Newcombe's method",
        "Newcombe RG. Confidence intervals for an effect size measure based on the Mann-Whitney statistic. "
        "Part 2: asymptotic methods and evaluation. Stat Med 2006;25:559-573.",
    ),
    "koopman": Citation(
        "Koopman's score method",
        "Koopman PAR. Confidence intervals for the ratio of two binomial proportions. Biometrics 1984;40:513-517.",
    ),
    "woolf": Citation(
        "Woolf's method",
        "Woolf B. On estimating the relation between blood group and disease. Ann Hum Genet 1955;19:251-253.",
    ),
    "mover": Citation("the method of variance estimates recovery", ZOU_DONNER),
    "fisher-z": Citation(
        "Fisher's z transformation",
        "Itaya Y, Tamura J, Hayashi K, Yamamoto K. Asymptotic properties of Matthews correlation coefficient. "
        "Stat Med 2025;44:e10303.",
    ),
    "score": Citation(
        "a score method for F scores",
        LAM,
    ),
    "hall": Citation(
        "Student's method with Hall's correction for skewness",
        "Hall P. On the removal of skewness by transformation. J R Stat Soc B 1992;54:221-228.",
    ),
    "t": Citation(
        "Student's method over clusters",
        "Rao JNK, Scott AJ. A simple method for the analysis of clustered binary data. Biometrics 1992;48:577-585.",
    ),
    "obuchowski": Citation(
        "Obuchowski's method for clustered rows",
        "Obuchowski NA. Nonparametric analysis of clustered ROC curve data. Biometrics 1997;53:567-578.",
    ),
    "information": Citation(
        "the observed information of the logistic recalibration",
        "Cox DR. Two further applications of a model for binary regression. Biometrika 1958;45:562-565.",
    ),
    "log": Citation(
        "the log scale",
        "Debray TPA, et al. A guide to systematic review and meta-analysis of prediction model performance. "
        "BMJ 2017;356:i6460.",
    ),
    "delta": Citation(
        "the delta method",
        "Bradley AA, Schwartz SS, Hashino T. Sampling uncertainty and confidence intervals for the Brier score and "
        "Brier skill score. Weather Forecast 2008;23:992-1006.",
    ),
    "jackknife": Citation("the jackknife", EFRON_STEIN),
    "jackknife-by-class": Citation("the jackknife within each class", EFRON_STEIN),
    "dirichlet": Citation(
        "the Dirichlet posterior of the four counts under Jeffreys' prior",
        "Caelen O. A Bayesian interpretation of the confusion matrix. Ann Math Artif Intell 2017;81:429-450.",
    ),
    "cells": Citation(
        "the posterior of the four cells, each worth as many rows as its weights tell",
        "Fay MP, Feuer EJ. Confidence intervals for directly standardized rates. Stat Med 1997;16:791-801.",
    ),
    "bootstrap": Citation("the percentile bootstrap", EFRON),
    "bca": Citation("the bias-corrected and accelerated bootstrap", EFRON),
}


def citation_of(method: str) -> Citation | None:
    """Return how a method is cited; None where it has no citation of its own."""
    return CITATIONS.get(method)
