// The interval of a metric at every cut of a curve, by the method that the list of metrics uses at the dial.
//
// A threshold is fixed, not estimated, so that pointwise a band is made of the intervals at each threshold; it is found
// from the counts that the page has anyway. `truecut/inference/bands/along_thresholds.py` says the same. Where counts
// alone do not tell, or only after long, Python found the band at some thresholds and the page has it from there.

import type { Curve } from './curve';
import type { Metric } from './metrics';
import { firstWhere } from './numbers';
import type { Band } from './payload';
import type { Store } from './store';

/** Limits at each entry of a curve, NaN where there are none; and why, where there are none at all. */
export interface Pointwise {
  low: number[];
  high: number[];
  lacking: string;
}

const AT_THE_DIAL = 'cells are drawn again at the dial only';

const found = new WeakMap<Curve, Map<Metric, Pointwise>>();

/** The band of a metric along a curve; it is found once, since neither dial nor axis change it. */
export function pointwise(store: Store, curve: Curve, metric: Metric): Pointwise {
  const ofCurve = found.get(curve) ?? new Map<Metric, Pointwise>();
  const band = ofCurve.get(metric) ?? searched(store, curve, metric);
  found.set(curve, ofCurve.set(metric, band));
  return band;
}

function searched(store: Store, curve: Curve, metric: Metric): Pointwise {
  const carried = curve.model.bands[metric.entry.name];
  if (carried) return between(carried, curve);
  if (metric.isSlow(store.evidenceAt(curve, 0))) return { low: [], high: [], lacking: AT_THE_DIAL };
  const estimates = curve.entries().map((entry) => metric.estimate(store.evidenceAt(curve, entry)));
  const isThere = estimates.some(({ low }) => low !== undefined);
  return {
    low: estimates.map(({ low }) => low ?? NaN),
    high: estimates.map(({ high }) => high ?? NaN),
    lacking: isThere ? '' : (estimates.find(({ note }) => note)?.note ?? 'it is undefined at every threshold'),
  };
}

/** The limits at each cut, on straight lines between those that are known; none beyond them. */
function between(band: Band, curve: Curve): Pointwise {
  const at = (limits: readonly number[], threshold: number | null): number => {
    if (threshold === null) return NaN;
    const next = firstWhere(band.x.length, (i) => (band.x[i] ?? NaN) >= threshold);
    const [left = NaN, right = NaN, low = NaN, high = NaN] = [band.x[next - 1], band.x[next], limits[next - 1], limits[next]];
    return right === threshold ? high : low + ((high - low) * (threshold - left)) / (right - left);
  };
  const limited = (limits: readonly number[]): number[] => curve.entries().map((entry) => at(limits, curve.threshold(entry)));
  return { low: limited(band.low), high: limited(band.high), lacking: '' };
}
