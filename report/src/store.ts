// The state of the page, and who is told when it changes.

import { rows, type Counts } from './counts';
import { Curve, totalCost } from './curve';
import { advise, movedModel, unsampledModel, type Advice, type Place } from './decision';
import type { Names } from './formula';
import type { Evidence } from './intervals';
import { Catalogue } from './metrics';
import { movedMetrics, movedReliability } from './moved_metrics';
import { Overlap, type Together } from './overlap';
import { Resamples } from './resamples';
import { OUTCOMES, type AxisName, type Cost, type Entry, type Model, type Payload } from './payload';
import { priced, type Words } from './words';

export interface State {
  model: number;
  threshold: number | null; // null flags nothing
  axis: AxisName;
  cost: Cost;
  prevalence: number | null; // null: as in the rows
  beside: Beside | null; // null: the recommended model and the next one
  parted: Parted;
}

export const WAYS = ['cheapest', 'recall', 'precision', 'volume', 'threshold'] as const;
export type Way = (typeof WAYS)[number];

/** Two models, and where they are set side by side: each at its cheapest cut, or both at so much of something. */
export interface Beside {
  first: number;
  second: number;
  by: Way;
  at: number;
}

export const PARTINGS = ['one', 'cheapest', 'recall'] as const;
export type Parting = (typeof PARTINGS)[number];
export const COLUMNS = ['name', 'rows', 'share', 'recall', 'fpr', 'precision', 'cost'] as const;
export type Column = (typeof COLUMNS)[number];

/** Whether groups have one cut or each their own, and by what they stand in order. */
export interface Parted {
  by: Parting;
  order: Column | null; // null: as they were read
  isFalling: boolean;
}

export type Change = ReadonlySet<keyof State>;
export const EVERYTHING: Change = new Set(['model', 'threshold', 'axis', 'cost', 'prevalence', 'beside', 'parted'] as const);

export interface View {
  readonly element: HTMLElement;
  update(change: Change): void;
}

const PRICES = [...OUTCOMES, 'per_row'] as const;

/** What a hard prediction of the positive class scores. */
export const FLAGGED = 1;

export class Store {
  readonly catalogue: Catalogue;
  readonly base: Curve[]; // as counted
  private there: { prevalence: number | null; curves: Curve[] };
  private advised: { cost: Cost; prevalence: number | null; advice: Advice } | null = null;
  private readonly listeners: ((change: Change) => void)[] = [];
  private readonly asked: Cost;
  private pending: Set<keyof State> | null = null;
  private readonly overlaps = new Map<string, Overlap>();
  private readonly drawn = new Map<number, Resamples>();
  private wish: number | null = null;
  private dialled: { curve: Curve; threshold: number | null; entry: number; counts: Counts } | null = null; // many views ask at each step

  constructor(readonly payload: Payload, readonly state: State) {
    this.catalogue = new Catalogue(payload.metrics);
    this.asked = state.cost;
    this.base = payload.models.map((model) => new Curve(model));
    this.there = { prevalence: null, curves: this.movedTo(null) };
    if (this.model.is_hard) return;
    this.wish = state.threshold;
    state.threshold = this.curve.settled(state.threshold);
  }

  /** The curves where the model is used: with the classes as common as the reader supposes. */
  get curves(): Curve[] {
    const { prevalence } = this.state;
    if (this.there.prevalence !== prevalence) this.there = { prevalence, curves: this.movedTo(prevalence) };
    return this.there.curves;
  }

  /** The curves at another share of positives; what Python found of the whole curve holds for the share of the page only. */
  private movedTo(prevalence: number | null): Curve[] {
    const { prevalence: made = null, sampled } = this.payload;
    if (prevalence === null && made === null && !sampled) return this.base;
    return this.payload.models.map((model) => {
      const moved = prevalence !== null ? movedModel(model, prevalence) : sampled ? unsampledModel(model, sampled) : model;
      const { positives, negatives, reliability } = model;
      if (!positives || !negatives) return new Curve(moved);
      const here = positives / (positives + negatives);
      const there = moved.positives / (moved.positives + moved.negatives);
      const drawn = reliability && moved !== model ? { reliability: movedReliability(reliability, here, there) } : {};
      const found = prevalence === made ? {} : { curve_metrics: movedMetrics(model, this.payload.curve_metrics, prevalence ?? there) };
      return new Curve({ ...moved, ...drawn, ...found });
    });
  }

  /** What to do in the reader's situation. As the page was made, Python has said so. */
  get advice(): Advice {
    const { cost, prevalence } = this.state;
    if (this.advised?.cost !== cost || this.advised.prevalence !== prevalence) {
      const found = advise(this);
      const made = this.payload.recommendation;
      const model = this.payload.models.findIndex(({ name }) => name === made?.model);
      const isCut = made?.threshold !== undefined && !this.base[model]?.model.is_hard;
      const advice = made && this.isAsMade ? { ...found, verdict: made.verdict, model, flattery: made.range?.flattery ?? found.flattery, ...(isCut && this.base[model] ? { entry: this.base[model].entry(made.threshold ?? null), cost: made.cost } : {}) } : found;
      this.advised = { cost, prevalence, advice };
    }
    return this.advised.advice;
  }

  /** Which two models are set side by side: until the reader says so the recommended one and the next, as cheap as each can be. */
  get beside(): Beside {
    const { advice, state } = this;
    const first = advice.model;
    return state.beside ?? { first, second: advice.others[0]?.model ?? (first ? 0 : 1), by: 'cheapest', at: 0.8 };
  }

  /** Other samples like the one that a model was counted on. */
  resamples(model: number): Resamples {
    const found = this.drawn.get(model) ?? new Resamples(this.base[model] as Curve);
    this.drawn.set(model, found);
    return found;
  }

  /** What two models at a cut each flag together; null where which row is which is not known. */
  together(one: Place, other: Place): Together | null {
    const [low, high] = one.model < other.model ? [one, other] : [other, one];
    const key = `${String(low.model)} ${String(high.model)}`;
    let found = this.overlaps.get(key);
    if (!found) {
      const pair = this.payload.pairs?.find(({ first, second }) => first === low.model && second === high.model);
      const [first, second] = [this.base[low.model], this.base[high.model]];
      if (!pair || !first || !second) return null;
      this.overlaps.set(key, (found = new Overlap(pair, first, second)));
    }
    return found.at(low.entry, high.entry);
  }

  /** Whether the situation is the one that Python was asked about. */
  get isAsMade(): boolean {
    const { cost, prevalence } = this.state;
    return prevalence === (this.payload.prevalence ?? null) && PRICES.every((price) => cost[price] === this.payload.cost[price]);
  }

  /** What outcomes cost on average: the prices, with what amounts add to them. */
  get prices(): Cost {
    const follows = this.payload.cost_follows ?? {};
    return Object.fromEntries(PRICES.map((name) => [name, this.state.cost[name] + (follows[name]?.mean ?? 0)])) as Cost;
  }

  /** Whether somebody has said what mistakes cost. */
  get isPriced(): boolean {
    return this.payload.cost_is_stated || PRICES.some((price) => this.state.cost[price] !== this.payload.cost[price]) || this.state.cost !== this.asked;
  }

  /** A cost as it is written, with what costs are in; without prices it is a number of mistakes, and in nothing. */
  amount(written: string): string {
    return this.isPriced ? priced(written, this.words) : written;
  }

  /** What costs are in, for a heading: where prices were stated with the page. */
  get inMoney(): string {
    return this.payload.cost_is_stated && this.words.money ? ` in ${this.words.money}` : '';
  }

  get isAtAdvice(): boolean {
    const { model, entry } = this.advice;
    return this.state.model === model && this.entry === entry;
  }

  /** Change the situation; a dial that stood on the recommendation goes to the new one. */
  suppose(parts: Partial<Pick<State, 'cost' | 'prevalence'>>): void {
    const stood = this.isAtAdvice;
    Object.assign(this.state, parts);
    if (stood) this.follow(parts);
    else this.change(parts);
  }

  /** Go to the recommendation. */
  follow(parts: Partial<State> = {}): void {
    const { model, entry } = this.advice;
    this.change({ ...parts, model, threshold: this.curves[model]?.threshold(entry) ?? null });
  }

  get curve(): Curve {
    return this.curves[this.state.model] ?? (this.curves[0] as Curve);
  }

  get model(): Model {
    return this.curve.model;
  }

  get words(): Words {
    return this.model.words;
  }

  private get shown(): { entry: number; counts: Counts } {
    const { curve } = this;
    const threshold = curve.model.is_hard ? FLAGGED : this.state.threshold;
    if (this.dialled?.curve !== curve || this.dialled.threshold !== threshold) {
      const entry = curve.entry(threshold);
      this.dialled = { curve, threshold, entry, counts: curve.counts(entry) };
    }
    return this.dialled;
  }

  get entry(): number {
    return this.shown.entry;
  }

  get counts(): Counts {
    return this.shown.counts;
  }

  /** What 1,000 rows cost at the dial. */
  get costPerThousand(): number {
    return (1000 * totalCost(this.counts, this.state.cost)) / rows(this.counts);
  }

  get shareFlagged(): number {
    const { tp, fp, fn, tn } = this.counts;
    return (tp + fp) / (tp + fp + fn + tn);
  }

  get evidence(): Evidence {
    return this.evidenceAt(this.curve, this.entry);
  }

  /** What was stated about a metric's parameters: the prices of outcomes, and the threshold that follows from them. */
  parametersOf(entry: Entry): Names {
    const { cost } = this.state;
    if (!this.isPriced) return {};
    if (this.payload.cost_follows && !entry.is_priced) return {}; // no one threshold follows from amounts
    if (entry.is_priced) return Object.fromEntries(OUTCOMES.map((cell) => [`cost_${cell}`, cost[cell] + cost.per_row]));
    const [alarm, miss] = [cost.fp - cost.tn, cost.fn - cost.tp];
    return 'pt' in entry.parameters && alarm >= 0 && miss >= 0 && alarm + miss > 0 ? { pt: alarm / (alarm + miss) } : {};
  }

  evidenceAt(curve: Curve, entry: number): Evidence {
    const { level, z } = this.payload;
    const { mix = null, is_clustered: isClustered, is_sampled_by_class: isSampledByClass, counts_alike: countsAlike, folds = null } = curve.model;
    const base = this.base[this.curves.indexOf(curve)];
    const asCounted = base && base !== curve ? this.evidenceAt(base, entry) : null;
    return { counts: curve.counts(entry), squares: curve.squares(entry), level, z, mix, isStated: asCounted !== null && this.state.prevalence !== null, asCounted, isClustered, isSampledByClass, countsAlike, folds };
  }

  /** What another model flags: as large a share of the rows as the chosen one, or what it predicted. */
  entryOf(curve: Curve): number {
    if (curve === this.curve) return this.entry;
    return curve.model.is_hard ? curve.entry(FLAGGED) : curve.atShare(this.shareFlagged);
  }

  moveTo(threshold: number | null): void {
    this.change({ threshold });
  }

  /** Go to a threshold that somebody wrote down, in a field or in a link, and remember it where another cut has to answer. */
  ask(parts: Partial<State>): void {
    const { threshold = null } = parts;
    this.change(parts);
    this.wish = threshold;
  }

  /** The threshold that was written down, if the page answers with another cut or flags nothing there. */
  get unanswered(): number | null {
    const { wish, curve } = this;
    return wish === null || curve.model.is_hard || (wish === this.state.threshold && this.entry > 0) ? null : wish;
  }

  change(parts: Partial<State>): void {
    if (parts.threshold !== undefined || parts.model !== undefined) this.wish = null;
    const curve = this.curves[parts.model ?? this.state.model];
    if (curve?.model.is_hard) delete parts.threshold; // one point: the threshold waits for a model that has one
    else if (curve && (parts.threshold !== undefined || (parts.model !== undefined && parts.model !== this.state.model))) {
      parts.threshold = curve.settled(parts.threshold === undefined ? this.state.threshold : parts.threshold);
    }
    Object.assign(this.state, parts);
    const changed = Object.keys(parts) as (keyof State)[];
    if (this.pending) {
      changed.forEach((name) => this.pending?.add(name));
      return;
    }
    this.pending = new Set(changed);
    requestAnimationFrame(() => {
      const change = this.pending ?? new Set();
      this.pending = null;
      this.tell(change);
    });
  }

  listen(listener: (change: Change) => void): void {
    this.listeners.push(listener);
  }

  tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}
