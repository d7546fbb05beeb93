// The interval of a metric of four counts whose rows have weights of importance, by the delta method.
//
// A row of weight w moves a metric w times as far, so that its variance is a sum over squared weights.

import { rows, type Counts } from './counts';
import { sum } from './numbers';
import { OUTCOMES, type Entry, type Outcome } from './payload';
import type { Limits } from './proportions';

const STEP = 1e-4; // of a cell, to see the slope: the error of the slope is about its square

interface Scale {
  to: (value: number) => number;
  slope: (value: number) => number;
  back: (place: number) => number;
}

// The scale on which a metric between two bounds has none.
const SCALES: [least: number, most: number, scale: Scale][] = [
  [0, 1, { to: (v) => Math.log(v / (1 - v)), slope: (v) => 1 / (v * (1 - v)), back: (x) => (1 + Math.tanh(x / 2)) / 2 }],
  [-1, 1, { to: Math.atanh, slope: (v) => 1 / (1 - v * v), back: Math.tanh }],
  [0, Infinity, { to: Math.log, slope: (v) => 1 / v, back: Math.exp }],
  [1, Infinity, { to: (v) => Math.log(v - 1), slope: (v) => 1 / (v - 1), back: (x) => 1 + Math.exp(x) }],
];

/** Return the limits, or null where the metric has no slope or the rows no spread. */
export function bySlopes(entry: Entry, value: number, metric: (counts: Counts) => number, counts: Counts, squares: Counts, student: number): Limits | null {
  // A total is of as many rows as there are: only its rate varies.
  const rate = entry.is_total ? value / rows(counts) : 0;
  const variance = sum(OUTCOMES.map((cell) => (slope(metric, counts, cell) - rate) ** 2 * squares[cell]));
  if (!Number.isFinite(value) || !Number.isFinite(variance) || !variance || !student) return null;
  const half = student * Math.sqrt(variance);
  const [least, most] = entry.bounds;
  const scale = SCALES.find(([low, high]) => low === least && high === most)?.[2];
  if (!scale || entry.is_total || !(least < value && value < most)) return [value - half, value + half];
  const [middle, there] = [scale.to(value), half * scale.slope(value)];
  return [scale.back(middle - there), scale.back(middle + there)];
}

function slope(metric: (counts: Counts) => number, counts: Counts, cell: Outcome): number {
  const step = STEP * Math.max(counts[cell], rows(counts) / 1000);
  const [low, high] = [Math.max(0, counts[cell] - step), counts[cell] + step];
  return (metric({ ...counts, [cell]: high }) - metric({ ...counts, [cell]: low })) / (high - low);
}
