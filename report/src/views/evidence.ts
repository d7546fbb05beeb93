// What stands on the second sheet of paper: the pictures and the metrics that a reader would ask to see first.

import { html } from '../dom';
import { DASH, decimal, percent } from '../numerals';
import type { CurveEntry, Estimate } from '../payload';
import { stated } from '../stated';
import type { Store } from '../store';
import type { Printed } from './paper';

const EVIDENCE = ['Scores of both classes with', 'ROC curve', 'Precision-recall', 'Cost at every', 'Calibration'];
const MEASURED = ['recall', 'specificity', 'precision', 'npv', 'accuracy', 'f1', 'mcc'];
const OF_CURVE = ['roc_auc', 'average_precision', 'brier', 'log_loss'];

export function printedReport(store: Store): Printed {
  return {
    stated: () => stated(store),
    evidence: () => ({
      first: [...document.querySelectorAll<HTMLElement>('#cut .matrix')],
      made: [measured(store)],
      pictures: EVIDENCE.flatMap((label) => {
        const found = document.querySelector<HTMLElement>(`main svg[aria-label^="${label}"]`)?.closest('figure');
        return found && !found.querySelector('.chart-place[hidden]') ? [found] : [];
      }),
    }),
  };
}

/** The metrics that are asked for most, at the cut shown. */
function measured(store: Store): HTMLElement {
  const line = (name: string, title: string, { value, low, high, undefined: why }: Estimate, written: (value: number) => string): HTMLElement =>
    html('tr', { 'data-printed': name }, html('th', { scope: 'row' }, title), html('td', { class: 'number' }, value === undefined ? DASH : written(value)),
      html('td', { class: 'quiet' }, value === undefined ? why : low === undefined || high === undefined ? '' : `${written(low)} to ${written(high)}`));
  const ofCounts = MEASURED.map((name) => {
    const metric = store.catalogue.metric(name);
    return line(name, metric.entry.title, metric.estimate(store.evidence, store.parametersOf(metric.entry)), (value) => metric.written(value));
  });
  const entries = OF_CURVE.flatMap((name): [CurveEntry, Estimate][] => {
    const entry = store.payload.curve_metrics.find((one) => one.name === name);
    const found = store.model.curve_metrics[name];
    return entry && found?.value !== undefined ? [[entry, found]] : [];
  });
  const ofCurve = entries.map(([entry, found]) => line(entry.name, entry.title, found, entry.is_percentage ? percent : decimal));
  return html('table', { class: 'facts' }, html('tbody', {}, ...ofCounts, ...ofCurve));
}
