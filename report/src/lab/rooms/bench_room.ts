// The bench to move everything on, freely; its state stands in the address.

import { button, choice, html, set } from '../../dom';
import { sum } from '../../numbers';
import { OUTCOMES } from '../../payload';
import { bench } from '../bench';
import { rowsIn } from '../evidence';
import { VIEWS, type Prices, type Start } from '../payload';
import { FIRST, type LabState, type LabStore } from '../store';
import { SPREADS } from '../views/scores';
import { clamped } from '../../numbers';
import { remember } from '../../address';
import type { Room } from './room';

const REST = 200;

export function benchRoom(store: LabStore): Room & { load: (parts: Partial<LabState>, about: string) => void } {
  const view = bench(store);
  const { starts, source } = store.payload;
  const about = html('p', { class: 'introduction' });
  const fit = button('Make hills like these', () => { fitted(store); }, { class: 'action' });
  const first = store.payload.lessons[0];
  const newcomers = first && !starts.length ? html('a', { class: 'link', href: `#lessons/${first.name}/1` }, `New to this? Begin with: ${first.title}`) : null;
  const back = button('Start over', () => { again(); }, { class: 'link' });
  const models = starts.length > 1 ? choice('Model', 'model', starts.map(({ name }, i) => [String(i), name] as const), (to) => { begin(Number(to)); }) : null;
  let own: { state: LabState; about: string } | null = null;
  const again = (): void => {
    if (own) { store.change(own.state); say(own.about); }
    else if (starts.length) begin(0);
    else { store.change({ ...FIRST, evidence: { ...FIRST.evidence } }); say(FREE); }
  };
  const say = (text: string): void => { about.textContent = text; };
  const begin = (which: number): void => {
    const start = starts[which];
    if (!start) return;
    models?.mark(String(which));
    store.change(stateOf(start));
    if (start.threshold === undefined && store.table) store.change({ threshold: store.table.scores[store.cheapest - 1] ?? null });
    say(`${source}: ${start.is_complete ? 'every score is here' : 'a thousand of its thresholds are here, and every one that some cost makes the cheapest'}. Move the threshold, the prevalence and the costs.`);
  };
  let resting = 0;
  const element = html('section', { id: 'bench', 'aria-labelledby': 'bench-title' }, html('h2', { id: 'bench-title', tabindex: -1 }, 'Move something and watch everything follow'), about, html('div', { class: 'actions' }, models?.element, fit, back, newcomers), starts.length ? null : tries(), view.element);
  return {
    element,
    open: (parts) => {
      const linked = stateFrom(parts);
      if (linked) { store.change({ ...FIRST, ...linked }); say(FREE); }
      else again();
      view.show({ views: VIEWS.filter((name) => name !== 'classifiers'), isThinking: false, hasRates: true });
    },
    load: (state, told) => {
      own = { state: { ...FIRST, ...state }, about: told };
      again();
    },
    update: () => {
      view.update();
      set(fit, { hidden: !['rows', 'table'].includes(store.state.evidence.kind) || !store.state.areProbabilities });
      clearTimeout(resting);
      resting = window.setTimeout(() => { if (!element.hidden) remember(hashOf(store)); }, REST);
    },
  };
}

// Models worth seeing once, as links to a state of the bench: positives, negatives, threshold, prices.
const TRIES: Readonly<Record<string, string>> = {
  'the random model': '0.5,0.15,300/0.5,0.15,700/0.5/0,1,10,0',
  'the ideal model': '0.8,0.04,300/0.25,0.05,700/0.5/0,1,10,0',
  'one positive in a hundred': '0.62,0.13,10/0.38,0.13,990/0.5/0,1,10,0',
  'one that is worse than chance': '0.38,0.13,300/0.62,0.13,700/0.5/0,1,10,0',
};

function tries(): HTMLElement {
  return html('div', { class: 'kinds tries', role: 'navigation', 'aria-label': 'Models to try' }, html('span', { class: 'fine' }, 'Look at'), ...Object.entries(TRIES).map(([name, state]) => html('a', { href: `#bench/${state}` }, name)));
}

const FREE = 'A model gives each row a score. Where the two hills overlap, no threshold is free of mistakes.';

/** The reader's model as it was counted; scores are turned round where low ones mean positive. */
function stateOf(start: Start): LabState {
  const sign = start.lower_is_positive ? -1 : 1;
  const { areas, prices, threshold, counts } = start;
  return {
    ...FIRST,
    evidence: counts ? { kind: 'classifiers', classifiers: [{ name: start.name, counts }] } : { kind: 'table', scores: start.scores.map((score) => sign * score), positives: start.positives, negatives: start.negatives },
    threshold: threshold === undefined ? null : sign * threshold,
    prevalence: start.prevalence ?? null,
    prices: Object.keys(prices).length ? { ...FIRST.prices, tp: 0, fp: 0, fn: 0, tn: 0, ...prices } : FIRST.prices,
    words: start.words,
    sign,
    areProbabilities: start.are_probabilities && sign === 1,
    hasIntervals: start.has_intervals,
    areas,
  };
}

/** Put two hills in the place of rows, with the same middles, spreads and sizes. */
function fitted(store: LabStore): void {
  const { evidence } = store.state;
  if (evidence.kind !== 'rows' && evidence.kind !== 'table') return;
  const rows = evidence.kind === 'rows' ? rowsIn(evidence).map(({ label, score }) => ({ score, positives: label, negatives: 1 - label })) : evidence.scores.map((score, i) => ({ score, positives: evidence.positives[i] ?? 0, negatives: evidence.negatives[i] ?? 0 }));
  const hill = (side: 'positives' | 'negatives'): { middle: number; spread: number; rows: number } => {
    const all = sum(rows.map((row) => row[side]));
    const middle = sum(rows.map((row) => row[side] * row.score)) / all;
    const spread = Math.sqrt(sum(rows.map((row) => row[side] * (row.score - middle) ** 2)) / all);
    return { middle: Number(clamped(middle, 0, 1).toFixed(2)), spread: Number(clamped(spread, SPREADS.low, SPREADS.high).toFixed(2)), rows: Math.round(all) };
  };
  const [positive, negative] = [hill('positives'), hill('negatives')];
  const scale = Math.min(1, 10_000 / (positive.rows + negative.rows));
  const sized = ({ rows: all, ...rest }: typeof positive): typeof positive => ({ ...rest, rows: Math.max(1, Math.round(all * scale)) });
  store.change({ evidence: { kind: 'hills', positive: sized(positive), negative: sized(negative) }, prevalence: null, sign: 1, areas: {}, hasIntervals: true });
}

/** The state of two hills as a link: positives, negatives, threshold and prices. */
export function hashOf(store: LabStore): string {
  const { evidence, threshold, prices } = store.state;
  if (evidence.kind !== 'hills') return '#bench';
  const hill = ({ middle, spread, rows }: typeof evidence.positive): string => [middle, spread, rows].join(',');
  return `#bench/${hill(evidence.positive)}/${hill(evidence.negative)}/${threshold === null ? 'none' : String(threshold)}/${OUTCOMES.map((cell) => prices[cell]).join(',')}`;
}

function stateFrom(parts: readonly string[]): Partial<LabState> | null {
  const numbers = parts.map((part) => part.split(',').map(Number));
  const [positive = [], negative = [], cut = [], prices = []] = numbers;
  const isHill = ([middle = NaN, spread = NaN, rows = NaN]: number[]): boolean => middle >= 0 && middle <= 1 && spread >= SPREADS.low && spread <= SPREADS.high && Number.isInteger(rows) && rows >= 1 && rows <= 20_000;
  if (parts.length !== 4 || !isHill(positive) || !isHill(negative) || prices.length !== 4 || !prices.every(Number.isFinite)) return null;
  const isNone = parts[2] === 'none';
  if (!isNone && !Number.isFinite(cut[0])) return null;
  const hill = ([middle = 0, spread = 0, rows = 0]: number[]): { middle: number; spread: number; rows: number } => ({ middle, spread, rows });
  const priced = Object.fromEntries(OUTCOMES.map((cell, i) => [cell, prices[i] ?? 0])) as Prices;
  return { evidence: { kind: 'hills', positive: hill(positive), negative: hill(negative) }, threshold: isNone ? null : (cut[0] ?? 0), prices: priced };
}
