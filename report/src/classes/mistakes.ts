// Its favourite mistakes in words, both directions in one line; with prices, sorted by what they cost.

import { button, goTo, html, svg } from '../dom';
import { sum } from '../numbers';
import { count, money, percent } from '../numerals';
import { priced } from '../words';
import { trueRows } from './advice';
import { areEqual, share } from './answers';
import { within } from './cell';
import type { Mistake, Store, View } from './store';

const MOST = 6;
const LEANS = 2; // times as often one way as the other
const WIDE = 200;

export function favouriteList(store: Store): View {
  const said = html('p', { class: 'verdict' });
  const list = html('ol', { class: 'kinds' });
  return {
    element: html('div', {}, said, list),
    update: () => {
      const all = store.mistakes;
      const total = sum(all.map(({ rows }) => rows));
      said.textContent = total ? `${count(needed(all, total))} of ${count(store.names.length * (store.names.length - 1))} possible confusions make half of all ${count(total)} mistakes.` : 'It makes no mistake on these rows.';
      const isPriced = !areEqual(store.state.prices);
      const top = isPriced ? Math.max(1e-9, all[0]?.cost ?? 1) : (all[0]?.rows ?? 1);
      list.replaceChildren(...paired(all).slice(0, MOST).map((one) => line(store, one, (isPriced ? one.cost : one.rows) / top, isPriced)));
    },
  };
}

/** How many confusions make half of the mistakes. */
function needed(all: Mistake[], total: number): number {
  let [half, number] = [0, 0];
  for (const { rows } of [...all].sort((a, b) => b.rows - a.rows)) {
    if (half >= total / 2) break;
    half += rows;
    number++;
  }
  return number;
}

/** One line for two classes: the dearer direction. */
function paired(all: Mistake[]): Mistake[] {
  const seen = new Set<string>();
  return all.filter(({ i, j }) => {
    const key = `${String(Math.min(i, j))}-${String(Math.max(i, j))}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

function line(store: Store, { i, j, rows, cost }: Mistake, reach: number, isPriced: boolean): HTMLElement {
  const { names, answered, payload: { z } } = store;
  const [a, b] = [names[i] ?? '', names[j] ?? ''];
  const of = trueRows(answered)[i] ?? 0;
  const back = answered.matrix[j]?.[i] ?? 0;
  const other = back ? `And ${b} as ${a}: ${count(back)}${back * LEANS < rows ? ', so it leans one way' : ''}.` : `Never ${b} as ${a}.`;
  const show = button('Show', () => {
    store.change({ cell: [i, j] });
    goTo('map');
    document.getElementById(`c${String(i)}-${String(j)}`)?.focus({ preventScroll: true });
  }, { class: 'link' });
  show.append(html('span', { class: 'unseen' }, ` ${a} read as ${b}`));
  return html('li', {},
    html('p', { dir: 'auto' }, html('b', {}, `${a} is read as ${b}`), ` ${count(rows)} times in ${count(of)} `, html('small', {}, `${percent(rows / of)}, ${within(share(rows, of, z))}. ${other}${isPriced ? ` Costs ${priced(money(cost), store.payload.words)}.` : ''}`)),
    bar(reach), show);
}

function bar(reach: number): SVGSVGElement {
  const wide = Math.max(2, WIDE * reach);
  const stripes = Array.from({ length: Math.ceil((wide + 14) / 5) }, (_, k) => svg('line', { x1: 5 * k - 14, y1: 14, x2: 5 * k, y2: 0, class: 'positive stripe' }));
  return svg('svg', { viewBox: `0 0 ${String(wide)} 14`, width: wide, height: 14, class: 'kind-bar', 'aria-hidden': 'true' }, svg('rect', { width: wide, height: 14, class: 'positive wash' }), ...stripes);
}
