// Two decisions about the same rows, by class: `truecut/inference/paired/cells.py` and `mover.py` say how a metric differs.

import { intervalOfCells, moved, type Cells, type OfCounts } from './cells';
import type { Counts } from './counts';
import { sum } from './numbers';
import type { Limits } from './proportions';

const STEP = 1e-5; // of a cell, to see how fast a metric changes with it
const QUARTER = 0.25; // of a row, added to each cell before slopes are taken
const FEW_DIFFERING = 10; // rows, below which slopes promise too much
const NO_SPREAD = 1e-12;

/** What of a class both decisions flag, the first only, the second only, and neither. */
export type Quarters = readonly [both: number, first: number, second: number, neither: number];

export interface EightCells {
  positives: Quarters;
  negatives: Quarters;
}

/** The cells of rows of which each stands for so many. */
export function standingFor({ positives, negatives }: EightCells, ofPositives: number, ofNegatives: number): EightCells {
  const times = (cells: Quarters, by: number): Quarters => cells.map((cell) => cell * by) as unknown as Quarters;
  return { positives: times(positives, ofPositives), negatives: times(negatives, ofNegatives) };
}

const PLACES = [0, 1, 2, 3] as const;
const isFlagged = (place: number, model: 0 | 1): boolean => place === 0 || place === model + 1;

function countsOf({ positives, negatives }: EightCells, model: 0 | 1): Counts {
  const part = (of: Quarters, flagged: boolean): number => sum(of.filter((_, place) => isFlagged(place, model) === flagged));
  return { tp: part(positives, true), fp: part(negatives, true), fn: part(positives, false), tn: part(negatives, false) };
}

const differing = ({ positives, negatives }: EightCells): number => positives[1] + positives[2] + negatives[1] + negatives[2];

/** How fast a metric of four counts changes with each of them. */
function slopes(metric: OfCounts, at: Counts): Counts {
  const slope = (cell: 'tp' | 'fp' | 'fn' | 'tn'): number => (at[cell] ? (metric({ ...at, [cell]: at[cell] * (1 + STEP) }) - metric({ ...at, [cell]: at[cell] * (1 - STEP) })) / (2 * STEP * at[cell]) : 0);
  return { tp: slope('tp'), fp: slope('fp'), fn: slope('fn'), tn: slope('tn') };
}

/** The slope of either model's metric in each of the eight cells. */
function slopesInCells(metric: OfCounts, cells: EightCells): (readonly [first: number, second: number])[] {
  const of = ([0, 1] as const).map((model) => slopes(metric, countsOf(cells, model)));
  const at = (model: 0 | 1, place: number, flagged: 'tp' | 'fp', left: 'fn' | 'tn'): number => of[model]?.[isFlagged(place, model) ? flagged : left] ?? NaN;
  return [...PLACES.map((place) => [at(0, place, 'tp', 'fn'), at(1, place, 'tp', 'fn')] as const), ...PLACES.map((place) => [at(0, place, 'fp', 'tn'), at(1, place, 'fp', 'tn')] as const)];
}

/** The limits of a difference by the delta method, for rows that count alike; null where too few rows tell. */
export function byDelta(metric: OfCounts, cells: EightCells, z: number): Limits | null {
  const counts = ([0, 1] as const).map((model) => countsOf(cells, model));
  const isEmpty = counts.some(({ tp, fp, fn, tn }) => !tp || !fp || !fn || !tn);
  if (isEmpty || differing(cells) < FEW_DIFFERING) return null;
  const rows = [...cells.positives, ...cells.negatives];
  const change = slopesInCells(metric, cells).map(([first, second]) => first - second);
  const mean = sum(rows.map((number, i) => number * (change[i] ?? NaN))) / sum(rows);
  const error = Math.sqrt(sum(rows.map((number, i) => number * ((change[i] ?? NaN) - mean) ** 2)));
  const [first, second] = counts.map(metric) as [number, number];
  if (error < NO_SPREAD * Math.max(1, Math.abs(first))) return Math.abs(first - second) < NO_SPREAD ? [0, 0] : null;
  return [first - second - z * error, first - second + z * error];
}

/** The limits of a difference from those of either model and how they go together, for weighted rows and a fixed share of positives. */
export function byMover(metric: OfCounts, weights: EightCells, squares: EightCells, mix: number | null, level: number): Limits | null {
  if (!differing(weights)) return [0, 0];
  const limits = ([0, 1] as const).map((model) => {
    const cells: Cells = { weights: countsOf(weights, model), squares: countsOf(squares, model), mix };
    const value = metric(moved(cells.weights, mix));
    const [low, high] = intervalOfCells(metric, cells, level);
    return { value, low: Math.min(low, value), high: Math.max(high, value) };
  });
  const [a, b] = limits as [(typeof limits)[number], (typeof limits)[number]];
  const correlation = together(metric, weights, squares, mix);
  const reach = (one: number, other: number): number => Math.sqrt(Math.max(0, one * one - 2 * correlation * one * other + other * other));
  const [low, high] = [a.value - b.value - reach(a.value - a.low, b.high - b.value), a.value - b.value + reach(a.high - a.value, b.value - b.low)];
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null;
}

/** How the metric of two decisions varies together. */
function together(metric: OfCounts, weights: EightCells, squares: EightCells, mix: number | null): number {
  const each = (side: 'positives' | 'negatives'): number => sum([...squares[side]]) / sum([...weights[side]]);
  const plus = (cells: Quarters, more: number): Quarters => cells.map((cell) => cell + more) as unknown as Quarters;
  const sums = { positives: plus(weights.positives, QUARTER * each('positives')), negatives: plus(weights.negatives, QUARTER * each('negatives')) };
  const variances = [...plus(squares.positives, QUARTER * each('positives') ** 2), ...plus(squares.negatives, QUARTER * each('negatives') ** 2)];
  const at = slopesInCells((counts) => metric(moved(counts, mix)), sums);
  const total = (of: (one: readonly [number, number]) => number): number => sum(variances.map((variance, i) => variance * of(at[i] ?? [NaN, NaN])));
  const apart = Math.sqrt(total(([first]) => first * first) * total(([, second]) => second * second));
  return Math.max(-1, Math.min(1, total(([first, second]) => first * second) / apart));
}
