// What the page is told. `truecut/views/page_data.py` writes the same fields.

import { drawn, numbers, running } from './columns';
import type { Tree } from './formula';
import { isolated, type Words } from './words';

export interface Entry {
  name: string;
  title: string;
  family: string;
  aliases: string[];
  formula: Tree;
  numerator?: Tree;
  denominator?: Tree;
  meaning: string;
  use: string;
  misleads: string;
  equals: string[];
  confused_with: Record<string, string>;
  undefined: [Tree, string][];
  better: string;
  bounds: [number, number];
  is_percentage: boolean;
  is_total: boolean;
  is_priced: boolean; // its formula holds the prices of outcomes
  parameters: Record<string, number>;
  interval: string;
  by_class: 'own' | 'none' | 'spread';
  reference: string;
}

export interface CurveEntry extends Omit<Entry, 'formula' | 'undefined' | 'by_class'> {
  formula: string;
}

/** A number with its interval, or why there is none. */
export interface Estimate {
  value?: number;
  undefined?: string;
  low?: number;
  high?: number;
  method?: string;
  note?: string;
}

export interface Cuts {
  scores: number[];
  digits: number[];
  tp: number[];
  fp: number[];
  is_complete: boolean;
  exact: number[];
  tp_squares: number[];
  fp_squares: number[];
}

export interface Group {
  name: string;
  rows: number;
  positives: number;
  negatives: number;
  tp: number[];
  fp: number[];
  auc: Estimate;
}

/** Which rates of which groups are worse than the rest's at one threshold: tested there, and nowhere else. */
export interface WorseGroups {
  threshold: number;
  compared: number;
  worse: [group: string, metric: string][];
}

export interface Histogram {
  low: number;
  high: number;
  positives: number[];
  negatives: number[];
}

/** A threshold to consider; without one nothing is flagged, and without a rule it is where the model was judged. */
export interface ThresholdOption {
  name: string;
  rule: string;
  threshold?: number;
  why: string;
}

export interface Reliability {
  scores: number[];
  observed: number[];
  low: number[];
  high: number[];
  verdict: string;
  method: string;
}

export interface Band {
  x: number[];
  low: number[];
  high: number[];
  method: string;
}

export interface Model {
  name: string;
  words: Words;
  rows: number;
  positives: number;
  negatives: number;
  threshold?: number;
  is_hard: boolean;
  lower_is_positive: boolean;
  are_probabilities: boolean;
  distinct_scores: number;
  weights: string;
  is_sampled_by_class: boolean;
  is_clustered: boolean;
  mix?: number; // the share of positives, where it does not vary
  counts_alike: boolean; // whether all rows of a class have one weight
  cuts: Cuts;
  histogram?: Histogram;
  stretched?: Histogram;
  thresholds: ThresholdOption[];
  curve_metrics: Record<string, Estimate>;
  reliability?: Reliability;
  groups: Group[];
  groups_left_out: number;
  worse_groups: WorseGroups[];
  group_cuts: number[];
  bands: Record<string, Band>;
  folds?: Folds;
}

/** A metric that needs no threshold in every fold of a cross-validation, and over all of them. */
export interface FoldLine {
  metric: string;
  by_fold: Estimate[];
  mean?: number;
  sd?: number;
  pooled: Estimate;
}

export interface Folds {
  said: string;
  names: string[];
  rows: number[];
  lines: FoldLine[];
  worth: number; // how many independent rows a row is worth, since the models share rows they were fitted on
  worth_of_truth: number; // the same for what no model had a part in
}

export interface Difference {
  metric: string;
  first: string;
  second: string;
  value?: number;
  low?: number;
  high?: number;
  p_value?: number;
  adjusted_p?: number;
  method: string;
  note: string;
}

export interface Classes {
  names: string[];
  matrix: number[][];
}

export interface Read {
  source: string;
  rows: number;
  positive: string;
  negative: string;
  label: string;
  weight: string;
  weights_are: string;
  groups: string[];
  dropped: Record<string, number>;
  inferred: string[];
  lower_is_positive: boolean;
}

export type Kind = 'scores' | 'predictions' | 'counts' | 'classes';
export type AxisName = 'score' | 'stretched' | 'share';
export const OUTCOMES = ['tp', 'fp', 'fn', 'tn'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Cost = Record<Outcome | 'per_row', number>;

export interface Finding {
  code: string;
  tone: 'problem' | 'warning' | 'good';
  title: string;
  text: string;
  model: string;
  group: string;
}

/** What Python recommends in the situation that the page was made with; more than two classes have none. */
export interface Recommendation {
  verdict: 'use' | 'unproven' | 'do_not_use' | 'no_answer';
  model: string;
  threshold?: number;
  is_everybody: boolean;
  cost: number;
  range?: { low?: number; high?: number; worst: number; flattery?: number };
  objection?: { title: string };
  sentences: { above: string; headline: string; lede: string; saves: string[]; sure: string; question: string; change: string[] };
}

export interface Payload {
  version: string;
  kind: Kind;
  title: string;
  read: Read;
  words: Words;
  level: number;
  z: number;
  metrics: Entry[];
  curve_metrics: CurveEntry[];
  models: Model[];
  axis: AxisName;
  stretch?: [number, number];
  cost: Cost;
  cost_is_stated: boolean;
  command: string;
  classes?: Classes;
  comparison: Difference[];
  findings: Finding[];
  prevalence?: number; // where the model is used, if that was stated
  recommendation?: Recommendation;
}

/** Read the data block: infinite numbers were written as words, and columns in the short ways of `columns.ts`. */
export function decoded(text: string): Payload {
  const infinite: Record<string, number> = { Infinity: Infinity, '-Infinity': -Infinity };
  const payload = JSON.parse(text, (key, value: unknown) =>
    typeof value === 'string' && NUMERIC.has(key) ? (infinite[value] ?? value) : value,
  ) as Payload;
  payload.words = isolated(payload.words);
  for (const model of payload.models) {
    model.words = isolated(model.words);
    const cuts = model.cuts;
    cuts.scores = numbers(cuts.scores);
    cuts.tp = running(cuts.tp);
    cuts.fp = running(cuts.fp);
    cuts.tp_squares = running(cuts.tp_squares);
    cuts.fp_squares = running(cuts.fp_squares);
    for (const band of Object.values(model.bands)) for (const column of ['x', 'low', 'high'] as const) band[column] = drawn(band[column]);
    const { reliability } = model;
    if (reliability) for (const column of ['scores', 'observed', 'low', 'high'] as const) reliability[column] = drawn(reliability[column]);
    for (const group of model.groups) {
      group.tp = running(group.tp);
      group.fp = running(group.fp);
    }
  }
  for (const entry of [...payload.metrics, ...payload.curve_metrics]) entry.bounds = [Number(entry.bounds[0]), Number(entry.bounds[1])];
  return payload;
}

// Keys whose value is a number, be it infinite; names of people and columns are never touched.
const NUMERIC = new Set(['value', 'low', 'high', 'threshold']);
