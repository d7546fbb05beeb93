// Which model is better: at the same share flagged, at its own cheapest cut, and along the whole ranking.

import { pointwise, type Pointwise } from '../bands';
import { chart } from '../chart';
import { flagged, rows, type Counts } from '../counts';
import type { Curve } from '../curve';
import { html, set, show, svg } from '../dom';
import { clamped, largest } from '../numbers';
import { count, DASH, decimal, money, percent, pText, threshold } from '../numerals';
import type { Band, Difference, Estimate } from '../payload';
import { path, ribbon } from '../scale';
import type { Store, View } from '../store';
import { capitalised, shortened } from '../words';
import { perThousand } from './costs';
import { areMixed, dashOf, shownCurves } from './curves';
import { followingFigure, isSeen, shading } from './section';

export function modelTable(store: Store): View {
  const heads = ['Model', 'AUC', 'Recall', 'Precision', `Lowest cost per 1,000${store.inMoney}`];
  const body = html('tbody');
  const table = html('table', { class: 'table', id: 'models' }, html('caption', { class: 'unseen' }, 'Models compared'), html('thead', {}, html('tr', {}, ...heads.map((text, i) => html('th', { scope: 'col', class: i ? 'number' : '' }, text)))), body);
  const share = html('b');
  const lines = store.curves.map((curve, i) => {
    const cells = { auc: html('td', { class: 'number' }), recall: html('td', { class: 'number' }), precision: html('td', { class: 'number' }), cost: html('td', { class: 'number' }) };
    const line = html('tr', { 'data-model': i }, html('th', { scope: 'row', dir: 'auto' }, curve.model.name, curve.model.is_hard && areMixed(store) && html('small', {}, ' one point')), ...Object.values(cells));
    body.append(line);
    return { curve, line, cells };
  });
  return {
    element: html('div', {}, introduction(store, share), html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Models compared' }, table)),
    update: () => {
      share.textContent = percent(store.shareFlagged);
      for (const { curve, line, cells } of lines) {
        set(line, { class: curve === store.curve ? 'chosen' : null });
        const counts = curve.counts(store.entryOf(curve));
        withInterval(cells.auc, curve.model.curve_metrics['roc_auc'] ?? {});
        for (const name of ['recall', 'precision'] as const) {
          const { value } = store.catalogue.metric(name).value(counts);
          show(cells[name], value === undefined ? DASH : percent(value), value);
        }
        const least = curve.model.is_hard ? counts : curve.counts(curve.cheapest(store.state.cost));
        show(cells.cost, money(perThousand(least, store.state.cost)), perThousand(least, store.state.cost));
      }
    },
  };
}

/** What is known of the models that the page does not carry. */
export function modelsLeftOut({ payload, inMoney, words }: Store): HTMLElement[] {
  const { left_out: left, models } = payload;
  if (!left) return [];
  const all = models.length + left.number;
  const rest = left.number - left.listed.length;
  const ever = left.may_be_cheapest ? 'In another situation than the stated one, one of the others may be cheaper than any that is here.' : `Whatever mistakes cost and however common ${words.positive} ${words.units} are, none of the others is cheaper than those.`;
  const heads = ['Model', 'AUC', 'Cheapest cut', `Lowest cost per 1,000${inMoney}`];
  const number = (value: number | undefined, written: (value: number) => string): HTMLElement => html('td', { class: 'number', 'data-value': value }, value === undefined ? DASH : written(value));
  const lines = left.listed.map(({ name, roc_auc: area, cut, cost }) => html('tr', {}, html('th', { scope: 'row', dir: 'auto' }, name), number(area, decimal), html('td', { class: 'number' }, cut || DASH), number(cost, money)));
  const table = html('table', { class: 'table', id: 'left-out' }, html('caption', { class: 'unseen' }, 'Models that are not on this page'), html('thead', {}, html('tr', {}, ...heads.map((text, i) => html('th', { scope: 'col', class: i ? 'number' : '' }, text)))), html('tbody', {}, ...lines));
  return [
    html('p', { class: 'introduction', id: 'about-left-out' }, `Of ${count(all)} models this page carries ${count(models.length)}: those that are the cheapest at some prices, and those that cost least in the stated situation. ${ever}`),
    html('details', {}, html('summary', {}, `The ${count(left.number)} others, in the stated situation`), html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Models that are not on this page' }, table), rest ? html('p', { class: 'fine' }, `${count(rest)} more, which cost most, are not listed.`) : null),
  ];
}

function introduction(store: Store, share: HTMLElement): HTMLElement {
  if (store.payload.models.every((model) => model.is_hard)) return html('p', { class: 'introduction' }, 'Each model is one point: this is what it does.');
  const still = areMixed(store) ? ' Hard predictions stay as they are.' : '';
  return html('p', { class: 'introduction' }, 'Recall and precision are those at which each model flags the same ', share, ` of ${store.words.units} as the chosen one does now.${still}`);
}

function withInterval(cell: HTMLElement, { value, low, high }: Estimate): void {
  show(cell, value === undefined ? DASH : decimal(value), value);
  set(cell, { 'data-low': low, 'data-high': high });
  if (low !== undefined && high !== undefined) cell.append(html('small', {}, ` ${decimal(low)} to ${decimal(high)}`));
}

// What a difference is about, how it is written, and what the better of two models does.
interface About {
  title: string;
  written: (value: number) => string;
  isBetterHigher: boolean;
  does: string;
  unit: string;
}
const ABOUT: Record<string, About> = {
  roc_auc: { title: 'AUC', written: decimal, isBetterHigher: true, does: 'ranks better', unit: '' },
  recall: { title: 'Recall', written: points, isBetterHigher: true, does: 'catches more', unit: ' points' },
  fpr: { title: 'False alarms', written: points, isBetterHigher: false, does: 'raises fewer false alarms', unit: ' points' },
};

const LONGEST = 36; // signs of a name in a sentence; the table of models has all of it

function points(share: number): string {
  return (100 * share).toFixed(1);
}

/** Differences of models, each with its interval on one scale around 0. */
export function differences(store: Store): HTMLElement {
  const shown = store.payload.comparison.flatMap((difference) => {
    const about = ABOUT[difference.metric];
    return about && difference.value !== undefined ? [{ difference, about }] : [];
  });
  const reach = (of: string): number => Math.max(1e-9, ...shown.filter(({ difference }) => difference.metric === of).flatMap(({ difference: { value = 0, low = value, high = value } }) => [Math.abs(low), Math.abs(high)]));
  const lines = shown.map(({ difference, about }) =>
    html(
      'tr',
      {},
      html('th', { scope: 'row', dir: 'auto', title: `${difference.first} against ${difference.second}` }, pairOf(difference)),
      html('td', { class: 'word' }, about.title),
      html('td', { class: 'number', 'data-value': difference.value }, signed(difference.value ?? NaN, about) + about.unit),
      html('td', { class: 'number quiet', 'data-low': difference.low, 'data-high': difference.high }, difference.low === undefined || difference.high === undefined ? DASH : `${signed(difference.low, about)} to ${signed(difference.high, about)}${about.unit}`),
      html('td', {}, forest(difference, reach(difference.metric))),
      html('td', { class: 'quiet' }, verdict(difference, about)),
    ),
  );
  const heads = ['Models', 'In', 'Difference', `${percent(store.payload.level, 0)} interval`, 'Around no difference', 'In words'];
  const table = html('table', { class: 'table', id: 'differences' }, html('caption', { class: 'unseen' }, 'Differences between models'), html('thead', {}, html('tr', {}, ...heads.map((text, i) => html('th', { scope: 'col', class: i === 2 || i === 3 ? 'number' : '' }, text)))), html('tbody', {}, ...lines));
  const notes = notesOf(shown.map(({ difference }) => difference));
  const { differences_left_out: left } = store.payload;
  const others = left ? `The best ranking is set against each other model; p values allow for the ${count(left)} differences too that are not listed.` : '';
  return html('div', {}, html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Differences between models' }, table), ...[others, whereDecided(store), ...notes].filter(Boolean).map((text) => html('p', { class: 'fine', dir: 'auto' }, text)));
}

const pairOf = ({ first, second }: Difference): string => `${shortened(first, LONGEST)} against ${shortened(second, LONGEST)}`;

/** What to know about the differences: once if it is about all of them, otherwise with the models it is about. */
function notesOf(shown: readonly Difference[]): string[] {
  const about = new Map<string, Difference[]>();
  for (const difference of shown) for (const note of difference.note.split('; ').filter(Boolean)) about.set(note, [...(about.get(note) ?? []), difference]);
  return [...about].map(([note, of]) => (of.length === shown.length ? `${capitalised(note)}.` : `${[...new Set(of.map(pairOf))].join(', ')}: ${note}.`));
}

/** Hard predictions are compared with scores at one cut, which the dial does not move. */
function whereDecided(store: Store): string {
  const cut = store.payload.models.find((model) => !model.is_hard)?.threshold;
  return areMixed(store) && cut !== undefined ? `Beside hard predictions, scores are cut at ${threshold(cut)}, wherever the dial stands.` : '';
}

const signed = (value: number, { written }: About): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${written(Math.abs(value))}`;

function verdict({ first, second, low, high, adjusted_p: adjusted, p_value: plain }: Difference, { isBetterHigher, does }: About): string {
  if (low === undefined || high === undefined) return '';
  const p = adjusted ?? plain;
  const chance = p === undefined ? '' : `; chance alone: ${pText(p)}`;
  const better = low > 0 ? (isBetterHigher ? first : second) : high < 0 ? (isBetterHigher ? second : first) : null;
  return better === null ? `not told apart on these rows${chance}` : `${shortened(better, LONGEST)} ${does}${chance}`;
}

function forest({ value = 0, low = value, high = value }: Difference, reach: number): SVGSVGElement {
  const place = (at: number): number => 70 + (64 * at) / reach;
  return svg(
    'svg',
    { viewBox: '0 0 140 16', class: 'forest', 'aria-hidden': 'true' },
    svg('line', { x1: 4, x2: 136, y1: 8, y2: 8, class: 'track' }),
    svg('line', { x1: 70, x2: 70, y1: 1, y2: 15, class: 'reference' }),
    svg('line', { x1: place(low), x2: place(high), y1: 8, y2: 8, class: 'reach' }),
    svg('circle', { cx: place(value), cy: 8, r: 3.5, class: 'at' }),
  );
}

interface Kind {
  title: string;
  caption: () => string;
  band: () => Omit<Band, 'method'> | undefined; // around the chosen model
  across: string;
  up: string;
  point: (counts: Counts) => readonly [number, number];
  ends: () => readonly [number, number];
  text: (value: number) => string;
  label: (x: number, y: number) => string;
  random: readonly [readonly [number, number], readonly [number, number]];
}

/** A line per model over the share flagged, and the dot of the dial. */
function byVolume(store: Store, kind: Kind): View {
  let dots: SVGCircleElement[] = [];
  let text = svg('text');
  const lines = (): Curve[] => shownCurves(store).filter((curve) => !curve.model.is_hard);
  const picture = chart({
    label: kind.title,
    height: (width) => clamped(width * 0.8, 260, 360),
    margin: { top: 24, right: 12, bottom: 42, left: 46 },
    x: () => ({ ends: [0, 1], text: (value) => percent(value, 0), title: kind.across }),
    y: () => ({ ends: kind.ends(), text: kind.text, title: kind.up }),
    draw: (frame) => {
      const [[x1, y1], [x2, y2]] = kind.random;
      frame.still.append(svg('line', { x1: frame.x(x1), y1: frame.y(y1), x2: frame.x(x2), y2: frame.y(y2), class: 'guide' }));
      const band = kind.band();
      const inside = (value: number): number => frame.y(clamped(value, ...frame.y.ends));
      const outline = band && ribbon(band.x.map(frame.x), band.low.map(inside), band.high.map(inside));
      if (outline) frame.still.append(svg('path', { d: outline, class: 'band' }));
      const drawn = lines();
      for (const curve of [...drawn.filter((one) => one !== store.curve), ...drawn.filter((one) => one === store.curve)]) {
        const points = curve.entries().map((entry) => kind.point(curve.counts(entry)));
        const most = frame.y.ends[1];
        const d = path(points.map(([x]) => frame.x(x)), points.map(([, y]) => (y > most ? NaN : frame.y(y))));
        frame.still.append(svg('path', { d, class: `line ${curve === store.curve ? 'chosen' : 'other'}`, 'stroke-dasharray': dashOf(store, store.curves.indexOf(curve)) }));
      }
      dots = shownCurves(store).map((curve) => svg('circle', curve === store.curve ? { r: 6, class: 'dot' } : { r: 3.5, class: curve.model.is_hard ? 'other-dot hard' : 'other-dot' }));
      text = svg('text', { class: 'dot-label halo' });
      frame.moving.append(...dots, text);
    },
    move: (frame) => {
      shownCurves(store).forEach((curve, i) => {
        const [x, y] = kind.point(curve.counts(store.entryOf(curve)));
        const isThere = Number.isFinite(x) && Number.isFinite(y) && y <= frame.y.ends[1] * 1.001;
        const dot = dots[i];
        if (dot) set(dot, isThere ? { cx: frame.x(x), cy: frame.y(y), visibility: null } : { visibility: 'hidden' });
        if (curve !== store.curve) return;
        const toRight = x < 0.55;
        set(text, isThere ? { visibility: null, x: frame.x(x) + (toRight ? 11 : -11), y: clamped(frame.y(y) + 19, frame.margin.top + 12, frame.height - frame.margin.bottom - 6), 'text-anchor': toRight ? 'start' : 'end' } : { visibility: 'hidden' });
        text.textContent = kind.label(x, y);
      });
    },
    drag: (frame, x) => { store.change({ threshold: store.curve.threshold(store.curve.atShare(clamped(frame.x.back(x), 0, 1))) }); },
  });
  return followingFigure(kind.title, kind.caption, picture);
}

const volume = (counts: Counts): number => flagged(counts) / rows(counts);

export function gain(store: Store): View {
  return byVolume(store, {
    title: 'How many are found for the effort?',
    caption: () => `Cumulative gain: work down the ranking, and see what share is found. Dotted is picking at random.${shading(store, isSeen(store.model.bands['gain']), 'volume')}`,
    band: () => store.model.bands['gain'],
    across: `${store.words.units} worked through →`,
    up: `↑ ${store.words.positive} ones found`,
    point: (counts) => [volume(counts), counts.tp / (counts.tp + counts.fn)],
    ends: () => [0, 1],
    text: (value) => percent(value, 0),
    label: (x, y) => `${percent(y, 0)} found in ${percent(x, 0)}`,
    random: [[0, 0], [1, 1]],
  });
}

export function lift(store: Store): View {
  const metric = store.catalogue.metric('lift');
  const most = (curve: Curve): number => largest(curve.entries().slice(1).filter((entry) => volume(curve.counts(entry)) >= 0.01).map((entry) => metric.at(curve.counts(entry))));
  // Lift is the share found by the share worked through; so are its limits, and none where nothing is flagged.
  const band = (): Omit<Band, 'method'> | undefined => {
    const found = store.model.bands['gain'];
    const timesChance = (share: number, i: number): number => share / (found?.x[i] || NaN);
    return found && { x: found.x, low: found.low.map(timesChance), high: found.high.map(timesChance) };
  };
  return byVolume(store, {
    title: 'How much better than picking at random?',
    caption: () => `Lift: how many times more are found than without a model, in as many.${shading(store, isSeen(band()), 'volume')}`,
    band,
    across: `${store.words.units} worked through →`,
    up: '↑ Lift',
    point: (counts) => [volume(counts), metric.at(counts)],
    ends: () => [0, Math.max(1.5, 1.08 * Math.max(...store.curves.filter((curve) => !curve.model.is_hard).map(most)))],
    text: (value) => `${String(value)}×`,
    label: (x, y) => (Number.isNaN(y) ? '' : `${y.toPrecision(2)} times at ${percent(x, 0)}`),
    random: [[0, 1], [1, 1]],
  });
}

export function separation(store: Store): View {
  const metric = store.catalogue.metric('informedness');
  const names = (): string => (store.payload.models.length > 1 && !store.model.is_hard ? ` Solid is ${shortened(store.model.name, 24)}.` : '');
  const around = (): Pointwise => pointwise(store, store.curve, metric);
  const least = (): number => {
    const values = shownCurves(store).flatMap((curve) => curve.entries().map((entry) => metric.at(curve.counts(entry))));
    const limits = store.model.is_hard ? [] : around().low;
    return Math.max(-1, -largest([...values, ...limits].filter(Number.isFinite).map((value) => -value)));
  };
  const lacking = (): string => (around().lacking && !store.model.is_hard ? ` There is no band around it: ${around().lacking}.` : '');
  return byVolume(store, {
    title: 'How far apart are the classes?',
    caption: () => `Kolmogorov-Smirnov: recall less the false positive rate; its highest point is KS.${names()}${shading(store, !store.model.is_hard && !around().lacking, 'threshold')}${lacking()}`,
    band: () => (store.model.is_hard ? undefined : { ...around(), x: store.curve.entries().map((entry) => volume(store.curve.counts(entry))) }),
    across: `${store.words.units} flagged →`,
    up: '↑ Recall − false positive rate',
    point: (counts) => [volume(counts), metric.at(counts)],
    ends: () => [Math.min(0, Math.floor(10 * least() + 0.2) / 10), 1], // a reversed model lies below 0, and limits may
    text: (value) => percent(value, 0),
    label: (x, y) => `${percent(y, 0)} apart at ${percent(x, 0)}`,
    random: [[0, 0], [1, 0]],
  });
}
