# Writes what R's pROC, caret, ROCR and epiR find under the names of the name map, for test_names_of_r.py. Run by `make names`.
suppressPackageStartupMessages({library(pROC); library(caret); library(ROCR); library(epiR)})

truth <- c(1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0)
score <- c(0.9, 0.2, 0.6, 0.7, 0.8, 0.1, 0.4, 0.55, 0.5, 0.3, 0.65, 0.35, 0.15, 0.25)
cut <- 0.45
flagged <- as.integer(score >= cut)

quoted <- function(text) paste0('"', text, '"')
object <- function(values, names) paste0("{", paste0(quoted(names), ": ", values, collapse = ", "), "}")
numbers <- function(found) object(formatC(as.numeric(found), digits = 17, format = "g"), names(found))

curve <- suppressMessages(roc(truth, score, direction = "<"))
rets <- c("sensitivity", "specificity", "ppv", "npv", "accuracy", "fdr", "youden")
of_proc <- sapply(rets, function(name) unlist(coords(curve, x = cut, input = "threshold", ret = name, transpose = FALSE)))
names(of_proc) <- paste0("coords(ret='", rets, "')")
of_proc <- c(of_proc, auc = as.numeric(auc(curve)))

matrix_of <- confusionMatrix(factor(flagged, c(1, 0)), factor(truth, c(1, 0)))
of_caret <- c(matrix_of$overall[c("Accuracy", "Kappa", "AccuracyNull")], matrix_of$byClass)
of_caret <- of_caret[names(of_caret) != "Detection Rate"]
summed <- twoClassSummary(data.frame(obs = factor(ifelse(truth == 1, "yes", "no"), c("yes", "no")),
  pred = factor(ifelse(flagged == 1, "yes", "no"), c("yes", "no")), yes = score, no = 1 - score), lev = c("yes", "no"))
of_caret <- c(of_caret, summed["ROC"])

scored <- prediction(score, truth)
last <- max(which(scored@cutoffs[[1]] >= cut))
asked <- c("acc", "err", "tpr", "fpr", "tnr", "fnr", "ppv", "npv", "pcfall", "pcmiss", "rpp", "phi", "mat", "lift")
of_rocr <- sapply(asked, function(name) performance(scored, name)@y.values[[1]][last])
of_rocr <- c(of_rocr, auc = performance(scored, "auc")@y.values[[1]])

tested <- epi.tests(table(factor(flagged, c(1, 0)), factor(truth, c(1, 0))))$detail
of_epir <- setNames(tested$est, tested$statistic)
of_epir <- of_epir[c("se", "sp", "pv.pos", "pv.neg", "lr.pos", "lr.neg", "diag.ac", "diag.or", "youden", "ap", "tp")]

versions <- paste(sapply(c("pROC", "caret", "ROCR", "epiR"), function(name) paste(name, packageVersion(name))), collapse = ", ")
cat(object(c(quoted(versions), paste0("[", paste(truth, collapse = ", "), "]"), paste0("[", paste(score, collapse = ", "), "]"), cut,
  numbers(of_proc), numbers(of_caret), numbers(of_rocr), numbers(of_epir)),
  c("source", "truth", "score", "cut", "pROC", "caret", "ROCR", "epiR")), "\n")
