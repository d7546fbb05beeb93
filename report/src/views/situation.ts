// The reader's situation: what mistakes cost and how common positives are. Every number on the page follows it.

import { shareThere, reign } from '../decision';
import { button, html, set } from '../dom';
import { clamped } from '../numbers';
import { percent } from '../numerals';
import type { Cost } from '../payload';
import { premise, question, reignText } from '../sentences';
import type { Curve } from '../curve';
import type { Store, View } from '../store';
import { read } from '../typed';

const STEPS = [1, 1.5, 2, 3, 5, 7];
const [PER_DECADE, END] = [20, 60]; // of the balance: 1,000 : 1 at either end
const FINEST = 4; // the share goes from 1 in 10,000 to all but that, on log odds
const logit = (p: number): number => Math.log10(p / (1 - p));
const expit = (x: number): number => 1 / (1 + 10 ** -x);

export function situation(store: Store): View {
  const { words } = store;
  const follows = store.payload.cost_follows; // what each row is worth is known of these rows alone, and cannot be typed
  const asked = html('p', { class: 'question', id: 'worse' });
  const balance = html('input', { id: 'balance', type: 'range', min: -END, max: END, step: 1, 'aria-label': `What is worse: a missed ${words.positive} or a flagged ${words.negative}` });
  balance.addEventListener('input', () => { store.suppose({ cost: balanced(store.state.cost, Number(balance.value)) }); });
  const inputs = new Map<keyof Cost, HTMLInputElement>();
  const price = (name: keyof Cost, text: string, look: string): HTMLElement => {
    const input = html('input', { name, id: `cost-${name}`, inputmode: 'decimal', autocomplete: 'off' });
    input.addEventListener('input', () => {
      const value = read(input.value);
      if (value !== null && Number.isFinite(value)) store.suppose({ cost: { ...store.state.cost, [name]: value } });
    });
    input.addEventListener('change', () => { input.value = String(store.state.cost[name]); });
    inputs.set(name, input);
    const amount = follows?.[name];
    return html('label', { class: `price ${look}`, dir: 'auto' }, text, input, amount ? html('span', { class: 'fine amount', dir: 'auto' }, ` + ${amount.text}`) : null);
  };
  const more = html('details', { class: 'more-prices' }, html('summary', {}, 'More prices'), html('div', { class: 'prices' },
    price('tp', `a caught ${words.positive} costs`, 'positive'), price('tn', `a ${words.negative} let through costs`, 'negative'), price('per_row', `each ${words.unit} that is scored costs`, 'each')),
    html('p', { class: 'fine' }, 'Gains are negative.'));
  const often = html('input', { id: 'often', inputmode: 'decimal', autocomplete: 'off', 'aria-label': `${words.positive} in 1,000 ${words.units}` });
  often.addEventListener('change', () => {
    const typed = read(often.value);
    const share = typed === null ? NaN : often.value.includes('%') ? typed : typed / 1000;
    if (share > 0 && share < 1) store.suppose({ prevalence: share });
    else store.tell(new Set(['prevalence']));
  });
  const share = html('input', { id: 'prevalence', type: 'range', min: -FINEST, max: FINEST, step: 0.01, 'aria-label': `Share of ${words.positive} where it will be used` });
  share.addEventListener('input', () => { store.suppose({ prevalence: expit(Number(share.value)) }); });
  const back = button(store.payload.sampled ? 'as the sampling rates say' : 'as in the data', () => { store.suppose({ prevalence: null }); }, { class: 'link', id: 'as-here' });
  const about = html('p', { class: 'fine reign' });
  const element = html('form', { class: 'situation', id: 'situation', 'aria-labelledby': 'situation-title' },
    html('h2', { id: 'situation-title' }, 'Your situation'), asked,
    ...(follows ? [] : [html('div', { class: 'ends' }, html('span', { class: 'positive', dir: 'auto' }, `missed ${words.positive}`), html('span', {}, 'equal'), html('span', { class: 'negative', dir: 'auto' }, `flagged ${words.negative}`)), balance]),
    html('div', { class: 'prices' }, price('fn', `a missed ${words.positive} costs`, 'positive fn'), price('fp', `a flagged ${words.negative} costs`, 'negative fp')), more, about,
    html('div', { class: 'often' }, html('label', { for: 'often' }, `Of 1,000 ${words.units}, `), often, html('span', { dir: 'auto' }, ` are ${words.positive} `), back), share);
  element.addEventListener('submit', (event) => { event.preventDefault(); });
  let known: readonly [Cost, number | null] | null = null;
  return {
    element,
    update: () => {
      const { cost, prevalence } = store.state;
      if (known && known[0] === cost && known[1] === prevalence) return;
      known = [cost, prevalence];
      asked.textContent = store.isPriced ? `${follows ? 'On average: ' : ''}${premise(store.prices, words)}` : question(words);
      element.classList.toggle('asked', !store.isPriced);
      const ratio = (cost.fp - cost.tn) / (cost.fn - cost.tp);
      if (document.activeElement !== balance) balance.value = String(ratio > 0 ? clamped(Math.round(Math.log10(ratio) * PER_DECADE), -END, END) : 0);
      set(balance, { 'aria-valuetext': premise(store.prices, words) });
      for (const [name, input] of inputs) if (document.activeElement !== input) input.value = String(Number(cost[name].toPrecision(12)));
      const here = shareThere(store, (store.base[0] as Curve).model);
      if (document.activeElement !== often) often.value = String(Number((1000 * here).toPrecision(3)));
      if (document.activeElement !== share) share.value = String(clamped(logit(clamped(here, 1e-9, 1 - 1e-9)), -FINEST, FINEST));
      set(share, { 'aria-valuetext': percent(here) });
      set(back, { hidden: prevalence === null });
      const { advice } = store;
      about.textContent = advice.verdict === 'use' || advice.verdict === 'unproven' ? reignText(store, store.payload.models[advice.model]?.name ?? '', reign(store, advice.model)) : '';
    },
  };
}

/** Prices at a place of the balance: the smaller one stays what it is. */
function balanced(cost: Cost, place: number): Cost {
  const size = Math.abs(place);
  const ratio = Math.min(1000, (STEPS[Math.floor(((size % PER_DECADE) / PER_DECADE) * STEPS.length)] ?? 1) * 10 ** Math.floor(size / PER_DECADE));
  const unit = Math.min(cost.fp, cost.fn) > 0 ? Math.min(cost.fp, cost.fn) : 1;
  return place > 0 ? { ...cost, fp: unit * ratio, fn: unit } : { ...cost, fp: unit, fn: unit * ratio };
}
