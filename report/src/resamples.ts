// Other samples like this one: where their cheapest cut falls, and how much a cut flatters itself on the rows that chose it.

import type { Curve } from './curve';
import { binomials, poissons } from './simulation';

const [RESAMPLES, FOLDS, REPEATS] = [200, 5, 10];
const SEED = 7;

/** What a found positive saves and a flagged negative costs, each times how common its class is by row. */
export interface Worth {
  found: number;
  alarm: number;
  more: Sample | null; // what amounts add to the cost of a row, from cut to cut
}

export type Sample = Float64Array; // positives and negatives in turn, from cut to cut

/** Draws of the counts between cuts. They do not depend on prices, so they are made once for a model. */
export class Resamples {
  private drawn: Sample[] | null = null;
  private dealt: Sample[][] | null = null;
  private readonly steps: Sample;

  constructor(private readonly curve: Curve) {
    const { tp, fp } = curve.model.cuts;
    this.steps = Float64Array.from({ length: 2 * tp.length }, (_, i) => {
      const [column, at] = [i % 2 ? fp : tp, i >> 1];
      return (column[at] ?? 0) - (column[at - 1] ?? 0);
    });
  }

  /** The cheapest cut of every sample, in order. */
  chosen(worth: Worth): number[] {
    const poisson = poissons(SEED);
    this.drawn ??= Array.from({ length: RESAMPLES }, () => this.steps.map(poisson));
    return this.drawn.map((sample) => cheapest(sample, worth)).sort((a, b) => a - b);
  }

  /** What a cut costs more on rows that did not choose it: each fold is judged at the cheapest cut of the other folds. */
  flattery(worth: Worth, entry: number): number {
    const { positives, negatives } = this.curve.model;
    if (Math.min(positives, negatives) < FOLDS) return 0;
    this.dealt ??= this.deal();
    let cost = 0;
    for (const folds of this.dealt) {
      for (const fold of folds) {
        const others = this.steps.map((all, i) => all - (fold[i] ?? 0));
        cost += spentAt(fold, worth, cheapest(others, worth));
      }
    }
    return Math.max(0, cost / REPEATS - spentAt(this.steps, worth, entry));
  }

  private deal(): Sample[][] {
    const binomial = binomials(SEED);
    return Array.from({ length: REPEATS }, () => {
      const left = Float64Array.from(this.steps);
      return Array.from({ length: FOLDS }, (_, fold) => left.map((rows, i) => {
        const taken = binomial(rows, 1 / (FOLDS - fold));
        left[i] = rows - taken;
        return taken;
      }));
    });
  }
}

/** What a cut costs, less what flagging nothing does. */
function spentAt(sample: Sample, worth: Worth, entry: number): number {
  let spent = 0;
  for (let i = 0; i < entry; i++) spent += step(sample, worth, i);
  return spent;
}

function step(sample: Sample, { found, alarm, more }: Worth, i: number): number {
  const [positives, negatives] = [sample[2 * i] ?? 0, sample[2 * i + 1] ?? 0];
  return negatives * (alarm + (more?.[2 * i + 1] ?? 0)) - positives * (found - (more?.[2 * i] ?? 0));
}

function cheapest(sample: Sample, worth: Worth): number {
  let [spent, least, best] = [0, 0, 0];
  for (let i = 0; 2 * i < sample.length; i++) {
    spent += step(sample, worth, i);
    if (spent < least) [least, best] = [spent, i + 1];
  }
  return best;
}
