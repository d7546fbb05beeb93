// Class by class, the weakest first, with intervals; every column sorts, and classes are found by name.

import { html, set, show } from '../dom';
import { sum } from '../numbers';
import { count, DASH, decimal, percent } from '../numerals';
import type { Estimate } from '../payload';
import { wilson } from '../proportions';
import { saidRows, trueRows } from './advice';
import { share } from './answers';
import { MOST_SHOWN } from './map';
import type { Store, View } from './store';

type Column = 'name' | 'rows' | 'recall' | 'precision' | 'f1' | 'roc_auc' | 'average_precision';
const HEADS: readonly (readonly [Column, string])[] = [['name', 'class'], ['rows', 'rows'], ['recall', 'found (recall)'], ['precision', 'right when said (precision)'], ['f1', 'F1'], ['roc_auc', 'ROC AUC'], ['average_precision', 'average precision']];
const WIDE: readonly Column[] = ['f1', 'roc_auc', 'average_precision'];

/** Recall, precision and F1 of a class as it is answered now; with intervals, unless rows have weights. */
export function ofClass(store: Store, i: number): Record<'recall' | 'precision' | 'f1', Estimate> {
  const { answered, payload: { z }, model } = store;
  const known = model.each[i]?.metrics ?? {};
  if (store.isAsGiven && known['recall'] && known['precision'] && known['f1']) return { recall: known['recall'], precision: known['precision'], f1: known['f1'] };
  const right = answered.matrix[i]?.[i] ?? 0;
  const [of, said] = [trueRows(answered)[i] ?? 0, saidRows(answered)[i] ?? 0];
  const told = (successes: number, trials: number, why: string): Estimate => (trials ? (model.is_weighted ? { value: successes / trials } : share(successes, trials, z)) : { undefined: why });
  const either = of + said - right;
  const f1: Estimate = either ? { value: (2 * right) / (of + said), ...(model.is_weighted ? {} : doubled(wilson(right, either, z))) } : { undefined: 'the class never occurs and is never answered' };
  return { recall: told(right, of, 'no row is truly of it'), precision: told(right, said, 'it is never answered'), f1 };
}

/** The limits of F1 follow from those of the Jaccard index. */
const doubled = ([low, high]: readonly [number, number]): { low: number; high: number } => ({ low: (2 * low) / (1 + low), high: (2 * high) / (1 + high) });

export function classTable(store: Store): View {
  let [by, isDown]: [Column, boolean] = ['f1', false];
  let wanted = '';
  let most = MOST_SHOWN;
  const scored = store.payload.models.some(({ each }) => each.some(({ metrics }) => metrics['roc_auc']));
  const heads = HEADS.filter(([column]) => scored || (column !== 'roc_auc' && column !== 'average_precision'));
  const body = html('tbody');
  const sorters = heads.map(([column, title]) => {
    const press = html('button', { type: 'button', class: 'sorter' }, title);
    press.addEventListener('click', () => {
      [by, isDown] = [column, by === column ? !isDown : column === 'rows'];
      draw();
    });
    return { column, head: html('th', { scope: 'col', class: column === 'name' ? '' : `number${WIDE.includes(column) ? ' wide-only' : ''}` }, press) };
  });
  const search = html('input', { type: 'search', id: 'find-class', placeholder: 'find a class', 'aria-label': 'Find a class' });
  search.addEventListener('input', () => {
    wanted = search.value.trim().toLowerCase();
    draw();
  });
  const table = html('table', { class: 'table', id: 'classes' }, html('caption', { class: 'unseen' }, 'Each class'), html('thead', {}, html('tr', {}, ...sorters.map(({ head }) => head), html('th', { scope: 'col', class: 'number wide-only' }, 'mostly taken for'))), body);
  const about = html('p', { class: 'fine' });
  const more = html('button', { type: 'button', class: 'link', id: 'more-classes' });
  more.addEventListener('click', () => {
    most = store.names.length;
    draw();
  });
  const draw = (): void => {
    for (const { column, head } of sorters) set(head, { 'aria-sort': column === by ? (isDown ? 'descending' : 'ascending') : null });
    const lines = store.names.map((name, i) => ({ name, i, rows: trueRows(store.answered)[i] ?? 0, told: { ...store.model.each[i]?.metrics, ...ofClass(store, i) } as Record<string, Estimate> }));
    const worth = (line: (typeof lines)[number]): number | string => (by === 'name' ? line.i : by === 'rows' ? line.rows : (line.told[by]?.value ?? -1));
    lines.sort((a, b) => (worth(a) < worth(b) ? -1 : worth(a) > worth(b) ? 1 : 0) * (isDown ? -1 : 1));
    const shown = lines.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, wanted ? undefined : most);
    body.replaceChildren(...shown.map(({ name, i, rows, told }) => html('tr', { class: store.cell[0] === i ? 'chosen' : null, 'data-class': name },
      html('th', { scope: 'row', dir: 'auto' }, picking(store, name, i)),
      html('td', { class: 'number', 'data-value': rows }, count(rows)),
      ...heads.slice(2).map(([column]) => number(column, told[column])),
      html('td', { class: 'number wide-only quiet', dir: 'auto' }, takenFor(store, i)))),
      ...average(store, heads.map(([column]) => column)));
    more.textContent = `Show all ${count(lines.length)} classes`;
    more.hidden = lines.length <= shown.length || Boolean(wanted);
    about.textContent = `${percent(store.payload.level, 0)} intervals.${lines.length > shown.length && !wanted ? ` ${count(shown.length)} of ${count(lines.length)} classes.` : ''}${store.isAsGiven ? '' : ' Found and right follow the prices; curves do not.'} The mean gives each class the same weight.`;
  };
  return { element: html('div', {}, store.names.length > 12 && search, html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Each class' }, table), more, about), update: draw };
}

function picking(store: Store, name: string, i: number): HTMLElement {
  const pick = html('button', { type: 'button', class: 'link' }, name);
  pick.addEventListener('click', () => { store.change({ cell: [i, i] }); });
  return pick;
}

function number(column: Column, told: Estimate | undefined): HTMLElement {
  const cell = html('td', { class: `number${WIDE.includes(column) ? ' wide-only' : ''}`, 'data-metric': column, title: told?.undefined ?? told?.note ?? '' });
  const written = WIDE.includes(column) ? decimal : (value: number): string => percent(value);
  show(cell, told?.value === undefined ? DASH : written(told.value), told?.value);
  if (told?.low !== undefined && told.high !== undefined) {
    set(cell, { 'data-low': told.low, 'data-high': told.high });
    cell.append(html('small', {}, ` ${bare(column, told.low)} to ${bare(column, told.high)}`));
  }
  return cell;
}

const bare = (column: Column, value: number): string => (WIDE.includes(column) ? decimal(value) : (100 * value).toFixed(1));

function takenFor(store: Store, i: number): string {
  const line = (store.answered.matrix[i] ?? []).map((rows, j) => ({ rows: i === j ? 0 : rows, j })).sort((a, b) => b.rows - a.rows);
  return line[0]?.rows ? `${store.names[line[0].j] ?? ''} (${count(line[0].rows)})` : DASH;
}

/** The mean over classes; its interval is known for the answers as they were given. */
function average(store: Store, columns: Column[]): HTMLElement[] {
  const known = store.model.averages['macro'] ?? {};
  const mean = (column: Column): Estimate | undefined => {
    if (store.isAsGiven || column === 'roc_auc' || column === 'average_precision') return known[column];
    const each = store.names.map((_, i) => (ofClass(store, i) as Record<string, Estimate>)[column]?.value);
    return each.every((value) => value !== undefined) ? { value: sum(each) / each.length } : { undefined: 'a class has no value' };
  };
  return [html('tr', { class: 'all', 'data-class': '' }, html('th', { scope: 'row' }, 'mean of classes'), html('td', { class: 'number' }, count(store.total)), ...columns.slice(2).map((column) => number(column, mean(column))), html('td', { class: 'wide-only' }))];
}
