// The interval for any metric of four cells; `truecut/inference/cells.py` says how and why, and has the same points.

import { betaOdds } from './beta';
import type { Counts } from './counts';
import { sum } from './numbers';
import { OUTCOMES, type Outcome } from './payload';
import type { Limits } from './proportions';

export const POINTS = 8192;
const TURNS = [1, 1503, 1503 ** 2 % POINTS] as const;
const HALF = 0.5; // a row, added to each cell: Jeffreys' prior
const STEP = 1e-5; // of a cell, to see how fast a metric changes with it
const FEW_ROWS = 3; // that a cell is worth, below which it decides the metric if much of the variance is its
const MOST_OF_IT = 0.5; // of the variance
const ALIKE = 1e-9;
const KINDS: Record<Outcome, string> = { tp: 'true positives', fp: 'false positives', fn: 'false negatives', tn: 'true negatives' };

// To each cell the one of the same class, the one of the same decision, and the one that shares neither.
const OTHERS: Record<Outcome, [sameClass: Outcome, sameDecision: Outcome, neither: Outcome]> = {
  tp: ['fn', 'fp', 'tn'],
  fp: ['tn', 'tp', 'fn'],
  fn: ['tp', 'tn', 'fp'],
  tn: ['fp', 'fn', 'tp'],
};

/** Sums of weights and of squared weights; and the share of positives, where it does not vary. */
export interface Cells {
  weights: Counts;
  squares: Counts;
  mix: number | null;
}

export type OfCounts = (counts: Counts) => number;

let massesOf = '';
let masses: Counts[] = [];

/** The limits of any metric of four cells that is no total. */
export function intervalOfCells(metric: OfCounts, cells: Cells, level: number): Limits {
  const values = Float64Array.from(spread(cells), metric).filter((value) => !Number.isNaN(value)).sort();
  const tail = (1 - level) / 2;
  return [quantile(values, tail), quantile(values, 1 - tail)];
}

/** Which cell decides the metric though it is worth hardly a row, and what an unseen row was taken to weigh. */
export function aboutCells(metric: OfCounts, cells: Cells): string[] {
  const parts = variances(metric, cells);
  const total = sum(OUTCOMES.map((cell) => parts[cell]));
  const rowsOf = (cell: Outcome): number => (cells.squares[cell] ? cells.weights[cell] ** 2 / cells.squares[cell] : 0);
  const few = OUTCOMES.filter((cell) => rowsOf(cell) < FEW_ROWS && Number.isFinite(total) && parts[cell] > MOST_OF_IT * total);
  const added = halfRows(cells);
  const seen = OUTCOMES.filter((cell) => cells.weights[cell]).map((cell) => cells.squares[cell] / cells.weights[cell]);
  const isSupposed = (cell: Outcome): boolean => !cells.weights[cell] && parts[cell] > 0 && seen.some((weight) => Math.abs(weight - added[cell]) > ALIKE * weight);
  return [
    ...few.map((cell) => `the number of ${KINDS[cell]}, about ${rowsOf(cell).toFixed(0)}, decides this`),
    ...OUTCOMES.filter(isSupposed).map((cell) => `no ${KINDS[cell]} were seen; one was taken to weigh ${String(Number(added[cell].toPrecision(3)))}`),
  ];
}

/** The weight of the half row that is added to each cell. */
function halfRows({ weights, squares }: Cells): Counts {
  const own = (cell: Outcome): number => squares[cell] / weights[cell];
  const all = sum(OUTCOMES.map((cell) => weights[cell]));
  const ofAny = all ? sum(OUTCOMES.map((cell) => squares[cell])) / all : 1;
  const found = OUTCOMES.map((cell): [Outcome, number] => {
    const [sameClass, sameDecision, neither] = OTHERS[cell];
    const total = weights[cell] + weights[sameClass];
    if (weights[cell] || !weights[sameClass]) return [cell, total ? (squares[cell] + squares[sameClass]) / total : ofAny];
    if (weights[sameDecision] && weights[neither]) return [cell, (own(sameClass) * own(sameDecision)) / own(neither)];
    return [cell, own(sameClass)];
  });
  return Object.fromEntries(found) as unknown as Counts;
}

/** Mean and variance of a cell, half a row added. */
function moments(cells: Cells): Record<Outcome, [mean: number, variance: number]> {
  const added = halfRows(cells);
  const both = (cell: Outcome): [number, number] => [cells.weights[cell] + HALF * added[cell], cells.squares[cell] + HALF * added[cell] ** 2];
  return { tp: both('tp'), fp: both('fp'), fn: both('fn'), tn: both('tn') };
}

function variances(metric: OfCounts, cells: Cells): Counts {
  const found = moments(cells);
  const mean: Counts = { tp: found.tp[0], fp: found.fp[0], fn: found.fn[0], tn: found.tn[0] };
  const at = (cell: Outcome, way: number): number => metric(moved({ ...mean, [cell]: mean[cell] * (1 + way * STEP) }, cells.mix));
  const part = (cell: Outcome): number => found[cell][1] * ((at(cell, 1) - at(cell, -1)) / (2 * STEP * mean[cell])) ** 2;
  return { tp: part('tp'), fp: part('fp'), fn: part('fn'), tn: part('tn') };
}

/** The classes scaled to the share of positives, where that is fixed. */
export function moved({ tp, fp, fn, tn }: Counts, mix: number | null): Counts {
  if (mix === null) return { tp, fp, fn, tn };
  const [positive, negative] = [mix / (tp + fn), (1 - mix) / (fp + tn)];
  return { tp: tp * positive, fp: fp * negative, fn: fn * positive, tn: tn * negative };
}

/** The four cells at the points of the lattice; many metrics are asked about the same cells. */
function spread(cells: Cells): Counts[] {
  const key = [...OUTCOMES.flatMap((cell) => [cells.weights[cell], cells.squares[cell]]), cells.mix].join();
  if (key === massesOf) return masses;
  const found = moments(cells);
  const rows = (cell: Outcome): number => (found[cell][0] / found[cell][1]) * found[cell][0];
  const weight = (cell: Outcome): number => found[cell][1] / found[cell][0];
  const [tp, fp, fn, tn] = [weight('tp'), weight('fp'), weight('fn'), weight('tn')];
  const positive = cells.mix === null ? betaOdds(rows('tp') + rows('fn'), rows('fp') + rows('tn'), POINTS) : null;
  const hit = betaOdds(rows('tp'), rows('fn'), POINTS);
  const flagged = betaOdds(rows('fp'), rows('tn'), POINTS);
  const odds = (of: Float64Array, point: number, turn: number): number => of[(point * turn) % POINTS] ?? NaN;
  massesOf = key;
  masses = Array.from({ length: POINTS }, (_, point) => {
    const [h, f] = [odds(hit, point, TURNS[1]), odds(flagged, point, TURNS[2])];
    const within: Counts = { tp: tp * (h / (1 + h)), fp: fp * (f / (1 + f)), fn: fn * (1 / (1 + h)), tn: tn * (1 / (1 + f)) };
    if (!positive) return moved(within, cells.mix);
    const share = odds(positive, point, TURNS[0]);
    const [yes, no] = [share / (1 + share), 1 / (1 + share)];
    return { tp: within.tp * yes, fp: within.fp * no, fn: within.fn * yes, tn: within.tn * no };
  });
  return masses;
}

/** A quantile of sorted values, each of which stands in the middle of its step. */
function quantile(values: Float64Array, share: number): number {
  const place = Math.min(Math.max(share * values.length - 0.5, 0), values.length - 1);
  const before = Math.floor(place);
  const low = values[before] ?? NaN;
  const high = values[Math.min(before + 1, values.length - 1)] ?? NaN;
  return low === high ? low : low + (place - before) * (high - low);
}
