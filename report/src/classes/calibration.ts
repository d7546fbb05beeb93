// When it says 30 %, are 30 % of that class? For the answer, and for each class.

import { chart } from '../chart';
import { html, set, svg } from '../dom';
import { percent } from '../numerals';
import type { Reliability } from '../payload';
import { path, ribbon } from '../scale';
import { figure } from '../views/section';
import type { Store, View } from './store';

const [WIDE, HIGH] = [120, 120];

export function classCalibration(store: Store): View {
  const picture = chart({
    label: 'Calibration of the answers: share of right ones against the probability given',
    height: (width) => Math.min(400, Math.max(260, width * 0.8)),
    margin: { top: 30, right: 10, bottom: 42, left: 46 },
    x: () => ({ ends: [0, 1], text: (value) => String(Number(value.toPrecision(3))), title: 'Probability of the answer →' }),
    y: () => ({ ends: [0, 1], text: (value) => percent(value, 0), title: '↑ Share of right answers' }),
    draw: (frame) => {
      const { confidence } = store.model;
      if (!confidence) return;
      frame.still.append(svg('line', { x1: frame.x(0), y1: frame.y(0), x2: frame.x(1), y2: frame.y(1), class: 'guide' }), ...curveOf(confidence, frame.x, frame.y));
    },
  });
  const place = html('div', { class: 'small tiny' });
  const answer = figure('When it is 80 % sure, is it right 8 times in 10?', '', picture.element);
  const caption = answer.querySelector('.caption');
  const each = html('figure', {}, html('h3', {}, 'And class by class?'), html('p', { class: 'caption' }, 'Right: the probability of the class. Up: how often it was that class. Calibrated scores keep the line inside the band.'), place);
  return {
    element: html('div', { class: 'narrow-and-wide' }, answer, each),
    update: (change) => {
      if (!change.has('model')) {
        mark(store, place);
        return;
      }
      const { confidence } = store.model;
      set(picture.element, { hidden: !confidence });
      if (caption) caption.textContent = confidence ? `${confidence.verdict} Reliability curve (${confidence.method}).` : 'These scores are no probabilities, so they promise nothing that could be checked.';
      picture.draw();
      place.replaceChildren(...store.model.each.flatMap(({ reliability }, i) => (reliability ? [small(store, reliability, i)] : [])));
      mark(store, place);
    },
  };
}

function mark(store: Store, place: HTMLElement): void {
  for (const one of place.querySelectorAll('button')) set(one, { 'aria-pressed': String(store.cell[0] === Number(one.dataset['class'])) });
}

function curveOf({ scores, observed, low, high }: Reliability, x: (value: number) => number, y: (value: number) => number): SVGElement[] {
  return [svg('path', { d: ribbon(scores.map(x), low.map(y), high.map(y)), class: 'band' }), svg('path', { d: path(scores.map(x), observed.map(y)), class: 'line chosen' })];
}

function small(store: Store, reliability: Reliability, i: number): HTMLElement {
  const name = store.names[i] ?? '';
  const press = html('button', { type: 'button', 'data-class': i, title: reliability.verdict }, html('b', { dir: 'auto' }, name),
    svg('svg', { viewBox: `-1 -1 ${String(WIDE + 2)} ${String(HIGH + 2)}`, role: 'img', 'aria-label': `${name}: ${reliability.verdict || 'reliability curve'}` }, svg('rect', { class: 'frame', width: WIDE, height: HIGH }), svg('line', { x1: 0, y1: HIGH, x2: WIDE, y2: 0, class: 'guide' }), ...curveOf(reliability, (value) => WIDE * value, (value) => HIGH * (1 - value))));
  press.addEventListener('click', () => { store.change({ cell: [i, i] }); });
  return press;
}
