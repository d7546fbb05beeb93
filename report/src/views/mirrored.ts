// The mirrored histogram: positives above the line, negatives below, each side 100 % of its class.
//
// Solid above the line is recall, striped below it is the false positive rate.

import { axisOf } from '../axis';
import type { Frame } from '../chart';
import { defined, set, svg } from '../dom';
import { largest, sum } from '../numbers';
import type { Store } from '../store';

const STEPS = 64;
const TALLEST = 3; // times the other side, before a side is cut off at the top

interface Shares {
  positives: number[];
  negatives: number[];
}

function shares(store: Store): Shares {
  const { model, state } = store;
  const bars = state.axis === 'score' ? model.histogram : state.axis === 'stretched' ? model.stretched : undefined;
  if (!bars) return sharesByRank(store);
  const part = (column: number[]): number[] => {
    const total = sum(column) || 1;
    const scaled = column.map((value) => value / total);
    return model.lower_is_positive ? scaled.reverse() : scaled;
  };
  return { positives: part(bars.positives), negatives: part(bars.negatives) };
}

function sharesByRank(store: Store): Shares {
  const { curve, model } = store;
  const [positives, negatives]: [number[], number[]] = [[], []];
  let before = curve.counts(curve.length - 1);
  for (let step = 1; step <= STEPS; step++) {
    const here = curve.counts(step === STEPS ? 0 : curve.atShare(1 - step / STEPS));
    positives.push(Math.max(0, before.tp - here.tp) / (model.positives || 1));
    negatives.push(Math.max(0, before.fp - here.fp) / (model.negatives || 1));
    before = here;
  }
  return { positives, negatives };
}

/** Draw it, and return how to move the cut. */
export function mirrored(frame: Frame, store: Store, middle: number, half: number): (x: number) => void {
  const { positives, negatives } = shares(store);
  const [above, below] = [largest(positives), largest(negatives)];
  const most = above && below ? Math.min(Math.max(above, below), TALLEST * Math.min(above, below)) : above || below || 1;
  const outline = (values: number[], direction: 1 | -1): string => {
    const y = (value: number): string => (middle - direction * Math.min(1, value / most) * half).toFixed(1);
    const steps = values.map((value, i) => `V${y(value)}H${frame.x((i + 1) / values.length).toFixed(1)}`);
    return `M${frame.x(0).toFixed(1)} ${y(0)}${steps.join('')}V${y(0)}Z`;
  };
  const [left, right] = [clip(frame), clip(frame)];
  const [up, down] = [outline(positives, 1), outline(negatives, -1)];
  frame.still.append(
    svg('path', { d: up, class: 'positive solid', 'clip-path': right.url }),
    svg('path', { d: up, fill: stripes(frame.root, 'positive'), 'clip-path': left.url }),
    svg('path', { d: down, class: 'negative solid', 'clip-path': left.url }),
    svg('path', { d: down, fill: stripes(frame.root, 'negative'), 'clip-path': right.url }),
    svg('line', { x1: frame.margin.left, x2: frame.width - frame.margin.right, y1: middle, y2: middle, class: 'base' }),
  );
  return (x) => {
    left.between(frame.margin.left - 2, x);
    right.between(x, frame.width - frame.margin.right + 2);
  };
}

export function mirroredAt(store: Store): number {
  return axisOf(store).place(store.state.threshold);
}

function stripes(root: SVGSVGElement, truth: 'positive' | 'negative'): string {
  return defined(
    root,
    svg(
      'pattern',
      { width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      svg('rect', { width: 5, height: 5, class: `${truth} wash` }),
      svg('line', { x1: 0, y1: 0, x2: 0, y2: 5, class: `${truth} stripe` }),
    ),
  );
}

/** A window onto the plot: nothing outside it is seen. */
export function clip(frame: Frame): { url: string; between: (from: number, to: number) => void } {
  const top = frame.margin.top - 2;
  const rectangle = svg('rect', { y: top, height: frame.height - frame.margin.bottom + 2 - top });
  const url = defined(frame.root, svg('clipPath', {}, rectangle));
  return { url, between: (from, to) => set(rectangle, { x: from, width: Math.max(0, to - from) }) };
}
