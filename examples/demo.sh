#!/bin/sh
# What truecut does, on real predictions of real models. Run it with `make demo`.
set -eu
cd "$(dirname "$0")/.."
out=build/demo
mkdir -p "$out"

say() { printf '\n\033[1m$ %s\033[0m\n\n' "$*"; "$@"; }

say truecut report examples/breast-cancer.csv --positive malignant --words positive=malignant,negative=benign,unit=sample
say truecut table examples/breast-cancer.csv --positive malignant --score logistic --points 11 --metrics tpr,fpr,precision
say truecut explain precision --counts tp=30,fn=10,fp=5,tn=55 --words positive=spam,negative=ham,unit=email
say truecut report examples/spam.csv.gz --label kind --positive spam --group length --threshold 0.9
say truecut report examples/digits.csv --label digit --predicted predicted
say truecut report examples/rare-digits.csv --label digit --class-score zero=p_zero,one=p_one,two=p_two,eight=p_eight,nine=p_nine
say truecut decide examples/rare-digits.csv --label digit --class-score zero=p_zero,one=p_one,two=p_two,eight=p_eight,nine=p_nine --price nine:two=20,eight:one=5 --unsure 0.5
say truecut compare examples/rare-digits.csv --label digit --predicted forest,logistic
say truecut threshold examples/spam.csv.gz --label kind --positive spam --score boosted --cost fp=10,fn=1 --format text
say truecut check examples/spam.csv.gz --label kind --positive spam --score boosted --require "recall >= 0.9" --require "auc >= 0.95"

say truecut compare examples/breast-cancer.csv --positive malignant --score logistic,forest,naive_bayes --metric roc_auc,recall
say truecut calibration examples/breast-cancer.csv --positive malignant --score naive_bayes --recalibrate isotonic
say truecut groups examples/spam.csv.gz --label kind --positive spam --score boosted --group length

say truecut report examples/spam.csv.gz --label kind --positive spam --group length -o "$out/spam.json"
say truecut table examples/spam.csv.gz --label kind --positive spam --score boosted -o "$out/spam-thresholds.csv"
say truecut report examples/breast-cancer.csv --positive malignant -o "$out/breast-cancer.md"
say truecut report examples/digits.csv --label digit --class-score 0=p0,1=p1,2=p2,3=p3,4=p4,5=p5,6=p6,7=p7,8=p8,9=p9 -o "$out/digits.html"
say truecut report examples/spam.csv.gz --label kind --positive spam --group length --cost fp=10,fn=1 -o "$out/spam.html"

printf '\nOpen %s in a browser.\n' "$out/spam.html"
