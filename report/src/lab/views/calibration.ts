// What scores promise and what came: a dot per tenth of the rows.

import { chart } from '../../chart';
import { html, show, svg } from '../../dom';
import { DASH, decimal, percent } from '../../numerals';
import { saying } from '../marks';
import type { LabStore } from '../store';
import { figure, type LabView } from './view';

const SHARE = { ends: [0, 1], text: (value: number) => percent(value, 0) } as const;

export function calibration(store: LabStore): LabView {
  const picture = chart({
    label: 'Calibration',
    height: (width) => Math.min(width, 400),
    margin: { top: 24, right: 12, bottom: 42, left: 46 },
    x: () => ({ ...SHARE, title: 'promised by the score →' }),
    y: () => ({ ...SHARE, title: 'share that came' }),
    draw: (frame) => {
      frame.still.append(svg('line', { x1: frame.x(0), y1: frame.y(0), x2: frame.x(1), y2: frame.y(1), class: 'guide' }));
      const bins = store.state.areProbabilities ? (store.table?.bins ?? []) : [];
      for (const { promised, observed } of bins) {
        const [x, y] = [frame.x(promised), frame.y(observed)];
        frame.still.append(svg('line', { x1: x, x2: x, y1: frame.y(promised), y2: y, class: 'gap' }), svg('circle', { cx: x, cy: y, r: 4.5, class: 'visited', 'data-promised': promised, 'data-observed': observed }));
      }
      saying(frame, bins.length ? `Calibration: ${bins.map(({ promised, observed }) => `${percent(promised, 0)} promised, ${percent(observed, 0)} came`).join('; ')}.` : 'No calibration: the scores are no probabilities.');
    },
  });
  const said = html('p', { class: 'below-chart waits' });
  return {
    element: figure('Calibration: does the score keep its promise?', 'A dot is a tenth of the rows. On the diagonal as many came as were promised; above it more, below it fewer.', picture.element, said),
    update: () => {
      picture.draw();
      const { areProbabilities } = store.state;
      const numbers = (['calibration_error', 'brier'] as const).map((name) => {
        const value = areProbabilities ? store.area(name) : NaN;
        const element = html('b', { 'data-area': name });
        show(element, Number.isNaN(value) ? DASH : decimal(value), Number.isNaN(value) ? null : value);
        return element;
      });
      said.replaceChildren('Calibration error ', numbers[0] ?? '', ', Brier score ', numbers[1] ?? '', areProbabilities ? '.' : '. Scores beyond 0 and 1 promise nothing.');
    },
  };
}
