// Each class against the rest: its own curve in ink, all others grey. Precision and recall come first, since ROC hides rare classes.

import { choice, html, set, svg } from '../dom';
import { decimal } from '../numerals';
import { path } from '../scale';
import type { Curve } from './payload';
import type { CurveName, Store, View } from './store';

const [WIDE, HIGH] = [160, 120];
const KINDS: readonly (readonly [CurveName, string])[] = [['pr', 'precision and recall'], ['roc', 'ROC']];

function drawn({ positives, negatives, tp, fp }: Curve, kind: CurveName): string {
  const points = tp.map((found, k) => [found, fp[k] ?? 0] as const);
  if (kind === 'roc') return path([0, ...points.map(([, alarms]) => (WIDE * alarms) / negatives)], [HIGH, ...points.map(([found]) => HIGH * (1 - found / positives))]);
  const right = points.map(([found, alarms]) => found / (found + alarms));
  return path([0, ...points.map(([found]) => (WIDE * found) / positives)], [HIGH * (1 - (right[0] ?? 1)), ...right.map((share) => HIGH * (1 - share))]);
}

export function classCurves(store: Store): View {
  const kinds = choice('', 'curve', KINDS, (value) => { store.change({ curve: value }); });
  const about = html('span', { class: 'fine' });
  const place = html('div', { class: 'small' });
  return {
    element: html('div', {}, html('div', { class: 'bar' }, kinds.element, about), place),
    update: (change) => {
      const { curve: kind } = store.state;
      kinds.mark(kind);
      about.textContent = kind === 'roc' ? 'Up: found. Right: others flagged. Grey: all classes.' : 'Up: right when said. Right: found. Grey: all classes.';
      if (change.has('model') || change.has('curve')) place.replaceChildren(...pictures(store));
      for (const picture of place.querySelectorAll('button')) set(picture, { 'aria-pressed': String(store.cell[0] === Number(picture.dataset['class'])) });
    },
  };
}

function pictures(store: Store): HTMLElement[] {
  const { model, state: { curve: kind } } = store;
  const paths = model.each.map(({ curve }) => (curve ? drawn(curve, kind) : ''));
  const asked = kind === 'roc' ? 'roc_auc' : 'average_precision';
  const all = paths.join('');
  const figure = (name: string, own: string, said: string): (HTMLElement | SVGSVGElement | string)[] => [
    html('b', { dir: 'auto' }, name), ' ', html('small', {}, said),
    svg('svg', { viewBox: `-1 -1 ${String(WIDE + 2)} ${String(HIGH + 2)}`, 'aria-hidden': 'true' }, svg('rect', { class: 'frame', width: WIDE, height: HIGH }), svg('path', { d: all, class: 'faint-line' }), svg('path', { d: own, class: 'own-line' })),
  ];
  const told = (value: number | undefined, low?: number, high?: number): string => (value === undefined ? 'no value' : `${kind === 'roc' ? 'AUC' : 'average precision'} ${decimal(value)}${low === undefined || high === undefined ? '' : ` (${decimal(low)} to ${decimal(high)})`}`);
  const each = model.each.flatMap(({ metrics, curve }, i) => {
    if (!curve) return [];
    const area = metrics[asked];
    const press = html('button', { type: 'button', 'data-class': i }, ...figure(store.names[i] ?? '', paths[i] ?? '', told(area?.value, area?.low, area?.high)));
    press.addEventListener('click', () => { store.change({ cell: [i, i] }); });
    return [press];
  });
  const micro = model.averages['micro']?.[asked];
  return model.pooled ? [...each, html('div', {}, ...figure('micro average', drawn(model.pooled, kind), told(micro?.value, micro?.low, micro?.high)))] : each;
}
