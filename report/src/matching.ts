// Two models at matched cuts: each at its cheapest, or both at the same recall, precision, volume or threshold.

import { flagged } from './counts';
import type { Curve } from './curve';
import { cheapestOf, type Place } from './decision';
import { firstWhere } from './numbers';
import { FLAGGED, type Beside, type Store, type Way } from './store';

const ROUNDING = 1e-12;

export interface Match {
  first: Place;
  second: Place;
  at: number; // what both are matched at; what a hard classifier does, beside one
  absent: number | null; // the model that has no such cut
}

type Matched = Exclude<Way, 'cheapest'>;

/** How much of something a cut has. */
function valueAt(curve: Curve, entry: number, by: Matched): number {
  const counts = curve.counts(entry);
  const { positives, negatives } = curve.model;
  if (by === 'recall') return counts.tp / positives;
  if (by === 'precision') return counts.tp / flagged(counts);
  return by === 'volume' ? flagged(counts) / (positives + negatives) : (curve.threshold(entry) ?? Infinity);
}

/** The cut of a model that has at least so much of something: the most demanding that does, or with precision the least. */
function entryAt(curve: Curve, by: Matched, at: number): number | null {
  if (by === 'threshold') return curve.entry(curve.settled(at));
  if (by === 'precision') {
    for (let entry = curve.length - 1; entry > 0; entry--) if (valueAt(curve, entry, by) >= at - ROUNDING) return entry;
    return null;
  }
  const found = firstWhere(curve.length, (entry) => valueAt(curve, entry, by) >= at - ROUNDING);
  return found < curve.length ? found : null;
}

export function matched(store: Store, { first, second, by, at: asked }: Beside): Match {
  const [one, other] = [store.curves[first] as Curve, store.curves[second] as Curve];
  const place = (model: number, entry: number): Place => ({ model, entry });
  if (by === 'cheapest') return { first: place(first, cheapestOf(store, one)), second: place(second, cheapestOf(store, other)), at: NaN, absent: null };
  // A hard classifier is one point: the other one is set to what it does.
  const hard = [one, other].find((curve) => curve.model.is_hard);
  const at = hard && by !== 'threshold' ? valueAt(hard, hard.entry(FLAGGED), by) : asked;
  const entries = [one, other].map((curve) => (curve.model.is_hard ? curve.entry(FLAGGED) : entryAt(curve, by, at)));
  const absent = entries.indexOf(null);
  return { first: place(first, entries[0] ?? 0), second: place(second, entries[1] ?? 0), at, absent: absent < 0 ? null : absent ? second : first };
}
