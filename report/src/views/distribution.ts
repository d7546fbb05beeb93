// Both classes over the scores, with the cut between them.

import { axisOf } from '../axis';
import { chart, cutLine } from '../chart';
import { choice, html, set, svg } from '../dom';
import { canShow } from '../link';
import { clamped } from '../numbers';
import { DASH, percent } from '../numerals';
import type { AxisName } from '../payload';
import { toldCut } from '../sentences';
import type { Store, View } from '../store';
import { figure, overThresholds } from './section';
import { mirrored } from './mirrored';

const NAMES: readonly (readonly [AxisName, string])[] = [['score', 'score'], ['stretched', 'score, ends stretched'], ['share', 'share flagged']];
const NARROW = 460;

export function distribution(store: Store): View {
  const axes = choice('Spread by', 'axis', NAMES.filter(([name]) => canShow(name, store.payload)), (axis) => { store.change({ axis }); });
  let cut: ReturnType<typeof cutLine>;
  let move: (x: number) => void = () => undefined;
  let labels: Record<'fn' | 'tp' | 'tn' | 'fp', SVGTextElement>;
  let grounds: Record<'fn' | 'tp' | 'tn' | 'fp', SVGRectElement>;
  const picture = chart({
    label: 'Scores of both classes with the threshold',
    height: (width) => clamped(width * 0.72, 320, 480),
    margin: { top: 34, right: 8, bottom: 44, left: 8 },
    x: () => ({ ends: [0, 1], ticks: axisOf(store).ticks.map(({ place, text }) => ({ at: place, text })), title: axisOf(store).title }),
    y: () => ({ ends: [0, 1] }),
    draw: (frame) => {
      const middle = (frame.margin.top + frame.height - frame.margin.bottom) / 2;
      move = mirrored(frame, store, middle, middle - frame.margin.top - 28);
      cut = cutLine(frame.moving);
      const label = (truth: string, anchor: 'start' | 'end', y: number): SVGTextElement =>
        svg('text', { class: `big halo ${truth}`, x: anchor === 'start' ? frame.margin.left : frame.width - frame.margin.right, y, 'text-anchor': anchor });
      const [top, bottom] = [frame.margin.top + 18, frame.height - frame.margin.bottom - 6];
      labels = { fn: label('positive', 'start', top), tp: label('positive', 'end', top), tn: label('negative', 'start', bottom), fp: label('negative', 'end', bottom) };
      grounds = Object.fromEntries(Object.entries(labels).map(([cell, text]) => [cell, svg('rect', { class: 'ground', y: Number(text.getAttribute('y')) - 17, height: 22 })])) as typeof grounds;
      frame.moving.append(...Object.values(grounds), ...Object.values(labels));
    },
    move: (frame) => {
      const x = frame.x(axisOf(store).place(store.state.threshold));
      const { counts, words } = store;
      move(x);
      cut(x, frame.margin.top - 14, frame.height - frame.margin.bottom, toldCut(store.curve, store.state.threshold), frame.width);
      const narrow = frame.width < NARROW || words.positive.length + words.negative.length + 2 * words.units.length > 36;
      const say = (cell: 'fn' | 'tp' | 'tn' | 'fp', all: number, short: string, long: string): void => {
        const share = all ? percent(counts[cell] / all, 0) : DASH;
        const said = narrow ? short : long;
        labels[cell].replaceChildren(svg('tspan', { class: 'number' }, share), svg('tspan', { dx: 5 }, said));
        // The line of the dial goes on behind a label, not through it.
        const wide = 12.5 * share.length + 7.2 * said.length + 8;
        const left = cell === 'fn' || cell === 'tn' ? frame.margin.left - 2 : frame.width - frame.margin.right - wide + 2;
        set(grounds[cell], { x: left, width: wide, visibility: x > left && x < left + wide ? null : 'hidden' });
      };
      const [positives, negatives] = [counts.tp + counts.fn, counts.fp + counts.tn];
      say('fn', positives, 'missed', `of ${words.positive} ${words.units} missed`);
      say('tp', positives, 'caught', `of ${words.positive} ${words.units} caught`);
      say('tn', negatives, 'let through', `of ${words.negative} ${words.units} let through`);
      say('fp', negatives, 'flagged', `of ${words.negative} ${words.units} flagged`);
    },
    drag: (frame, x) => { store.moveTo(axisOf(store).threshold(clamped(frame.x.back(x), 0, 1))); },
  });
  const title = html('h3', { dir: 'auto' });
  const shown = overThresholds(store, picture, axes.element);
  const element = figure('', 'Each side adds up to 100 % of its class, so the solid part above the line is recall and the striped part below it is the false positive rate. Drag anywhere.', ...shown.parts);
  element.querySelector('h3')?.replaceWith(title);
  return {
    element,
    update: (change) => {
      axes.mark(store.state.axis);
      title.textContent = `Scores of ${store.words.positive} ${store.words.units} (above) and ${store.words.negative} ones (below)`;
      shown.update(change);
    },
  };
}
