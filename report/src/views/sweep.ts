// Metrics against the threshold: what is gained and lost as the cut moves.

import { axisOf } from '../axis';
import { pointwise } from '../bands';
import { chart, cutLine } from '../chart';
import { choice, set, svg } from '../dom';
import { clamped } from '../numbers';
import { DASH, percent } from '../numerals';
import { apart, stepRibbon, steps } from '../scale';
import { toldCut } from '../sentences';
import type { Store, View } from '../store';
import { isRedrawn, overThresholds, tellingFigure } from './section';

interface Line {
  metric: string;
  name: string;
  className: string;
}
type Pair = 'precision' | 'rates' | 'both';
const LINES: Record<Pair, Line[]> = {
  precision: [
    { metric: 'recall', name: 'Recall', className: 'positive' },
    { metric: 'precision', name: 'Precision', className: 'ink' },
    { metric: 'f1', name: 'F1', className: 'muted' },
  ],
  rates: [
    { metric: 'recall', name: 'TPR', className: 'positive' },
    { metric: 'fpr', name: 'FPR', className: 'negative' },
    { metric: 'informedness', name: 'Youden J', className: 'muted' },
  ],
  both: [
    { metric: 'recall', name: 'Sensitivity', className: 'positive' },
    { metric: 'specificity', name: 'Specificity', className: 'negative' },
    { metric: 'accuracy', name: 'Accuracy', className: 'muted' },
  ],
};
const NAMES: readonly (readonly [Pair, string])[] = [['precision', 'precision, recall'], ['rates', 'TPR, FPR'], ['both', 'sensitivity, specificity']];

export function sweep(store: Store): View {
  let pair: Pair = 'precision';
  const pick = choice('Show', 'sweep', NAMES, (value) => {
    pair = value;
    picture.draw();
    told.say();
  });
  let cut: ReturnType<typeof cutLine>;
  let shown: { line: Line; dot: SVGCircleElement; text: SVGTextElement }[] = [];
  const picture = chart({
    label: 'Metrics at every threshold',
    height: (width) => Math.min(width, 460),
    margin: { top: 40, right: 86, bottom: 42, left: 46 },
    x: () => ({ ends: [0, 1], ticks: axisOf(store).ticks.map(({ place, text }) => ({ at: place, text })), title: axisOf(store).title }),
    y: () => ({ ends: [0, 1], text: (value) => percent(value, 0) }),
    draw: (frame) => {
      const { curve } = store;
      const axis = axisOf(store);
      const entries = curve.entries();
      // What lies beyond a stretched end would all be drawn on the edge.
      const place = (entry: number): number => axis.place(curve.threshold(entry));
      const xs = entries.map((entry) => (entry > 0 && place(entry) >= 1 && store.state.axis === 'stretched' ? NaN : frame.x(place(entry))));
      const seen = (value: number): number => frame.y(Math.max(0, value));
      for (const line of LINES[pair]) {
        const band = pointwise(store, curve, store.catalogue.metric(line.metric));
        const d = stepRibbon(xs, band.low.map(seen), band.high.map(seen), frame.x(0));
        if (d) frame.still.append(svg('path', { d, class: `band ${line.className}`, 'data-metric': line.metric }));
      }
      shown = LINES[pair].map((line) => {
        const metric = store.catalogue.metric(line.metric);
        const ys = entries.map((entry) => seen(metric.at(curve.counts(entry))));
        frame.still.append(svg('path', { d: steps(xs, ys, frame.x(0)), class: `line ${line.className}` }));
        const made = { line, dot: svg('circle', { r: 3.5, class: `mark ${line.className}` }), text: svg('text', { class: `end halo ${line.className}`, x: frame.width - frame.margin.right + 8 }) };
        frame.moving.append(made.dot, made.text);
        return made;
      });
      cut = cutLine(frame.moving);
    },
    move: (frame) => {
      const x = frame.x(axisOf(store).place(store.state.threshold));
      const values = shown.map(({ line }) => store.catalogue.metric(line.metric).at(store.counts));
      const ys = values.map((value) => frame.y(Number.isFinite(value) ? Math.max(0, value) : 0));
      const places = apart(ys, 28, frame.margin.top + 6, frame.height - frame.margin.bottom - 14);
      shown.forEach(({ line, dot, text }, i) => {
        const value = values[i] ?? NaN;
        set(dot, { cx: x, cy: ys[i], visibility: Number.isFinite(value) ? null : 'hidden' });
        set(text, { y: places[i] });
        text.replaceChildren(
          svg('tspan', { class: 'number' }, Number.isFinite(value) ? percent(value, 0) : DASH),
          svg('tspan', { x: frame.width - frame.margin.right + 8, dy: 13 }, line.name),
        );
      });
      cut(x, frame.margin.top - 4, frame.height - frame.margin.bottom, toldCut(store.curve, store.state.threshold), frame.width);
    },
    drag: (frame, x) => { store.moveTo(axisOf(store).threshold(clamped(frame.x.back(x), 0, 1))); },
  });
  pick.mark(pair);
  const over = overThresholds(store, picture, pick.element);
  const [controls, ...pictures] = over.parts;
  const told = tellingFigure('The trade at every threshold', () => `What you gain and lose as the cut moves; drag to change it.${aboutBands(store, LINES[pair])}`, ...pictures, ...(controls ? [controls] : []));
  return {
    element: told.element,
    update: (change) => {
      over.update(change);
      if (isRedrawn(change)) told.say();
    },
  };
}

/** What is shaded; and which lines have nothing around them, and why. */
function aboutBands(store: Store, lines: readonly Line[]): string {
  if (store.model.is_hard) return '';
  const whyNot = lines.map(({ metric, name }) => ({ name, why: pointwise(store, store.curve, store.catalogue.metric(metric)).lacking }));
  const lacking = whyNot.filter(({ why }) => why);
  const shaded = lacking.length < lines.length ? ` Shaded are their ${percent(store.payload.level, 0)} intervals at each threshold.` : '';
  const around = shaded ? `around ${lacking.map(({ name }) => name).join(' and ')}` : 'around them';
  return lacking.length ? `${shaded} There is no band ${around}: ${lacking[0]?.why ?? ''}.` : shaded;
}
