// The state of the page of many classes, and who is told when it changes.

import { sum } from '../numbers';
import { answered, areEqual, equalPrices, type Answered, type Prices } from './answers';
import { byConfusion } from './order';
import type { ClassModel, ClassPayload } from './payload';

export type Shown = 'truth' | 'answer' | 'all' | 'rows' | 'prices';
export type Order = 'confusion' | 'named';
export type CurveName = 'pr' | 'roc';

export interface State {
  model: number;
  cell: readonly [number, number] | null; // true class and answer; null: the dearest mistake
  shown: Shown;
  order: Order;
  curve: CurveName;
  prices: Prices;
  unsure: number | null; // null: every row gets an answer
}

export type Change = ReadonlySet<keyof State>;
export const EVERYTHING: Change = new Set(['model', 'cell', 'shown', 'order', 'curve', 'prices', 'unsure'] as const);

export interface View {
  readonly element: HTMLElement;
  update(change: Change): void;
}

export interface Mistake {
  i: number;
  j: number;
  rows: number;
  cost: number;
}

export class Store {
  private found: { model: number; prices: Prices; unsure: number | null; answered: Answered } | null = null;
  private readonly orders = new Map<number, number[]>();
  private readonly listeners: ((change: Change) => void)[] = [];

  constructor(readonly payload: ClassPayload, readonly state: State) {}

  get model(): ClassModel {
    return this.payload.models[this.state.model] as ClassModel;
  }

  get names(): string[] {
    return this.payload.names;
  }

  get answered(): Answered {
    const { model, prices, unsure } = this.state;
    if (this.found?.model !== model || this.found.prices !== prices || this.found.unsure !== unsure) {
      this.found = { model, prices, unsure, answered: answered(this.model, prices, unsure, this.payload.level) };
    }
    return this.found.answered;
  }

  /** Whether the answers are those that were given, at prices that are all the same. */
  get isAsGiven(): boolean {
    return areEqual(this.state.prices) && this.state.unsure === null;
  }

  /** Whether the prices are those that the page was made with. */
  get isAsMade(): boolean {
    const { prices, unsure } = this.state;
    const made = this.payload.costs ?? equalPrices(this.names.length);
    return unsure === (this.payload.unsure ?? null) && prices.every((line, i) => line.every((price, j) => price === made[i]?.[j]));
  }

  /** Mistakes by what they cost, the dearest first. */
  get mistakes(): Mistake[] {
    const { matrix } = this.answered;
    return matrix
      .flatMap((line, i) => line.flatMap((rows, j) => (i === j || !rows ? [] : [{ i, j, rows, cost: rows * (this.state.prices[i]?.[j] ?? 1) }])))
      .sort((a, b) => b.cost - a.cost || b.rows - a.rows);
  }

  /** The cell that is looked at. */
  get cell(): readonly [number, number] {
    const [worst] = this.mistakes;
    return this.state.cell ?? (worst ? [worst.i, worst.j] : [0, 0]);
  }

  /** The classes in the order in which they stand, those that are mixed up side by side. */
  get order(): number[] {
    if (this.state.order === 'named') return this.names.map((_, i) => i);
    const known = this.orders.get(this.state.model);
    if (known) return known;
    const found = byConfusion(this.model.matrix);
    this.orders.set(this.state.model, found);
    return found;
  }

  get total(): number {
    const { matrix, left } = this.answered;
    return sum(matrix.flat()) + sum(left);
  }

  listen(listener: (change: Change) => void): void {
    this.listeners.push(listener);
  }

  tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }

  change(state: Partial<State>): void {
    Object.assign(this.state, state);
    this.tell(new Set(Object.keys(state) as (keyof State)[]));
  }

  price(i: number, j: number, price: number): void {
    this.change({ prices: this.state.prices.map((line, k) => (k === i ? line.map((old, l) => (l === j ? price : old)) : line)) });
  }

  back(): void {
    this.change({ prices: this.payload.costs ?? equalPrices(this.names.length), unsure: this.payload.unsure ?? null });
  }
}
