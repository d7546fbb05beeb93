// The bench: every view of one state. Lessons show some of them, and what gives an answer away only after it.

import { html, set } from '../dom';
import { controls } from './controls';
import { VIEWS, type ViewName } from './payload';
import type { LabStore } from './store';
import { calibration } from './views/calibration';
import { classifiers } from './views/classifiers';
import { cost } from './views/cost';
import { matrix } from './views/matrix';
import { pr, roc } from './views/planes';
import { rates } from './views/rates';
import { scores } from './views/scores';
import type { LabView } from './views/view';

const MADE: Record<ViewName, (store: LabStore) => LabView> = { scores, matrix, classifiers, roc, pr, calibration, cost, controls };

export interface Shown {
  views: readonly ViewName[];
  isThinking: boolean; // rates and curves wait for the answer
  hasRates: boolean;
}

export interface BenchView {
  element: HTMLElement;
  show(shown: Shown): void;
  update(): void;
}

/** All views in one place; what is shown follows the state, what is hidden is left as it was. */
export function bench(store: LabStore): BenchView {
  const views = Object.fromEntries(VIEWS.map((name) => [name, MADE[name](store)])) as Record<ViewName, LabView>;
  const all = rates(store);
  for (const [name, view] of Object.entries(views)) set(view.element, { 'data-view': name });
  const wide = html('div', { class: 'wide-and-narrow' }, views.scores.element, views.matrix.element);
  const planes = html('div', { class: 'planes' }, views.roc.element, views.pr.element, views.calibration.element);
  const element = html('div', { class: 'bench' }, wide, views.classifiers.element, views.controls.element, planes, views.cost.element, all.element);
  let shown: Shown = { views: VIEWS, isThinking: false, hasRates: true };
  const usable = (name: ViewName): boolean => {
    const isCounts = store.state.evidence.kind === 'classifiers';
    if (name === 'scores') return !isCounts;
    if (name === 'calibration') return !isCounts && store.state.areProbabilities;
    if (name === 'matrix') return !isCounts || store.classifiers.length === 1;
    return name !== 'classifiers' || (isCounts && (store.classifiers.length > 1 || shown.views.length < VIEWS.length));
  };
  const isShown = (name: ViewName): boolean => shown.views.includes(name) && usable(name);
  const update = (): void => {
    for (const name of VIEWS) {
      set(views[name].element, { hidden: !isShown(name) });
      if (isShown(name)) views[name].update();
    }
    set(wide, { class: isShown('scores') && isShown('matrix') ? 'wide-and-narrow' : 'alone' });
    set(all.element, { hidden: !shown.hasRates });
    if (shown.hasRates) all.update();
  };
  return {
    element,
    show: (next) => {
      shown = next;
      element.classList.toggle('thinking', next.isThinking);
      update();
    },
    update: () => { if (element.isConnected && !element.closest('[hidden]')) update(); },
  };
}
