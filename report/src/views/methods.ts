// How it was made: rules, methods, and the command that makes this file again.

import { POINTS } from '../cells';
import { html } from '../dom';
import { count, percent } from '../numerals';
import type { Store, View } from '../store';

export function methods(store: Store): View {
  const { payload } = store;
  const { read } = payload;
  const isMoving = payload.models.some((model) => !model.is_hard);
  const complete = payload.models.every((model) => model.cuts.is_complete);
  const facts: [string, string | HTMLElement][] = [
    ['Read', `${read.source}: ${count(read.rows)} ${payload.words.units}${read.label ? `, label ${read.label}` : ''}`],
    ['Rule', isMoving ? `Flagged when the score is ${read.lower_is_positive ? 'at or below' : 'at or above'} the threshold. A threshold is shown rounded and used exactly.` : 'One point: nothing was moved.'],
    ['Thresholds', isMoving ? (complete ? 'Every distinct score is a threshold on this page.' : 'About a thousand per model, always with every corner of the ROC hull, so the cheapest cut is exact for any costs. A threshold between two of them goes to the nearer one; group rates are read at the nearest cut kept for groups.') : ''],
    ['Intervals', `${percent(payload.level, 0)}. Wilson for shares and what is read off them, MOVER for sums of two shares, Koopman for likelihood ratios, Woolf for odds, a score test for F-beta, Fisher's z for the Matthews correlation; for mean costs, for weights of importance where a metric joins both classes, and for the rest the posterior of half a row more in each of the four cells, at ${count(POINTS)} points of a lattice. They cover the drawing of the rows, the model and the threshold being as they are: a threshold chosen on these rows flatters itself.`],
    ['Cheapest cut', isMoving ? 'Its range is that of 200 seeded Poisson resamples of the counts between the thresholds on this page.' : ''],
    ['Undefined', 'A metric that would be 0 / 0 is shown as a dash with the reason, never as 0.'],
    ['Privacy', 'This file holds counts, not rows. Its security policy allows no request to any network.'],
    ['Made by', `truecut ${payload.version}`],
    ['Made with', payload.command ? html('code', { dir: 'ltr' }, payload.command) : html('code', {}, 'Evaluation.report()')],
  ];
  const shown = facts.filter(([, value]) => value !== '').flatMap(([name, value]) => [html('dt', {}, name), html('dd', {}, value)]);
  return { element: html('dl', { class: 'methods' }, ...shown), update: () => undefined };
}
