// The dial: one threshold that moves everything. A native slider over a live picture of both classes.

import { axisOf } from '../axis';
import { chart } from '../chart';
import { flagged, rows } from '../counts';
import { totalCost } from '../curve';
import { button, html, say, set, show } from '../dom';
import { clamped } from '../numbers';
import { count, DASH, money, NOTHING, percent } from '../numerals';
import type { ThresholdOption } from '../payload';
import { whenResting } from '../resting';
import { toldCut } from '../sentences';
import type { Store, View } from '../store';
import { read } from '../typed';
import { counted, shortened } from '../words';
import { isRedrawn } from './section';
import { mirrored, mirroredAt } from './mirrored';

const STEPS = 1000;
const PAGE = 50;
const ROOM = 6; // signs of a threshold in large digits
const LONGEST = 40; // signs of a name to pick
const REST = 400; // milliseconds without a change after which the threshold is said

export function dial(store: Store): View {
  const slider = html('input', { id: 'dial', type: 'range', min: 0, max: STEPS, step: 1, 'aria-label': 'Threshold' });
  const typed = html('input', { id: 'threshold', inputmode: 'decimal', autocomplete: 'off', spellcheck: false });
  const status = html('p', { class: 'unseen', role: 'status' });
  const picture = distributionStrip(store);
  const outputs = readings(store);
  const shortcuts = presets(store);
  const models = picker(store);
  const value = html('div', { class: 'dial-value' }, html('label', { for: 'threshold' }, 'Threshold'), typed);
  const slide = html('div', { class: 'dial-slider' }, picture.element, slider, html('span', { class: 'ring' }));
  const still = html('p', { class: 'dial-still', dir: 'auto' });
  const answered = html('p', { class: 'dial-answered', id: 'answered', dir: 'auto' });
  const element = html(
    'div',
    { class: 'dial', role: 'region', 'aria-label': 'Decision threshold' },
    html(
      'div',
      { class: 'page dial-grid' },
      models?.element,
      value,
      slide,
      still,
      outputs.element,
      answered,
      html('div', { class: 'dial-more' }, shortcuts.element),
    ),
    status,
  );

  slider.addEventListener('input', () => { store.moveTo(axisOf(store).threshold(Number(slider.value) / STEPS)); });
  const trail: { from: number | null; to: number | null; steps: number }[] = []; // so that keys go back to where they came from
  slider.addEventListener('keydown', (event) => {
    const steps = { PageUp: PAGE, PageDown: -PAGE, ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!steps) return;
    event.preventDefault();
    const last = trail.pop();
    if (last && last.steps === -steps && last.to === store.state.threshold) store.change({ threshold: last.from });
    else {
      const from = store.state.threshold;
      if (last && last.to === from) trail.push(last);
      else trail.length = 0;
      step(store, steps);
      trail.push({ from, to: store.state.threshold, steps });
    }
  });
  let isTyped = false; // what is shown is rounded, and not to be taken for what somebody typed
  const take = (): void => {
    if (!isTyped) return;
    isTyped = false;
    const value = read(typed.value);
    if (value !== null) store.ask({ threshold: value });
    else if (typed.value.trim() === NOTHING) store.moveTo(null);
    else typed.value = toldCut(store.curve, store.state.threshold);
  };
  typed.addEventListener('input', () => { isTyped = true; });
  typed.addEventListener('change', take);
  typed.addEventListener('keydown', (event) => { if (event.key === 'Enter') take(); });

  let said = '';
  const announce = whenResting(REST, () => { status.textContent = document.activeElement === slider ? '' : [answered.textContent, said].filter(Boolean).join(' '); });
  return {
    element,
    update: (change) => {
      const { is_hard: isHard, name } = store.model;
      for (const part of [value, slide, shortcuts.element]) set(part, { hidden: isHard });
      set(still, { hidden: !isHard });
      say(still, isHard ? `${name} gives hard predictions: one point, and no threshold to move.` : '');
      outputs.update(change);
      models?.update(change);
      say(answered, answer(store));
      set(answered, { hidden: !answered.textContent });
      if (isHard) return;
      if (isRedrawn(change)) picture.draw();
      else picture.move();
      const place = Math.round(axisOf(store).place(store.state.threshold) * STEPS);
      put(slider, String(store.state.threshold === null ? STEPS : Math.min(place, STEPS - 1)));
      put(typed, toldCut(store.curve, store.state.threshold));
      set(typed, { class: typed.value.length > ROOM ? 'long' : null, 'data-value': store.state.threshold ?? 'none', title: `exactly ${String(store.state.threshold ?? 'above all scores')}` });
      shortcuts.update(change);
      said = inWords(store);
      set(slider, { 'aria-valuetext': said });
      announce();
    },
  };
}

function put(field: HTMLInputElement, value: string): void {
  if (field.value !== value) field.value = value;
}

/** Which cut answers for a threshold that was written down, where that is another one. */
function answer(store: Store): string {
  const { unanswered: asked, state: { threshold, model }, entry, words } = store;
  const base = store.base[model];
  if (asked === null || !base) return '';
  const [beyond, farthest] = base.model.lower_is_positive ? ['below every score', 'lowest'] : ['above every score', 'highest'];
  if (entry === 0) return `${String(asked)} lies ${beyond}, of which the ${farthest} is ${String(base.model.cuts.scores[0])}: nothing is flagged.`;
  if (base.entry(asked) === base.length - 1) return `${String(asked)} lies beyond the last score: everything is flagged, as at ${String(threshold)}.`;
  const isFewer = base.entry(asked) === entry;
  const most = flagged(base.counts(isFewer ? entry + 1 : entry)) - flagged(base.counts(isFewer ? entry : entry - 1));
  return `${String(asked)} lies between two cuts that this page knows. It shows the nearest, ${String(threshold)}, which flags at most ${count(most)} ${counted(most, words)} ${isFewer ? 'fewer' : 'more'}.`;
}

/** Move by so many steps, and on until the threshold is another one. */
function step(store: Store, steps: number): void {
  const axis = axisOf(store);
  const start = axis.place(store.state.threshold) * STEPS;
  for (let place = start + steps; place > -Math.abs(steps) && place < STEPS + Math.abs(steps); place += Math.sign(steps)) {
    const next = store.curve.settled(axis.threshold(clamped(place, 0, STEPS) / STEPS));
    if (next !== store.state.threshold) {
      store.change({ threshold: next });
      return;
    }
  }
}

function inWords(store: Store): string {
  const { counts, words } = store;
  const share = (part: number, all: number): string => (all ? percent(part / all, 0) : DASH);
  return (
    `${toldCut(store.curve, store.state.threshold)}: flags ${share(flagged(counts), rows(counts))} of ${words.units}, ` +
    `catches ${share(counts.tp, counts.tp + counts.fn)} of ${words.positive} ${words.units}, ` +
    `precision ${share(counts.tp, flagged(counts))}`
  );
}

function distributionStrip(store: Store): ReturnType<typeof chart> {
  let move: (x: number) => void = () => undefined;
  const strip = chart({
    label: 'Scores of both classes behind the threshold',
    height: () => 44,
    margin: { top: 2, right: 9, bottom: 2, left: 9 },
    x: () => ({ ends: [0, 1] }),
    y: () => ({ ends: [0, 1] }),
    draw: (frame) => { move = mirrored(frame, store, 22, 19); },
    move: (frame) => { move(frame.x(mirroredAt(store))); },
  });
  strip.element.classList.add('strip');
  set(strip.element, { 'aria-hidden': 'true' });
  return strip;
}

function readings(store: Store): View {
  const output = (name: string, title: string): HTMLElement => html('dd', { 'data-reading': name, title });
  const [share, recall, precision, cost] = [
    output('share_flagged', 'Share of all rows that are flagged'),
    output('recall', 'Share of the positive rows that are flagged'),
    output('precision', 'Share of the flagged rows that are positive'),
    output('cost', 'With the costs below'),
  ] as const;
  const names = ['flagged', 'recall', 'precision', html('span', {}, 'cost', html('span', { class: 'wide-only' }, ` per 1,000${store.inMoney}`))];
  const element = html('dl', { class: 'readings' }, ...[share, recall, precision, cost].map((dd, i) => html('div', {}, html('dt', {}, names[i]), dd)));
  return {
    element,
    update: () => {
      const { counts, catalogue } = store;
      for (const [name, dd] of [['share_flagged', share], ['recall', recall], ['precision', precision]] as const) {
        const found = catalogue.metric(name).value(counts);
        show(dd, found.value === undefined ? DASH : percent(found.value), found.value);
      }
      const spent = (1000 * totalCost(counts, store.state.cost)) / rows(counts);
      show(cost, money(spent), spent);
    },
  };
}

/** The thresholds that are offered everywhere; the cheapest one goes with the costs that a reader types. */
function presets(store: Store): View {
  const element = html('div', { class: 'presets', role: 'group', 'aria-label': 'Suggested thresholds' });
  let buttons: [HTMLButtonElement, ThresholdOption][] = [];
  let entries: number[] = []; // where they lead; a moved dial changes only which one it stands at
  const target = ({ rule, threshold }: ThresholdOption): number | null =>
    rule === CHEAPEST && !isAsStated(store) ? store.curve.threshold(store.curve.cheapest(store.state.cost)) : (threshold ?? null);
  const made = (option: ThresholdOption): [HTMLButtonElement, ThresholdOption] => {
    const made = button(option.name, () => { store.change({ threshold: target(option) }); }, { title: option.why, dir: 'auto' });
    made.append(' ', html('span'));
    return [made, option];
  };
  return {
    element,
    update: (change) => {
      if (change.has('model')) {
        const offered = store.model.thresholds.filter(({ rule }) => rule !== OF_CHARTS);
        buttons = [...offered, ...(offered.some(({ rule }) => rule === CHEAPEST) ? [] : [OF_TYPED_COSTS])].map(made);
        element.replaceChildren(...buttons.map(([one]) => one));
      }
      if (change.size > 1 || !change.has('threshold')) {
        entries = buttons.map(([one, option]) => {
          const at = target(option);
          const span = one.querySelector('span');
          if (span) say(span, toldCut(store.curve, at));
          set(one, { hidden: option === OF_TYPED_COSTS && isAsStated(store) });
          return store.curve.entry(at);
        });
      }
      buttons.forEach(([one], i) => set(one, { 'aria-pressed': String(entries[i] === store.entry) }));
    },
  };
}

const CHEAPEST = 'cheapest';
const OF_CHARTS = 'youden'; // a rule that knows no costs, and is seen where metrics are drawn along thresholds
const OF_TYPED_COSTS: ThresholdOption = { name: 'Cheapest', rule: CHEAPEST, why: 'where the costs below add up to the least' };

const isAsStated = ({ state, payload }: Store): boolean =>
  (Object.keys(payload.cost) as (keyof typeof payload.cost)[]).every((outcome) => state.cost[outcome] === payload.cost[outcome]);

/** Which model; nothing where there is only one. */
export function picker(store: Store): View | null {
  const { models } = store.payload;
  if (models.length < 2) return null;
  const select = html('select', { id: 'model' }, ...models.map((model, i) => html('option', { value: i, title: model.name }, shortened(model.name, LONGEST))));
  select.addEventListener('change', () => { store.change({ model: Number(select.value) }); });
  return {
    element: html('div', { class: 'pick' }, html('label', { for: 'model' }, 'Model'), select),
    update: () => {
      select.value = String(store.state.model);
      set(select, { title: store.model.name });
    },
  };
}

export const units = (store: Store, number: number): string => counted(number, store.words);
