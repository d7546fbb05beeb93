// What the answers cost together, over all thresholds.

import { chart, cutLine } from '../../chart';
import { html, set, show, svg } from '../../dom';
import { compiled } from '../../formula';
import { clamped, largest } from '../../numbers';
import { count, money, threshold as written } from '../../numerals';
import { OUTCOMES, type Outcome } from '../../payload';
import { path, ticks } from '../../scale';
import { read } from '../../typed';
import type { Prices } from '../payload';
import { PLAIN_NAMES, saying, TRUTH } from '../marks';
import type { LabStore } from '../store';
import { figure, type LabView } from './view';

const ORDER: readonly Outcome[] = ['tp', 'fn', 'fp', 'tn'];
const MOST_POINTS = 400;

export function cost(store: LabStore): LabView {
  const inputs = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, priceInput(store, outcome)])) as Record<Outcome, HTMLInputElement>;
  const prices = html('fieldset', { class: 'prices of-lab' }, html('legend', { class: 'unseen' }, 'What each answer costs'), ...ORDER.map((outcome) => html('label', { class: `${TRUTH[outcome]} ${outcome}` }, PLAIN_NAMES[outcome], inputs[outcome])));
  const sum = html('p', { class: 'sum waits' });
  const picture = chart({
    label: 'Cost over thresholds',
    height: (width) => clamped(width * 0.62, 210, 300),
    margin: { top: 26, right: 12, bottom: 42, left: 58 },
    x: () => { const ends = store.ends; return { ends, ticks: ticks(ends[0], ends[1], 5).map((at) => ({ at, text: String(Number(store.shown(at).toPrecision(6))) })), title: 'threshold →' }; },
    y: () => { const all = costs(store).map(({ spent }) => spent); return { ends: [Math.min(0, -largest(all.map((spent) => -spent))), Math.max(1, largest(all))], text: money }; },
    draw: (frame) => {
      const drawn = costs(store);
      const [low, high] = store.ends;
      const xs = drawn.map(({ threshold }) => frame.x(clamped(threshold ?? high, low, high)));
      frame.still.append(svg('path', { d: path(xs, drawn.map(({ spent }) => frame.y(spent))), class: 'line chosen' }));
      const { table, state } = store;
      if (table && state.tellsCheapest) {
        const best = table.counts(store.cheapest);
        const at = thresholdOf(store, store.cheapest);
        frame.moving.append(svg('circle', { cx: frame.x(clamped(at ?? high, low, high)), cy: frame.y(store.cost(best)), r: 5.5, class: 'mark ink' }));
      }
      const x = state.threshold === null ? frame.x(high) : frame.x(clamped(state.threshold, low, high));
      cutLine(frame.moving)(x, frame.margin.top, frame.height - frame.margin.bottom, money(store.cost()), frame.width);
      saying(frame, `Cost over thresholds: ${money(store.cost())} here.`);
    },
    drag: (frame, x) => { const at = frame.x.back(x); store.change({ threshold: at >= store.ends[1] ? null : Number(Math.max(at, store.ends[0]).toPrecision(3)) }); },
  });
  const element = figure('What the answers cost together', 'Type what one answer of each kind costs; a gain is negative. The black dot is the cheapest threshold.', prices, sum, picture.element);
  element.classList.add('costs');
  return {
    element,
    update: () => {
      const { table, state } = store;
      for (const outcome of OUTCOMES) if (document.activeElement !== inputs[outcome]) inputs[outcome].value = String(state.prices[outcome]);
      set(picture.element, { hidden: !table });
      if (table) picture.draw();
      sum.replaceChildren(...told(store));
    },
  };
}

function priceInput(store: LabStore, outcome: Outcome): HTMLInputElement {
  const input = html('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', 'data-price': outcome });
  const take = (): void => {
    const price = read(input.value);
    const isGood = price !== null && Number.isFinite(price);
    set(input, { 'aria-invalid': isGood ? null : 'true' });
    if (isGood) store.change({ prices: { ...store.state.prices, [outcome]: price } });
  };
  input.addEventListener('input', take);
  input.addEventListener('blur', () => { input.value = String(store.state.prices[outcome]); set(input, { 'aria-invalid': null }); });
  return input;
}

/** The sum as it is written on paper, and where it is least. */
function told(store: LabStore): (Node | string)[] {
  const { counts, state: { prices, tellsCheapest }, table } = store;
  const total = html('b', { 'data-cost': '' });
  show(total, money(store.cost()), store.cost());
  const parts = ORDER.filter((outcome) => prices[outcome] !== 0).map((outcome) => `${count(Math.round(counts[outcome] * 10) / 10)} × ${prices[outcome] < 0 ? `(−${String(-prices[outcome])})` : String(prices[outcome])}`);
  const cheapest = table && tellsCheapest ? ` Cheapest: ${money(store.cost(table.counts(store.cheapest)))} ${where(store)}.` : '';
  return [total, `${parts.join(' + ') || 'Nothing has a price.'}${parts.length ? '.' : ''}${cheapest}${turned(prices)}`];
}

/** Prices by which a mistake is a gain: Python refuses them, and here they are said to be what they are. */
function turned({ tp, fn, fp, tn }: Prices): string {
  const gains = [...(fn < tp ? ['a miss costs less than a hit'] : []), ...(fp < tn ? ['a false alarm costs less than leaving a row alone'] : [])];
  return gains.length ? ` By these prices ${gains.join(' and ')}: the best is to be wrong. Gains are negative.` : '';
}

function where(store: LabStore): string {
  const threshold = thresholdOf(store, store.cheapest);
  return threshold === null ? 'flagging nobody' : `at threshold ${written(store.shown(threshold))}`;
}

function thresholdOf(store: LabStore, entry: number): number | null {
  return entry === 0 ? null : (store.table?.scores[entry - 1] ?? null);
}

/** Thresholds from nobody down, and what each costs. */
function costs(store: LabStore): { threshold: number | null; spent: number }[] {
  const { table } = store;
  if (!table) return [];
  const apart = Math.ceil(table.length / MOST_POINTS);
  const metric = compiled(store.catalogue.metric('total_cost').entry.formula);
  const entries = Array.from({ length: table.length }, (_, entry) => entry).filter((entry) => entry % apart === 0 || entry === table.length - 1);
  return entries.map((entry) => ({ threshold: thresholdOf(store, entry), spent: metric({ ...table.counts(entry), ...store.parameters }) }));
}
