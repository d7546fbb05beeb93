"""Small drawings for a terminal, none wider than 60 characters."""

from __future__ import annotations

from truecut.catalogue.glossary import Picture

MATRIX = """\
             flagged            left alone
          ┌──────────────────┬──────────────────┐
 positive │ TP  hit          │ FN  miss         │
          ├──────────────────┼──────────────────┤
 negative │ FP  false alarm  │ TN  left alone   │
          └──────────────────┴──────────────────┘"""
MARGINS = """\
          flagged   left alone
 positive   TP         FN       TP + FN   recall = TP / (TP + FN)
 negative   FP         TN       FP + TN   specificity = TN / (FP + TN)
          TP + FP    FN + TN
          precision = TP / (TP + FP)"""
COSTS = """\
          flagged            left alone
 positive a hit        -1    a miss       100
 negative a false alarm 1    left alone     0
 cost = -1 × TP + 100 × FN + 1 × FP + 0 × TN"""
THRESHOLD = """\
         left alone │ flagged
  ○ ▲ ○ ○   ▲   ○   │ ▲   ○       ▲ ▲     ▲ positive  ○ negative
 ├──────────────────┼──────────────────┤
 0               threshold             1"""
ROC = """\
 recall
 1 ┤                ┌───●   everything is flagged
   │        ┌───────┘
   │    ┌───┘
   │┌───┘
   ││
 0 ┼●───────────────────┤   nothing is flagged
   0  false positive rate 1"""
ROC_ENDS = """\
 recall
 1 ● ideal            ● everything flagged
   │               ╱
   │            ╱
   │         ╱  random
   │      ╱
   │   ╱
 0 ●──────────────────┤
   nothing flagged    1  false positive rate"""
PRECISION_RECALL = """\
 precision
 1 ┤━━━━━━━━━━┓
   │          ┗━━━━━┓
   │                ┗━━━┓
   │┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┗  prevalence: flagging at random
 0 ┼────────────────────┤
   0       recall       1"""
MEANS = """\
 of 1 and 9
 arithmetic  █████████████████████████   5
 geometric   ███████████████             3
 harmonic    █████████                   1.8"""
FOLDS = """\
 fold 1  ■ □ □ □ □     ■ judged here
 fold 2  □ ■ □ □ □     □ learned from
 fold 3  □ □ ■ □ □
 fold 4  □ □ □ ■ □     every row is judged once,
 fold 5  □ □ □ □ ■     by a model that has not seen it"""
RARE = """\
 1,000 people, 10 ill; 90 % of the ill and 5 % of the others are flagged
 ill      ▲▲▲▲▲▲▲▲▲△                       9 found, 1 missed
 healthy  ●●●●●●●●●●●●●●●●●●●●●●●●●●●●●●
          ●●●●●●●●●●●●●●●●●●●●             about 50 false alarms
 of 59 flagged, 9 are ill: precision 15 %"""

DRAWINGS = {
    Picture.MATRIX: MATRIX,
    Picture.MARGINS: MARGINS,
    Picture.COSTS: COSTS,
    Picture.THRESHOLD: THRESHOLD,
    Picture.ROC: ROC,
    Picture.ROC_ENDS: ROC_ENDS,
    Picture.PRECISION_RECALL: PRECISION_RECALL,
    Picture.MEANS: MEANS,
    Picture.FOLDS: FOLDS,
    Picture.RARE: RARE,
}
