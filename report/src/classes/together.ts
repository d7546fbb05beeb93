// All classes in one number, with the interval and the name of the method; infinite losses say which rows.

import { html, set, show } from '../dom';
import { DASH, decimal, percent } from '../numerals';
import type { Store, View } from './store';

export function together(store: Store): View {
  const body = html('tbody');
  const table = html('table', { class: 'table numbers', id: 'together' }, html('caption', { class: 'unseen' }, 'All classes in one number'), html('thead', {}, html('tr', {}, html('td', {}), html('th', { scope: 'col', class: 'number' }, 'value'), html('th', { scope: 'col', class: 'number' }, `${percent(store.payload.level, 0)} interval`), html('th', { scope: 'col', class: 'wide-only' }, 'how'))), body);
  const about = html('p', { class: 'fine' });
  return {
    element: html('div', {}, html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'All classes in one number' }, table), about),
    update: (change) => {
      about.textContent = store.isAsGiven ? '' : 'These are of the answers as they were given; the prices above do not change them.';
      if (!change.has('model')) return;
      const lines = [...store.model.together, ...Object.entries(store.model.averages).flatMap(([average, values]) => (['f1', 'roc_auc', 'average_precision'] as const).flatMap((name) => (values[name] ? [{ name: `${average} ${name}`, title: `${TITLES[name]}, ${average} average`, value: values[name], is_percentage: false }] : [])))];
      body.replaceChildren(...lines.map(({ name, title, value, is_percentage: isShare }) => {
        const written = isShare ? percent : decimal;
        const cell = html('td', { class: 'number' });
        show(cell, value.value === undefined ? DASH : written(value.value), value.value);
        const limits = html('td', { class: 'number quiet' }, value.low === undefined || value.high === undefined ? DASH : `${written(value.low)} to ${written(value.high)}`);
        if (value.low !== undefined) set(limits, { 'data-low': value.low, 'data-high': value.high });
        return html('tr', { 'data-metric': name }, html('th', { scope: 'row' }, title), cell, limits, html('td', { class: 'quiet wide-only' }, [value.undefined, value.method, value.note].filter(Boolean).join('; ')));
      }));
    },
  };
}

const TITLES = { f1: 'F1', roc_auc: 'ROC AUC', average_precision: 'Average precision' };
