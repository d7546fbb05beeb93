// Distinct scores from the highest down, and how many rows of each class have each. All curves follow from it.

import type { Counts } from '../counts';
import { firstWhere, sum } from '../numbers';

/** What share of the rows in a bin is positive, beside what their scores promise. */
export interface Bin {
  rows: number;
  promised: number;
  observed: number;
}

const BINS = 10;

export class ScoreTable {
  readonly tp: number[] = [0]; // entry 0 flags nothing, entry i what reaches the i-th score
  readonly fp: number[] = [0];

  constructor(readonly scores: readonly number[], readonly positives: readonly number[], readonly negatives: readonly number[]) {
    let [tp, fp] = [0, 0];
    scores.forEach((_, i) => {
      this.tp.push((tp += positives[i] ?? 0));
      this.fp.push((fp += negatives[i] ?? 0));
    });
  }

  /** The table of rows in any order. */
  static ofRows(rows: readonly { label: number; score: number }[]): ScoreTable {
    const at = new Map<number, [positives: number, negatives: number]>();
    for (const { label, score } of rows) {
      const cell = at.get(score + 0) ?? [0, 0];
      cell[label ? 0 : 1]++;
      at.set(score + 0, cell);
    }
    const scores = [...at.keys()].sort((a, b) => b - a);
    return new ScoreTable(scores, scores.map((score) => at.get(score)?.[0] ?? 0), scores.map((score) => at.get(score)?.[1] ?? 0));
  }

  get length(): number { return this.tp.length; }
  get totalPositive(): number { return this.tp[this.length - 1] ?? 0; }
  get totalNegative(): number { return this.fp[this.length - 1] ?? 0; }

  /** The entry whose rows a threshold flags; null flags nothing. */
  entry(threshold: number | null): number {
    if (threshold === null) return 0;
    return firstWhere(this.scores.length, (i) => (this.scores[i] ?? NaN) < threshold);
  }

  counts(entry: number): Counts {
    const [tp, fp] = [this.tp[entry] ?? NaN, this.fp[entry] ?? NaN];
    return { tp, fp, fn: this.totalPositive - tp, tn: this.totalNegative - fp };
  }

  at(threshold: number | null): Counts {
    return this.counts(this.entry(threshold));
  }

  /** The same scores where a row of each class counts for more or less. */
  weighed(positive: number, negative: number): ScoreTable {
    return new ScoreTable(this.scores, this.positives.map((rows) => rows * positive), this.negatives.map((rows) => rows * negative));
  }

  /** Of all pairs of a positive and a negative, the share in which the positive scores higher; ties count half. */
  get area(): number {
    const won = sum(this.negatives.map((rows, i) => rows * ((this.tp[i] ?? 0) + (this.positives[i] ?? 0) / 2)));
    return won / (this.totalPositive * this.totalNegative);
  }

  /** The mean, over the positives, of the precision where each of them is just flagged. */
  get averagePrecision(): number {
    const found = sum(this.positives.map((rows, i) => {
      const [tp, fp] = [this.tp[i + 1] ?? 0, this.fp[i + 1] ?? 0];
      return rows ? (rows * tp) / (tp + fp) : 0;
    }));
    return found / this.totalPositive;
  }

  /** The mean squared distance between probability and outcome. */
  get brier(): number {
    const squares = this.scores.map((score, i) => (this.positives[i] ?? 0) * (1 - score) ** 2 + (this.negatives[i] ?? 0) * score ** 2);
    return sum(squares) / (this.totalPositive + this.totalNegative);
  }

  /** Bins of equally many rows, from the lowest scores up; a score is never split. */
  get bins(): Bin[] {
    const all = this.totalPositive + this.totalNegative;
    const bins = new Map<number, { rows: number; promised: number; observed: number }>();
    let before = 0;
    for (let i = this.scores.length - 1; i >= 0; i--) {
      const [score, positives] = [this.scores[i] ?? 0, this.positives[i] ?? 0];
      const rows = positives + (this.negatives[i] ?? 0);
      const place = Math.min(Math.floor(((before + rows / 2) / all) * BINS), BINS - 1);
      const bin = bins.get(place) ?? { rows: 0, promised: 0, observed: 0 };
      bin.rows += rows;
      bin.promised += rows * score;
      bin.observed += positives;
      bins.set(place, bin);
      before += rows;
    }
    return [...bins.values()].filter(({ rows }) => rows > 0).map(({ rows, promised, observed }) => ({ rows, promised: promised / rows, observed: observed / rows }));
  }

  /** The mean gap between what scores promise and what came. */
  get calibrationError(): number {
    const all = this.totalPositive + this.totalNegative;
    return sum(this.bins.map(({ rows, promised, observed }) => rows * Math.abs(promised - observed))) / all;
  }
}
