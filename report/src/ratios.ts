// Intervals for ratios of two independent shares, x1 of n1 over x2 of n2, and for the ratio of their odds.

import type { Counts } from './counts';
import { lastWhere } from './numbers';
import type { Limits } from './proportions';

const FARTHEST = 300; // on the log scale: far beyond any ratio of counts, and its square is still a float

/** The ratios that a score test does not reject (Koopman 1984). */
export function koopman(x1: number, n1: number, x2: number, n2: number, z: number): Limits {
  if (!x1 && !x2) return [0, Infinity];
  const other = lower(x2, n2, x1, n1, z);
  return [lower(x1, n1, x2, n2, z), other ? 1 / other : Infinity];
}

function lower(x1: number, n1: number, x2: number, n2: number, z: number): number {
  if (!x1) return 0;
  const observed = x2 ? Math.log(x1 / n1 / (x2 / n2)) : FARTHEST;
  return Math.exp(lastWhere((r) => chiSquare(Math.exp(r), x1, n1, x2, n2) > z * z, -FARTHEST, observed));
}

function chiSquare(ratio: number, x1: number, n1: number, x2: number, n2: number): number {
  const a = (n1 + n2) * ratio;
  const b = -(n1 * ratio + x1 + n2 + x2 * ratio);
  const c = x1 + x2;
  const second = Math.min(1, (2 * c) / (-b + Math.sqrt(Math.max(0, b * b - 4 * a * c))));
  const first = Math.min(1, ratio * second);
  const distance = x1 / n1 - (ratio * x2) / n2;
  const variance = (first * (1 - first)) / n1 + (ratio * ratio * second * (1 - second)) / n2;
  return variance ? (distance * distance) / variance : distance ? Infinity : 0;
}

/** The interval of the odds ratio on the log scale (Woolf 1955), 1/2 added to all cells if one is 0. */
export function woolf({ tp, fp, fn, tn }: Counts, z: number): Limits {
  const added = tp && fp && fn && tn ? 0 : 0.5;
  const [a, b, c, d] = [tp + added, fp + added, fn + added, tn + added];
  const half = z * Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d);
  const middle = Math.log(a) + Math.log(d) - Math.log(b) - Math.log(c);
  return [tp && tn ? Math.exp(middle - half) : 0, fp && fn ? Math.exp(middle + half) : Infinity];
}
