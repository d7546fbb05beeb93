# Writes what R's caret finds on the examples of many classes, for test_caret.py. Run by `make caret`.
suppressPackageStartupMessages(library(caret))

quoted <- function(text) paste0('"', text, '"')
number <- function(value) ifelse(is.na(value), "null", formatC(value, digits = 17, format = "g"))
object <- function(values, names) paste0("{", paste0(quoted(names), ": ", values, collapse = ", "), "}")

of_matrix <- function(truth, answers) {
  levels <- sort(unique(truth))
  found <- confusionMatrix(factor(answers, levels), factor(truth, levels))
  by_class <- found$byClass
  rownames(by_class) <- sub("^Class: ", "", rownames(by_class))
  lines <- sapply(rownames(by_class), function(name) object(number(by_class[name, ]), colnames(by_class)))
  object(c(object(number(found$overall), names(found$overall)), object(lines, rownames(by_class))), c("overall", "by_class"))
}

digits <- read.csv("examples/digits.csv", check.names = FALSE)
rare <- read.csv("examples/rare-digits.csv", check.names = FALSE)
classes <- sort(unique(rare$digit))
scores <- rare[paste0("p_", classes)]
names(scores) <- classes
loss <- mnLogLoss(data.frame(obs = factor(rare$digit, classes), pred = factor(rare$logistic, classes), scores), lev = classes)
cat(object(c(
  quoted(paste("caret", packageVersion("caret"), "on", R.version.string)),
  of_matrix(as.character(digits$digit), as.character(digits$predicted)),
  of_matrix(rare$digit, rare$forest),
  number(loss)
), c("source", "digits", "rare-digits forest", "rare-digits log loss")), "\n")
