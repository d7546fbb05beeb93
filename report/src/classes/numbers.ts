// Every number of the page as JSON, at the prices of the reader.

import { accuracyOf, sentences, useOf } from './advice';
import { ofClass } from './class_table';
import { strictJson } from '../taken/strict_json';
import type { Store } from './store';

export function numbersOfClasses(store: Store): string {
  const { payload, model, answered, state } = store;
  const numbers = {
    truecut: payload.version,
    source: payload.read.source,
    level: payload.level,
    classes: payload.names,
    model: model.name,
    prices: state.prices,
    unsure: state.unsure,
    sentences: sentences(store),
    matrix: answered.matrix,
    left_unsure: answered.left,
    accuracy: accuracyOf(store),
    decision: store.isAsGiven ? undefined : { use: useOf(answered), mean_cost: answered.meanCost, saving: answered.saving, strategies: answered.strategies, changed: answered.changed },
    each: payload.names.map((name, i) => ({ name, ...model.each[i]?.metrics, ...ofClass(store, i) })),
    averages_as_given: model.averages,
    together_as_given: Object.fromEntries(model.together.map(({ name, value }) => [name, value])),
    compared: payload.compared,
  };
  return strictJson(numbers);
}

/** The prices that differ from 1 for a mistake and 0 for a right answer. */
export function pricesInWords({ names, state: { prices, unsure } }: Store): string {
  const told = prices.flatMap((line, i) => line.flatMap((price, j) => (price === (i === j ? 0 : 1) ? [] : [`${names[i] ?? ''} read as ${names[j] ?? ''} ${String(price)}`])));
  return [...told, ...(unsure === null ? [] : [`unsure ${String(unsure)}`])].join(', ');
}
