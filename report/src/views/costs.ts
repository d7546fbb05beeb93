// What it costs: a price for each outcome, the curve of costs, the cheapest cut, and how sure that cut is.

import { axisOf } from '../axis';
import { chart, cutLine, type Chart, type Frame } from '../chart';
import { rows, type Counts } from '../counts';
import { totalCost, type Curve } from '../curve';
import { worthOf } from '../decision';
import { button, html, set, show, svg } from '../dom';
import { alongLine, boxOf, clearOf, OF_POINT, type Box, type Steps } from '../labels';
import { clamped } from '../numbers';
import { money, percent, threshold as written } from '../numerals';
import { OUTCOMES, type Band, type Cost } from '../payload';
import { path, ribbon, steps } from '../scale';
import { toldCut } from '../sentences';
import type { Store, View } from '../store';
import { shortened } from '../words';
import { dashOf, shownCurves } from './curves';
import { clip } from './mirrored';
import { followingFigure, isRedrawn, isSeen, shading } from './section';

const REST = 180; // milliseconds without typing before other samples are drawn
const HARDLY = 0.002; // of the cheapest cost: so near to it is the cheapest

export const perThousand = (counts: Counts, cost: Cost): number => (1000 * totalCost(counts, cost)) / rows(counts);

type Range = [low: number | null, high: number | null] | null;

export function costs(store: Store): View {
  const told = bill(store);
  if (store.model.is_hard && store.payload.models.every((model) => model.is_hard)) return told;
  let range: Range = null;
  const picture = costChart(store, () => range);
  const about = html('p', { class: 'fine' });
  let waiting = 0;
  const resample = (): void => {
    const { curve, payload, state } = store;
    const worth = worthOf(store, state.model);
    if (!worth) return;
    const entries = store.resamples(state.model).chosen(worth);
    const at = (share: number): number | null => curve.threshold(entries[Math.min(entries.length - 1, Math.floor(share * entries.length))] ?? 0);
    range = [at((1 + payload.level) / 2), at((1 - payload.level) / 2)];
    told.say(range);
    picture.move();
  };
  return {
    element: html('div', { class: 'narrow-and-wide' }, told.element, html('figure', {}, picture.element, about)),
    update: (change) => {
      told.update(change);
      about.textContent = aboutBand(store);
      if (isRedrawn(change) || change.has('cost')) {
        range = null;
        told.say(null);
        picture.draw();
        clearTimeout(waiting);
        waiting = window.setTimeout(resample, REST);
      } else picture.move();
    },
  };
}

function bill(store: Store): View & { say: (range: Range) => void } {
  const [now, interval, best, sure, theory, stated] = [html('b', { 'data-reading': 'mean_cost' }), html('p', { class: 'fine' }), html('span'), html('p', { class: 'fine' }), html('p', { class: 'fine' }), html('p', { class: 'fine' })];
  const cheapest = (): number => store.curve.cheapest(store.state.cost);
  const go = button('Go there', () => { store.change({ threshold: store.curve.threshold(cheapest()) }); }, { class: 'link', id: 'go-cheapest' });
  const units = html('span');
  const element = html('div', { class: 'bill' }, stated, html('p', { class: 'sum' }, now, units), interval, html('p', { class: 'sum' }, best, ' ', go), sure, theory);
  const isMoving = store.payload.models.some((model) => !model.is_hard);
  return {
    element,
    say: (range) => {
      const [low, high] = range ?? [null, null];
      sure.textContent = range ? `Other samples like this one would put the cheapest cut between ${between(store.curve, low, high)} (the bar on the axis).` : '';
    },
    update: () => {
      const { counts, curve } = store;
      const { cost } = store.state;
      const spent = perThousand(counts, cost);
      show(now, store.amount(money(spent)), spent);
      units.textContent = ` per 1,000 ${store.words.units}${isMoving ? ' at this threshold' : ''}.`;
      stated.textContent = store.isPriced ? '' : 'No costs were stated: a miss and a false alarm count 1 each until you say otherwise above.';
      interval.textContent = intervalOf(store);
      if (store.model.is_hard) {
        set(go, { hidden: true });
        theory.textContent = '';
        best.textContent = beside(store);
        return;
      }
      const entry = cheapest();
      const least = perThousand(curve.counts(entry), cost);
      const isCheapest = spent - least <= Math.abs(least) * HARDLY;
      show(best, isCheapest ? 'This is the cheapest cut for these costs.' : `${store.amount(money(spent - least))} more than the cheapest cut, ${cutName(curve, entry)}.`, least);
      set(best, { 'data-cheapest': curve.threshold(entry) ?? 'none' });
      set(go, { hidden: isCheapest });
      theory.textContent = store.model.are_probabilities && !store.payload.cost_follows ? ofCalibrated(cost) : '';
    },
  };
}

const between = (curve: Curve, low: number | null, high: number | null): string =>
  [low, high].sort((a, b) => (a ?? Infinity) - (b ?? Infinity)).map((cut) => toldCut(curve, cut)).join(' and ');

function cutName(curve: Curve, entry: number): string {
  return entry === 0 ? 'which is to flag nothing' : entry === curve.length - 1 ? 'which is to flag everything' : toldCut(curve, curve.threshold(entry));
}

function beside(store: Store): string {
  const { curve } = store;
  const none = perThousand(curve.counts(0), store.state.cost);
  const all = perThousand(curve.counts(curve.length - 1), store.state.cost);
  return `Flagging nothing would cost ${store.amount(money(none))}, flagging everything ${store.amount(money(all))}.`;
}

function intervalOf(store: Store): string {
  const { tp, fp, fn, tn, per_row: each } = store.state.cost;
  const found = store.catalogue.metric('mean_cost').estimate(store.evidence, { cost_tp: tp, cost_fp: fp, cost_fn: fn, cost_tn: tn });
  if (found.low === undefined || found.high === undefined) return found.note ?? '';
  return `${percent(store.payload.level, 0)} interval ${money(1000 * (found.low + each))} to ${money(1000 * (found.high + each))}`;
}

function ofCalibrated({ tp, fp, fn, tn }: Cost): string {
  const [alarm, miss] = [fp - tn, fn - tp];
  const at = alarm / (alarm + miss);
  const isInside = alarm >= 0 && miss >= 0 && at > 0 && at < 1;
  return isInside ? `If the scores were perfectly calibrated, the cut would belong at ${written(at)}.` : 'With these costs one answer is always cheaper: no threshold is needed.';
}

function costChart(store: Store, range: () => Range): Chart {
  let cut: ReturnType<typeof cutLine>;
  let makeWay: (x: number) => void = () => undefined;
  let [dot, band] = [svg('circle'), svg('rect')];
  const at = (curve: Curve, entry: number): number => perThousand(curve.counts(entry), store.state.cost);
  const moving = (): Curve[] => shownCurves(store).filter((curve) => !curve.model.is_hard);
  const ends = (): readonly [number, number] => {
    const none = at(store.curve, 0);
    const least = Math.min(...moving().map((curve) => at(curve, curve.cheapest(store.state.cost))));
    const most = Math.max(none, least + 1.9 * (none - least), at(store.curve, store.entry), least + 1e-9);
    return [Math.min(0, least), Math.max(none * 1.12, Math.min(most, Math.max(none, at(store.curve, store.curve.length - 1)) * 1.12)) || 1];
  };
  return chart({
    label: 'Cost at every threshold',
    height: (width) => clamped(width * 0.55, 300, 420),
    margin: { top: 52, right: 14, bottom: 42, left: 56 },
    x: () => ({ ends: [0, 1], ticks: axisOf(store).ticks.map(({ place, text }) => ({ at: place, text })), title: axisOf(store).title }),
    y: () => ({ ends: ends(), text: money, title: `Cost per 1,000 ${store.words.units}${store.inMoney}` }),
    draw: (frame) => {
      const axis = axisOf(store);
      const { curve } = store;
      const [left, right, bottom] = [frame.margin.left, frame.width - frame.margin.right, frame.height - frame.margin.bottom];
      band = svg('rect', { class: 'range', y: bottom - 4, height: 8, rx: 4 });
      const inside = clip(frame);
      inside.between(left, right);
      const layer = svg('g', { 'clip-path': inside.url });
      const shown = store.state.axis === 'share' ? [curve] : moving();
      const drawn = shown.map((one) => ({ xs: one.entries().map((entry) => frame.x(axis.place(one.threshold(entry)))), ys: one.entries().map((entry) => frame.y(Math.min(at(one, entry), frame.y.ends[1] * 1.5))) }));
      makeWay = guides(store, frame, drawn);
      frame.still.append(layer, band);
      const around = bandOf(store);
      if (around) layer.append(svg('path', { d: ribbon(around.x.map((x) => frame.x(axis.place(x))), around.low.map((low) => frame.y(1000 * low)), around.high.map((high) => frame.y(1000 * high))), class: 'band' }));
      for (const other of [...shown.filter((one) => one !== curve), ...(curve.model.is_hard ? [] : [curve])]) {
        const { xs, ys } = drawn[shown.indexOf(other)] ?? { xs: [], ys: [] };
        const d = steps(xs, ys, frame.x(0));
        const className = other === curve ? 'chosen' : 'other';
        const best = other.cheapest(store.state.cost);
        layer.append(svg('path', { d, class: `line ${className}`, 'stroke-dasharray': dashOf(store, store.curves.indexOf(other)) }));
        frame.moving.append(svg('circle', { cx: frame.x(axis.place(other.threshold(best))), cy: frame.y(at(other, best)), r: 3.5, class: `mark ${className}` }));
      }
      dot = svg('circle', { r: 6.5, class: 'dot' });
      if (curve.model.is_hard) return;
      frame.moving.append(dot);
      cut = cutLine(frame.moving);
    },
    move: (frame) => {
      if (store.model.is_hard) return;
      const axis = axisOf(store);
      const x = frame.x(axis.place(store.state.threshold));
      cut(x, frame.margin.top - 14, frame.height - frame.margin.bottom, toldCut(store.curve, store.state.threshold), frame.width);
      makeWay(x);
      set(dot, { cx: x, cy: frame.y(Math.min(at(store.curve, store.entry), frame.y.ends[1])) });
      const ends = range()?.map((end) => frame.x(axis.place(end)));
      const [a = 0, b = 0] = ends ?? [];
      set(band, ends ? { x: Math.min(a, b), width: Math.max(1, Math.abs(b - a)), visibility: null } : { visibility: 'hidden' });
    },
    drag: (frame, x) => { store.moveTo(axisOf(store).threshold(clamped(frame.x.back(x), 0, 1))); },
  });
}

/** The band that Python found around the curve: for the costs that the page was made with, and no others. */
function bandOf(store: Store): Band | undefined {
  const { payload, state, model } = store;
  const isStated = [...OUTCOMES, 'per_row' as const].every((outcome) => payload.cost[outcome] === state.cost[outcome]);
  return isStated ? model.bands['cost'] : undefined;
}

function aboutBand(store: Store): string {
  const level = percent(store.payload.level, 0);
  if (bandOf(store)) return `Shaded around the curve is the ${level} interval of the cost at each threshold.`;
  return store.model.bands['cost'] ? `These are other costs than the page was made with: the band around the curve was found for those. The ${level} interval at the threshold above is for yours.` : '';
}

/** What costs the same at every threshold: to flag none, to flag all, and each hard classifier. */
function guides(store: Store, frame: Frame, drawn: readonly Steps[]): (x: number) => void {
  const { curve, state } = store;
  const [left, right] = [frame.margin.left, frame.width - frame.margin.right];
  const hard = shownCurves(store).filter((one) => one.model.is_hard);
  const lines = [
    { counts: curve.counts(curve.length - 1), name: 'Flag all', look: 'guide', dash: null, anchor: 'start' as const },
    { counts: curve.counts(0), name: 'Flag none', look: 'guide', dash: null, anchor: 'end' as const },
    ...hard.map((one) => ({ counts: one.counts(store.entryOf(one)), name: shortened(one.model.name, 20), look: `line ${one === curve ? 'chosen' : 'other'}`, dash: dashOf(store, store.curves.indexOf(one)), anchor: 'end' as const })),
  ].map((line) => ({ ...line, spent: perThousand(line.counts, state.cost) })).filter(({ spent }) => spent <= frame.y.ends[1] && spent >= frame.y.ends[0]);
  const within = { left: left + 2, top: frame.margin.top - 4, right: right + 2, bottom: frame.height - frame.margin.bottom };
  const texts = lines.map((line) => {
    const y = frame.y(line.spent);
    const text = svg('text', { class: 'note halo' }, `${line.name}: ${money(line.spent)}`);
    frame.still.append(svg('line', { x1: left, x2: right, y1: y, y2: y, class: line.look, 'stroke-dasharray': line.dash }));
    frame.moving.append(text); // above the curves
    return { text, y, end: line.anchor };
  });
  return (x) => {
    const taken: Box[] = [];
    for (const { text, y, end } of texts) {
      const at = alongLine(text.textContent, y, end, x, { taken, within }, drawn);
      taken.push(boxOf(at, text.textContent, OF_POINT));
      set(text, { x: at.x, y: at.y, 'text-anchor': at.anchor });
    }
  };
}

/** Net benefit against the probability at which one would act (Vickers & Elkin 2006). */
export function decisionCurve(store: Store): View {
  const STEPS = 99;
  const chances = Array.from({ length: STEPS }, (_, i) => (i + 1) / (STEPS + 1));
  const benefit = (counts: Counts, pt: number): number => store.catalogue.metric('net_benefit').at(counts, { pt });
  const curves = (): Curve[] => shownCurves(store).filter((curve) => curve.model.are_probabilities && !curve.model.lower_is_positive);
  const all = (curve: Curve): Counts => curve.counts(curve.length - 1);
  let cut: ReturnType<typeof cutLine>;
  let [none, every, besideAll] = [svg('text'), svg('text'), 0];
  const prevalence = (): number => store.model.positives / (store.model.positives + store.model.negatives);
  const picture = chart({
    label: 'Decision curve: net benefit at every threshold probability',
    height: (width) => clamped(width * 0.62, 280, 380),
    margin: { top: 40, right: 14, bottom: 42, left: 56 },
    x: () => ({ ends: [0, 1], text: (value) => percent(value, 0), title: 'Probability from which you would act →' }),
    y: () => ({ ends: [-0.25 * prevalence(), 1.08 * prevalence()], text: (value) => String(Number(value.toPrecision(3))), title: 'Net benefit: finds per row, less false alarms at their price' }),
    draw: (frame) => {
      const inside = clip(frame);
      inside.between(frame.margin.left, frame.width - frame.margin.right);
      const layer = svg('g', { 'clip-path': inside.url });
      frame.still.append(layer);
      const xs = chances.map(frame.x);
      const low = frame.y.ends[0];
      const drawn = (values: number[], className: string, dash: string | null): void => {
        const seen = values.map((value) => (value < low ? NaN : frame.y(value)));
        layer.append(svg('path', { d: path(xs, seen), class: `line ${className}`, 'stroke-dasharray': dash }));
      };
      const around = store.model.bands['decision'];
      if (around) layer.append(svg('path', { d: ribbon(around.x.map(frame.x), around.low.map((end) => frame.y(Math.max(end, 2 * low))), around.high.map((end) => frame.y(Math.max(end, 2 * low)))), class: 'band' }));
      drawn(chances.map((pt) => benefit(all(store.curve), pt)), 'muted', null);
      none = svg('text', { x: frame.width - frame.margin.right, y: frame.y(0) - 6, 'text-anchor': 'end', class: 'note halo' }, 'flag none');
      const labelled = chances.findIndex((pt) => benefit(all(store.curve), pt) < 0.45 * prevalence());
      besideAll = frame.x(chances[Math.max(0, labelled)] ?? 0.5) + 8;
      every = svg('text', { x: besideAll, y: frame.y(0.45 * prevalence()), class: 'note halo' }, 'flag all');
      frame.still.append(
        every,
        none,
      );
      for (const curve of curves()) {
        const values = chances.map((pt) => benefit(curve.counts(curve.entry(pt)), pt));
        drawn(values, curve === store.curve ? 'chosen' : 'other', dashOf(store, store.curves.indexOf(curve)));
      }
      cut = cutLine(frame.moving);
    },
    move: (frame) => {
      if (store.model.is_hard) return;
      const at = clamped(store.state.threshold ?? 1, 0, 1);
      clearOf(frame.x(at), none, 'end', [frame.margin.left, frame.width - frame.margin.right]);
      clearOf(frame.x(at), every, 'start', [besideAll, frame.width - frame.margin.right]);
      cut(frame.x(at), frame.margin.top - 4, frame.height - frame.margin.bottom, toldCut(store.curve, store.state.threshold), frame.width);
    },
    drag: (frame, x) => { store.moveTo(clamped(frame.x.back(x), 0, 1)); },
  });
  const names = (): string => (curves().length > 1 && curves().includes(store.curve) ? ` Solid is ${shortened(store.model.name, 24)}.` : '');
  const caption = (): string => `Decision curve. Whoever acts from a probability of 10 % on takes nine false alarms for one find; a model is worth using where it lies above both flagging all and flagging none.${names()}${shading(store, isSeen(store.model.bands['decision']), 'probability')}`;
  const figure = followingFigure('Would acting on it do more good than harm?', caption, picture);
  figure.element.classList.add('below');
  return figure;
}
