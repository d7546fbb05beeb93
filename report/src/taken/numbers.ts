// The numbers of the page as JSON: what it shows now, in full precision, and the counts that all of it is made of.

import { perThousandAt } from '../decision';
import type { Store } from '../store';
import type { Curve } from '../curve';
import type { Estimate } from '../payload';
import { groupCounts } from '../views/groups';
import { strictJson } from './strict_json';

const told = ({ value, low, high, method, note, undefined: why }: Estimate): object => ({ value: value ?? null, low, high, method, note: note || undefined, undefined: why });

export function numbersOf(store: Store): string {
  const { payload, state, model, advice } = store;
  const numbers = {
    truecut: payload.version,
    source: payload.read.source,
    kind: payload.kind,
    words: payload.words,
    level: payload.level,
    situation: { cost: state.cost, is_stated: store.isPriced, prevalence: state.prevalence, sampled: state.prevalence === null ? payload.sampled : undefined },
    recommendation: payload.recommendation && { verdict: advice.verdict, model: payload.models[advice.model]?.name, threshold: cutOf(store.curves[advice.model], advice.entry), cost_per_1000: advice.cost },
    shown: { model: model.name, threshold: cutOf(store.curve, store.entry), flagged: model.lower_is_positive ? 'score <= threshold' : 'score >= threshold' },
    models: store.curves.map((curve, i) => modelNumbers(store, curve, i)),
    comparison: payload.comparison,
  };
  return strictJson(numbers);
}

const cutOf = (curve: Curve | undefined, entry: number): number | null => (!curve || curve.model.is_hard ? null : curve.threshold(entry));

/** A model at the cut shown, or where it flags the same share as the one shown. */
function modelNumbers(store: Store, curve: Curve, index: number): object {
  const entry = store.entryOf(curve);
  const { model } = curve;
  const base = store.base[index] ?? curve;
  const evidence = store.evidenceAt(curve, entry);
  return {
    name: model.name,
    rows: model.rows,
    threshold: cutOf(curve, entry),
    counts: base.counts(entry),
    cost_per_1000: perThousandAt(store, curve, entry),
    metrics: {
      ...Object.fromEntries(store.catalogue.metrics.map((metric) => [metric.entry.name, told(metric.estimate(evidence, store.parametersOf(metric.entry)))])),
      ...Object.fromEntries(Object.entries(model.curve_metrics).map(([name, found]) => [name, told(found)])),
    },
    groups: model.groups.map((group) => ({ name: group.name, rows: group.rows, counts: groupCounts(model, group, entry) })),
    curve: model.is_hard ? undefined : curveOf(base),
  };
}

/** The counts at every threshold of the page; the first flags nothing. */
function curveOf(curve: Curve): object {
  const points = curve.entries().map((entry) => ({ ...curve.counts(entry), threshold: curve.threshold(entry) }));
  return Object.fromEntries((['threshold', 'tp', 'fp', 'fn', 'tn'] as const).map((name) => [name, points.map((point) => point[name])]));
}
