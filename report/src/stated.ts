// What the page shows, said in full: it stands under every picture that is taken away and on every page of paper.

import type { Curve } from './curve';
import { shareThere } from './decision';
import { count, percent } from './numerals';
import { OUTCOMES, type Outcome } from './payload';
import type { Store } from './store';
import { copied, type Words } from './words';

export interface Fact {
  name: string;
  value: string;
}

/** The rule by which rows are flagged, with the exact cut. */
function ruleOf({ model, state }: Store): string {
  if (model.is_hard) return 'hard predictions, as they stand';
  if (state.threshold === null) return 'nobody is flagged';
  return `flagged from ${String(state.threshold)} ${model.lower_is_positive ? 'down' : 'up'}`;
}

/** The rows that were counted, and how common the positive ones are among them. */
function populationOf(store: Store): string {
  const { positives, negatives, rows } = store.base[store.state.model]?.model ?? store.model;
  const { words } = store;
  const all = positives + negatives;
  const share = all ? ` (${percent(positives / all)})` : '';
  return `${count(rows)} ${rows === 1 ? words.unit : words.units}, ${count(positives)} ${words.positive}${share}`;
}

const NAMED: Record<Outcome, (words: Words) => string> = {
  fn: ({ positive }) => `a missed ${positive}`,
  fp: ({ negative }) => `a flagged ${negative}`,
  tp: ({ positive }) => `a caught ${positive}`,
  tn: ({ negative }) => `a ${negative} let through`,
};

/** The prices: those of both mistakes always, the others where there are any. */
function pricesOf({ state: { cost }, words }: Store): string {
  const told = (['fn', 'fp', ...OUTCOMES.filter((outcome) => outcome === 'tp' || outcome === 'tn')] as Outcome[])
    .filter((outcome) => outcome === 'fn' || outcome === 'fp' || cost[outcome] !== 0)
    .map((outcome) => `${NAMED[outcome](words)} ${String(cost[outcome])}`);
  if (cost.per_row !== 0) told.push(`each ${words.unit} ${String(cost.per_row)}`);
  return told.join(', ');
}

/** How common positives are where the model is used, and by whose word. */
function prevalenceOf(store: Store): string {
  const { payload: { sampled }, state: { prevalence }, words } = store;
  if (prevalence !== null) return `${percent(prevalence)} ${words.positive} supposed`;
  if (!sampled) return 'as in the data';
  return `${percent(shareThere(store, (store.base[store.state.model] as Curve).model))} ${words.positive}: ${percent(sampled[0])} of ${words.positive} and ${percent(sampled[1])} of ${words.negative} ${words.units} were sampled`;
}

export function stated(store: Store): Fact[] {
  const { payload, model, words } = store;
  const costs = store.isPriced ? pricesOf(store) : `none stated: a missed ${words.positive} and a flagged ${words.negative} count alike`;
  const facts: [string, string][] = [
    ['Model', model.name],
    ['Rule', ruleOf(store)],
    ['Source', payload.read.source],
    ['Population', populationOf(store)],
    ['Costs', costs],
    ['Prevalence', prevalenceOf(store)],
    ['Intervals', percent(payload.level, 0)],
    ['Made by', `truecut ${payload.version}`],
  ];
  return facts.filter(([, value]) => value).map(([name, value]) => ({ name, value: copied(value) }));
}
