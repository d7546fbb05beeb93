// Two models side by side, matched as the reader likes, and how far their difference may be chance.

import { rows as allRows, flagged, type Counts } from '../counts';
import type { Curve } from '../curve';
import { gap, shareThere, type Gap, type Place } from '../decision';
import { tango } from '../discordant';
import { button, choice, defined, html, set, show, svg } from '../dom';
import { byDelta, byMover, standingFor, type EightCells } from '../eight_cells';
import { matched, type Match } from '../matching';
import { clamped } from '../numbers';
import { DASH, percent } from '../numerals';
import type { Limits } from '../proportions';
import { cutText, figures, reach, turned, written as exactly } from '../sentences';
import { WAYS, type Beside, type Store, type View, type Way } from '../store';
import { read } from '../typed';
import { shortened } from '../words';
import { perThousand } from './costs';

const STEPS = 100;
const LONGEST = 26; // signs of a name
const NAMES: Record<Way, string> = { cheapest: 'own cheapest cut', recall: 'recall', precision: 'precision', volume: 'share flagged', threshold: 'threshold' };
const NOT_KNOWN = 'Which row is which is not known here, so the interval is that of different rows, and wider than need be.';
const TOO_MANY = 'Of more than ten models the page does not know which rows two of them flag together: the interval is that of different rows, and wider than need be.';
const ABOUT_KNOWN = 'How many rows both flag is known nearly here; the interval supposes the fewest, and is a little wider than need be.';
const IN_CLUSTERS = 'Rows belong to clusters: the page has no interval for their difference.';
const OF_AMOUNTS = 'Prices follow what each row is worth: the page has no interval for their difference.';

export function sideBySide(store: Store): View {
  const { models } = store.payload;
  const pick = (name: 'first' | 'second'): HTMLSelectElement => {
    const element = html('select', { id: `beside-${name}`, 'aria-label': name === 'first' ? 'One model' : 'The other model' }, ...models.map((model, i) => html('option', { value: i }, model.name)));
    element.addEventListener('change', () => { exchange(name, Number(element.value)); });
    return element;
  };
  const change = (parts: Partial<Beside>): void => { store.change({ beside: { ...store.beside, ...parts } }); };
  const exchange = (name: 'first' | 'second', chosen: number): void => {
    const { first, second } = store.beside;
    if (name === 'first') change({ first: chosen, second: chosen === second ? first : second });
    else change({ second: chosen, first: chosen === first ? second : first });
  };
  const [one, other] = [pick('first'), pick('second')];
  const ways = choice('at the same', 'beside', WAYS.slice(1).map((way) => [way, NAMES[way]] as const), (by) => { change({ by, at: opening(store, by) }); });
  const own = choice('or each at its', 'beside-own', [['cheapest', NAMES.cheapest]] as const, () => { change({ by: 'cheapest' }); });
  const slider = html('input', { id: 'beside-at', type: 'range', min: 0, max: STEPS, step: 1, 'aria-label': 'Where both models are matched' });
  slider.addEventListener('input', () => { change({ at: fromSlider(store, Number(slider.value) / STEPS) }); });
  const typed = html('input', { id: 'beside-value', inputmode: 'decimal', autocomplete: 'off', 'aria-label': 'The value that both models share' });
  typed.addEventListener('change', () => {
    const value = read(typed.value);
    const isShare = store.beside.by !== 'threshold';
    if (value !== null && (!isShare || (value >= 0 && value <= 1))) change({ at: value });
    else store.tell(new Set(['beside']));
  });
  const where = html('span', { class: 'sides-where' }, slider, typed);
  const [said, note] = [html('p', { class: 'sentence', id: 'beside-said', dir: 'auto' }), html('p', { class: 'fine', id: 'beside-note' })];
  const bars = [barOf(store), barOf(store)] as const;
  const numbers = table(store);
  return {
    element: html('div', { class: 'sides' },
      html('div', { class: 'sides-controls' }, one, html('span', {}, 'and'), other, ways.element, where, own.element),
      said, html('div', { class: 'wide-and-narrow' }, html('div', {}, bars[0].element, bars[1].element, note), numbers.element)),
    update: () => {
      const { beside } = store;
      const { by } = beside;
      const match = matched(store, beside);
      [one.value, other.value] = [String(beside.first), String(beside.second)];
      ways.mark(by === 'cheapest' ? ('' as Way) : by);
      own.mark(by === 'cheapest' ? 'cheapest' : ('' as 'cheapest'));
      const isFixed = by === 'cheapest' || (by !== 'threshold' && [beside.first, beside.second].some((model) => store.payload.models[model]?.is_hard));
      set(where, { hidden: isFixed });
      if (!isFixed) {
        if (document.activeElement !== slider) slider.value = String(Math.round(STEPS * toSlider(store, match.at)));
        if (document.activeElement !== typed) typed.value = written(by, match.at);
        set(slider, { 'aria-valuetext': written(by, match.at) });
      }
      const found = gap(store, match.first, match.second);
      show(said, sentence(store, match, found), found.value);
      set(said, { 'data-low': found.low, 'data-high': found.high });
      note.textContent = match.absent !== null ? '' : found.low === null ? (store.payload.cost_follows ? OF_AMOUNTS : IN_CLUSTERS) : !found.isPaired ? (store.payload.models.length > 10 ? TOO_MANY : NOT_KNOWN) : found.isExact ? '' : ABOUT_KNOWN;
      bars[0].update(match.first, match.absent === beside.first);
      bars[1].update(match.second, match.absent === beside.second);
      numbers.update(match, found);
    },
  };
}

/** Where a match begins: at what the first model does at its cheapest cut, to a whole percent. */
function opening(store: Store, by: Way): number {
  if (by === 'cheapest') return store.beside.at;
  const { first } = matched(store, { ...store.beside, by: 'cheapest' });
  const curve = store.curves[first.model] as Curve;
  const counts = curve.counts(first.entry);
  if (by === 'threshold') return curve.threshold(first.entry) ?? (curve.model.cuts.scores[0] as number);
  const share = by === 'recall' ? counts.tp / curve.model.positives : by === 'precision' ? counts.tp / flagged(counts) : flagged(counts) / allRows(counts);
  return Number.isFinite(share) ? (by === 'volume' ? share : clamped(Math.floor(share * STEPS) / STEPS, 1 / STEPS, 1)) : 0.5;
}

/** Thresholds go from the lowest to the highest score; volumes lie closer together where few rows are flagged. */
function ends(store: Store): readonly [number, number] {
  const curves = [store.beside.first, store.beside.second].flatMap((model) => store.curves[model] ?? []).filter(({ model }) => !model.is_hard);
  if (curves.every(({ model }) => model.are_probabilities)) return [0, 1];
  const scores = curves.flatMap(({ model }) => [model.cuts.scores[0] ?? 0, model.cuts.scores[model.cuts.scores.length - 1] ?? 0]).filter(Number.isFinite);
  return [Math.min(...scores), Math.max(...scores)];
}

function fromSlider(store: Store, place: number): number {
  const { by } = store.beside;
  if (by === 'volume') return Number((place * place).toPrecision(6));
  if (by !== 'threshold') return Math.max(place, 1 / STEPS);
  const [low, high] = ends(store);
  return low + place * (high - low);
}

function toSlider(store: Store, value: number): number {
  const { by } = store.beside;
  if (by === 'volume') return Math.sqrt(clamped(value, 0, 1));
  const [low, high] = by === 'threshold' ? ends(store) : [0, 1];
  return high > low ? clamped((value - low) / (high - low), 0, 1) : 0;
}

const written = (by: Way, value: number): string => (by === 'threshold' ? exactly(value) : percent(value));

function nameOf(store: Store, model: number): string {
  return shortened(store.payload.models[model]?.name ?? '', LONGEST);
}

function sentence(store: Store, { first, second, at, absent }: Match, found: Gap): string {
  const { by } = store.beside;
  const where = by === 'cheapest' ? 'Each at its cheapest cut' : by === 'threshold' ? `Both cut at ${exactly(at)}` : by === 'volume' ? `Flagging ${percent(at)}` : `At ${percent(at)} ${NAMES[by]}`;
  if (absent !== null) return `${where}: no cut of ${nameOf(store, absent)} reaches that.`;
  const [a, b] = [nameOf(store, first.model), nameOf(store, second.model)];
  if (found.value === 0 && !found.low && !found.high) return `${where}, ${a} and ${b} cost the same.`;
  const isFirst = found.value >= 0;
  const less = isFirst ? found : turned(found);
  const [cheaper, dearer] = isFirst ? [a, b] : [b, a];
  const cost = `${store.amount(figures(less.value))} less per 1,000 ${store.words.units}${reach(less)}`;
  if (less.low === null) return `${where}, ${cheaper} costs ${cost} than ${dearer}.`;
  return less.low > 0 ? `${where}, ${cheaper} is told apart from ${dearer}: it costs ${cost}.` : `${where}, ${a} and ${b} are not told apart: ${cheaper} costs ${cost}.`;
}

/** A thousand rows as one bar: what is flagged, then what is not, in the colours of the matrix. */
function barOf(store: Store): { element: HTMLElement; update: (place: Place, isAbsent: boolean) => void } {
  const title = html('h3', { dir: 'auto' });
  let to: Place = { model: 0, entry: 0 };
  const go = button('Show on the dial', () => {
    store.change({ model: to.model, threshold: store.curves[to.model]?.threshold(to.entry) ?? null });
    scrollTo({ top: 0 });
  }, { class: 'link' });
  const picture = svg('svg', { class: 'chart thousand', viewBox: '0 0 1000 26', preserveAspectRatio: 'none', role: 'img' });
  const striped = (truth: string): string => defined(picture, svg('pattern', { width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, svg('rect', { width: 6, height: 6, class: `${truth} wash` }), svg('line', { x1: 0, y1: 0, x2: 0, y2: 6, class: `${truth} stripe` })));
  const parts = { tp: svg('rect', { class: 'positive solid' }), fp: svg('rect', { fill: striped('negative') }), fn: svg('rect', { fill: striped('positive') }), tn: svg('rect', { class: 'negative solid' }) };
  const border = svg('path', { class: 'border' });
  picture.append(...Object.values(parts), border);
  return {
    element: html('div', { class: 'sides-bar' }, html('div', {}, title, go), picture),
    update: (place, isAbsent) => {
      to = place;
      const curve = store.curves[place.model] as Curve;
      const name = nameOf(store, place.model);
      title.textContent = isAbsent ? name : curve.model.is_hard ? `${name}, as it stands` : place.entry === 0 ? `${name}, flagging nobody` : `${name} from ${cutText(curve, curve.threshold(place.entry))}${curve.model.lower_is_positive ? ' down' : ''}`;
      set(go, { hidden: isAbsent, 'aria-label': `Show ${title.textContent} on the dial` });
      set(picture, { visibility: isAbsent ? 'hidden' : null });
      const counts = curve.counts(place.entry);
      let from = 0;
      for (const cell of ['tp', 'fp', 'fn', 'tn'] as const) {
        const width = (1000 * counts[cell]) / allRows(counts);
        set(parts[cell], { x: from, width: Math.max(0, width), y: 3, height: 20 });
        from += width;
      }
      const end = String((1000 * flagged(counts)) / allRows(counts));
      set(border, { d: `M${end} 0V26` });
      set(picture, { 'aria-label': `Of 1,000 ${store.words.units}: ${(['tp', 'fp', 'fn', 'tn'] as const).map((cell) => `${((1000 * counts[cell]) / allRows(counts)).toFixed(1)} ${cell}`).join(', ')}` });
    },
  };
}

interface Line {
  name: string;
  of: (counts: Counts) => number;
  written: (value: number) => string;
  difference: (value: number) => string;
  unit: string; // of the difference
  limits?: (store: Store, match: Match, found: Gap) => Limits | null;
}

function table(store: Store): { element: HTMLElement; update: (match: Match, found: Gap) => void } {
  const { words } = store;
  const heads = [html('th', { scope: 'col', class: 'number', dir: 'auto' }), html('th', { scope: 'col', class: 'number', dir: 'auto' })];
  const lines = linesOf(store).map((line) => {
    const cells = [html('td', { class: 'number' }), html('td', { class: 'number' }), html('td', { class: 'number quiet', 'data-difference': line.name })] as const;
    return { line, cells, element: html('tr', {}, html('th', { scope: 'row', dir: 'auto' }, line.name === 'cost' ? line.name + store.inMoney : line.name), ...cells) };
  });
  const level = percent(store.payload.level, 0);
  const element = html('div', {}, html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Two models side by side' }, html('table', { class: 'table', id: 'beside-table' }, html('caption', { class: 'unseen' }, 'Two models side by side'), html('thead', {}, html('tr', {}, html('th', { scope: 'col' }, `of 1,000 ${words.units}`), ...heads, html('th', { scope: 'col', class: 'number' }, 'difference'))), html('tbody', {}, ...lines.map((one) => one.element)))), html('p', { class: 'fine' }, `Below a difference: its ${level} interval on the same rows, where enough of them are decided differently.`));
  return {
    element,
    update: (match, found) => {
      const places = [match.first, match.second];
      const counts = places.map(({ model, entry }) => (store.curves[model] as Curve).counts(entry));
      heads.forEach((head, i) => { head.textContent = nameOf(store, places[i]?.model ?? 0); });
      for (const { line, cells } of lines) {
        const values = counts.map((of) => line.of(of));
        values.forEach((value, i) => {
          const cell = cells[i as 0 | 1];
          const isAbsent = match.absent === places[i]?.model || !Number.isFinite(value);
          show(cell, isAbsent ? DASH : line.written(value), isAbsent ? null : value);
        });
        const difference = (values[0] ?? NaN) - (values[1] ?? NaN);
        const isThere = match.absent === null && Number.isFinite(difference);
        show(cells[2], isThere ? signed(difference, line.difference) + line.unit : DASH, isThere ? difference : null);
        const limits = isThere ? line.limits?.(store, match, found) : null;
        set(cells[2], { 'data-low': limits?.[0], 'data-high': limits?.[1] });
        if (limits) cells[2].append(html('small', {}, `${signed(limits[0], line.difference)} to ${signed(limits[1], line.difference)}`));
      }
    },
  };
}

const signed = (value: number, write: (size: number) => string): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${write(Math.abs(value))}`;

function linesOf(store: Store): Line[] {
  const { words } = store;
  const part = (of: (counts: Counts) => number) => (counts: Counts): number => (1000 * of(counts)) / allRows(counts);
  const few = (value: number): string => (value >= 99.95 ? value.toFixed(0) : String(Number(value.toFixed(1))));
  const points = (value: number): string => (100 * value).toFixed(1);
  const share = (name: string, of: (counts: Counts) => number, limits?: Line['limits']): Line => ({ name, of, written: (value) => percent(value), difference: points, unit: ' points', ...(limits ? { limits } : {}) });
  const total = (name: string, of: (counts: Counts) => number): Line => ({ name, of: part(of), written: few, difference: few, unit: '' });
  return [
    total('flagged', flagged),
    total(`${words.positive} caught`, ({ tp }) => tp),
    total(`${words.positive} missed`, ({ fn }) => fn),
    total('false alarms', ({ fp }) => fp),
    share('recall', ({ tp, fn }) => tp / (tp + fn), (of, match) => ofClass(of, match, 'tp')),
    share('false positive rate', ({ fp, tn }) => fp / (fp + tn), (of, match) => ofClass(of, match, 'fp')),
    share('precision', precision, ofPrecision),
    { name: 'cost', of: (counts) => perThousand(counts, store.state.cost), written: figures, difference: figures, unit: '', limits: (_, __, { low, high }) => (low === null || high === null ? null : [-high, -low]) },
  ];
}

const precision = (counts: Counts): number => counts.tp / flagged(counts);

/** What a difference of precisions may be: both classes meet in it, so weights and a share of positives that is stated count. */
function ofPrecision(store: Store, { first, second }: Match): Limits | null {
  const [one, other] = [store.base[first.model] as Curve, store.base[second.model] as Curve];
  const both = store.together(first, second);
  const { is_clustered: isClustered, folds, mix: decided } = one.model;
  if (!both || isClustered || folds) return null;
  const cells = (a: Counts, b: Counts, shared: { tp: number; fp: number }): EightCells => ({
    positives: [shared.tp, a.tp - shared.tp, b.tp - shared.tp, a.fn - b.tp + shared.tp],
    negatives: [shared.fp, a.fp - shared.fp, b.fp - shared.fp, a.tn - b.fp + shared.fp],
  });
  const rows = cells(one.counts(first.entry), other.counts(second.entry), both);
  const { sampled } = store.payload;
  const supposed = store.state.prevalence;
  if (sampled && supposed === null) {
    const stood = (power: number): EightCells => standingFor(rows, sampled[0] ** -power, sampled[1] ** -power);
    return byMover(precision, stood(1), stood(2), decided === undefined ? null : shareThere(store, one.model), store.payload.level);
  }
  const [a, b] = [one.squares(first.entry), other.squares(second.entry)];
  const squares = a && b ? cells(a, b, { tp: both.tpSquares, fp: both.fpSquares }) : rows;
  const mix = supposed ?? decided ?? null;
  return squares === rows && mix === null ? byDelta(precision, rows, store.payload.z) : byMover(precision, rows, squares, mix, store.payload.level);
}

/** What a difference of rates may be, where rows count alike and it is known which of them both models flag. */
function ofClass(store: Store, { first, second }: Match, cell: 'tp' | 'fp'): Limits | null {
  const [one, other] = [store.base[first.model] as Curve, store.base[second.model] as Curve];
  const both = store.together(first, second);
  if (!both || one.squares(0) || one.model.is_clustered || one.model.folds) return null;
  const rows = cell === 'tp' ? one.model.positives : one.model.negatives;
  return tango({ rows, first: one.counts(first.entry)[cell] - both[cell], second: other.counts(second.entry)[cell] - both[cell] }, store.payload.z);
}
