// The four kinds of answers, with the rate that each margin divides out.

import type { Counts } from '../../counts';
import { html, show } from '../../dom';
import { compiled } from '../../formula';
import { count, DASH, percent } from '../../numerals';
import { OUTCOMES, type Outcome } from '../../payload';
import { capitalised } from '../../words';
import { PLAIN_NAMES, TEXTBOOK, TRUTH } from '../marks';
import type { LabStore } from '../store';
import { figure, type LabView } from './view';

// Which metric stands at the end of which row and column.
const MARGINS = ['recall', 'specificity', 'precision', 'npv', 'accuracy'] as const;
type Margin = (typeof MARGINS)[number];

export function matrix(store: LabStore): LabView {
  const cells = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, cell(outcome)])) as Record<Outcome, HTMLTableCellElement>;
  const margins = Object.fromEntries(MARGINS.map((name) => [name, html('td', { class: 'margin', 'data-metric': name })])) as Record<Margin, HTMLTableCellElement>;
  const heads = { positive: html('th', { scope: 'row' }), negative: html('th', { scope: 'row' }) };
  const table = html('table', { class: 'matrix with-margins' },
    html('caption', { class: 'unseen' }, 'Confusion matrix'),
    html('thead', {}, html('tr', {}, html('td'), html('th', { scope: 'col' }, 'Flagged'), html('th', { scope: 'col' }, 'Let through'), html('th', { scope: 'col', class: 'margin-head' }, 'of the row'))),
    html('tbody', {},
      html('tr', {}, heads.positive, cells.tp, cells.fn, margins.recall),
      html('tr', {}, heads.negative, cells.fp, cells.tn, margins.specificity),
      html('tr', {}, html('th', { scope: 'row', class: 'margin-head' }, 'of the column'), margins.precision, margins.npv, margins.accuracy)));
  const sentence = html('p', { class: 'sentence waits', 'aria-live': 'polite' });
  return {
    element: figure('The four kinds of answers', 'Rows are the truth, columns the decision. A margin divides the coloured cell of its row or column by all of it.', table, sentence),
    update: () => {
      const { counts, state: { words } } = store;
      for (const truth of ['positive', 'negative'] as const) heads[truth].textContent = capitalised(words[truth]);
      for (const outcome of OUTCOMES) {
        const number = cells[outcome].querySelector('b');
        if (number) show(number, count(rounded(counts[outcome])), counts[outcome]);
      }
      for (const name of MARGINS) fillMargin(margins[name], name, store, counts);
      sentence.replaceChildren(...beside(store));
    },
  };
}

function cell(outcome: Outcome): HTMLTableCellElement {
  return html('td', { class: `${TRUTH[outcome]} ${outcome}`, 'data-cell': outcome }, html('span', {}, PLAIN_NAMES[outcome]), html('b'), html('i', {}, TEXTBOOK[outcome]));
}

function fillMargin(place: HTMLElement, name: Margin, store: LabStore, counts: Counts): void {
  const { entry } = store.catalogue.metric(name);
  const found = store.value(name, counts);
  const [above, below] = [entry.numerator, entry.denominator].map((tree) => (tree === undefined ? NaN : compiled(tree)({ ...counts })));
  const value = html('b');
  show(value, found.value === undefined ? '0 / 0' : percent(found.value), found.value);
  place.replaceChildren(html('span', {}, entry.title.toLowerCase()), html('span', { class: 'waits' }, value, html('small', {}, found.value === undefined ? found.undefined ?? '' : `${count(rounded(above ?? NaN))} / ${count(rounded(below ?? NaN))}`)));
}

/** Accuracy never stands alone: what does the same answer every time reach? */
function beside(store: LabStore): (Node | string)[] {
  const { counts, state: { words } } = store;
  const [accuracy, without] = [store.value('accuracy').value, store.value('no_information_rate').value];
  const commoner = counts.tp + counts.fn > counts.fp + counts.tn ? words.positive : words.negative;
  return ['Right for ', html('b', {}, accuracy === undefined ? DASH : percent(accuracy)), ` of the ${words.units}; saying “${commoner}” every time would be right for `, html('b', {}, without === undefined ? DASH : percent(without)), '.'];
}

/** Expected counts, where classes were moved, in tenths. */
const rounded = (number: number): number => (Number.isInteger(number) ? number : Math.round(number * 10) / 10);
