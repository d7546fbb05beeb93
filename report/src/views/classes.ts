// More than two classes: the whole matrix; picking a class shows it against the rest below.

import { html, set } from '../dom';
import { largest, sum } from '../numbers';
import { count, percent } from '../numerals';
import type { Classes } from '../payload';
import type { Store, View } from '../store';
import { picker } from './dial';

export function classMatrix(store: Store, classes: Classes): View {
  const { names, matrix } = classes;
  const most = largest(matrix.flatMap((row, i) => row.filter((_, j) => i !== j)));
  const pick = (i: number): void => { store.change({ model: i }); };
  const heads = names.map((name, i) => {
    const choose = html('button', { type: 'button', class: 'class-name', dir: 'auto' }, name);
    choose.addEventListener('click', () => { pick(i); });
    return { choose, head: html('th', { scope: 'row' }, choose) };
  });
  const lines = matrix.map((row, i) => {
    const total = sum(row);
    const cells = row.map((rows, j) => {
      const shade = i === j ? 'right' : rows ? `wrong shade-${String(Math.max(1, Math.ceil((5 * rows) / most)))}` : 'empty';
      const said = `${count(rows)} of class ${names[i] ?? ''} taken for ${names[j] ?? ''}, ${total ? percent(rows / total) : ''}`;
      return html('td', { class: `number ${shade}`, title: said }, count(rows));
    });
    return html('tr', {}, heads[i]?.head, ...cells);
  });
  const table = html(
    'table',
    { class: 'class-matrix' },
    html('caption', { class: 'unseen' }, 'Confusion matrix: true classes down, predicted classes across'),
    html('thead', {}, html('tr', {}, html('td', {}, 'truly ↓ · taken for →'), ...names.map((name) => html('th', { scope: 'col', dir: 'auto' }, name)))),
    html('tbody', {}, ...lines),
  );
  const chooser = store.payload.models.every((model) => model.is_hard) ? picker(store) : null; // otherwise the dial has one
  return {
    element: html('div', {}, html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Confusion matrix of all classes' }, table), chooser?.element),
    update: (change) => {
      chooser?.update(change);
      lines.forEach((line, i) => { set(line, { class: i === store.state.model ? 'chosen' : null }); });
      heads.forEach(({ choose }, i) => { set(choose, { 'aria-pressed': String(i === store.state.model) }); });
    },
  };
}
