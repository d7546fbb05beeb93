// One cell of the matrix: how often, the other way round, what the two probabilities were, and what it costs.

import { html, svg } from '../dom';
import { sum } from '../numbers';
import { count, money, percent } from '../numerals';
import { read } from '../typed';
import { priced } from '../words';
import { share, type Share } from './answers';
import { saidRows, trueRows } from './advice';
import type { Store, View } from './store';

const WIDE = 360;

export function cellPanel(store: Store): View {
  const element = html('div', { class: 'cell', id: 'cell' });
  return {
    element,
    update: () => {
      if (element.contains(document.activeElement) && document.activeElement instanceof HTMLInputElement) {
        const sums = element.querySelector('.cost output');
        if (sums) sums.textContent = theyCost(store);
        return;
      }
      const [i, j] = store.cell;
      element.replaceChildren(...(i === j ? rightly(store, i) : wrongly(store, i, j)));
    },
  };
}

export const within = ({ low, high }: Share): string => `${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}`;

function rightly(store: Store, i: number): HTMLElement[] {
  const { names, answered, payload: { z } } = store;
  const name = names[i] ?? '';
  const line = answered.matrix[i] ?? [];
  const [rows, of, said] = [line[i] ?? 0, trueRows(answered)[i] ?? 0, saidRows(answered)[i] ?? 0];
  const [found, right] = [share(rows, of, z), share(rows, said, z)];
  const off = line.map((number, j) => ({ j, number })).filter(({ j, number }) => j !== i && number).sort((a, b) => b.number - a.number).slice(0, 3);
  return [
    html('h3', { dir: 'auto' }, `${name} read rightly`),
    html('p', {}, html('b', { 'data-value': rows }, count(rows)), of ? ` of ${count(of)} (${percent(found.value)}; ${within(found)}).` : ' of none.'),
    html('p', { dir: 'auto' }, said ? `When it says ${name}, it is right in ${percent(right.value)} (${within(right)}).` : `It never says ${name}.`),
    html('p', { dir: 'auto' }, off.length ? `${name} is mostly mistaken for ${off.map(({ j, number }) => `${names[j] ?? ''} (${count(number)})`).join(', ')}.` : of ? 'It is never mistaken for another.' : 'There is no row of it.'),
    price(store, i, i),
  ];
}

function wrongly(store: Store, i: number, j: number): HTMLElement[] {
  const { names, answered, total, payload: { z } } = store;
  const [a, b] = [names[i] ?? '', names[j] ?? ''];
  const [rows, back] = [answered.matrix[i]?.[j] ?? 0, answered.matrix[j]?.[i] ?? 0];
  const [of, said] = [trueRows(answered)[i] ?? 0, saidRows(answered)[j] ?? 0];
  const found = share(rows, of, z);
  const right = sum(answered.matrix.map((line, k) => line[k] ?? 0));
  return [
    html('h3', { dir: 'auto' }, `${a} read as ${b}`),
    html('p', { dir: 'auto' }, html('b', { 'data-value': rows }, count(rows)), of ? html('span', { 'data-low': found.low, 'data-high': found.high }, ` of ${count(of)} (${percent(found.value)}; ${within(found)}). `) : ' of none. ', said ? `Of the ${count(said)} times it says ${b}, ${percent(rows / said)} are ${a}.` : ''),
    html('p', { dir: 'auto' }, `The other way round, ${b} is read as ${a} `, html('b', {}, count(back)), ` times of ${count(trueRows(answered)[j] ?? 0)}.`),
    ...probabilities(store, i, j),
    html('p', { class: 'fine', dir: 'auto' }, `If ${a} and ${b} were one class, ${percent((right + rows + back) / total)} of rows would be right instead of ${percent(right / total)}.`),
    price(store, i, j),
  ];
}

/** How likely the two classes were called in the rows of the cell. */
function probabilities(store: Store, i: number, j: number): HTMLElement[] {
  const { model: { rows }, answered: { decisions }, names } = store;
  if (!rows || !decisions) return [];
  const size = names.length;
  const p = (row: number, k: number): number => rows.probabilities[row * size + k] ?? 0;
  const some = rows.truth.flatMap((truth, row) => (truth === i && decisions[row] === j ? [row] : []));
  if (!some.length) return [];
  const second = some.filter((row) => names.filter((_, k) => p(row, k) > p(row, i)).length === 1).length;
  const said = second === some.length ? (some.length === 1 ? 'There' : some.length === 2 ? 'In both rows' : `In all ${count(some.length)} rows`) : `In ${count(second)} of these ${count(some.length)} rows`;
  const [a, b] = [names[i] ?? '', names[j] ?? ''];
  const strip = svg('svg', { class: 'chart', viewBox: `-5 0 ${String(WIDE + 10)} 64`, role: 'img', 'aria-label': `Probabilities of ${a} and ${b} in these rows` },
    svg('line', { class: 'base', x1: 0, x2: WIDE, y1: 46, y2: 46 }),
    ...some.map((row) => svg('line', { class: 'base', x1: WIDE * p(row, i), x2: WIDE * p(row, j), y1: 34, y2: 14 })),
    ...some.map((row) => svg('circle', { class: 'mark ink', cx: WIDE * p(row, j), cy: 14, r: 4 })),
    ...some.map((row) => svg('circle', { class: 'mark positive', cx: WIDE * p(row, i), cy: 34, r: 4 })),
    svg('text', { x: 0, y: 61 }, '0'), svg('text', { x: WIDE, y: 61, 'text-anchor': 'end' }, '1'), svg('text', { x: WIDE / 2, y: 61, 'text-anchor': 'middle' }, 'probability given'));
  return [html('p', { dir: 'auto' }, `${said} ${a} came second. Above: how likely it called ${b}; below, in colour: ${a}, the truth.`), html('figure', { class: 'strip-of-rows' }, strip)];
}

function price(store: Store, i: number, j: number): HTMLElement {
  const field = html('input', { id: 'price', inputmode: 'decimal', autocomplete: 'off' });
  field.value = String(store.state.prices[i]?.[j] ?? 1);
  field.addEventListener('change', () => {
    const typed = read(field.value);
    if (typed !== null && Number.isFinite(typed)) store.price(i, j, typed);
    field.value = String(store.state.prices[i]?.[j] ?? 1);
  });
  const [a, b] = [store.names[i] ?? '', store.names[j] ?? ''];
  return html('p', { class: 'cost', dir: 'auto' }, html('label', { for: 'price' }, i === j ? `One ${a} read rightly costs` : `One ${a} read as ${b} costs`), field, html('output', {}, theyCost(store)));
}

function theyCost(store: Store): string {
  const [i, j] = store.cell;
  const rows = store.answered.matrix[i]?.[j] ?? 0;
  return `these ${count(rows)} cost ${priced(money(rows * (store.state.prices[i]?.[j] ?? 1)), store.payload.words)}`;
}
