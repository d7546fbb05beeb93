// The first screen: how far to trust the answers, what that rests on, the reader's prices, and the matrix.

import { button, choice, html, set } from '../dom';
import { count } from '../numerals';
import { read } from '../typed';
import { answeredRows, sentences } from './advice';
import { areEqual, dearest } from './answers';
import { cellPanel } from './cell';
import { heatMap } from './map';
import type { Store, View } from './store';

const REST = 500; // milliseconds without a change after which the headline is said
const STEPS = 50; // of the dial
const MOST_LISTED = 6; // prices in the panel

/** Fill the header that Python wrote, and put the prices and the matrix beside it. */
export function firstScreen(store: Store): View {
  const by = (id: string): HTMLElement => document.getElementById(id) ?? html('div');
  const [eyebrow, head, lede, sure] = [by('eyebrow'), by('headline'), by('lede'), by('sure')];
  const status = html('p', { class: 'unseen', role: 'status' });
  const panel = situation(store);
  document.querySelector('.top')?.append(panel.element);
  const saves = html('ul', { id: 'saves' });
  const saved = html('div', { hidden: true }, html('h2', {}, `What that saves per 1,000 ${store.payload.words.units}`), saves);
  document.querySelector('.beside')?.prepend(saved);
  const views = [heatMap(store), cellPanel(store)];
  const models = store.payload.models.length > 1 ? choice('Model', 'model', store.payload.models.map(({ name }, i) => [String(i), name] as const), (value) => { store.change({ model: Number(value) }); }) : null;
  let saying = 0;
  return {
    element: html('div', { class: 'page' }, models?.element, html('div', { class: 'map-and-cell', id: 'map' }, ...views.map(({ element }) => element)), status),
    update: (change) => {
      models?.mark(String(store.state.model));
      const said = sentences(store);
      eyebrow.replaceChildren(said.above, ...(store.isAsMade ? [] : [button(store.payload.costs || store.payload.unsure !== undefined ? 'Back to the stated prices' : 'Back to equal prices', () => {
        store.back();
        head.focus();
      }, { class: 'action', id: 'back' })]));
      head.textContent = said.headline;
      lede.textContent = said.lede;
      sure.textContent = said.sure;
      set(saved, { hidden: !said.saves.length });
      const { saving } = store.answered;
      saves.replaceChildren(...said.saves.map((text, i) => html('li', i ? {} : { 'data-value': saving.value, 'data-low': saving.low, 'data-high': saving.high }, html('b', {}, text.slice(0, text.indexOf(' '))), text.slice(text.indexOf(' ')))));
      panel.update(change);
      for (const view of views) view.update(change);
      clearTimeout(saying);
      saying = window.setTimeout(() => { status.textContent = said.headline; }, REST);
    },
  };
}

/** What mistakes cost, and what leaving a row unsure costs. Every number on the page follows it. */
function situation(store: Store): View {
  const asked = html('p', { class: 'question' });
  const list = html('ul', { class: 'changed' });
  const all = button('Type all prices', () => {
    store.change({ shown: 'prices' });
    document.getElementById('map')?.scrollIntoView({ block: 'start' });
  }, { class: 'link', id: 'all-prices' });
  const dial = html('input', { id: 'unsure-dial', type: 'range', min: 0, max: STEPS, step: 1, 'aria-label': 'What leaving a row unsure costs' });
  const typed = html('input', { id: 'unsure-price', inputmode: 'decimal', autocomplete: 'off', 'aria-label': 'What leaving a row unsure costs; empty: every row gets an answer' });
  const about = html('p', { class: 'fine', id: 'unsure-about' });
  const most = (): number => dearest(store.state.prices);
  dial.addEventListener('input', () => {
    const step = Number(dial.value);
    store.change({ unsure: step === STEPS ? null : Number(((most() * step) / STEPS).toPrecision(6)) });
  });
  typed.addEventListener('change', () => {
    const price = read(typed.value);
    store.change({ unsure: price !== null && Number.isFinite(price) && price >= 0 ? price : null });
    typed.value = store.state.unsure === null ? '' : String(store.state.unsure);
  });
  const canLeave = store.payload.models.some(({ rows, answered_from: from }) => rows ?? from?.cells);
  const element = html('form', { class: 'situation', id: 'situation', 'aria-labelledby': 'situation-title' },
    html('h2', { id: 'situation-title' }, 'Your situation'), asked, list, html('p', {}, all),
    ...(canLeave ? [html('div', { class: 'often' }, html('label', { for: 'unsure-price' }, 'Leaving a row unsure costs'), typed), dial, html('div', { class: 'ends' }, html('span', {}, 'free'), html('span', {}), html('span', { class: 'end' }, 'never unsure')), about] : []),
    html('p', { class: 'fine', id: 'still' }));
  element.addEventListener('submit', (event) => { event.preventDefault(); });
  return {
    element,
    update: () => {
      const { prices, unsure } = store.state;
      const isPlain = areEqual(prices);
      asked.textContent = isPlain ? 'Is one mistake worse than another?' : 'Some mistakes are worse than others.';
      const told = prices.flatMap((line, i) => line.flatMap((price, j) => (price === (i === j ? 0 : 1) ? [] : [{ i, j, price }])));
      list.replaceChildren(...(isPlain ? [html('li', {}, 'Each costs 1 so far. Pick a cell of the matrix to give it a price.')] : [...told.slice(0, MOST_LISTED).map(({ i, j, price }) => html('li', { dir: 'auto' },
        `${store.names[i] ?? ''} read as ${store.names[j] ?? ''}: `, html('b', {}, String(price)), ' ',
        button('undo', () => { store.price(i, j, i === j ? 0 : 1); }, { class: 'link quiet', 'aria-label': `Undo the price of ${store.names[i] ?? ''} read as ${store.names[j] ?? ''}` }))),
        ...(told.length > MOST_LISTED ? [html('li', {}, `and ${count(told.length - MOST_LISTED)} more`)] : [])]));
      if (document.activeElement !== dial) dial.value = String(unsure === null ? STEPS : Math.min(STEPS - 1, Math.round((STEPS * unsure) / most())));
      set(dial, { 'aria-valuetext': unsure === null ? 'never unsure' : String(unsure) });
      if (document.activeElement !== typed) typed.value = unsure === null ? '' : String(unsure);
      const given = answeredRows(store.answered);
      about.textContent = unsure === null ? 'Every row gets an answer.' : `${count(store.total - given)} of ${count(store.total)} rows are left to somebody else.`;
      const still = document.getElementById('still');
      if (still) still.textContent = store.model.rows ? (store.model.rows.are_exact ? '' : `Probabilities travel here with ${String(store.model.rows.decimals)} decimals; a row at the very edge of two prices may fall to the other side.`) : `Prices price the answers as they were given: ${store.model.why_still}.`;
    },
  };
}
