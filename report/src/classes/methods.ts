// How it was made: what was read, the methods, and the command that makes this file again.

import { html } from '../dom';
import { count, percent } from '../numerals';
import type { Store } from './store';

export function madeHow(store: Store): HTMLElement {
  const { payload } = store;
  const { read } = payload;
  const hasRows = payload.models.some(({ rows }) => rows);
  const facts: [string, string | HTMLElement][] = [
    ['Read', `${read.source}: ${count(read.rows)} ${payload.words.units}${read.label ? `, label ${read.label}` : ''}`],
    ['Stated', read.stated.join('; ')],
    ['Inferred', read.inferred.join('; ')],
    ['Answers', 'At equal prices they are those that were given, or the class with the highest score. At other prices each row gets the answer that is expected to cost least (the first of a tie), and none where every answer is expected to cost more than leaving it unsure. Nothing is chosen on these rows, so nothing is flattered.'],
    ['Intervals', `${percent(payload.level, 0)}. Wilson for shares, F1 by way of the Jaccard index; averages, kappa and MCC by Wilson with the variance of the matrix's slopes and half a row per class; losses by Hall's t; areas by DeLong on the log odds; savings by the posterior of the rows of each price, with half a row more at both ends of what can be.`],
    ['Order', 'By confusion: classes that are mixed up stand side by side.'],
    ['Privacy', hasRows ? 'This file holds the true class and the probabilities of every row, and nothing else of them. Its security policy allows no request to any network.' : 'This file holds counts, not rows. Its security policy allows no request to any network.'],
    ['Made by', `truecut ${payload.version}`],
    ['Made with', payload.command ? html('code', { dir: 'ltr' }, payload.command) : html('code', {}, 'ClassEvaluation.report()')],
  ];
  return html('dl', { class: 'methods' }, ...facts.filter(([, value]) => value !== '').flatMap(([name, value]) => [html('dt', {}, name), html('dd', { dir: 'auto' }, value)]));
}
