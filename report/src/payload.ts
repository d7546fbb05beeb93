// What the page is told. `truecut/views/page_data.py` writes the same fields.

import { drawn, numbers, running } from './columns';
import type { Tree } from './formula';
import { isolated, visible, type Words } from './words';

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
  depends_on_prevalence: boolean;
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
  told: string; // where not every score is here: in how many figures each is told, to base 36; 0 as it stands here
  tp_squares: number[];
  fp_squares: number[];
  worth_positive: number[]; // what amounts add to the cost of each class, from flagging nothing on; empty without amounts
  worth_negative: number[];
}

/** The corners of a group's own ROC hull. */
export interface Corners {
  scores: number[];
  tp: number[];
  fp: number[];
  is_complete: boolean;
  worth_positive: number[]; // what amounts add to the cost of each class; empty without amounts
  worth_negative: number[];
}

export interface Group {
  name: string;
  rows: number;
  positives: number;
  negatives: number;
  tp: number[];
  fp: number[];
  worth_positive: number[]; // as those of cuts, from flagging nothing on
  worth_negative: number[];
  corners?: Corners; // not where groups and models are many
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
  has_stated_threshold: boolean;
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
  looked_at?: LookedAt;
  other_shares?: OtherShares;
}

/** What tells metrics of the whole curve at any share of positives; `truecut/summaries/report/other_shares.py` says how. */
export interface OtherShares {
  losses: Record<string, [ofPositives: number, ofNegatives: number]>; // means; `score` is that of the probabilities
  farthest: number; // log odds of the share
  average_precision: number[]; // coefficients of Chebyshev's series in the log odds; none where no fold has it
}

/** One row of the data: its number as it was read, what it is called, and the columns beside it. */
export interface LookedAtRow {
  number: number;
  id?: string;
  is_positive: boolean;
  score: number;
  shown: (string | null)[];
}

/** Rows that the page carries because somebody asked for them, at most so many of each kind. */
export interface LookedAt {
  most: number;
  id: string; // the column that names rows, if there is one
  columns: string[];
  cut?: number; // that some are nearest to; hard predictions have none
  alarms: LookedAtRow[]; // negatives, the highest scores first
  misses: LookedAtRow[]; // positives, the lowest scores first
  nearest: LookedAtRow[];
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

/** What two models flag together at pairs of their cuts; cut 0 flags nothing. */
export interface PairedCuts {
  first: number; // the place of the model
  second: number;
  first_cuts: number[];
  second_cuts: number[];
  tp: number[];
  fp: number[];
  tp_squares: number[];
  fp_squares: number[];
}

/** Models that the page does not carry, the cheapest first. */
export interface LeftOut {
  number: number;
  listed: { name: string; roc_auc?: number; cut: string; cost?: number }[];
  may_be_cheapest: boolean; // whether one of them could be the cheapest in another situation
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
  note: string;
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
  stated: string[];
  lower_is_positive: boolean;
}

export type Kind = 'scores' | 'predictions' | 'counts';
export type AxisName = 'score' | 'stretched' | 'share';
export const OUTCOMES = ['tp', 'fp', 'fn', 'tn'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Cost = Record<Outcome | 'per_row', number>;

/** The part of a price that follows amounts: as it was stated, and what it comes to for a row of its class. */
export interface FollowedAmount {
  text: string;
  mean: number;
}

export interface Finding {
  code: string;
  tone: 'problem' | 'warning' | 'good';
  title: string;
  text: string;
  model: string;
  group: string;
}

/** What Python recommends in the situation that the page was made with. */
export interface Recommendation {
  verdict: 'use' | 'unproven' | 'do_not_use' | 'no_answer';
  model: string;
  threshold?: number;
  is_everybody: boolean;
  cost: number;
  against: { kind: 'in_use' | 'none' | 'all'; threshold?: number; low?: number; high?: number }[]; // limits of what is saved
  range?: { low?: number; high?: number; worst: number; flattery?: number; told: [low: string, high: string] };
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
  left_out?: LeftOut; // of very many models
  cost_follows?: Partial<Record<Outcome | 'per_row', FollowedAmount>>; // prices that follow what each row is worth
  command: string;
  comparison: Difference[];
  differences_left_out: number; // of many models those from the best are told
  findings: Finding[];
  prevalence?: number; // where the model is used, if that was stated
  sampled?: [positives: number, negatives: number]; // or which shares of its classes are among the rows
  recommendation?: Recommendation;
  z_of_many: number; // of intervals that allow for a comparison with each other model
  pairs?: PairedCuts[]; // none where models are many, or which row is which is not known
  notes: string[]; // about metrics of the curve, each of which is written with the number of its note
}

/** Read the data block: infinite numbers were written as words, and columns in the short ways of `columns.ts`. */
export function decoded(text: string): Payload {
  const infinite: Record<string, number> = { Infinity: Infinity, '-Infinity': -Infinity };
  const payload = JSON.parse(text, (key, value: unknown) =>
    typeof value === 'string' ? (NUMERIC.has(key) ? (infinite[value] ?? value) : visible(value)) : value,
  ) as Payload;
  payload.words = isolated(payload.words);
  for (const model of payload.models) {
    model.words = isolated(model.words);
    for (const found of Object.values(model.curve_metrics)) found.note = payload.notes[Number(found.note ?? NaN)] ?? '';
    const cuts = model.cuts;
    cuts.scores = numbers(cuts.scores);
    cuts.exact = numbers(cuts.exact);
    cuts.tp = running(cuts.tp);
    cuts.fp = running(cuts.fp);
    cuts.tp_squares = running(cuts.tp_squares);
    cuts.fp_squares = running(cuts.fp_squares);
    cuts.worth_positive = numbers(cuts.worth_positive);
    cuts.worth_negative = numbers(cuts.worth_negative);
    for (const band of Object.values(model.bands)) for (const column of ['x', 'low', 'high'] as const) band[column] = drawn(band[column]);
    const { reliability } = model;
    if (reliability) for (const column of ['scores', 'observed', 'low', 'high'] as const) reliability[column] = drawn(reliability[column]);
    const losses = model.other_shares?.losses ?? {};
    for (const name in losses) losses[name] = losses[name]?.map(Number) as [number, number]; // an infinite loss is a word
    model.group_cuts = running(model.group_cuts);
    for (const group of model.groups) {
      group.tp = running(group.tp);
      group.fp = running(group.fp);
      Object.assign(group, amountsOf(group));
      const { corners } = group;
      if (corners) group.corners = { ...corners, scores: numbers(corners.scores), tp: running(corners.tp), fp: running(corners.fp), ...amountsOf(corners) };
    }
  }
  for (const pair of payload.pairs ?? []) for (const column of ['first_cuts', 'second_cuts', 'tp', 'fp', 'tp_squares', 'fp_squares'] as const) pair[column] = running(pair[column]);
  for (const entry of [...payload.metrics, ...payload.curve_metrics]) entry.bounds = [Number(entry.bounds[0]), Number(entry.bounds[1])];
  return payload;
}

type OfAmounts = Pick<Corners, 'worth_positive' | 'worth_negative'>;

/** What amounts add to costs; most pages have none, and do not name them. */
const amountsOf = ({ worth_positive: ofPositives, worth_negative: ofNegatives }: Partial<OfAmounts>): OfAmounts => ({ worth_positive: numbers(ofPositives ?? []), worth_negative: numbers(ofNegatives ?? []) });

// Keys whose value is a number, be it infinite; names of people and columns are never touched.
const NUMERIC = new Set(['value', 'low', 'high', 'threshold', 'score', 'cut']);
