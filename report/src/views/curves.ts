// The ROC and the precision-recall curve: every model, the dot of the dial, its interval as a cross.

import { chart, type Chart, type Frame } from '../chart';
import { flagged, type Counts } from '../counts';
import type { Curve } from '../curve';
import { set, svg } from '../dom';
import { beside, boxOf, OF_DOT, OF_POINT, type Box } from '../labels';
import { DASH, decimal, percent } from '../numerals';
import { wilson, type Limits } from '../proportions';
import { path, ribbon } from '../scale';
import type { Store, View } from '../store';
import { capitalised, shortened } from '../words';
import { followingFigure, isSeen, shading } from './section';

const DASHES = ['6 3', '1.5 3', '8 3 2 3', '3 2'];
const MARGIN = { top: 24, right: 10, bottom: 42, left: 46 };
const PERCENT = { ends: [0, 1], text: (value: number) => percent(value, 0) } as const;
const MOST_IN_KEY = 5;
const HIGH = 0.7; // average precision from which the curve fills the corner at the top

/** How a plane is made of counts: what goes across and up, and the interval of either. */
interface Plane {
  point: (counts: Counts) => readonly [x: number, y: number];
  shares: (counts: Counts) => readonly [x: Limits, y: Limits]; // successes and trials
  area: string; // the metric in the key
  areaName: string;
  keyAt: () => 'top' | 'bottom'; // where the curve leaves room
  said: (x: number, y: number) => string;
  labelRight: (x: number) => boolean;
  band: string;
  dependsOnSampling: boolean;
  background: (frame: Frame) => void;
  notes: (frame: Frame) => Box[]; // where texts of the background stand
}

export function dashOf(store: Store, index: number): string | null {
  if (index === store.state.model) return null;
  return DASHES[(index - (index > store.state.model ? 1 : 0)) % DASHES.length] ?? null;
}

function plane(store: Store, label: string, across: string, up: string, of: Plane, move?: (frame: Frame) => void): Chart {
  let [dot, cross, text] = [svg('circle'), svg('path'), svg('text')];
  let others: Other[] = [];
  return chart({
    label,
    height: (width) => Math.min(width, 460),
    margin: MARGIN,
    x: () => ({ ...PERCENT, title: across }),
    y: () => ({ ...PERCENT, title: up }),
    draw: (frame) => {
      of.background(frame);
      const band = store.model.bands[of.band];
      if (band) frame.still.append(svg('path', { d: ribbon(band.x.map(frame.x), band.low.map(frame.y), band.high.map(frame.y)), class: 'band' }));
      shownCurves(store).forEach((curve) => { if (curve !== store.curve) line(frame, curve, of, 'other', dashOf(store, store.curves.indexOf(curve))); });
      line(frame, store.curve, of, 'chosen', null);
      [dot, cross, text] = [svg('circle', { r: 6.5, class: 'dot' }), svg('path', { class: 'cross' }), svg('text', { class: 'dot-label halo' })];
      others = shownCurves(store).filter((curve) => curve !== store.curve).map(other);
      frame.moving.append(cross, ...others.flatMap(({ cross: its }) => (its ? [its] : [])), ...others.map(({ dot: its }) => its), dot, text);
      if (isRanked(store)) key(frame, store, of);
      frame.moving.append(...others.flatMap(({ name }) => (name ? [name] : [])));
    },
    move: (frame) => {
      const { counts } = store;
      const [x, y] = of.point(counts);
      const isThere = Number.isFinite(x) && Number.isFinite(y);
      const labels: Box[] = [];
      for (const element of [dot, cross, text]) set(element, { visibility: isThere ? null : 'hidden' });
      if (isThere) {
        set(dot, { cx: frame.x(x), cy: frame.y(y) });
        set(cross, { d: crossOf(frame, store, store.curve, counts, of) });
        text.textContent = of.said(x, y);
        const look = { ...OF_DOT, preferLeft: !of.labelRight(x) };
        const taken = [...of.notes(frame), keyBox(frame, store, of), ...others.flatMap((one) => pointOf(frame, store, of, one))];
        const at = beside(frame.x(x), frame.y(y), text.textContent, look, { taken, within: roomOf(frame) });
        set(text, { x: at.x, y: at.y, 'text-anchor': at.anchor });
        labels.push(boxOf(at, text.textContent, look));
      }
      placeOthers(frame, store, of, others, labels);
      move?.(frame);
    },
    ...(store.payload.models.every((model) => model.is_hard) ? {} : { drag: (frame: Frame, x: number, y: number) => { nearest(store, frame, of, x, y); } }),
  });
}

const place = (pixel: number): string => pixel.toFixed(1);

/** A model beside the chosen one: a dot, and a hard classifier with its interval and its name, since it has no line. */
interface Other {
  curve: Curve;
  dot: SVGCircleElement;
  cross: SVGPathElement | null;
  name: SVGTextElement | null;
}

function other(curve: Curve): Other {
  const { is_hard: isHard, name } = curve.model;
  return {
    curve,
    dot: svg('circle', { r: isHard ? 4.5 : 3.5, class: isHard ? 'other-dot hard' : 'other-dot' }),
    cross: isHard ? svg('path', { class: 'cross' }) : null,
    name: isHard ? svg('text', { class: 'note halo', 'data-point': name }, shortened(name, 20)) : null,
  };
}

function placeOthers(frame: Frame, store: Store, of: Plane, others: readonly Other[], labels: readonly Box[]): void {
  const within = roomOf(frame);
  const taken = [...labels, ...of.notes(frame), keyBox(frame, store, of), ...others.flatMap((one) => pointOf(frame, store, of, one))];
  for (const { curve, dot, cross, name } of others) {
    const counts = curve.counts(store.entryOf(curve));
    const [x, y] = of.point(counts);
    const visibility = Number.isFinite(x) && Number.isFinite(y) ? null : 'hidden';
    for (const mark of [dot, cross, name]) if (mark) set(mark, { visibility });
    if (visibility) continue;
    set(dot, { cx: frame.x(x), cy: frame.y(y) });
    if (cross) set(cross, { d: crossOf(frame, store, curve, counts, of) });
    if (!name) continue;
    const at = beside(frame.x(x), frame.y(y), name.textContent, OF_POINT, { taken, within });
    taken.push(boxOf(at, name.textContent, OF_POINT));
    set(name, { x: at.x, y: at.y, 'text-anchor': at.anchor });
  }
}

const roomOf = ({ margin, width, height }: Frame): Box => ({ left: margin.left, top: margin.top - 2, right: width, bottom: height - margin.bottom });

/** What the point of a hard classifier covers. */
function pointOf(frame: Frame, store: Store, of: Plane, { curve, name }: Other): Box[] {
  const [x, y] = of.point(curve.counts(store.entryOf(curve)));
  if (!name || !Number.isFinite(x) || !Number.isFinite(y)) return [];
  const [across, up] = [frame.x(x), frame.y(y)];
  return [{ left: across - 5, right: across + 5, top: up - 5, bottom: up + 5 }];
}

/** The interval of either coordinate, where counts alone tell it: not with weights, clusters or a decided share of positives. */
function crossOf(frame: Frame, store: Store, curve: Curve, counts: Counts, of: Plane): string {
  if (curve.squares(0) || curve.model.is_clustered || (of.dependsOnSampling && curve.model.is_sampled_by_class)) return '';
  const [x, y] = of.point(counts);
  const worth = curve.model.folds?.worth ?? 1;
  const [[left, right], [low, high]] = of.shares(counts).map(([successes, trials]) => wilson(successes * worth, trials * worth, store.payload.z)) as [Limits, Limits];
  return `M${place(frame.x(left))} ${place(frame.y(y))}H${place(frame.x(right))}M${place(frame.x(x))} ${place(frame.y(low))}V${place(frame.y(high))}`;
}

function line(frame: Frame, curve: Curve, of: Plane, className: string, dash: string | null): void {
  if (curve.model.is_hard) return; // one point, which the dots show
  const points = curve.entries().map((entry) => of.point(curve.counts(entry)));
  const d = path(points.map(([x]) => frame.x(x)), points.map(([, y]) => frame.y(y)));
  frame.still.append(svg('path', { d, class: `line ${className}`, 'stroke-dasharray': dash }));
}

export const shownCurves = (store: Store): Curve[] => store.curves;

/** Lines stand in the key; a hard classifier is named at its point, and only while it is chosen in the key too. */
function inKey(store: Store): { curve: Curve; i: number }[] {
  const lines = shownCurves(store).filter((curve) => !curve.model.is_hard || curve === store.curve).map((curve) => ({ curve, i: store.curves.indexOf(curve) }));
  return lines.filter(({ i }, k) => k < MOST_IN_KEY || i === store.state.model);
}

const isRanked = (store: Store): boolean => store.payload.models.some((model) => !model.is_hard);
/** Whether hard predictions stand beside scores. */
export const areMixed = (store: Store): boolean => isRanked(store) && store.payload.models.some((model) => model.is_hard);

const keyHeight = (store: Store): number => (isRanked(store) ? 17 * inKey(store).length + 22 : 0);
const keyLeft = (frame: Frame): number => frame.x(frame.width < 330 ? 0.3 : 0.4);

function keyBox(frame: Frame, store: Store, of: Plane): Box {
  const [top, bottom, height] = [frame.margin.top, frame.height - frame.margin.bottom, keyHeight(store)];
  const ends = of.keyAt() === 'top' ? { top, bottom: top + height } : { top: bottom - height, bottom };
  return { left: keyLeft(frame), right: frame.width, ...ends };
}

function key(frame: Frame, store: Store, of: Plane): void {
  const shown = inKey(store);
  const left = keyLeft(frame);
  const right = frame.width - frame.margin.right;
  const first = of.keyAt() === 'top' ? frame.margin.top + 22 : frame.height - frame.margin.bottom - 10 - 17 * (shown.length - 1);
  const most = Math.floor((right - left - 76) / 6.6);
  frame.moving.append(svg('text', { x: right, y: first - 17, 'text-anchor': 'end', class: 'key-title halo' }, of.areaName));
  shown.forEach(({ curve, i }, k) => {
    const y = first + 17 * k;
    const className = curve === store.curve ? 'chosen' : 'other';
    const area = curve.model.curve_metrics[of.area]?.value;
    frame.moving.append(
      curve.model.is_hard ? svg('circle', { cx: left + 9, cy: y - 4, r: 4.5, class: 'dot' }) : svg('line', { x1: left, x2: left + 18, y1: y - 4, y2: y - 4, class: `line ${className}`, 'stroke-dasharray': dashOf(store, i) }),
      svg('text', { x: left + 24, y, class: `key ${className} halo` }, ...inFull(curve.model.name, most)),
      svg('text', { x: right, y, 'text-anchor': 'end', class: `key ${className} halo` }, area === undefined ? DASH : decimal(area)),
    );
  });
}

/** A name as it fits, and all of it for a pointer. */
const inFull = (name: string, most: number): (SVGElement | string)[] => [shortened(name, most), ...(shortened(name, most) === name ? [] : [svg('title', {}, name)])];

function nearest(store: Store, frame: Frame, of: Plane, x: number, y: number): void {
  const { curve } = store;
  let [best, least] = [0, Infinity];
  for (const entry of curve.entries()) {
    const [px, py] = of.point(curve.counts(entry));
    const distance = (frame.x(px) - x) ** 2 + (frame.y(py) - y) ** 2;
    if (distance < least) [best, least] = [entry, distance];
  }
  store.change({ threshold: curve.threshold(best) });
}

export function roc(store: Store): View {
  const { words } = store;
  let iso = svg('line');
  let hasRoom = false;
  const picture = plane(
    store,
    'ROC curve',
    `${capitalised(words.negative)} ${words.units} flagged (false positive rate) →`,
    `↑ ${capitalised(words.positive)} ${words.units} caught (recall)`,
    {
      point: ({ tp, fp, fn, tn }) => [fp / (fp + tn), tp / (tp + fn)],
      shares: ({ tp, fp, fn, tn }) => [[fp, fp + tn], [tp, tp + fn]],
      area: 'roc_auc',
      areaName: 'AUC',
      keyAt: () => 'bottom',
      said: (x, y) => `${percent(y, 0)} caught, ${percent(x, 0)} false alarms`,
      labelRight: (x) => x < 0.58,
      band: 'roc',
      dependsOnSampling: false,
      background: (frame) => {
        const [x0, x1, y0, y1] = [frame.x(0), frame.x(1), frame.y(0), frame.y(1)];
        iso = svg('line', { class: 'iso' });
        hasRoom = idealHasRoom(store, frame);
        frame.still.append(
          svg('line', { x1: x0, y1: y0, x2: x1, y2: y1, class: 'guide' }),
          svg('text', { x: frame.x(0.965), y: frame.y(0.905), 'text-anchor': 'end', class: 'note', transform: `rotate(${String((-Math.atan2(y0 - y1, x1 - x0) * 180) / Math.PI)} ${String(frame.x(0.965))} ${String(frame.y(0.905))})` }, 'random'),
          svg('path', { d: `M${String(x0)} ${String(y0)}V${String(y1)}H${String(x1)}`, class: 'guide ideal' }),
          ...(hasRoom ? [svg('text', { x: x0 + 7, y: y1 + 14, class: 'note' }, 'ideal')] : []),
          svg('path', { d: hull(store.curve, frame), class: 'hull' }),
          iso,
        );
      },
      notes: (frame) => (hasRoom ? [boxOf({ x: frame.x(0) + 7, y: frame.y(1) + 14, anchor: 'start' }, 'ideal', OF_POINT)] : []),
    },
    (frame) => { equalCost(store, frame, iso); },
  );
  return curveView(store, picture, 'Catching against crying wolf', isRanked(store) ? 'ROC curve, with its convex hull as a thin line. Along the straight line the cost stays the same; the cheapest cut is where it just touches the curve.' : 'The ROC plane: a hard classifier is a point in it. Along the straight line the cost stays the same.', () => shading(store, isSeen(store.model.bands['roc']), 'false positive rate') + (store.state.prevalence === null ? '' : ` How common ${store.words.positive} ${store.words.units} are does not move it.`));
}

/** Whether the corner of the ideal is empty: a good model goes through it. */
function idealHasRoom(store: Store, frame: Frame): boolean {
  const [right, bottom] = [frame.x(0) + 48, frame.y(1) + 20];
  return shownCurves(store).every((curve) => curve.entries().every((entry) => {
    const { tp, fp, fn, tn } = curve.counts(entry);
    return frame.x(fp / (fp + tn)) > right || frame.y(tp / (tp + fn)) > bottom;
  }));
}

/** The upper hull of the curve: only its corners can be the cheapest cut. */
function hull(curve: Curve, frame: Frame): string {
  if (curve.model.is_hard) return '';
  const corners: Counts[] = [];
  for (const entry of curve.entries()) {
    const next = curve.counts(entry);
    for (;;) {
      const [one, two] = corners.slice(-2);
      if (!one || !two || (two.fp - one.fp) * (next.tp - one.tp) < (two.tp - one.tp) * (next.fp - one.fp)) break;
      corners.pop();
    }
    corners.push(next);
  }
  const { positives, negatives } = curve.model;
  return path(corners.map(({ fp }) => frame.x(fp / negatives)), corners.map(({ tp }) => frame.y(tp / positives)));
}

function equalCost(store: Store, frame: Frame, iso: SVGLineElement): void {
  const { counts, model } = store;
  const { tp, fp, fn, tn } = store.prices;
  const slope = ((fp - tn) / (fn - tp)) * (model.negatives / model.positives);
  const [x, y] = [counts.fp / model.negatives, counts.tp / model.positives];
  const base = y - slope * x;
  const ends = [[0, base], [1, base + slope], [-base / slope, 0], [(1 - base) / slope, 1]].filter(
    ([px = NaN, py = NaN]) => px >= -1e-9 && px <= 1 + 1e-9 && py >= -1e-9 && py <= 1 + 1e-9,
  );
  const [one, other] = [ends[0], ends[ends.length - 1]];
  const shown = Number.isFinite(slope) && slope > 0 && ends.length > 1 && one && other;
  if (shown) set(iso, { visibility: null, x1: frame.x(one[0] ?? 0), y1: frame.y(one[1] ?? 0), x2: frame.x(other[0] ?? 0), y2: frame.y(other[1] ?? 0) });
  else set(iso, { visibility: 'hidden' });
}

export function precisionRecall(store: Store): View {
  const { words } = store;
  const share = (): number => store.model.positives / (store.model.positives + store.model.negatives);
  const without = (): string => `without a model ${percent(share())}`;
  const baseline = (frame: Frame): number => frame.y(share()) + (share() < 0.08 ? -5 : 14);
  const picture = plane(store, 'Precision-recall curve', `${capitalised(words.positive)} ${words.units} caught (recall) →`, `↑ Flagged that truly are ${words.positive} (precision)`, {
    point: (counts) => [counts.tp / (counts.tp + counts.fn), counts.tp / flagged(counts)],
    shares: (counts) => [[counts.tp, counts.tp + counts.fn], [counts.tp, flagged(counts)]],
    area: 'average_precision',
    areaName: 'Average precision',
    keyAt: () => ((store.model.curve_metrics['average_precision']?.value ?? 0) > HIGH ? 'bottom' : 'top'),
    said: (x, y) => `${percent(y, 0)} right at ${percent(x, 0)} caught`,
    labelRight: (x) => x < 0.5,
    band: 'pr',
    dependsOnSampling: true,
    background: (frame) => {
      if (!Number.isFinite(share())) return;
      frame.still.append(
        svg('line', { x1: frame.x(0), x2: frame.x(1), y1: frame.y(share()), y2: frame.y(share()), class: 'guide' }),
        svg('text', { x: frame.x(0) + 4, y: baseline(frame), class: 'note halo' }, without()),
      );
    },
    notes: (frame) => (Number.isFinite(share()) ? [boxOf({ x: frame.x(0) + 4, y: baseline(frame), anchor: 'start' }, without(), OF_POINT)] : []),
  });
  return curveView(store, picture, 'How often a flag is right', `Precision and recall${isRanked(store) ? ' along the curve' : ''}. Read this one when ${store.words.positive} ${store.words.units} are rare: it is about the flagged ones.`, () => shading(store, isSeen(store.model.bands['pr']), 'recall'));
}

function curveView(store: Store, picture: Chart, title: string, caption: string, shaded: () => string): View {
  const others = shownCurves(store).length > 1 ? ` Small dots are the other models${isRanked(store) ? ' flagging the same share' : ''}.${areMixed(store) ? ' Hard predictions are points with their names.' : ''}` : '';
  const pooled = (): string => (store.model.folds ? ' All folds are drawn as one curve, along which the threshold moves; the area is the mean within folds.' : '');
  return followingFigure(title, () => caption + shaded() + others + pooled(), picture);
}
