// What if it may say "unsure": the share of right answers among those given, by the share that is answered.

import { chart } from '../chart';
import { html, svg } from '../dom';
import { clamped, sum } from '../numbers';
import { count, percent } from '../numerals';
import { path, ribbon } from '../scale';
import { answeredRows } from './advice';
import { areEqual, share } from './answers';
import { within } from './cell';
import type { Store, View } from './store';

const LEAST = 0.1; // of the rows: below, few rows make the curve jump

export function unsureCurve(store: Store): View {
  const points = (): { answered: number; right: number; low: number; high: number; score: number }[] => {
    const { answered_from: from } = store.model;
    if (!from) return [];
    return from.given.map((given, k) => {
      const found = share(from.right[k] ?? 0, given, store.payload.z);
      return { answered: given / store.total, right: found.value, low: found.low, high: found.high, score: from.scores[k] ?? NaN };
    }).filter(({ answered }) => answered >= LEAST);
  };
  const floor = (): number => Math.floor(20 * Math.min(1, ...points().map(({ low }) => low))) / 20;
  const now = (): { answered: number; right: number } => {
    const given = answeredRows(store.answered);
    return { answered: given / store.total, right: given ? sum(store.answered.matrix.map((line, i) => line[i] ?? 0)) / given : NaN };
  };
  const picture = chart({
    label: 'Share of right answers by the share of rows that is answered',
    height: (width) => clamped(width / 2, 230, 330),
    margin: { top: 24, right: 12, bottom: 42, left: 52 },
    x: () => ({ ends: [LEAST, 1], text: (value) => percent(value, 0), title: 'Answered →' }),
    y: () => ({ ends: [floor(), 1], text: (value) => percent(value, 0), title: '↑ Right, of those answered' }),
    draw: (frame) => {
      const all = points();
      const x = all.map(({ answered }) => frame.x(answered));
      frame.still.append(svg('path', { d: ribbon(x, all.map(({ low }) => frame.y(low)), all.map(({ high }) => frame.y(high))), class: 'band' }), svg('path', { d: path(x, all.map(({ right }) => frame.y(right))), class: 'line chosen' }));
      frame.moving.append(svg('circle', { class: 'dot', r: 6.5 }));
    },
    move: (frame) => {
      const at = now();
      const dot = frame.moving.querySelector('circle');
      dot?.setAttribute('cx', String(frame.x(clamped(at.answered, LEAST, 1))));
      dot?.setAttribute('cy', String(frame.y(Number.isFinite(at.right) ? clamped(at.right, floor(), 1) : 1)));
    },
    drag: (frame, x) => {
      const wanted = clamped(frame.x.back(x), LEAST, 1);
      const nearest = points().reduce<{ score: number; answered: number } | null>((best, one) => (!best || Math.abs(one.answered - wanted) < Math.abs(best.answered - wanted) ? one : best), null);
      if (nearest && areEqual(store.state.prices)) store.change({ unsure: nearest.answered >= 1 ? null : Number((1 - nearest.score).toPrecision(9)) });
    },
  });
  const title = html('h3', { class: 'serif' });
  const told = html('p');
  const fine = html('p', { class: 'fine' }, `The curve asks the likeliest class alone, with its ${percent(store.payload.level, 0)} interval at each point. Drag the dot, or type a price for “unsure” at the top; it follows other prices too.`);
  return {
    element: html('div', { class: 'unsure-grid' }, picture.element, html('div', { class: 'cell' }, title, told, fine)),
    update: (change) => {
      const { answered, total, state: { unsure } } = store;
      const given = answeredRows(answered);
      const right = sum(answered.matrix.map((line, i) => line[i] ?? 0));
      const found = share(right, given, store.payload.z);
      const [usual, kept] = [wrongOf(store), given - right];
      title.textContent = given < total ? `Answers ${percent(given / total, 0)}, ${given ? `${percent(found.value)} of them rightly` : 'none'}` : 'It answers every row';
      told.textContent = given < total ? `${count(total - given)} of ${count(total)} rows are left to somebody else; ${count(kept)} of ${count(usual)} mistakes remain${given ? ` (${within(found)} % right)` : ''}.` : `${count(kept)} of ${count(total)} answers are wrong. ${unsure === null ? 'Say what “unsure” costs, and rows that are dearer to guess are left to somebody else.' : 'At this price of “unsure” no row is left.'}`;
      if (change.has('model')) picture.draw();
      else picture.move();
    },
  };
}

const wrongOf = (store: Store): number => sum(store.model.matrix.flat()) - sum(store.model.matrix.map((line, i) => line[i] ?? 0));
