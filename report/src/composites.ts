// Intervals for metrics that join several counts: F-beta, and the correlation of truth and prediction.

import type { Counts } from './counts';
import { lastWhere, sum } from './numbers';
import type { Limits } from './proportions';

type Triple = readonly [number, number, number];

/** The values of tp / (tp + w fn + (1 - w) fp) that a score test of the three cells does not reject. */
export function fScore({ tp, fp, fn }: Counts, w: number, z: number): Limits {
  const cells: Triple = [tp, fn, fp];
  const value = tp / (tp + w * fn + (1 - w) * fp);
  const isRejected = (supposed: number): boolean => {
    if (!(supposed > 0 && supposed < 1)) return true;
    const contrast: Triple = [1 - supposed, -w * supposed, -(1 - w) * supposed];
    const distance = sum(contrast.map((c, i) => c * (cells[i] ?? 0)));
    const shares = sharesUnder(contrast, cells);
    const variance = sum([...cells]) * sum(contrast.map((c, i) => c * c * (shares[i] ?? 0)));
    return distance * distance > z * z * variance;
  };
  const low = tp ? lastWhere(isRejected, 0, value) : 0;
  const high = value < 1 ? 1 - lastWhere((missing) => isRejected(1 - missing), 0, 1 - value) : 1;
  return [low, high];
}

/** The likeliest shares of the cells whose contrast is 0: rows / (1 + l c) for some multiplier l. */
function sharesUnder(contrast: Triple, cells: Triple): number[] {
  const total = sum([...cells]);
  const lowest = -1 / Math.max(...contrast);
  const highest = -1 / Math.min(...contrast);
  const filled = cells.flatMap((n, i) => (n ? [{ n, c: contrast[i] ?? 0 }] : []));
  let multiplier: number;
  if (filled.every(({ c }) => c <= 0)) multiplier = lowest;
  else if (filled.every(({ c }) => c >= 0)) multiplier = highest;
  else {
    // Only one root can lie between the ends.
    const outside = (root: number): number => Math.max(lowest - root, root - highest);
    const nearest = multipliers(filled).reduce((best, root) => (outside(root) < outside(best) ? root : best));
    multiplier = Math.min(Math.max(nearest, lowest), highest);
  }
  const shares = cells.map((n, i) => (n ? n / (total * (1 + multiplier * (contrast[i] ?? 0))) : 0));
  const slack = cells.map((n, i) => (n ? Infinity : Math.abs(1 + multiplier * (contrast[i] ?? 0))));
  const emptiest = slack.indexOf(Math.min(...slack));
  if (slack[emptiest] !== Infinity) shares[emptiest] = Math.max(0, 1 - sum(shares));
  return shares;
}

/** Where sum n c / (1 + l c) is 0: over two or three cells an equation of first or second degree in l. */
function multipliers(filled: { n: number; c: number }[]): number[] {
  const total = sum(filled.map(({ n }) => n));
  const constant = sum(filled.map(({ n, c }) => n * c));
  const product = filled.reduce((all, { c }) => all * c, 1);
  const all = sum(filled.map(({ c }) => c));
  const isPair = filled.length === 2;
  const square = isPair ? 0 : product * total;
  const linear = isPair ? product * total : sum(filled.map(({ n, c }) => n * c * (all - c)));
  if (!square) return [-constant / linear];
  const root = Math.sqrt(Math.max(0, linear * linear - 4 * square * constant));
  // Add numbers of one sign only; the other root follows from the product of both.
  const larger = linear >= 0 ? -(linear + root) / 2 : (root - linear) / 2;
  return larger ? [larger / square, constant / larger] : [0];
}

/**
 * The interval of the Matthews correlation by Fisher's z, 1/2 added to all cells if one is 0.
 *
 * Sums are formed exactly: near perfect agreement 1 - mcc² would be lost in rounding.
 */
export function fisherZ({ tp, fp, fn, tn }: Counts, z: number): Limits {
  const added = tp && fp && fn && tn ? 0n : 1n;
  const [a, b, c, d] = [tp, fp, fn, tn].map((cell) => 2n * BigInt(cell) + added) as [bigint, bigint, bigint, bigint];
  const [flagged, positives, negatives, left] = [a + b, a + c, b + d, c + d];
  const product = flagged * positives * negatives * left;
  const excess = a * d - b * c;
  // The derivative by a cell, times the root of the product: cross - excess / 2 * (1 / margin + 1 / margin).
  const spread = (cell: bigint, cross: bigint, one: bigint, other: bigint): number => {
    const slope = ratio(2n * cross * one * other - excess * (one + other), 2n * one * other);
    return Number(cell) * slope * slope;
  };
  const rest = ratio(product - excess * excess, product); // 1 - mcc²
  const spreads = [
    spread(a, d, flagged, positives),
    spread(b, -c, flagged, negatives),
    spread(c, -b, left, positives),
    spread(d, a, left, negatives),
  ];
  const variance = (2 * sum(spreads)) / Number(product) / (rest * rest); // all cells are doubled here
  const size = Math.sqrt(ratio(excess * excess, product));
  const middle = (Math.log1p(size) - Math.log(rest) / 2) * (excess > 0n ? 1 : -1);
  const half = z * Math.sqrt(variance);
  return [Math.tanh(middle - half), Math.tanh(middle + half)];
}

const ratio = (above: bigint, below: bigint): number => Number(above) / Number(below);
