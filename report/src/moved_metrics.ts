// Metrics of the whole curve and the reliability curve where positives are as common as a reader supposes.

import { sum } from './numbers';
import type { CurveEntry, Estimate, Model, Reliability } from './payload';

const NOT_CARRIED = 'known for the share that the page was made with only: it takes every score, and the page has some';
const NOT_MOVED = 'known for the share that the page was made with only';
const NO_INTERVAL = 'at a supposed share the page has no interval for it';

type Moved = (scores: number[], tp: number[], fp: number[]) => number;

/** The mean of a loss over the rows of both classes, each as common as supposed. */
const meanLoss = (ofPositive: (score: number) => number, ofNegative: (score: number) => number): Moved => (scores, tp, fp) => {
  const step = (column: number[], i: number): number => (column[i] ?? 0) - (column[i - 1] ?? 0);
  const part = (column: number[], loss: (score: number) => number): number => sum(scores.map((score, i) => (step(column, i) ? step(column, i) * loss(score) : 0)));
  const last = scores.length - 1;
  return (part(tp, ofPositive) + part(fp, ofNegative)) / ((tp[last] ?? 0) + (fp[last] ?? 0));
};

// What every score tells exactly; `truecut/catalogue/measures` has the same.
const MOVED: Record<string, Moved> = {
  average_precision: (_, tp, fp) => sum(tp.map((caught, i) => (caught + (fp[i] ?? 0) ? ((caught - (tp[i - 1] ?? 0)) * caught) / (caught + (fp[i] ?? 0)) : 0))) / (tp[tp.length - 1] ?? NaN),
  brier: meanLoss((score) => (1 - score) ** 2, (score) => score ** 2),
  log_loss: meanLoss((score) => -Math.log(score), (score) => -Math.log1p(-score)),
  brier_uncertainty: (_, tp, fp) => {
    const [positives, negatives] = [tp[tp.length - 1] ?? NaN, fp[fp.length - 1] ?? NaN];
    return (positives * negatives) / (positives + negatives) ** 2;
  },
};

/** The metrics of a model whose classes were moved to another share: what does not depend on it stays. */
export function movedMetrics(model: Model, entries: readonly CurveEntry[]): Record<string, Estimate> {
  const { scores, tp, fp, is_complete: isComplete } = model.cuts;
  const knows = isComplete && !model.folds && tp.length > 0;
  return Object.fromEntries(Object.entries(model.curve_metrics).map(([name, found]): [string, Estimate] => {
    const move = MOVED[name];
    if (found.value === undefined || !entries.some((entry) => entry.name === name && entry.depends_on_prevalence)) return [name, found];
    if (!move || !knows) return [name, { undefined: move ? NOT_CARRIED : NOT_MOVED }];
    return [name, { value: move(scores, tp, fp), note: NO_INTERVAL }];
  }));
}

/** The reliability curve, which is that of the rows, at another share: the same scores stand together, and of each the odds of being positive move. */
export function movedReliability(reliability: Reliability, from: number, to: number): Reliability {
  const [up, down] = [to / from, (1 - to) / (1 - from)];
  const observed = reliability.observed.map((share) => (share * up) / (share * up + (1 - share) * down));
  return { ...reliability, observed, low: [], high: [], verdict: '' };
}
