// Several classifiers that are known by their counts, side by side.

import { html, set, show } from '../../dom';
import { count, DASH, money, percent } from '../../numerals';
import type { Outcome } from '../../payload';
import { TEXTBOOK } from '../marks';
import type { LabStore } from '../store';
import { figure, type LabView } from './view';

const CELLS: readonly Outcome[] = ['tp', 'fn', 'fp', 'tn'];
const RATES = ['accuracy', 'recall', 'precision', 'fpr', 'f1'] as const;

export function classifiers(store: LabStore): LabView {
  const place = html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Classifiers side by side' });
  return {
    element: figure('Side by side', 'Each was counted on its own rows; what they are called stands in the first line.', place),
    update: () => {
      const { classifiers: all, state: { prices } } = store;
      const hasPrices = Object.values(prices).some(Boolean);
      const head = html('tr', {}, html('td'), ...all.map(({ name }) => html('th', { scope: 'col', class: 'number' }, name)));
      const line = (title: string, cells: HTMLElement[], className = ''): HTMLElement => html('tr', { class: className }, html('th', { scope: 'row' }, title), ...cells);
      const numbers = CELLS.map((cell) => line(TEXTBOOK[cell], all.map(({ counts }) => html('td', { class: 'number' }, count(counts[cell])))));
      const rates = RATES.map((name) => line(store.catalogue.metric(name).entry.title.toLowerCase().replace('f1', 'F1'), all.map(({ counts }) => {
        const { value } = store.value(name, counts);
        const cell = html('td', { class: 'number' });
        show(cell, value === undefined ? DASH : percent(value), value);
        return cell;
      }), 'waits'));
      const totals = hasPrices ? [line('cost', all.map(({ counts }) => html('td', { class: 'number' }, money(store.cost(counts)))), 'waits')] : [];
      place.replaceChildren(html('table', { class: 'table classifiers' }, html('thead', {}, head), html('tbody', {}, ...numbers, ...rates, ...totals)));
      set(place, { hidden: !all.length });
    },
  };
}
