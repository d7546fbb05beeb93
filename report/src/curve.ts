// The counts at every threshold the page knows, and how a threshold is looked up among them.

import { flagged, rows, type Counts } from './counts';
import { firstWhere, sum } from './numbers';
import { OUTCOMES, type Cost, type Model } from './payload';

const [FIGURES, MOST_FIGURES] = [3, 17];

/** Entry 0 flags nothing; entry i flags what reaches the i-th score. */
export class Curve {
  readonly length: number;
  private readonly sign: 1 | -1;
  private readonly exact: Set<number>;
  private priced: { cost: Cost; entry: number } | null = null; // the last answer: costs change seldom, the dial often

  constructor(readonly model: Model) {
    this.length = model.cuts.scores.length + 1;
    this.sign = model.lower_is_positive ? -1 : 1;
    this.exact = new Set(model.cuts.exact);
  }

  /** The entry whose rows a threshold flags; null flags nothing. */
  entry(threshold: number | null): number {
    if (threshold === null) return 0;
    const { scores } = this.model.cuts;
    return firstWhere(scores.length, (i) => this.sign * (scores[i] ?? NaN) < this.sign * threshold);
  }

  /** The shortest threshold that flags the rows of an entry; null flags nothing. */
  threshold(entry: number): number | null {
    const score = this.model.cuts.scores[entry - 1];
    if (score === undefined) return null;
    const short = Number(score.toPrecision(this.model.cuts.digits[entry - 1] ?? 17));
    return this.sign * short <= this.sign * score ? short : score;
  }

  /** A threshold in three figures, or in more where fewer would flag other rows; `truecut/counting/told_thresholds.py` tells it so too. */
  told(threshold: number): number {
    const entry = this.entry(threshold);
    if (!this.model.cuts.is_complete) {
      // What lies between two cuts the page does not know: Python says how many figures are enough for the scores that are here in full.
      const figures = parseInt(this.model.cuts.told[entry - 1] ?? '0', 36);
      return figures && threshold === this.model.cuts.scores[entry - 1] ? this.towards(threshold, figures) : threshold;
    }
    for (let figures = FIGURES; figures < MOST_FIGURES; figures++)
      for (const short of [Number(threshold.toPrecision(figures)), this.towards(threshold, figures)])
        if (this.entry(short) === entry && ((short !== 0 && short !== 1) || short === threshold)) return short;
    return threshold;
  }

  /** The nearest number of so many figures on the side of what is flagged. */
  private towards(threshold: number, figures: number): number {
    const short = Number(threshold.toPrecision(figures));
    if (this.sign * short <= this.sign * threshold) return short;
    const last = Number(`1e${String(Number((threshold.toExponential().split('e'))[1]) - figures + 1)}`);
    return Number((short - this.sign * last).toPrecision(figures));
  }

  counts(entry: number): Counts {
    const { positives, negatives, cuts } = this.model;
    const [tp, fp] = entry === 0 ? [0, 0] : [cuts.tp[entry - 1] ?? NaN, cuts.fp[entry - 1] ?? NaN];
    const counts = { tp, fp, fn: positives - tp, tn: negatives - fp };
    return cuts.worth_positive.length ? { ...counts, worth: sum(this.worth(entry)) } : counts;
  }

  /** How many rows of one class each entry flags, and the sum of their squared weights: looked up, with no counts made for it. */
  columns(cell: 'tp' | 'fp'): { rows: (entry: number) => number; squares: (entry: number) => number } {
    const { cuts } = this.model;
    const [flagged, squared] = [cuts[cell], cuts[`${cell}_squares`]];
    return { rows: (entry) => (entry ? (flagged[entry - 1] ?? NaN) : 0), squares: (entry) => (entry && squared.length ? (squared[entry - 1] ?? NaN) : 0) };
  }

  /** What amounts of the rows of either class add to the cost; nothing where prices do not follow them. */
  worth(entry: number): [positives: number, negatives: number] {
    const { worth_positive: ofPositives, worth_negative: ofNegatives } = this.model.cuts;
    return ofPositives.length ? [ofPositives[entry] ?? NaN, ofNegatives[entry] ?? NaN] : [0, 0];
  }

  /** Sums of squared weights in the four cells; null unless rows have weights of importance. */
  squares(entry: number): Counts | null {
    const { tp_squares: ofTp, fp_squares: ofFp } = this.model.cuts;
    if (!ofTp.length) return null;
    const [tp, fp] = entry === 0 ? [0, 0] : [ofTp[entry - 1] ?? NaN, ofFp[entry - 1] ?? NaN];
    return { tp, fp, fn: (ofTp[ofTp.length - 1] ?? 0) - tp, tn: (ofFp[ofFp.length - 1] ?? 0) - fp };
  }

  /** The nearest threshold at which the counts are known exactly. */
  settled(threshold: number | null): number | null {
    if (threshold === null || this.model.cuts.is_complete || this.exact.has(threshold)) return threshold;
    const entry = this.entry(threshold);
    if (entry === 0) return null; // above the highest score nothing is flagged
    const around = [this.threshold(entry), this.threshold(Math.min(entry + 1, this.length - 1))];
    const known = around.filter((cut): cut is number => cut !== null);
    return known.reduce((best, cut) => (Math.abs(cut - threshold) < Math.abs(best - threshold) ? cut : best), known[0] ?? threshold);
  }

  /** The first entry that flags at least this share of the rows. */
  atShare(share: number): number {
    const all = this.model.positives + this.model.negatives;
    return Math.min(firstWhere(this.length, (i) => flagged(this.counts(i)) >= share * all - 1e-9), this.length - 1);
  }

  entries(): number[] {
    return Array.from({ length: this.length }, (_, entry) => entry);
  }

  /** The entry that costs least. Every corner of the ROC hull is among them, so it is exact for any costs. */
  cheapest(cost: Cost): number {
    if (this.priced?.cost !== cost) this.priced = { cost, entry: this.searched(cost) };
    return this.priced.entry;
  }

  private searched(cost: Cost): number {
    let best = 0;
    let least = Infinity;
    for (let entry = 0; entry < this.length; entry++) {
      const spent = totalCost(this.counts(entry), cost);
      if (spent < least) [best, least] = [entry, spent];
    }
    return best;
  }
}

export function totalCost(counts: Counts, cost: Cost): number {
  let spent = 0;
  for (const outcome of OUTCOMES) spent += counts[outcome] ? counts[outcome] * cost[outcome] : 0;
  return spent + rows(counts) * cost.per_row + (counts.worth ?? 0);
}
