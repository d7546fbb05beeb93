// The folds of a cross-validation: what needs no threshold in each, how it varies, all pooled, and the value that is told.

import { html } from '../dom';
import { count, DASH, decimal } from '../numerals';
import type { Estimate, Folds } from '../payload';
import type { Store, View } from '../store';

const said = (value: number | undefined): string => (value === undefined ? DASH : decimal(value));

export function folds(store: Store): View {
  const place = html('div');
  return {
    element: place,
    update: (change) => {
      if (!change.has('model')) return;
      const found = store.model.folds;
      place.replaceChildren(...(found ? [html('h3', {}, 'Does it hold in every fold?'), caption(found), scrolled(table(store, found))] : []));
    },
  };
}

const caption = (found: Folds): HTMLElement => html('p', { class: 'caption' }, `${found.said}. What ranks is the mean within folds, everything else is of all rows. Mean and standard deviation are no interval: the models share rows they were fitted on.`);
const scrolled = (inside: HTMLElement): HTMLElement => html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Folds' }, inside);

function table(store: Store, found: Folds): HTMLElement {
  const titles = found.lines.map(({ metric }) => store.payload.curve_metrics.find(({ name }) => name === metric)?.title ?? metric);
  const head = ['Fold', store.words.units, ...titles].map((text, i) => html('th', { scope: 'col', class: i ? 'number' : '' }, text));
  const line = (name: string, rows: string, values: string[], className = ''): HTMLElement =>
    html('tr', { class: className }, html('th', { scope: 'row', dir: 'auto' }, name), html('td', { class: 'number quiet' }, rows), ...values.map((text) => html('td', { class: 'number' }, text)));
  const told = found.lines.map(({ metric }) => store.model.curve_metrics[metric] ?? {});
  const body = [
    ...found.names.map((name, i) => line(name, count(found.rows[i] ?? 0), found.lines.map(({ by_fold: values }) => said(values[i]?.value)))),
    line('Mean ± sd', '', found.lines.map(({ mean, sd }) => (mean === undefined ? DASH : `${decimal(mean)} ± ${said(sd)}`))),
    line('Pooled', '', found.lines.map(({ pooled }) => said(pooled.value))),
    line('Told here', '', told.map(withEnds), 'chosen'),
  ];
  return html('table', { class: 'table', id: 'folds' }, html('caption', { class: 'unseen' }, 'Folds'), html('thead', {}, html('tr', {}, ...head)), html('tbody', {}, ...body));
}

const withEnds = ({ value, low, high }: Estimate): string => (low === undefined || high === undefined ? said(value) : `${said(value)} (${decimal(low)} to ${decimal(high)})`);
