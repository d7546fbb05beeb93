// The interval for any metric of four counts; `truecut/inference/dirichlet.py` says how and why, and has the same points.

import { betaOdds } from './beta';
import { rows, type Counts } from './counts';
import { OUTCOMES } from './payload';
import type { Limits } from './proportions';

export const POINTS = 8192;
const TURNS = [1, 1503, 1503 ** 2 % POINTS] as const;
const PRIOR = 0.5; // Jeffreys'

let sharesOf = '';
let shares: Counts[] = [];

/** The Bayesian interval of any metric of four counts that is no total. */
export function dirichlet(metric: (counts: Counts) => number, counts: Counts, level: number): Limits {
  return limits(metric, spread(counts, false), level);
}

/** The same where the size of each class was decided: both rates vary, the share of positives does not. */
export function dirichletByClass(metric: (counts: Counts) => number, counts: Counts, level: number): Limits {
  return limits(metric, spread(counts, true), level);
}

function limits(metric: (counts: Counts) => number, points: Counts[], level: number): Limits {
  const values = Float64Array.from(points, metric).filter((value) => !Number.isNaN(value)).sort();
  const tail = (1 - level) / 2;
  return [quantile(values, tail), quantile(values, 1 - tail)];
}

/** The shares of the four cells at the points of the lattice; many metrics are asked about the same counts. */
function spread(counts: Counts, isByClass: boolean): Counts[] {
  const key = [...OUTCOMES.map((cell) => counts[cell]), isByClass].join();
  if (key === sharesOf) return shares;
  const { tp, fp, fn, tn } = counts;
  const all = rows(counts);
  const positive = isByClass ? null : betaOdds(tp + fn + 2 * PRIOR, fp + tn + 2 * PRIOR, POINTS);
  const found = betaOdds(tp + PRIOR, fn + PRIOR, POINTS);
  const flagged = betaOdds(fp + PRIOR, tn + PRIOR, POINTS);
  const odds = (of: Float64Array, point: number, turn: number): number => of[(point * turn) % POINTS] ?? NaN;
  const classes = (point: number): [yes: number, no: number] => {
    if (!positive) return [(tp + fn) / all, (fp + tn) / all];
    const share = odds(positive, point, TURNS[0]);
    return [share / (1 + share), 1 / (1 + share)];
  };
  sharesOf = key;
  shares = Array.from({ length: POINTS }, (_, point) => {
    const [f, a] = [odds(found, point, TURNS[1]), odds(flagged, point, TURNS[2])];
    const [yes, no] = classes(point);
    return { tp: yes * (f / (1 + f)), fp: no * (a / (1 + a)), fn: yes * (1 / (1 + f)), tn: no * (1 / (1 + a)) };
  });
  return shares;
}

/** A quantile of sorted values, each of which stands in the middle of its step. */
function quantile(values: Float64Array, share: number): number {
  const place = Math.min(Math.max(share * values.length - 0.5, 0), values.length - 1);
  const before = Math.floor(place);
  const low = values[before] ?? NaN;
  const high = values[Math.min(before + 1, values.length - 1)] ?? NaN;
  return low === high ? low : low + (place - before) * (high - low);
}
