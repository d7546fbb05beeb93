// Which sections a page has, by what was evaluated.

import { html } from '../dom';
import { percent } from '../numerals';
import type { Store, View } from '../store';
import { copyDecision } from './copy';
import { costs, decisionCurve } from './costs';
import { precisionRecall, roc } from './curves';
import { picker } from './dial';
import { distribution } from './distribution';
import { folds } from './folds';
import { groups } from './groups';
import { matrix } from './matrix';
import { methods } from './methods';
import { metricList } from './metric_list';
import { differences, gain, lift, modelTable, modelsLeftOut, separation } from './models';
import { carries, lookedAt } from './rows';
import { row, section, type Section } from './section';
import { sideBySide } from './side_by_side';
import { sweep } from './sweep';
import { calibration, checks, elsewhere } from './trust';

export function sections(store: Store): Section[] {
  const { payload } = store;
  return [
    where(store),
    exactly(store),
    section('cost', 'What will it cost me?', 'By the prices at the top of the page: the cost at every threshold, and the cheapest.', [costs(store), ...(payload.models.some((model) => model.are_probabilities && !model.lower_is_positive) ? [decisionCurve(store)] : [])]),
    ...(payload.recommendation && payload.models.length > 1 ? [section('beside', 'How do two of the models compare?', 'Set them to the same recall, precision, volume or threshold, or let each have its own cheapest cut.', [sideBySide(store)])] : []),
    trust(store),
    ...which(store),
    ...(payload.models.some((model) => model.groups.length) ? [section('who', 'Who is it bad for?', 'One cut for everyone rarely treats everyone alike. The upright line is the rate of all.', [groups(store)])] : []),
    ...(payload.models.some((model) => model.looked_at) ? [section('rows', 'Which rows does it get wrong?', carries(store), [lookedAt(store)])] : []),
    section('methods', 'How was this made?', 'What stands behind the numbers, and how to make this file again.', [row('two', methods(store), copyDecision(store))]),
  ];
}

const isMoving = (store: Store): boolean => store.payload.models.some((model) => !model.is_hard);

function where(store: Store): Section {
  const { payload } = store;
  if (!isMoving(store)) {
    const why = payload.kind === 'counts' ? 'Four counts are one point: there is no threshold to move.' : 'These are hard predictions: one point each, and no threshold to move. With scores in their place there would be a dial here.';
    return section('cut', 'What does it do?', `${why} Colour says what is true; stripes mark mistakes.`, [...(payload.kind === 'predictions' ? pickers(store) : []), row('point', matrix(store))]);
  }
  const direction = store.model.lower_is_positive ? 'at or below' : 'at or above';
  const introduction = `Every ${store.words.unit} scored ${direction} the threshold is flagged. Colour says what is true; stripes mark mistakes.`;
  return section('cut', 'Where should I cut?', introduction, [row('wide-and-narrow', distribution(store), matrix(store))]);
}

/** Without a dial the model is picked here. */
function pickers(store: Store): View[] {
  const found = picker(store);
  return found ? [found] : [];
}

function exactly(store: Store): Section {
  const level = percent(store.payload.level, 0);
  const pictures: View[] = [roc(store), precisionRecall(store), ...(isMoving(store) ? [sweep(store)] : [])];
  const dot = isMoving(store) ? 'The dot is your threshold' : 'The dot is what it does';
  return section('good', 'How good is it, exactly?', `${dot}; the grey cross behind it is its ${level} interval.`, [
    row('three', ...pictures),
    html('h3', { class: 'list-title' }, `Every metric${isMoving(store) ? ' at this threshold' : ''}, with its ${level} interval. Open one to see what it means.`),
    metricList(store),
  ]);
}

function trust(store: Store): Section {
  const parts = isMoving(store) ? [row('wide-and-narrow', calibration(store), row('stack', elsewhere(store), checks(store)))] : [row('two', checks(store), elsewhere(store))];
  if (store.payload.models.some((model) => model.folds)) parts.push(folds(store));
  return section('trust', 'Can I trust the numbers?', 'Do scores mean what they say, is there enough data behind them, and would they hold elsewhere?', parts);
}

function which(store: Store): Section[] {
  const { payload } = store;
  const several = payload.models.length > 1;
  const pictures = isMoving(store) ? [row('three', gain(store), lift(store), separation(store))] : [];
  if (!several && !pictures.length) return [];
  const question = several ? 'Which model is better?' : 'What does the ranking give?';
  const introduction = several ? 'Models are compared on the same rows and at the same volume, not at the same score.' : 'What is gained by working down the ranking, whatever the scores mean.';
  const paired = payload.comparison.some(({ value }) => value !== undefined) ? [html('h3', { class: 'list-title' }, 'How sure is the difference?'), differences(store)] : [];
  return [section('which', question, introduction, [...(several ? [modelTable(store), ...modelsLeftOut(store)] : []), ...paired, ...pictures])];
}
