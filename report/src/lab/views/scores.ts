// Both classes over the scores: hills, bars or single rows, with the threshold and the grips of the hills.

import { chart, cutLine, type Frame } from '../../chart';
import { choice, html, svg } from '../../dom';
import { clamped, largest } from '../../numbers';
import { DASH, percent, threshold as written } from '../../numerals';
import { ticks } from '../../scale';
import { clip } from '../../views/mirrored';
import { rowsIn } from '../evidence';
import { density, type Hill } from '../hills';
import { inWords, outcomeOf, rowMark, saying, stripes } from '../marks';
import type { LabStore } from '../store';
import type { LabView } from './view';

type Side = 'positive' | 'negative';
type Grip = { side: Side; what: 'middle' | 'spread'; x: number; y: number };

const SIDES: readonly Side[] = ['positive', 'negative'];
const POINTS = 160; // of the outline of a hill
const BARS = 40;
const MOST_MARKS = 60; // rows that are drawn one by one
const [FIRST, STACKED] = [1.6, 2.3]; // how far from the middle the first row of a stack lies, and from it the next, in sizes of a mark
const REACH = 22; // pixels around a grip that still hold it
const NARROW = 460;

/** What spreads can be dragged to. */
export const SPREADS = { low: 0.02, high: 0.35 } as const;

/** Where the mirrored picture is dragged, and what follows. */
export function scores(store: LabStore): LabView {
  const heights = choice('Height of a hill', 'heights', [['share', 'share of its class'], ['rows', 'number of rows']] as const, (to) => { store.change({ inRows: to === 'rows' }); });
  let grips: Grip[] = [];
  let held: Grip | 'threshold' | null = null;
  const picture = chart({
    label: 'Scores of both classes with the threshold',
    height: (width) => clamped(width * 0.56, 290, 400),
    margin: { top: 36, right: 10, bottom: 42, left: 10 },
    x: () => { const ends = store.ends; return { ends, ticks: ticks(ends[0], ends[1], 5).map((at) => ({ at, text: written0(store.shown(at)) })), title: store.state.sign > 0 ? 'score →' : '← score' }; },
    y: () => ({ ends: [0, 1] }),
    draw: (frame) => {
      grips = drawn(frame, store);
      labels(frame, store);
      const line = cutLine(frame.moving);
      const { threshold } = store.state;
      const x = threshold === null ? frame.width - frame.margin.right + 4 : frame.x(clamped(threshold, ...store.ends));
      line(x, frame.margin.top - 14, frame.height - frame.margin.bottom, threshold === null ? 'nobody' : written(store.shown(threshold)), frame.width);
      for (const { what, x: across, y } of grips) frame.moving.append(what === 'middle' ? svg('circle', { cx: across, cy: y, r: 7, class: 'grip' }) : svg('rect', { x: across - 6, y: y - 6, width: 12, height: 12, rx: 2, class: 'grip' }));
      saying(frame, `Scores of both classes. ${threshold === null ? 'Nobody is flagged' : `At threshold ${written(store.shown(threshold))}`}: ${inWords(store.counts)}.`);
    },
    drag: (frame, x, y) => {
      held ??= grips.find((grip) => Math.hypot(grip.x - x, grip.y - y) < REACH) ?? 'threshold';
      const at = frame.x.back(x);
      if (held === 'threshold') store.change({ threshold: thresholdAt(store, at) });
      else moveGrip(store, held, at);
    },
  });
  for (const end of ['pointerup', 'pointercancel']) picture.element.addEventListener(end, () => { held = null; });
  const title = html('h3');
  const caption = html('p', { class: 'caption' });
  const element = html('figure', {}, title, caption, heights.element, picture.element);
  return {
    element,
    update: () => {
      const { words, evidence, inRows } = store.state;
      title.textContent = `Scores of ${words.positive} ${words.units} (above) and ${words.negative} ones (below)`;
      heights.element.hidden = evidence.kind === 'rows';
      heights.mark(inRows ? 'rows' : 'share');
      caption.textContent = `What lies right of the line is flagged. Colour is what is true, stripes are mistakes. Drag the line${evidence.kind === 'hills' ? ', a round grip (the middle of a hill) or a square one (its spread)' : ''}.`;
      picture.draw();
    },
  };
}

/** A threshold from a place: in steps that people can say, and nobody is flagged beyond the end. */
function thresholdAt(store: LabStore, at: number): number | null {
  const [low, high] = store.ends;
  if (at >= high) return null;
  const step = 10 ** Math.floor(Math.log10((high - low) / 100));
  return Number((Math.round(Math.max(at, low) / step) * step).toPrecision(12));
}

function moveGrip(store: LabStore, { side, what }: Grip, at: number): void {
  const { evidence } = store.state;
  if (evidence.kind !== 'hills') return;
  const value = what === 'middle' ? clamped(at, 0, 1) : clamped(Math.abs(at - evidence[side].middle), SPREADS.low, SPREADS.high);
  store.turn(`${side}_${what}`, Math.round(value * 100) / 100);
}

/** Draw both classes, and return the grips to move them by. */
function drawn(frame: Frame, store: LabStore): Grip[] {
  const { evidence } = store.state;
  const middle = (frame.margin.top + frame.height - frame.margin.bottom) / 2;
  frame.still.append(svg('line', { x1: frame.margin.left, x2: frame.width - frame.margin.right, y1: middle, y2: middle, class: 'base' }));
  if (evidence.kind === 'rows' && evidence.scores.length <= MOST_MARKS) {
    marks(frame, store, middle);
    return [];
  }
  const shapes = evidence.kind === 'hills' ? hillShapes(evidence, store) : barShapes(store);
  const half = heightOfClass(frame, middle);
  const most = largest(SIDES.flatMap((side) => shapes[side].map(([, height]) => height))) || 1;
  const y = (side: Side, height: number): number => middle - (side === 'positive' ? 1 : -1) * (height / most) * half;
  paint(frame, store, SIDES.map((side) => ({ side, d: outline(frame, shapes[side], middle, (height) => y(side, height)) })));
  if (evidence.kind !== 'hills') return [];
  return SIDES.flatMap((side) => {
    const hill = evidence[side];
    const height = (at: number): number => heightOf(hill, clamped(at, 0, 1), store);
    const aside = hill.middle + hill.spread > 0.98 ? hill.middle - hill.spread : hill.middle + hill.spread;
    return ([['middle', hill.middle], ['spread', aside]] as const).map(([what, at]) => ({ side, what, x: frame.x(clamped(at, 0, 1)), y: y(side, height(at)) }));
  });
}

/** How far a class may reach from the middle, so that its words stand beyond it. */
const heightOfClass = (frame: Frame, middle: number): number => middle - frame.margin.top - 26;

type Shape = [score: number, height: number][];

const heightOf = (hill: Hill, score: number, store: LabStore): number => density(hill, score) * (store.state.inRows ? hill.rows : 1);

function hillShapes(evidence: { positive: Hill; negative: Hill }, store: LabStore): Record<Side, Shape> {
  const shape = (side: Side): Shape => Array.from({ length: POINTS + 1 }, (_, i) => [i / POINTS, heightOf(evidence[side], i / POINTS, store)]);
  return { positive: shape('positive'), negative: shape('negative') };
}

/** Bars of equal width; each class adds up to its share or to its rows. */
function barShapes(store: LabStore): Record<Side, Shape> {
  const [low, high] = store.ends;
  const { table } = store;
  const shape = (column: readonly number[], total: number): Shape => {
    const bars = new Array<number>(BARS).fill(0);
    table?.scores.forEach((score, i) => {
      const place = clamped(Math.floor(((score - low) / (high - low)) * BARS), 0, BARS - 1);
      bars[place] = (bars[place] ?? 0) + (column[i] ?? 0) / (store.state.inRows ? 1 : total || 1);
    });
    return bars.flatMap((height, i): Shape => [[low + (i * (high - low)) / BARS, height], [low + ((i + 1) * (high - low)) / BARS, height]]);
  };
  return { positive: shape(table?.positives ?? [], table?.totalPositive ?? 0), negative: shape(table?.negatives ?? [], table?.totalNegative ?? 0) };
}

function outline(frame: Frame, shape: Shape, middle: number, y: (height: number) => number): string {
  const [first, last] = [shape[0]?.[0] ?? 0, shape[shape.length - 1]?.[0] ?? 1];
  const top = shape.map(([score, height]) => `L${frame.x(score).toFixed(1)} ${y(height).toFixed(1)}`).join('');
  return `M${frame.x(first).toFixed(1)} ${middle.toFixed(1)}${top}L${frame.x(last).toFixed(1)} ${middle.toFixed(1)}Z`;
}

/** Solid where the decision is right, striped where it is wrong. */
function paint(frame: Frame, store: LabStore, shapes: { side: Side; d: string }[]): void {
  const { threshold } = store.state;
  const x = threshold === null ? frame.width : frame.x(clamped(threshold, ...store.ends));
  const [left, right] = [clip(frame), clip(frame)];
  left.between(0, x);
  right.between(x, frame.width);
  for (const { side, d } of shapes) {
    const [good, bad] = side === 'positive' ? [right.url, left.url] : [left.url, right.url];
    frame.still.append(svg('path', { d, class: `${side} solid`, 'clip-path': good }), svg('path', { d, fill: stripes(frame.root, side), 'clip-path': bad }));
  }
}

/** Single rows, those of one place on top of each other. */
function marks(frame: Frame, store: LabStore, middle: number): void {
  const { evidence, threshold } = store.state;
  if (evidence.kind !== 'rows') return;
  const striped = { positive: stripes(frame.root, 'positive'), negative: stripes(frame.root, 'negative') };
  const usual = frame.width < NARROW ? 6 : 8;
  const stacked = new Map<string, number>();
  const placed = rowsIn(evidence).sort((a, b) => a.score - b.score).map(({ label, score }) => {
    const x = frame.x(score);
    const place = `${String(label)}/${String(Math.round(x / (2.4 * usual)))}`;
    const below = stacked.get(place) ?? 0;
    stacked.set(place, below + 1);
    return { label, score, x, below };
  });
  // The highest stack ends below the words of its class.
  const size = Math.min(usual, heightOfClass(frame, middle) / (FIRST + 1 + STACKED * (largest([...stacked.values()]) - 1)));
  for (const { label, score, x, below } of placed) {
    const away = size * (FIRST + STACKED * below);
    frame.still.append(rowMark(outcomeOf(label, threshold !== null && score >= threshold), x, middle + (label ? -away : away), size, striped));
  }
}

function labels(frame: Frame, store: LabStore): void {
  const { counts, state: { words } } = store;
  const [positives, negatives] = [counts.tp + counts.fn, counts.fp + counts.tn];
  const isNarrow = frame.width < NARROW || words.positive.length + words.negative.length + 2 * words.units.length > 36;
  const [top, bottom] = [frame.margin.top + 16, frame.height - frame.margin.bottom - 6];
  const label = (side: Side, anchor: 'start' | 'end', number: number, all: number, said: string): void => {
    const x = anchor === 'start' ? frame.margin.left : frame.width - frame.margin.right;
    const of = isNarrow ? said : `of ${words[side]} ${words.units} ${said}`;
    frame.moving.append(svg('text', { class: `big halo ${side} waits`, x, y: side === 'positive' ? top : bottom, 'text-anchor': anchor }, svg('tspan', { class: 'number' }, all ? percent(number / all, 0) : DASH), svg('tspan', { dx: 5 }, of)));
  };
  label('positive', 'start', counts.fn, positives, 'missed');
  label('positive', 'end', counts.tp, positives, 'caught');
  label('negative', 'start', counts.tn, negatives, 'let through');
  label('negative', 'end', counts.fp, negatives, 'flagged');
}

const written0 = (score: number): string => String(Number(score.toPrecision(6)));
