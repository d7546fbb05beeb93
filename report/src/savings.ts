// What one decision saves against another, also where a mistake was never seen; `truecut/inference/savings.py` says how.

import type { Limits } from './proportions';

/** A share of the rows of a class, with its limits. */
export interface ShareOfClass {
  share: number;
  low: number;
  high: number;
}

/** The shares of a class that only the first of two decisions flags, and that only the second does. */
export interface Shift {
  first: ShareOfClass;
  second: ShareOfClass;
  isOfSameRows: boolean; // then a row in one share is not in the other
}

export interface Stakes {
  found: number; // the price of a miss, less that of a find
  spared: number; // the price of a false alarm, less that of leaving alone
  prevalence: number;
  rows: number | null; // by which the prevalence is known; null where it is stated or was decided
}

type Ends = readonly [down: number, up: number];

export const IMPOSSIBLE: ShareOfClass = { share: 0, low: 0, high: 0 }; // two cuts of one model differ to one side only

const endsOf = ({ share, low, high }: ShareOfClass): Ends => [share - low, high - share];

/** How far the limits of the difference of both shares lie below and above: those of one multinomial are correlated. */
function ends({ first, second, isOfSameRows }: Shift): Ends {
  const [p, q] = [first.share, second.share];
  const correlation = isOfSameRows && Math.max(p, q) < 1 ? -Math.sqrt((p * q) / ((1 - p) * (1 - q))) : 0;
  const [[down, up], [secondDown, secondUp]] = [endsOf(first), endsOf(second)];
  return [joined(down, secondUp, correlation), joined(up, secondDown, correlation)];
}

/** The limits of what the first decision saves a row on average against the second. */
export function saved(positives: Shift, negatives: Shift, { found, spared, prevalence, rows }: Stakes, z: number): Limits {
  const [ofPositives, ofNegatives] = [prevalence * found, -(1 - prevalence) * spared];
  const [more, moreToo] = [positives.first.share - positives.second.share, negatives.first.share - negatives.second.share];
  const value = ofPositives * more + ofNegatives * moreToo;
  const [down, up] = times(ends(positives), ofPositives);
  const [downToo, upToo] = times(ends(negatives), ofNegatives);
  const drift = rows === null ? 0 : z * Math.abs(found * more + spared * moreToo) * Math.sqrt((prevalence * (1 - prevalence)) / rows);
  return [value - Math.hypot(down, downToo, drift), value + Math.hypot(up, upToo, drift)];
}

const joined = (one: number, other: number, correlation: number): number => Math.sqrt(Math.max(0, one * one + other * other - 2 * correlation * one * other));

const times = ([down, up]: Ends, price: number): Ends => (price >= 0 ? [price * down, price * up] : [-price * up, -price * down]);
