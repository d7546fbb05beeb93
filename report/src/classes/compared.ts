// Which model is better on the same rows, by how much, and do they answer alike?

import { html } from '../dom';
import { count, DASH, decimal, percent, pText, writtenP } from '../numerals';
import type { ClassDifference, Compared } from './payload';
import type { Store } from './store';

export function comparedModels(store: Store, compared: Compared): HTMLElement {
  const heads = ['In', 'Models', 'First', 'Second', 'Difference', `${percent(store.payload.level, 0)} interval`, 'p (Holm)', 'In words'];
  const lines = compared.differences.map((one) => html('tr', { 'data-metric': one.metric },
    html('th', { scope: 'row' }, one.title), html('td', { dir: 'auto' }, `${one.first} – ${one.second}`),
    ...one.values.map((value) => html('td', { class: 'number' }, value === null ? DASH : written(one, value))),
    html('td', { class: 'number', 'data-value': one.value }, one.value === undefined ? DASH : signed(one, one.value)),
    html('td', { class: 'number quiet', 'data-low': one.low, 'data-high': one.high }, one.low === undefined || one.high === undefined ? DASH : `${signed(one, one.low)} to ${signed(one, one.high)}`),
    html('td', { class: 'number' }, one.p_value === undefined ? DASH : writtenP(one.p_value)),
    html('td', { class: 'quiet', dir: 'auto' }, inWords(one))));
  return html('div', {},
    ...compared.verdicts.map((sentence) => html('p', { class: 'verdict', dir: 'auto' }, sentence)),
    html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Differences between models' }, html('table', { class: 'table', id: 'differences' }, html('caption', { class: 'unseen' }, 'Differences between models'), html('thead', {}, html('tr', {}, ...heads.map((text, i) => html('th', { scope: 'col', class: i > 1 && i < 7 ? 'number' : '' }, text)))), html('tbody', {}, ...lines))),
    ...compared.answers.map(({ first, second, differing, tests }) => html('p', { class: 'fine', dir: 'auto' }, `${first} and ${second} answer ${count(differing)} rows differently (${tests.map(({ name, p_value: p }) => `${name} ${pText(p)}`).join(', ')}). Such tests say that models answer differently, never which is better.`)));
}

const written = ({ is_percentage: isShare }: ClassDifference, value: number): string => (isShare ? percent(value) : decimal(value));
const signed = (one: ClassDifference, value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${one.is_percentage ? `${(100 * Math.abs(value)).toFixed(1)} points` : decimal(Math.abs(value))}`;

function inWords({ value, low, high, first, second, is_better_higher: isHigher }: ClassDifference): string {
  if (value === undefined || low === undefined || high === undefined) return '';
  if (low <= 0 && high >= 0) return 'not told apart';
  return `${value > 0 === isHigher ? first : second} is better`;
}
