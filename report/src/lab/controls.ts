// Everything that can be moved, as a slider and as a number that is typed.

import { button, html, set } from '../dom';
import { clamped } from '../numbers';
import { count, percent, threshold as written } from '../numerals';
import { read } from '../typed';
import type { LabStore } from './store';
import type { LabView } from './views/view';
import { SPREADS } from './views/scores';

interface Control {
  name: string;
  title: string;
  className: string;
  steps: number; // of the slider
  place: () => number; // of the slider, in steps
  value: (place: number) => number | null;
  read: (text: string) => number | null | undefined; // undefined: not understood
  take: (value: number | null) => void;
  text: () => string; // in the box
  said: () => string; // by the slider
}

const SIZES = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
const MOST_ROWS = 20_000;
const [RAREST, COMMONEST] = [0.001, 0.999];
const STEPS = 100;
const SWEEP = 2600; // milliseconds

const logit = (share: number): number => Math.log(share / (1 - share));
const expit = (x: number): number => 1 / (1 + Math.exp(-x));

export function controls(store: LabStore): LabView {
  const shown = [threshold(store), prevalence(store), size(store), ...hillControls(store)].map((one) => ({ one, ...built(one) }));
  const whole = html('input', { type: 'checkbox', id: 'whole-curves' });
  whole.addEventListener('change', () => { store.change({ hasCurves: whole.checked, ...(whole.checked ? {} : { evidence: { ...store.state.evidence } }) }); });
  const actions = html('div', { class: 'actions' }, button('Sweep the threshold', () => { sweep(store); }, { class: 'action' }), html('label', { class: 'check', for: 'whole-curves' }, whole, 'show whole curves'));
  return {
    element: html('div', { class: 'controls', role: 'group', 'aria-label': 'Controls' }, ...shown.map(({ element }) => element), actions),
    update: () => {
      const { evidence, hasCurves } = store.state;
      const isHills = evidence.kind === 'hills';
      for (const { one, element, follow } of shown) {
        const isUsed = one.name === 'prevalence' || (one.name === 'threshold' ? evidence.kind !== 'classifiers' : isHills);
        set(element, { hidden: !isUsed });
        if (isUsed) follow();
      }
      set(actions, { hidden: evidence.kind === 'classifiers' });
      whole.checked = hasCurves;
    },
  };
}

/** Walk the threshold from one end to the other; at once where movement is not wanted. */
function sweep(store: LabStore): void {
  const [low, high] = store.ends;
  const places = Array.from({ length: STEPS + 1 }, (_, i) => high - ((high - low) * i) / STEPS);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    for (const place of places) store.change({ threshold: place });
    return;
  }
  const began = performance.now();
  const frame = (now: number): void => {
    const share = Math.min(1, (now - began) / SWEEP);
    store.change({ threshold: Number((high - share * (high - low)).toPrecision(4)) });
    if (share < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

function built(of: Control): { element: HTMLElement; follow: () => void } {
  const slider = html('input', { type: 'range', min: 0, max: of.steps, step: 1, 'data-control': of.name, 'aria-label': of.title });
  const box = html('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', 'data-typed': of.name, 'aria-label': `${of.title}, typed` });
  slider.addEventListener('input', () => { of.take(of.value(Number(slider.value))); });
  box.addEventListener('input', () => {
    const value = of.read(box.value);
    set(box, { 'aria-invalid': value === undefined ? 'true' : null });
    if (value !== undefined) of.take(value);
  });
  box.addEventListener('blur', () => { box.value = of.text(); set(box, { 'aria-invalid': null }); });
  return {
    element: html('div', { class: `control ${of.className}` }, html('span', { class: 'control-title', 'aria-hidden': 'true' }, of.title), slider, box),
    follow: () => {
      slider.value = String(Math.round(clamped(of.place(), 0, of.steps)));
      set(slider, { 'aria-valuetext': of.said() });
      if (document.activeElement !== box) box.value = of.text();
    },
  };
}

function threshold(store: LabStore): Control {
  const steps = 2 * STEPS;
  const text = (): string => (store.state.threshold === null ? 'nobody' : written(store.shown(store.state.threshold)));
  return {
    name: 'threshold',
    title: 'Threshold',
    className: 'ink',
    steps: steps + 1, // the last one flags nobody
    place: () => { const [low, high] = store.ends; return store.state.threshold === null ? steps + 1 : ((store.state.threshold - low) / (high - low)) * steps; },
    value: (place) => { const [low, high] = store.ends; return place > steps ? null : Number((low + ((high - low) * place) / steps).toPrecision(12)); },
    read: (typed) => {
      if (/^\s*(nobody|none|nothing)\s*$/i.test(typed)) return null;
      const value = read(typed);
      return value === null ? undefined : store.state.sign * value;
    },
    take: (value) => { store.change({ threshold: value }); },
    text,
    said: () => (store.state.threshold === null ? 'nobody is flagged' : text()),
  };
}

/** In even steps of the log odds, so that one in a thousand is as near as one in two. */
function prevalence(store: LabStore): Control {
  const [low, high] = [logit(RAREST), logit(COMMONEST)];
  return {
    name: 'prevalence',
    title: 'Prevalence',
    className: 'ink',
    steps: STEPS,
    place: () => ((logit(clamped(store.prevalence, RAREST, COMMONEST)) - low) / (high - low)) * STEPS,
    value: (place) => Number(expit(low + ((high - low) * place) / STEPS).toPrecision(2)),
    read: (typed) => {
      const value = read(typed);
      const share = value !== null && value >= 1 && !typed.includes('%') ? value / 100 : value; // 30 is 30 %
      return share !== null && share > 0 && share < 1 ? share : undefined;
    },
    take: (value) => { if (value !== null) store.supposePrevalence(value); },
    text: () => percent(store.prevalence),
    said: () => percent(store.prevalence),
  };
}

function size(store: LabStore): Control {
  const rows = (): number => { const { evidence } = store.state; return evidence.kind === 'hills' ? evidence.positive.rows + evidence.negative.rows : 0; };
  return {
    name: 'rows',
    title: 'Rows',
    className: 'ink',
    steps: SIZES.length - 1,
    place: () => { const at = SIZES.findIndex((one) => one >= rows()); return at < 0 ? SIZES.length - 1 : at; },
    value: (place) => SIZES[place] ?? 1000,
    read: (typed) => { const value = read(typed.replace(/(?<=\d),(?=\d{3})/g, '')); return value !== null && Number.isInteger(value) && value >= 2 && value <= MOST_ROWS ? value : undefined; },
    take: (value) => { if (value !== null) store.resize(value, store.prevalence); },
    text: () => count(rows()),
    said: () => count(rows()),
  };
}

function hillControls(store: LabStore): Control[] {
  return (['positive', 'negative'] as const).flatMap((side) =>
    (['middle', 'spread'] as const).map((what): Control => {
      const now = (): number => { const { evidence } = store.state; return evidence.kind === 'hills' ? evidence[side][what] : 0; };
      const [low, high] = what === 'middle' ? [0, 1] : [SPREADS.low, SPREADS.high];
      const steps = Math.round((high - low) * STEPS);
      return {
        name: `${side}_${what}`,
        title: `${side === 'positive' ? 'Positives' : 'Negatives'}: ${what}`,
        className: side,
        steps,
        place: () => (now() - low) * STEPS,
        value: (place) => Number((low + place / STEPS).toFixed(2)),
        read: (typed) => { const value = read(typed); return value !== null && value >= low && value <= high ? value : undefined; },
        take: (value) => { if (value !== null) store.turn(`${side}_${what}`, value); },
        text: () => String(Number(now().toFixed(3))),
        said: () => String(Number(now().toFixed(3))),
      };
    }));
}
