// A metric of the catalogue, ready to be asked: its value at four counts, its interval, and the reason for neither.

import { rows, type Counts } from './counts';
import { compiled, readable, type Formula, type Names } from './formula';
import { intervalOf, isSpread, type Evidence } from './intervals';
import { count, decimal, money, percent } from './numerals';
import type { Entry, Estimate } from './payload';

const OF_AMOUNTS = 'the cost follows what each row is worth: truecut report in a terminal has its interval';
const NO_COSTS = 'no costs were stated; state them with --cost (in Python: given(cost=...))';

export class Metric {
  private readonly formula: Formula;
  private readonly reasons: [Formula, string][];
  private readonly interval: ReturnType<typeof intervalOf>;

  constructor(readonly entry: Entry) {
    this.formula = compiled(entry.formula);
    this.reasons = entry.undefined.map(([zero, reason]) => [compiled(zero), reason]);
    this.interval = intervalOf(entry);
  }

  /** The number at four counts, NaN where it is undefined. */
  at(counts: Counts, parameters: Names = {}): number {
    const found = this.formula({ ...this.cells(counts), ...this.entry.parameters, ...parameters });
    if (!this.entry.is_priced || counts.worth === undefined) return found;
    return found + (this.entry.is_total ? counts.worth : counts.worth / rows(counts));
  }

  private cells({ tp, fp, fn, tn }: Counts): Names {
    return { tp, fp, fn, tn };
  }

  /** The number, or the reason why there is none. */
  value(counts: Counts, parameters: Names = {}): Estimate {
    if (this.entry.is_priced && !('cost_fp' in parameters)) return { undefined: NO_COSTS };
    const value = this.at(counts, parameters);
    if (!Number.isNaN(value)) return { value };
    const names = { ...this.cells(counts), ...this.entry.parameters, ...parameters };
    const why = this.reasons.find(([zero]) => zero(names) === 0)?.[1] ?? 'the formula gives 0 / 0 here';
    return { undefined: rows(counts) ? why : 'there are no rows' };
  }

  estimate(evidence: Evidence, parameters: Names = {}): Estimate {
    const found = this.value(evidence.counts, parameters);
    if (found.value === undefined) return found;
    if (this.entry.is_priced && evidence.counts.worth !== undefined) return { ...found, note: OF_AMOUNTS };
    const all = { ...this.entry.parameters, ...parameters };
    return this.interval(evidence, found.value, (counts) => this.at(counts, parameters), all);
  }

  /** Whether its interval takes longer than a step of the dial should. */
  isSlow(evidence: Evidence): boolean {
    return isSpread(this.entry, evidence);
  }

  /** The formula with the numbers put in. */
  numbers(counts: Counts, parameters: Names = {}): string {
    const names: Names = { ...this.cells(counts), ...this.entry.parameters, ...parameters };
    return readable(this.entry.formula, (name) => (name in names ? count(names[name] ?? NaN) : name));
  }

  written(value: number): string {
    return this.entry.is_total ? money(value) : this.entry.is_percentage ? percent(value) : decimal(value);
  }
}

/** The title of a metric with what it was asked with: Recall at a precision (precision 0.9). */
export function titleOf({ title, parameters }: Pick<Entry, 'title' | 'parameters'>, stated: Names = {}): string {
  const told = Object.entries({ ...parameters, ...stated }).filter(([name, value]) => name in parameters && typeof value === 'number');
  return told.length ? `${title} (${told.map(([name, value]) => `${name.replaceAll('_', ' ')} ${count(value)}`).join(', ')})` : title;
}

// Counts at which no two different formulas agree by chance.
const PROBES: readonly Counts[] = [{ tp: 31, fp: 7, fn: 13, tn: 53 }, { tp: 3, fp: 29, fn: 17, tn: 11 }];

export class Catalogue {
  readonly metrics: Metric[];
  private readonly byName: Map<string, Metric>;

  constructor(entries: Entry[]) {
    this.metrics = entries.map((entry) => new Metric(entry));
    this.byName = new Map(this.metrics.map((metric) => [metric.entry.name, metric]));
  }

  metric(name: string): Metric {
    const found = this.byName.get(name);
    if (!found) throw new Error(`There is no metric ${name}.`);
    return found;
  }

  /** The metrics that a parameter makes the same as this one: F-beta with a beta of 1 is F1. */
  twins(metric: Metric): Metric[] {
    if (Object.keys(metric.entry.parameters).length || metric.entry.is_priced) return [];
    return this.metrics.filter((other) => other !== metric && Object.keys(other.entry.parameters).length && !other.entry.is_priced && PROBES.every((counts) => Math.abs(other.at(counts) - metric.at(counts)) < 1e-12));
  }

  /** What a list shows, by family: every number once. */
  families(): Map<string, Metric[]> {
    const families = new Map<string, Metric[]>();
    const again = new Set(this.metrics.flatMap((metric) => this.twins(metric)));
    for (const metric of this.metrics.filter((one) => !again.has(one))) {
      const family = families.get(metric.entry.family) ?? [];
      families.set(metric.entry.family, [...family, metric]);
    }
    return families;
  }
}
