// Every rate of the bench: its formula with the numbers put in, and how sure it is.

import { html, show } from '../../dom';
import { readable } from '../../formula';
import { count, DASH, money, percent } from '../../numerals';
import type { LabStore } from '../store';
import { fill } from '../../words';
import { figure, type LabView } from './view';

export function rates(store: LabStore): LabView {
  const body = html('tbody');
  const lines = store.catalogue.metrics.map(({ entry }) => {
    const [value, numbers, interval] = [html('td', { class: 'number value' }), html('td', { class: 'formula' }), html('td', { class: 'number quiet interval' })];
    const name = html('th', { scope: 'row' }, entry.title);
    body.append(html('tr', { 'data-metric': entry.name }, name, value, interval, numbers));
    return { entry, name, value, numbers, interval };
  });
  const table = html('table', { class: 'table rates' }, html('thead', {}, html('tr', {}, html('th', { scope: 'col' }, 'Metric'), html('th', { scope: 'col', class: 'number' }, 'Value'), html('th', { scope: 'col', class: 'number' }, `${percent(store.payload.level, 0)} interval`), html('th', { scope: 'col' }, 'Numbers put in'))), body);
  return {
    element: figure('Every number, and how it is made', 'The formula of the catalogue with the four counts of this threshold. The interval says what other rows like these might have given.', html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Metrics' }, table)),
    update: () => {
      const { counts, parameters, state: { words } } = store;
      for (const { entry, name, value, numbers, interval } of lines) {
        const found = store.estimate(entry);
        name.title = fill(entry.meaning, words);
        show(value, found.value === undefined ? DASH : entry.is_total ? money(found.value) : entry.is_percentage ? percent(found.value) : found.value.toFixed(3), found.value);
        const hasInterval = found.low !== undefined && found.high !== undefined;
        const written = (limit: number | undefined): string => (entry.is_percentage ? percent(limit ?? NaN) : (limit ?? NaN).toFixed(3));
        interval.textContent = hasInterval ? `${written(found.low)} to ${written(found.high)}` : '';
        for (const [end, limit] of [['low', found.low], ['high', found.high]] as const) {
          if (limit === undefined) interval.removeAttribute(`data-${end}`);
          else interval.setAttribute(`data-${end}`, String(limit));
        }
        const names: Record<string, number> = { ...counts, ...entry.parameters, ...(entry.is_priced ? parameters : {}) };
        numbers.textContent = found.value === undefined ? (found.undefined ?? '') : readable(entry.formula, (one) => count(Math.round((names[one] ?? NaN) * 10) / 10));
      }
    },
  };
}
