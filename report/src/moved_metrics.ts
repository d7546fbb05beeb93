// Metrics of the whole curve and the reliability curve where positives are as common as a reader supposes.

import type { Counts } from './counts';
import { Curve } from './curve';
import { hull } from './decision';
import { sum } from './numbers';
import type { CurveEntry, Estimate, Model, OtherShares, Reliability } from './payload';

const NOT_MOVED = 'known for the share that the page was made with only';
const TOO_FAR = 'so far from the share of the rows the page does not know it';
const NO_INTERVAL = 'at a supposed share the page has no interval for it';

/** The mean of a loss over the rows of both classes, each as common as supposed; a class that is not there loses nothing. */
function meanLoss({ losses }: OtherShares, name: string, share: number): number {
  const [ofPositives, ofNegatives] = losses[name] ?? [NaN, NaN];
  return (share ? share * ofPositives : 0) + (share < 1 ? (1 - share) * ofNegatives : 0);
}

const uncertainty = (share: number): number => share * (1 - share);
const entropy = (share: number): number => -(share * Math.log(share) + (1 - share) * Math.log1p(-share));

const UNIT = 1e-14; // of the coefficients

/** The sum of a series of Chebyshev at a place between -1 and 1 (Clenshaw). */
function series(coefficients: number[], at: number): number {
  let [next, later] = [0, 0];
  for (let k = coefficients.length - 1; k > 0; k--) [next, later] = [2 * at * next - later + (coefficients[k] ?? 0) * UNIT, next];
  return at * next - later + (coefficients[0] ?? 0) * UNIT;
}

type Moved = (known: OtherShares, share: number, recalibrated: number) => number;

/** The Brier score that is left when probabilities are recalibrated in their order: each side of the ROC hull is one probability. */
function recalibratedBrier({ positives, negatives }: Model, corners: readonly Counts[], share: number): number {
  const sides = corners.slice(1).map((corner, i) => [(share * (corner.tp - (corners[i]?.tp ?? 0))) / positives, ((1 - share) * (corner.fp - (corners[i]?.fp ?? 0))) / negatives] as const);
  return sum(sides.map(([positive, negative]) => (positive && negative ? positive * (negative / (positive + negative)) : 0)));
}

// `truecut/catalogue/measures` has the same.
const MOVED: Record<string, Moved> = {
  average_precision: ({ average_precision: coefficients, farthest }, share) => series(coefficients, (Math.log(share) - Math.log1p(-share)) / farthest),
  brier: (known, share) => meanLoss(known, 'brier', share),
  brier_skill: (known, share) => 1 - meanLoss(known, 'brier', share) / uncertainty(share),
  brier_uncertainty: (_, share) => uncertainty(share),
  brier_miscalibration: (known, share, recalibrated) => Math.max(0, meanLoss(known, 'brier', share) - recalibrated),
  brier_discrimination: (_, share, recalibrated) => uncertainty(share) - recalibrated,
  log_loss: (known, share) => meanLoss(known, 'log_loss', share),
  log_loss_skill: (known, share) => 1 - meanLoss(known, 'log_loss', share) / entropy(share),
  spherical_score: (known, share) => meanLoss(known, 'spherical_score', share),
  observed_expected_ratio: (known, share) => share / meanLoss(known, 'score', share),
};

/** The metrics of a model at another share: what does not depend on it stays. */
export function movedMetrics(model: Model, entries: readonly CurveEntry[], share: number): Record<string, Estimate> {
  const { curve_metrics: found, other_shares: known } = model;
  const curve = new Curve(model);
  const recalibrated = recalibratedBrier(model, hull(curve).map((entry) => curve.counts(entry)), share);
  const moved = (name: string, here: Estimate): Estimate => {
    if (here.value === undefined || !entries.some((entry) => entry.name === name && entry.depends_on_prevalence)) return here;
    const move = MOVED[name];
    if (!move || !known) return { undefined: NOT_MOVED };
    if (name === 'average_precision') {
      if (!known.average_precision.length) return { undefined: NOT_MOVED };
      if (Math.abs(Math.log(share) - Math.log1p(-share)) > known.farthest) return { undefined: TOO_FAR };
    }
    return { value: move(known, share, recalibrated), note: NO_INTERVAL };
  };
  return Object.fromEntries(Object.entries(found).map(([name, here]) => [name, moved(name, here)]));
}

/** The reliability curve, which is that of the rows, at another share: the same scores stand together, and of each the odds of being positive move. */
export function movedReliability(reliability: Reliability, from: number, to: number): Reliability {
  const [up, down] = [to / from, (1 - to) / (1 - from)];
  const observed = reliability.observed.map((share) => (share * up) / (share * up + (1 - share) * down));
  return { ...reliability, observed, low: [], high: [], verdict: '' };
}
