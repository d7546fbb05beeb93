// The recommendation in words at the prices of the page; `truecut/decisions/class_recommendation.py` says the same.

import { sum } from '../numbers';
import { count, percent } from '../numerals';
import { figures } from '../sentences';
import { priced, type Words } from '../words';
import { share, type Answered, type Share } from './answers';
import type { Sentences } from './payload';
import type { Store } from './store';

const FAVOURITES = 3;
const NAMES = { likeliest: 'the likeliest class', commonest: 'always the commonest class', unsure: 'always unsure' };

export type Use = 'use' | 'perhaps' | 'do not use';

/** Whether to decide so: it has to save against the likeliest class, and beat what needs no thought. */
export function useOf({ strategies: [best], meanCost, saving }: Answered): Use {
  if (best && best.cost <= meanCost.value && best.name !== 'likeliest') return 'do not use';
  if (saving.value <= 0) return 'do not use';
  return saving.low > 0 ? 'use' : 'perhaps';
}

export function sentences(store: Store): Sentences {
  if (store.isAsGiven) return store.model.sentences;
  return { above: 'At these prices', headline: headline(store), lede: lede(store), saves: saves(store.answered, store.payload.words), sure: sure(store) };
}

function headline(store: Store): string {
  const { answered } = store;
  const use = useOf(answered);
  const [best] = answered.strategies;
  if (use === 'do not use') {
    if (best?.name === 'commonest') return `Do not use it at these prices: always saying ${commonest(store)} is cheaper.`;
    if (best?.name === 'unsure') return 'Do not use it at these prices: leaving every row unsure is cheaper.';
    return 'Take the likeliest class: deciding by these prices saves nothing.';
  }
  const given = answeredRows(answered);
  const right = sum(answered.matrix.map((line, i) => line[i] ?? 0));
  if (given < store.total) return `${use === 'perhaps' ? 'Perhaps let' : 'Let'} it answer ${count(evenly((100 * given) / store.total))} rows in 100${given ? `: ${count(evenly((100 * right) / given))} % of those are right` : ''}.`;
  return use === 'perhaps' ? 'Perhaps decide by price: not shown to be cheaper than the likeliest class.' : 'Decide by price, not by the likeliest class.';
}

function lede(store: Store): string {
  const { answered, total, payload: { words } } = store;
  const given = answeredRows(answered);
  const accuracy = accuracyOf(store);
  const right = accuracy.value * total;
  const worst = answerToLookAt(store);
  const parts = [`Of 1,000 ${words.units}, ${count(evenly(1000 * accuracy.value))} get the right class (${count(evenly(1000 * accuracy.low))} to ${count(evenly(1000 * accuracy.high))})`];
  if (given < total) parts.push(`, ${count(evenly(1000 * (1 - given / total)))} are left unsure`);
  parts.push(`, ${count(evenly((1000 * (given - right)) / total))} a wrong one.`);
  if (worst !== null) parts.push(` When it says ${store.names[worst] ?? ''}, ${percent(wrongWhenSaid(answered, worst))} are something else.`);
  const favourites = favouriteMistakes(answered.matrix).slice(0, FAVOURITES);
  if (favourites.length) parts.push(` Favourite mistakes: ${favourites.map(({ i, j, rows }) => `${store.names[i] ?? ''} read as ${store.names[j] ?? ''} (${count(rows)})`).join(', ')}.`);
  return parts.join('');
}

function favouriteMistakes(matrix: number[][]): { i: number; j: number; rows: number }[] {
  return matrix.flatMap((line, i) => line.flatMap((rows, j) => (i === j || !rows ? [] : [{ i, j, rows }]))).sort((a, b) => b.rows - a.rows);
}

export function saves(answered: Answered, words: Words): string[] {
  const { saving, strategies, meanCost } = answered;
  const isLess = saving.value >= 0;
  const ends = [1000 * saving.low, 1000 * saving.high].map((end) => (isLess ? end : -end)).sort((a, b) => a - b);
  const reach = ends.every(Number.isFinite) ? ` (${figures(ends[0] ?? NaN)} to ${figures(ends[1] ?? NaN)})` : '';
  return [
    `${priced(figures(Math.abs(1000 * saving.value)), words)}${reach} ${isLess ? 'less' : 'more'} than the likeliest class`,
    ...strategies.filter(({ name }) => name !== 'likeliest').map(({ name, cost }) => {
      const gap = 1000 * (cost - meanCost.value);
      return `${priced(figures(Math.abs(gap)), words)} ${gap >= 0 ? 'less' : 'more'} than ${NAMES[name]}`;
    }),
  ];
}

function sure(store: Store): string {
  const { total, payload: { words } } = store;
  const accuracy = accuracyOf(store);
  const bare = (value: number): string => percent(value).replace(/\s*%$/, '');
  return `${percent(accuracy.value)} (${bare(accuracy.low)} to ${bare(accuracy.high)}) of ${count(total)} ${total === 1 ? words.unit : words.units} got the right class; always saying ${commonest(store)} would reach ${percent(Math.max(...trueRows(store.answered)) / total)}.`;
}

export const answeredRows = ({ matrix }: Answered): number => sum(matrix.flat());
export const trueRows = ({ matrix, left }: Answered): number[] => matrix.map((line, i) => sum(line) + (left[i] ?? 0));
export const saidRows = ({ matrix }: Answered): number[] => matrix.map((_, j) => sum(matrix.map((line) => line[j] ?? 0)));

export function accuracyOf(store: Store): Share {
  const { answered, total, payload } = store;
  return share(sum(answered.matrix.map((line, i) => line[i] ?? 0)), total, payload.z);
}

function commonest(store: Store): string {
  const rows = trueRows(store.answered);
  return store.names[rows.indexOf(Math.max(...rows))] ?? '';
}

const wrongWhenSaid = (answered: Answered, j: number): number => 1 - (answered.matrix[j]?.[j] ?? 0) / (saidRows(answered)[j] ?? NaN);

/** The answer that is right least often, if that is less than all answers are, beyond chance. */
function answerToLookAt(store: Store): number | null {
  const { answered, payload } = store;
  const said = saidRows(answered);
  const right = answered.matrix.map((line, i) => line[i] ?? 0);
  const given = said.flatMap((rows, j) => (rows > 0 ? [j] : []));
  if (given.length < 2) return null;
  const bar = sum(right) / sum(said);
  const precision = (j: number): number => (right[j] ?? 0) / (said[j] ?? NaN);
  const worst = given.reduce((a, b) => (precision(b) < precision(a) ? b : a));
  const wide = share(right[worst] ?? 0, said[worst] ?? 0, normalQuantile(1 - (1 - payload.level) / given.length));
  return wide.high < bar ? worst : null;
}

/** The two-sided quantile of the normal distribution, by bisection of its tail. */
function normalQuantile(level: number): number {
  let [low, high] = [0, 40];
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (erfc(middle / Math.SQRT2) > 1 - level) low = middle;
    else high = middle;
  }
  return low;
}

/** Numerical Recipes' Chebyshev fit would be enough here, but the continued fraction is exact where it is needed. */
function erfc(x: number): number {
  if (x < 2) {
    let [term, total] = [x, x];
    for (let n = 1; n < 80; n++) total += (term *= (-x * x) / n) / (2 * n + 1);
    return 1 - (2 / Math.sqrt(Math.PI)) * total;
  }
  let fraction = 0;
  for (let n = 60; n >= 1; n--) fraction = n / 2 / (x + fraction);
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + fraction);
}

/** Rounded as Python rounds: a half goes to the even number. */
export function evenly(value: number): number {
  const near = Math.round(value);
  return Math.abs(value % 1) === 0.5 && near % 2 ? near - 1 : near;
}
