// The matrix as a heat map: mistakes are striped in the hue of truth, right answers grey, and the numeral always
// stands on paper, so that shade never carries the value alone.

import { choice, html, set } from '../dom';
import { largest, sum } from '../numbers';
import { count } from '../numerals';
import { read } from '../typed';
import { MANY, type Heads, headsOf } from './heads';
import type { Order, Shown, Store, View } from './store';

const SHOWN: readonly (readonly [Shown, string])[] = [['truth', '% of truth'], ['answer', '% of answer'], ['all', '% of all'], ['rows', 'rows'], ['prices', 'prices']];
const ORDERS: readonly (readonly [Order, string])[] = [['confusion', 'by confusion'], ['named', 'as named']];
export const MOST_SHOWN = 25; // classes in the map: those with most mistakes
const WAYS: Record<string, readonly [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export function heatMap(store: Store): View {
  const shown = choice('Show', 'shown', SHOWN, (value) => { store.change({ shown: value }); });
  const order = choice('Order', 'order', ORDERS, (value) => { store.change({ order: value }); });
  const place = html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Confusion matrix' });
  const about = html('p', { class: 'fine', id: 'map-about' });
  const isPart = store.names.length > MOST_SHOWN;
  let cells = new Map<string, HTMLButtonElement>();
  let around: number | null = null; // the class whose neighbours the map shows, where it cannot show all
  const back = html('button', { type: 'button', class: 'link', id: 'map-back' }, 'show those with most mistakes');
  back.addEventListener('click', () => {
    around = null;
    draw();
    const first = shownClasses(store)[0] ?? 0;
    store.change({ cell: [first, first] });
  });
  const draw = (): void => {
    cells = new Map();
    const order = shownClasses(store, around);
    const heads = headsOf(store.names, order);
    axes.replaceChildren(`truly ↓ · read as → (striped: mistakes)${heads.shared ? `; every name begins with “${heads.shared.trim()}”` : ''}`);
    place.replaceChildren(table(store, cells, order, heads));
    if (!isPart) return;
    const of = `of ${count(store.names.length)}`;
    about.replaceChildren(...(around === null ? [`The ${String(MOST_SHOWN)} classes with most mistakes, ${of}; find another to see it with those it is mixed up with.`] : [`${store.names[around] ?? ''} and the ${String(MOST_SHOWN - 1)} classes it is mixed up with most, ${of}; `, back, '.']));
  };
  const axes = html('p', { class: 'axis-note' });
  const find = finder(store);
  return {
    element: html('div', {}, html('div', { class: 'bar' }, shown.element, order.element, isPart && find), axes, place, about),
    update: (change) => {
      shown.mark(store.state.shown);
      order.mark(store.state.order);
      const active = document.activeElement;
      const wanted = place.contains(active) ? active?.id : undefined;
      if (['model', 'shown', 'order', 'unsure'].some((name) => change.has(name as 'model')) || (change.has('prices') && !(active instanceof HTMLInputElement && place.contains(active)))) draw();
      const [i, j] = store.cell;
      if (isPart && change.has('cell') && !cells.has(`${String(i)}-${String(j)}`)) {
        around = i;
        draw();
      }
      for (const [key, cell] of cells) set(cell, { 'aria-pressed': String(key === `${String(i)}-${String(j)}`), tabindex: key === `${String(i)}-${String(j)}` ? 0 : -1 });
      if (![...cells.values()].some((cell) => cell.tabIndex === 0)) cells.values().next().value?.setAttribute('tabindex', '0');
      if (wanted) document.getElementById(change.has('cell') ? `c${String(i)}-${String(j)}` : wanted)?.focus({ preventScroll: true });
    },
  };
}

/** The classes that the map shows: all of few, and of many those with most mistakes, or one with those it is mixed up with. */
function shownClasses(store: Store, around: number | null = null): number[] {
  const { order, names, model: { matrix } } = store;
  if (names.length <= MOST_SHOWN) return order;
  const wrong = names.map((_, i) => sum(matrix[i] ?? []) + sum(matrix.map((line) => line[i] ?? 0)) - 2 * (matrix[i]?.[i] ?? 0));
  const mixed = (i: number): number => (around === null ? 0 : i === around ? Infinity : (matrix[around]?.[i] ?? 0) + (matrix[i]?.[around] ?? 0));
  const [a, b] = store.cell;
  const first = (i: number): number => (around !== null && (i === a || i === b) ? 1 : 0); // the picked cell stays in sight
  const kept = new Set(names.map((_, i) => i).sort((x, y) => first(y) - first(x) || (mixed(x) === mixed(y) ? (wrong[y] ?? 0) - (wrong[x] ?? 0) : mixed(y) - mixed(x))).slice(0, MOST_SHOWN));
  return order.filter((i) => kept.has(i));
}

/** A field that finds a class by its name and picks it. */
function finder(store: Store): HTMLElement {
  const list = html('datalist', { id: 'class-names' }, ...store.names.map((name) => html('option', { value: name })));
  const field = html('input', { type: 'search', id: 'find-in-map', list: 'class-names', placeholder: 'find a class', 'aria-label': 'Find a class in the matrix', autocomplete: 'off' });
  const look = (): void => {
    const wanted = field.value.trim().toLowerCase();
    const found = store.names.findIndex((name) => name.toLowerCase() === wanted);
    if (found >= 0) store.change({ cell: [found, found] });
  };
  field.addEventListener('input', look);
  field.addEventListener('change', look);
  return html('span', {}, field, list);
}

function table(store: Store, cells: Map<string, HTMLButtonElement>, order: number[], heads: Heads): HTMLElement {
  const { names, answered: { matrix, left }, state: { shown } } = store;
  const down = matrix.map((line, i) => sum(line) + (left[i] ?? 0));
  const across = matrix.map((_, j) => sum(matrix.map((line) => line[j] ?? 0)));
  const all = sum(down);
  const rows = (i: number, j: number): number => matrix[i]?.[j] ?? 0;
  const whole = (i: number, j: number): number => (shown === 'answer' ? across[j] : shown === 'all' ? all : down[i]) ?? 0;
  const worth = (i: number, j: number): number => (shown === 'rows' || shown === 'prices' ? rows(i, j) : rows(i, j) / (whole(i, j) || 1));
  const most = Math.max(1e-9, largest(order.flatMap((i) => order.filter((j) => i !== j).map((j) => worth(i, j)))));
  const isUnsure = left.some(Boolean);
  const head = (i: number): HTMLElement => html('th', { scope: 'col', dir: 'auto', title: names[i] ?? '' }, html('span', {}, heads.of(i)));
  const isMany = order.length > MANY;
  const lines = order.map((i) => html('tr', {},
    html('th', { scope: 'row', class: 'side', dir: 'auto', title: names[i] ?? '' }, html('span', {}, heads.of(i))),
    ...order.map((j) => html('td', {}, shown === 'prices' ? priceField(store, i, j) : cell(store, cells, order, [i, j], text(shown, rows(i, j), whole(i, j), i === j || isMany), worth(i, j) / most))),
    isUnsure && html('td', { class: 'total' }, count(left[i] ?? 0)),
    html('td', { class: 'total' }, count(down[i] ?? 0))));
  const element = html('table', { class: `heat${heads.isLong ? ' slanted' : ''}${isMany ? ' many' : ''}` },
    html('caption', { class: 'unseen' }, shown === 'prices' ? 'What each answer costs: true classes down, answers across' : 'Confusion matrix: true classes down, answers across'),
    html('thead', {}, html('tr', {}, html('td', {}), ...order.map(head), isUnsure && html('th', { class: 'total', scope: 'col' }, 'unsure'), html('th', { class: 'total', scope: 'col' }, 'rows'))),
    html('tbody', {}, ...lines));
  element.style.setProperty('--name', `${String(heads.width)}ch`);
  return element;
}

/** Rows or their share; tenths of a percent where there is room for them, and below 1 % always. */
function text(shown: Shown, rows: number, whole: number, isShort: boolean): string {
  if (!rows) return '·';
  if (shown === 'rows') return count(rows);
  const share = (100 * rows) / whole;
  if (isShort && share >= 1) return share.toFixed(share > 99.5 && share < 100 ? 1 : 0);
  return share < 0.05 ? '<0.1' : String(Number(share.toFixed(1)));
}

function cell(store: Store, cells: Map<string, HTMLButtonElement>, order: number[], [i, j]: readonly [number, number], said: string, weight: number): HTMLButtonElement {
  const { names, answered: { matrix, left } } = store;
  const rows = matrix[i]?.[j] ?? 0;
  const of = sum(matrix[i] ?? []) + (left[i] ?? 0);
  const name = `${names[i] ?? ''} ${i === j ? 'read rightly' : `read as ${names[j] ?? ''}`}: ${count(rows)} of ${count(of)}`;
  const element = html('button', { type: 'button', id: `c${String(i)}-${String(j)}`, class: i === j ? 'right' : rows ? 'wrong' : 'none', 'aria-label': name, 'data-value': rows }, html('span', {}, said));
  element.style.setProperty('--w', (i === j ? (of ? rows / of : 0) : Math.sqrt(weight)).toFixed(3));
  element.addEventListener('click', () => { store.change({ cell: [i, j] }); });
  element.addEventListener('keydown', (event) => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const [a, b] = [order[order.indexOf(i) + way[0]], order[order.indexOf(j) + way[1]]];
    if (a !== undefined && b !== undefined) store.change({ cell: [a, b] });
  });
  cells.set(`${String(i)}-${String(j)}`, element);
  return element;
}

function priceField(store: Store, i: number, j: number): HTMLInputElement {
  const { names } = store;
  const field = html('input', { class: i === j ? 'right' : 'wrong', inputmode: 'decimal', autocomplete: 'off', 'data-price': `${String(i)}-${String(j)}`, 'aria-label': `What ${names[i] ?? ''} ${i === j ? 'read rightly' : `read as ${names[j] ?? ''}`} costs` });
  field.value = String(store.state.prices[i]?.[j] ?? 1);
  field.addEventListener('focus', () => { store.change({ cell: [i, j] }); });
  field.addEventListener('change', () => {
    const price = read(field.value);
    if (price !== null && Number.isFinite(price)) store.price(i, j, price);
    field.value = String(store.state.prices[i]?.[j] ?? 1);
  });
  return field;
}
