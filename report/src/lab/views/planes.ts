// The ROC and the precision-recall picture: the points that were visited, and the whole curve where it is shown.

import { chart, type Frame } from '../../chart';
import type { Counts } from '../../counts';
import { html, show, svg } from '../../dom';
import { beside, type Box, boxOf, OF_DOT } from '../../labels';
import { DASH, decimal, percent } from '../../numerals';
import { path } from '../../scale';
import { saying } from '../marks';
import type { ScoreTable } from '../score_table';
import type { LabStore } from '../store';
import { figure, type LabView } from './view';

const MARGIN = { top: 24, right: 12, bottom: 42, left: 46 };
const DOT = 6.5; // how far a dot reaches from its middle
const SHARE = { ends: [0, 1], text: (value: number) => percent(value, 0) } as const;
const MOST_POINTS = 500; // of a line; the eye tells no more apart

interface Plane {
  title: string;
  caption: string;
  across: string;
  up: string;
  metrics: [x: string, y: string];
  floor: (store: LabStore) => [string, string]; // the path of a model that knows nothing, from 0 to 1, as two points
  area: 'roc_auc' | 'average_precision';
  about: (store: LabStore, area: number) => string;
  isStepped: boolean;
}

const ROC: Plane = {
  title: 'ROC: caught against false alarms',
  caption: 'A point per threshold. The dashed diagonal knows nothing; the upper left corner makes no mistake.',
  across: 'false positive rate →',
  up: 'recall',
  metrics: ['fpr', 'recall'],
  floor: () => ['0,0', '1,1'],
  area: 'roc_auc',
  about: (store, area) => `In ${percent(area)} of all pairs the ${store.state.words.positive} one scores higher than the ${store.state.words.negative} one.`,
  isStepped: false,
};
const PR: Plane = {
  title: 'PR: how much of what is flagged is right',
  caption: 'The same thresholds as seen by whoever works through the alerts. The dashed line is the prevalence: flagging at random.',
  across: 'recall →',
  up: 'precision',
  metrics: ['recall', 'precision'],
  floor: (store) => [`0,${String(store.prevalence)}`, `1,${String(store.prevalence)}`],
  area: 'average_precision',
  about: (store) => `Flagging at random would be right for ${percent(store.prevalence)}.`,
  isStepped: true,
};

export const roc = (store: LabStore): LabView => plane(store, ROC);
export const pr = (store: LabStore): LabView => plane(store, PR);

function plane(store: LabStore, of: Plane): LabView {
  const point = (counts: Counts): [x: number, y: number] => of.metrics.map((name) => store.value(name, counts).value ?? NaN) as [number, number];
  const picture = chart({
    label: of.title,
    height: (width) => Math.min(width, 400),
    margin: MARGIN,
    x: () => ({ ...SHARE, title: of.across }),
    y: () => ({ ...SHARE, title: of.up }),
    draw: (frame) => {
      floor(frame, of.floor(store));
      const { table } = store;
      if (table) line(frame, store, table, of, point);
      else named(frame, store, point);
      const [x, y] = point(store.counts);
      if (table && Number.isFinite(x) && Number.isFinite(y)) frame.moving.append(svg('circle', { cx: frame.x(x), cy: frame.y(y), r: 6.5, class: 'dot' }));
      saying(frame, `${of.title}. ${Number.isFinite(y) ? `${of.metrics[0] === 'fpr' ? 'False positive rate' : 'Recall'} ${percent(x)}, ${of.metrics[1]} ${percent(y)}.` : 'No point: nothing is flagged.'}`);
    },
    drag: (frame, x, y) => {
      const { table } = store;
      if (table) store.change({ threshold: nearest(table, frame, point, x, y) });
    },
  });
  const said = html('p', { class: 'below-chart waits' });
  return {
    element: figure(of.title, of.caption, picture.element, said),
    update: () => {
      picture.draw();
      const area = store.area(of.area);
      const isThere = Boolean(store.table) && store.state.hasCurves;
      said.hidden = !isThere;
      const number = html('b', { 'data-area': of.area });
      show(number, Number.isNaN(area) ? DASH : decimal(area), Number.isNaN(area) ? null : area);
      said.replaceChildren(of.area === 'roc_auc' ? 'Area under the curve ' : 'Average precision ', number, `. ${Number.isNaN(area) ? 'It is known at the prevalence of the rows only.' : of.about(store, area)}`);
    },
  };
}

function floor(frame: Frame, ends: [string, string]): void {
  const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = ends.map((end) => end.split(',').map(Number));
  frame.still.append(svg('line', { x1: frame.x(x1), y1: frame.y(y1), x2: frame.x(x2), y2: frame.y(y2), class: 'guide' }));
}

/** The whole curve, or a dot for each threshold that was visited. */
function line(frame: Frame, store: LabStore, table: ScoreTable, of: Plane, point: (counts: Counts) => [number, number]): void {
  const places = (entries: readonly number[]): [number, number][] => entries.map((entry) => point(table.counts(entry))).filter((at) => at.every(Number.isFinite));
  if (!store.state.hasCurves) {
    for (const [x, y] of places(store.visited)) frame.still.append(svg('circle', { cx: frame.x(x), cy: frame.y(y), r: 2.6, class: 'visited' }));
    return;
  }
  const apart = Math.ceil(table.length / MOST_POINTS);
  const kept = Array.from({ length: table.length }, (_, entry) => entry).filter((entry) => entry % apart === 0 || entry === table.length - 1 || entry === 1);
  const shown = places(kept);
  const d = of.isStepped ? stepped(frame, shown) : path(shown.map(([x]) => frame.x(x)), shown.map(([, y]) => frame.y(y)));
  frame.still.append(svg('path', { d, class: 'line chosen' }));
}

/** Between two thresholds precision does not follow a straight line: a step back to the left at the new precision. */
function stepped(frame: Frame, points: readonly [number, number][]): string {
  return points.map(([x, y], i) => (i ? `V${frame.y(y).toFixed(1)}H${frame.x(x).toFixed(1)}` : `M${frame.x(0).toFixed(1)} ${frame.y(y).toFixed(1)}H${frame.x(x).toFixed(1)}`)).join('');
}

/** Classifiers that are known by their counts: a point each, with its name. */
function named(frame: Frame, store: LabStore, point: (counts: Counts) => [number, number]): void {
  const { margin, width, height } = frame;
  const within = { left: margin.left, top: margin.top - 2, right: width, bottom: height - margin.bottom };
  const dots = store.classifiers.map(({ name, counts }) => {
    const [x, y] = point(counts);
    return { name, x: frame.x(x), y: frame.y(y) };
  }).filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  const taken: Box[] = dots.map(({ x, y }) => ({ left: x - DOT, top: y - DOT, right: x + DOT, bottom: y + DOT }));
  for (const { name, x, y } of dots) {
    const at = beside(x, y, name, OF_DOT, { taken, within });
    taken.push(boxOf(at, name, OF_DOT));
    frame.moving.append(svg('circle', { cx: x, cy: y, r: DOT, class: 'dot' }), svg('text', { x: at.x, y: at.y, 'text-anchor': at.anchor, class: 'dot-label halo' }, name));
  }
}

/** The threshold whose point lies nearest to the pointer. */
function nearest(table: ScoreTable, frame: Frame, point: (counts: Counts) => [number, number], x: number, y: number): number | null {
  let [best, least] = [0, Infinity];
  for (let entry = 0; entry < table.length; entry++) {
    const [across, up] = point(table.counts(entry));
    const apart = Math.hypot(frame.x(across) - x, frame.y(up) - y);
    if (apart < least) [best, least] = [entry, apart];
  }
  return best === 0 ? null : (table.scores[best - 1] ?? null);
}
