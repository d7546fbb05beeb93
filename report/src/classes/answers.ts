// Which class each row is answered with, at which prices, and what that costs; `truecut/decisions/class_answers.py` and
// `class_decision.py` say how.

import { sum } from '../numbers';
import { meanOfPrices, type Priced } from '../price_means';
import { wilson, type Limits } from '../proportions';
import type { ClassModel } from './payload';

export type Prices = readonly (readonly number[])[];

const ROUNDING = 1e-12; // of the dearest price: what costs as much is a tie, and the first class wins it
const FIGURES = 1e12; // to which amounts are told apart

export interface Share {
  value: number;
  low: number;
  high: number;
}

/** A way of answering every row, counted. */
export interface Answered {
  matrix: number[][];
  left: number[]; // rows of each true class without an answer
  changed: number; // rows answered otherwise than with the likeliest class
  meanCost: Share;
  saving: Share; // by row, against the likeliest class
  strategies: { name: Strategy; cost: number }[]; // that need no thought, the cheapest first
  decisions: number[] | null; // by row, where rows are known; unsure after the last class
}
export type Strategy = 'likeliest' | 'commonest' | 'unsure';

export const equalPrices = (size: number): number[][] => Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 0 : 1)));
export const areEqual = (prices: Prices): boolean => prices.every((line, i) => line.every((price, j) => price === (i === j ? 0 : 1)));
export const dearest = (prices: Prices): number => Math.max(1, ...prices.flat().map(Math.abs));

/** The answers at these prices: those that were given, or, where somebody changed a price, the cheapest of each row. */
export function answered(model: ClassModel, prices: Prices, unsure: number | null, level: number): Answered {
  const isAsGiven = areEqual(prices) && unsure === null;
  if (model.rows) return judged(model, prices, unsure, isAsGiven ? model.rows.answers : cheapest(model, prices, unsure), level);
  return counted(model, prices, unsure, level);
}

/** The class that is expected to cost least, row by row; none where every answer is expected to cost more than that. */
export function cheapest(model: ClassModel, prices: Prices, unsure: number | null): number[] {
  const { rows, matrix: { length: size } } = model;
  if (!rows) return [];
  const { probabilities: p } = rows;
  const slack = ROUNDING * dearest(prices);
  const found: number[] = [];
  const expected = new Float64Array(size);
  for (let row = 0; row < rows.truth.length; row++) {
    const start = row * size;
    let least = Infinity;
    for (let j = 0; j < size; j++) {
      let cost = 0;
      for (let k = 0; k < size; k++) cost += (p[start + k] ?? NaN) * (prices[k]?.[j] ?? NaN);
      expected[j] = cost;
      least = Math.min(least, cost);
    }
    found.push(unsure !== null && least > unsure + slack ? size : expected.findIndex((cost) => cost <= least + slack));
  }
  return found;
}

const likeliest = (model: ClassModel): number[] => {
  const { rows, matrix: { length: size } } = model;
  return rows ? rows.truth.map((_, row) => {
    let best = 0;
    for (let k = 1; k < size; k++) if ((rows.probabilities[row * size + k] ?? 0) > (rows.probabilities[row * size + best] ?? 0)) best = k;
    return best;
  }) : [];
};

function judged(model: ClassModel, prices: Prices, unsure: number | null, decisions: number[], level: number): Answered {
  const { rows, matrix: { length: size } } = model;
  const truth = rows?.truth ?? [];
  const matrix = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  const left = Array.from({ length: size }, () => 0);
  const paid = (i: number, j: number): number => (j === size ? (unsure ?? 0) : (prices[i]?.[j] ?? NaN));
  const usual = likeliest(model);
  const [costs, saved] = [new Tallied(), new Tallied()];
  let changed = 0;
  truth.forEach((i, row) => {
    const [j, before] = [decisions[row] ?? size, usual[row] ?? 0];
    const line = matrix[i];
    if (j === size) left[i] = (left[i] ?? 0) + 1;
    else if (line) line[j] = (line[j] ?? 0) + 1;
    if (j !== before) changed++;
    costs.add(paid(i, j), 1);
    saved.add(paid(i, before) - paid(i, j), 1);
  });
  return { matrix, left, changed, decisions, meanCost: costs.mean(possible(prices, unsure), level), saving: saved.mean(differences(prices, unsure), level), strategies: strategies(model.matrix, model.left, prices, unsure, saved.average + costs.average) };
}

/** Without the rows the answers stay as they are, but the least sure of them can be withheld. */
function counted(model: ClassModel, prices: Prices, unsure: number | null, level: number): Answered {
  const given = model.left ?? model.matrix.map(() => 0);
  const kept = unsure === null ? null : keptFrom(model, 1 - unsure);
  const matrix = kept ?? model.matrix.map((line) => [...line]);
  const left = matrix.map((line, i) => sum(model.matrix[i] ?? []) - sum(line) + (given[i] ?? 0));
  const [costs, saved] = [new Tallied(), new Tallied()];
  let changed = 0;
  matrix.forEach((line, i) => {
    line.forEach((rows, j) => {
      const price = prices[i]?.[j] ?? NaN;
      const withheld = (model.matrix[i]?.[j] ?? 0) - rows;
      costs.add(price, rows);
      saved.add(0, rows);
      costs.add(unsure ?? 0, withheld);
      saved.add(price - (unsure ?? 0), withheld);
      changed += withheld;
    });
    costs.add(unsure ?? 0, given[i] ?? 0);
    saved.add(0, given[i] ?? 0);
  });
  return { matrix, left, changed, decisions: null, meanCost: costs.mean(possible(prices, unsure), level), saving: saved.mean(differences(prices, unsure), level), strategies: strategies(model.matrix, model.left, prices, unsure, saved.average + costs.average) };
}

/** The rows by cell that are answered from a score on; the scores of the page are some of all. */
function keptFrom(model: ClassModel, score: number): number[][] | null {
  const from = model.answered_from;
  if (!from?.cells) return null;
  const size = model.matrix.length;
  const matrix = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  from.cells.forEach((cells, step) => {
    if ((from.scores[step] ?? -Infinity) < score - ROUNDING) return;
    for (let at = 0; at < cells.length; at += 2) {
      const cell = cells[at] ?? 0;
      const line = matrix[Math.floor(cell / size)];
      if (line) line[cell % size] = (line[cell % size] ?? 0) + (cells[at + 1] ?? 0);
    }
  });
  return matrix;
}

function strategies(matrix: number[][], left: number[] | undefined, prices: Prices, unsure: number | null, usual: number): Answered['strategies'] {
  const rows = matrix.map((line, i) => sum(line) + (left?.[i] ?? 0));
  const total = sum(rows) || 1;
  const most = rows.indexOf(Math.max(...rows));
  const always = sum(rows.map((number, i) => (number / total) * (prices[i]?.[most] ?? NaN)));
  const found: Answered['strategies'] = [{ name: 'likeliest', cost: usual }, { name: 'commonest', cost: always }];
  if (unsure !== null) found.push({ name: 'unsure', cost: unsure });
  return found.sort((a, b) => a.cost - b.cost);
}

/** Amounts and how many rows have each. */
class Tallied {
  private readonly amounts = new Map<number, number>();
  private total = 0;
  private rows = 0;

  add(amount: number, rows: number): void {
    if (!rows) return;
    const near = Math.round(amount * FIGURES) / FIGURES;
    this.amounts.set(near, (this.amounts.get(near) ?? 0) + rows);
    this.total += amount * rows;
    this.rows += rows;
  }

  get average(): number {
    return this.rows ? this.total / this.rows : NaN;
  }

  /** The mean; half a row is added at either end of what can be, since what was not seen may still happen. */
  mean([least, most]: Limits, level: number): Share {
    const value = this.average;
    const all = new Map(this.amounts);
    for (const end of [least, most]) all.set(Math.round(end * FIGURES) / FIGURES, all.get(Math.round(end * FIGURES) / FIGURES) ?? 0);
    const distinct: Priced[] = [...all].map(([price, rows]) => ({ price, rows })).sort((a, b) => a.price - b.price);
    if (distinct.length < 2 || !this.rows) return { value, low: NaN, high: NaN };
    const [low, high] = meanOfPrices(distinct, level);
    return { value, low: Math.min(low, value), high: Math.max(high, value) };
  }
}

const possible = (prices: Prices, unsure: number | null): Limits => {
  const all = [...prices.flat(), ...(unsure === null ? [] : [unsure])];
  return [Math.min(...all), Math.max(...all)];
};

/** The ends of every difference that one decision can make to a row: of two prices of the same true class. */
function differences(prices: Prices, unsure: number | null): Limits {
  const most = Math.max(...prices.map((line) => {
    const ends = [...line, ...(unsure === null ? [] : [unsure])];
    return Math.max(...ends) - Math.min(...ends);
  }));
  return [-most, most];
}

/** A share of rows with Wilson's interval. */
export function share(successes: number, trials: number, z: number): Share {
  if (!trials) return { value: NaN, low: NaN, high: NaN };
  const [low, high] = wilson(successes, trials, z);
  return { value: successes / trials, low, high };
}
