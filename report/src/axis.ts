// How thresholds are spread over a width: by score, by log odds, or by the share they flag.
//
// A place goes from 0, where everything is flagged, to 1, where nothing is: what is flagged lies to the right.

import { flagged } from './counts';
import type { Curve } from './curve';
import { clamped } from './numbers';
import { percent, threshold as written } from './numerals';
import type { AxisName } from './payload';
import { ticks } from './scale';
import type { Store } from './store';

export interface Axis {
  title: string;
  place(threshold: number | null): number;
  threshold(place: number): number | null;
  ticks: { place: number; text: string }[];
}

let last: { curve: Curve; name: AxisName; axis: Axis } | null = null;

/** The axis of the chosen model; it stays the same while the dial moves. */
export function axisOf(store: Store): Axis {
  if (last?.curve !== store.curve || last.name !== store.state.axis) {
    last = { curve: store.curve, name: store.state.axis, axis: built(store) };
  }
  return last.axis;
}

function built(store: Store): Axis {
  const axis = AXES[store.state.axis](store);
  const lowest = store.curve.threshold(store.curve.length - 1);
  return {
    ...axis,
    place: (threshold) => (threshold === null ? 1 : clamped(axis.place(threshold), 0, 1)),
    threshold: (place) => (place >= 1 ? null : place <= 0 ? lowest : axis.threshold(place)),
  };
}

type Spread = (store: Store) => Omit<Axis, 'place'> & { place(threshold: number): number };

function byScore(store: Store): ReturnType<Spread> {
  const { low, high } = store.model.histogram ?? { low: 0, high: 1 };
  const lower = store.model.lower_is_positive;
  const place = (score: number): number => (lower ? (high - score) / (high - low) : (score - low) / (high - low));
  return {
    title: lower ? '← Score' : 'Score →',
    place,
    threshold: (at) => (lower ? high - at * (high - low) : low + at * (high - low)),
    ticks: ticks(low, high, 5).map((score) => ({ place: place(score), text: plain(score) })),
  };
}

const logit = (p: number): number => Math.log(p) - Math.log1p(-p);
const expit = (x: number): number => 1 / (1 + Math.exp(-x));

function byLogOdds(store: Store): ReturnType<Spread> {
  const [low, high] = store.payload.stretch ?? [0.01, 0.99];
  const [from, to] = [logit(low), logit(high)];
  const lower = store.model.lower_is_positive;
  const turned = (place: number): number => (lower ? 1 - place : place);
  const place = (score: number): number => turned(score <= 0 ? 0 : score >= 1 ? 1 : (logit(score) - from) / (to - from));
  const near0 = Array.from({ length: 12 }, (_, i) => 10 ** -(12 - i));
  const steps = low < 1e-4 ? near0 : near0.flatMap((p) => [p, 3 * p]);
  const ends = [...steps, 0.5, ...steps.map((p) => 1 - p)].map((p) => Number(p.toPrecision(12)));
  return {
    title: lower ? '← Score, ends stretched' : 'Score, ends stretched →',
    place,
    threshold: (at) => expit(from + turned(at) * (to - from)),
    ticks: [...new Set(ends)].filter((p) => p >= low && p <= high).map((p) => ({ place: place(p), text: plain(p) })),
  };
}

function byShare(store: Store): ReturnType<Spread> {
  const { curve, model } = store;
  const all = model.positives + model.negatives;
  return {
    title: 'Share flagged →',
    place: (threshold) => 1 - flagged(curve.counts(curve.entry(threshold))) / all,
    threshold: (place) => curve.threshold(curve.atShare(1 - place)),
    ticks: [0, 0.2, 0.4, 0.6, 0.8, 1].map((place) => ({ place, text: percent(1 - place, 0) })),
  };
}

const AXES: Record<AxisName, Spread> = { score: byScore, stretched: byLogOdds, share: byShare };

function plain(score: number): string {
  if (score > 0.9995 && score < 1) return `1−${String(Number((1 - score).toPrecision(1)))}`;
  const text = String(Number(score.toPrecision(6)));
  return text.length > 7 ? written(score) : text;
}
