// The state of the bench, and who is told when it changes.

import type { Counts } from '../counts';
import { compiled, type Names } from '../formula';
import type { Evidence as Judged } from '../intervals';
import { Catalogue } from '../metrics';
import { OUTCOMES, type Entry, type Estimate } from '../payload';
import type { Words } from '../words';
import { positivesAt, tableOf, type Evidence, type NamedCounts } from './evidence';
import type { Bench, Goal, LabPayload, Prices } from './payload';
import type { ScoreTable } from './score_table';

export interface LabState {
  evidence: Evidence;
  threshold: number | null; // null flags nothing
  prevalence: number | null; // of evidence that has rows of its own; null: as it was counted
  prices: Prices;
  words: Words;
  inRows: boolean; // hills are as high as they have rows, not as the share of their class
  hasCurves: boolean; // whole curves, not only what was visited
  tellsCheapest: boolean;
  sign: 1 | -1; // −1 where low scores mean positive: all scores are turned round, and turned back where they are shown
  areProbabilities: boolean;
  hasIntervals: boolean;
  areas: Record<string, number>; // told by Python where not every score is here
}

export const PLAIN: Words = { positive: 'positive', negative: 'negative', unit: 'row', units: 'rows', money: '' };
export const FIRST: LabState = {
  evidence: { kind: 'hills', positive: { middle: 0.62, spread: 0.13, rows: 300 }, negative: { middle: 0.38, spread: 0.13, rows: 700 } },
  threshold: 0.5,
  prevalence: null,
  prices: { tp: 0, fp: 1, fn: 10, tn: 0 },
  words: PLAIN,
  inRows: false,
  hasCurves: true,
  tellsCheapest: true,
  sign: 1,
  areProbabilities: true,
  hasIntervals: true,
  areas: {},
};

const MOST_VISITED = 400;

export class LabStore {
  readonly catalogue: Catalogue;
  state: LabState = FIRST;
  visited: number[] = []; // entries of the curve, in the order in which the reader came by
  private readonly listeners: (() => void)[] = [];
  private counted: { evidence: Evidence; prevalence: number | null; table: ScoreTable | null } | null = null;
  private priced: { table: ScoreTable | null; prices: Prices; entry: number } | null = null;
  private isWaiting = false;

  constructor(readonly payload: LabPayload) {
    this.catalogue = new Catalogue(payload.metrics);
  }

  /** The scores, with the classes as common as is supposed. */
  get table(): ScoreTable | null {
    const { evidence, prevalence } = this.state;
    if (this.counted?.evidence !== evidence || this.counted.prevalence !== prevalence) {
      const table = tableOf(evidence);
      this.counted = { evidence, prevalence, table: table && moved(table, prevalence) };
    }
    return this.counted.table;
  }

  get counts(): Counts {
    const { table, state } = this;
    if (table) return table.at(state.threshold);
    return this.classifiers[0]?.counts ?? { tp: 0, fp: 0, fn: 0, tn: 0 };
  }

  /** What is known by counts alone, moved to the supposed prevalence. */
  get classifiers(): NamedCounts[] {
    const { evidence, prevalence } = this.state;
    if (evidence.kind !== 'classifiers') return [];
    return evidence.classifiers.map(({ name, counts }) => ({ name, counts: prevalence === null ? counts : movedCounts(counts, prevalence) }));
  }

  /** The share of positives as it is now. */
  get prevalence(): number {
    const { tp, fp, fn, tn } = this.counts;
    return (tp + fn) / (tp + fp + fn + tn);
  }

  get parameters(): Names {
    return Object.fromEntries(OUTCOMES.map((cell) => [`cost_${cell}`, this.state.prices[cell]]));
  }

  /** A metric of the catalogue at any four counts. */
  value(name: string, counts: Counts = this.counts): Estimate {
    const metric = this.catalogue.metric(name);
    return metric.value(counts, metric.entry.is_priced ? this.parameters : {});
  }

  estimate(entry: Entry): Estimate {
    const metric = this.catalogue.metric(entry.name);
    if (!this.state.hasIntervals || this.state.prevalence !== null || entry.is_priced) return this.value(entry.name);
    return metric.estimate(this.judged);
  }

  cost(counts: Counts = this.counts): number {
    return this.value('total_cost', counts).value ?? NaN;
  }

  /** The entry of the curve that costs least. */
  get cheapest(): number {
    const { table, state: { prices } } = this;
    if (this.priced?.table !== table || this.priced.prices !== prices) this.priced = { table, prices, entry: table ? this.searched(table) : 0 };
    return this.priced.entry;
  }

  private searched(table: ScoreTable): number {
    let [best, least] = [0, Infinity];
    for (let entry = 0; entry < table.length; entry++) {
      const cost = this.cost(table.counts(entry));
      if (cost < least) [best, least] = [entry, cost];
    }
    return best;
  }

  /** A number of the whole curve: computed from all scores, or told where some are not here. */
  area(name: 'roc_auc' | 'average_precision' | 'brier' | 'calibration_error'): number {
    const { table, state: { areas, prevalence } } = this;
    if (!table) return NaN;
    if (name in areas) return prevalence === null || name === 'roc_auc' ? (areas[name] ?? NaN) : NaN;
    return { roc_auc: () => table.area, average_precision: () => table.averagePrecision, brier: () => table.brier, calibration_error: () => table.calibrationError }[name]();
  }

  /** Whether a goal of a lesson is reached. */
  reaches([left, relation, right]: Goal): boolean {
    const names: Record<string, number> = { ...this.counts, threshold: this.state.threshold ?? Infinity, cost: this.cost() };
    for (const { entry } of this.catalogue.metrics) names[entry.name] = this.value(entry.name).value ?? NaN;
    if (this.table) {
      names.least_cost = this.cost(this.table.counts(this.cheapest));
      names.calibration_error = this.area('calibration_error');
    }
    const [a, b] = [compiled(left)(names), compiled(right)(names)];
    return relation === '=' ? a === b : relation === '>=' ? a >= b : a <= b;
  }

  /** A score as the reader knows it. */
  shown(score: number): number {
    return this.state.sign * score + 0;
  }

  /** From where to where scores are drawn. */
  get ends(): [low: number, high: number] {
    const { evidence, areProbabilities } = this.state;
    if (areProbabilities || evidence.kind === 'hills' || evidence.kind === 'classifiers') return this.state.sign > 0 ? [0, 1] : [-1, 0];
    const scores = this.table?.scores.filter(Number.isFinite) ?? [];
    const [high = 1, low = 0] = [scores[0], scores[scores.length - 1]];
    const room = 0.02 * (high - low) || 1;
    return [low - room, high + room];
  }

  set(bench: Bench): void {
    const { evidence, threshold, prices, words, in_rows: inRows, has_curves: hasCurves, tells_cheapest: tellsCheapest } = bench;
    this.change({ ...FIRST, evidence, threshold, prices, words, inRows, hasCurves, tellsCheapest });
  }

  change(parts: Partial<LabState>): void {
    const isOther = (parts.evidence && parts.evidence !== this.state.evidence) || ('prevalence' in parts && parts.prevalence !== this.state.prevalence);
    this.state = { ...this.state, ...parts };
    if (isOther) this.visited = [];
    this.visit();
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.tell();
    });
  }

  /** Move a control by its name, as a lesson does that shows how. */
  turn(name: string, value: number): void {
    const { evidence } = this.state;
    if (name === 'threshold') this.change({ threshold: value });
    else if (name === 'prevalence') this.supposePrevalence(value);
    else if (evidence.kind === 'hills') {
      const [which, what] = name.split('_') as ['positive' | 'negative', 'middle' | 'spread'];
      this.change({ evidence: { ...evidence, [which]: { ...evidence[which], [what]: value } } });
    }
  }

  /** Hills get other numbers of rows; rows that were counted get other weights. */
  supposePrevalence(prevalence: number): void {
    const { evidence } = this.state;
    if (evidence.kind !== 'hills') this.change({ prevalence });
    else this.resize(evidence.positive.rows + evidence.negative.rows, prevalence);
  }

  resize(rows: number, prevalence: number): void {
    const { evidence } = this.state;
    if (evidence.kind !== 'hills') return;
    const positives = positivesAt(prevalence, rows);
    this.change({ evidence: { ...evidence, positive: { ...evidence.positive, rows: positives }, negative: { ...evidence.negative, rows: rows - positives } } });
  }

  listen(listener: () => void): void {
    this.listeners.push(listener);
  }

  tell(): void {
    for (const listener of this.listeners) listener();
  }

  private visit(): void {
    const { table } = this;
    if (!table) return;
    const entry = table.entry(this.state.threshold);
    if (!this.visited.includes(entry)) this.visited = [...this.visited.slice(1 - MOST_VISITED), entry];
  }

  private get judged(): Judged {
    const { level, z } = this.payload;
    return { counts: this.counts, squares: null, level, z, mix: null, isStated: false, asCounted: null, isClustered: false, isSampledByClass: false, countsAlike: true, folds: null };
  }
}

/** The table where the classes are as common as is supposed; the rows stay as many. */
function moved(table: ScoreTable, prevalence: number | null): ScoreTable {
  if (prevalence === null) return table;
  const [positives, negatives] = [table.totalPositive, table.totalNegative];
  const all = positives + negatives;
  return table.weighed((prevalence * all) / positives, ((1 - prevalence) * all) / negatives);
}

function movedCounts({ tp, fp, fn, tn }: Counts, prevalence: number): Counts {
  const [positives, negatives] = [tp + fn, fp + tn];
  const all = positives + negatives;
  const [up, down] = [(prevalence * all) / positives, ((1 - prevalence) * all) / negatives];
  return { tp: tp * up, fn: fn * up, fp: fp * down, tn: tn * down };
}
