// The interval of a mean of prices; `truecut/inference/many_classes/price_means.py` says how and why, and does the same arithmetic.

import type { Limits } from './proportions';
import { sum } from './numbers';

const HALF = 0.5;
const [LONGEST, MOST_TURNED] = [0.5, 3]; // of a piece: its length, and the angle by which the integrand turns in it
const FALL = 34; // in logarithms, to where the integrand is left out
const [CLOSE, MOST_TRIES] = [1e-14, 60]; // of the search: a share that is met, and where it gives up
// Gauss's rule with twelve places.
const GAUSS: readonly (readonly [place: number, share: number])[] = [
  [0.1252334085114689, 0.24914704581340277], [0.3678314989981802, 0.2334925365383548], [0.5873179542866175, 0.20316742672306592],
  [0.7699026741943047, 0.16007832854334622], [0.9041172563704749, 0.10693932599531843], [0.9815606342467192, 0.04717533638651183],
];

/** An amount, and how many rows cost it. */
export interface Priced {
  price: number;
  rows: number;
}

/** The interval of a mean of distinct amounts, which rise; half a row is added to the least and to the greatest. */
export function meanOfPrices(amounts: readonly Priced[], level: number): Limits {
  const added = amounts.map(({ price, rows }, i) => ({ price, rows: rows + (i === 0 ? HALF : 0) + (i === amounts.length - 1 ? HALF : 0) })).filter(({ rows }) => rows > 0);
  const tail = (1 - level) / 2;
  return [quantile(added, tail), quantile(added, 1 - tail)];
}

function quantile(amounts: readonly Priced[], probability: number): number {
  const total = sum(amounts.map(({ rows }) => rows));
  const mean = sum(amounts.map(({ price, rows }) => rows * price)) / total;
  const spread = Math.sqrt(sum(amounts.map(({ price, rows }) => rows * (price - mean) ** 2)) / total / (total + 1));
  const reach = spread * Math.sqrt(1 / Math.min(probability, 1 - probability) - 1);
  let [low, high] = [Math.max(amounts[0]?.price ?? NaN, mean - reach), Math.min(amounts[amounts.length - 1]?.price ?? NaN, mean + reach)];
  let [below, above, side, place] = [-probability, 1 - probability, 0, mean];
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    place = (low * above - high * below) / (above - below);
    const miss = shareBelow(amounts, place) - probability;
    if (Math.abs(miss) < CLOSE || !(low < place && place < high)) break;
    if (miss < 0) {
      if (side < 0) above /= 2; // the Illinois rule, or the search would creep up from one side
      [low, below, side] = [place, miss, -1];
    } else {
      if (side > 0) below /= 2;
      [high, above, side] = [place, miss, 1];
    }
  }
  return place;
}

function shareBelow(amounts: readonly Priced[], at: number): number {
  const parts = amounts.map(({ price, rows }) => [price - at, rows] as const);
  const of = (place: number, part: (scaled: number) => number): number => {
    const grown = Math.exp(place);
    let total = 0;
    for (const [distance, rows] of parts) total += rows * part(distance * grown);
    return total;
  };
  const turning = (place: number): number => Math.abs(of(place, (scaled) => scaled / (1 + scaled * scaled)));
  const fallen = (place: number): number => of(place, (scaled) => Math.log1p(scaled * scaled)) / 2;
  let edge = -Math.log(Math.sqrt(sum(parts.map(([distance, rows]) => rows * distance ** 2)))) - FALL;
  let [integral, here] = [0, turning(edge)];
  while (fallen(edge) < FALL) {
    const next = edge + MOST_TURNED / Math.max(here, turning(edge + LONGEST), MOST_TURNED / LONGEST);
    const [half, middle] = [(next - edge) / 2, (next + edge) / 2];
    for (const [place, share] of GAUSS) {
      for (const x of [middle - half * place, middle + half * place]) integral += half * share * Math.sin(of(x, Math.atan)) * Math.exp(-fallen(x));
    }
    edge = next;
    here = turning(edge);
  }
  return HALF - integral / Math.PI;
}
