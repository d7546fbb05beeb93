# Writes what R's pROC finds on the example rows, for test_proc.py. Run by `make proc`.
suppressMessages({
  library(pROC)
  library(jsonlite)
})

rows <- read.csv("examples/breast-cancer.csv")
models <- c("logistic", "forest", "naive_bayes")
# Levels and direction are stated: pROC's own choice of direction flatters models without knowledge.
curves <- lapply(models, function(model) {
  roc(rows$diagnosis, rows[[model]], levels = c("benign", "malignant"), direction = "<", quiet = TRUE)
})
names(curves) <- models

of_model <- function(curve) {
  list(
    auc = as.numeric(auc(curve)),
    variance = var(curve, method = "delong"),
    delong = as.numeric(ci.auc(curve, method = "delong"))[c(1, 3)],
    partial_auc = as.numeric(auc(curve, partial.auc = c(1, 0.9))),
    partial_auc_standardised = as.numeric(auc(curve, partial.auc = c(1, 0.9), partial.auc.correct = TRUE)),
    partial_auc_of_recall = as.numeric(auc(curve, partial.auc = c(1, 0.9), partial.auc.focus = "se")),
    youden = unlist(coords(curve, "best", best.method = "youden", transpose = FALSE,
                           ret = c("sensitivity", "specificity"))[1, ])
  )
}

of_pair <- function(pair) {
  test <- roc.test(curves[[pair[1]]], curves[[pair[2]]], method = "delong", paired = TRUE)
  # pROC warns that these rows are paired, which is so: the unpaired test is asked for on purpose.
  apart <- suppressWarnings(roc.test(curves[[pair[1]]], curves[[pair[2]]], method = "delong", paired = FALSE))
  list(
    models = pair,
    z = unname(test$statistic),
    p_value = test$p.value,
    interval = as.numeric(test$conf.int),
    covariance = cov(curves[[pair[1]]], curves[[pair[2]]], method = "delong"),
    unpaired_t = unname(apart$statistic),
    unpaired_freedom = unname(apart$parameter),
    unpaired_p_value = apart$p.value
  )
}

result <- list(
  made_with = paste0("R ", R.version$major, ".", R.version$minor, ", pROC ", packageVersion("pROC")),
  rows = "examples/breast-cancer.csv, positive: malignant",
  models = lapply(curves, of_model),
  pairs = lapply(combn(models, 2, simplify = FALSE), of_pair)
)
writeLines(toJSON(result, auto_unbox = TRUE, digits = NA, pretty = TRUE), "tests/reference/data/pROC.json")
