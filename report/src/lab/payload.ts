// What Python tells the lab; `truecut/views/lab/data.py` writes the same fields.

import type { Counts } from '../counts';
import type { Tree } from '../formula';
import type { Entry, Outcome } from '../payload';
import { isolated, type Words } from '../words';
import type { Evidence } from './evidence';

export const VIEWS = ['scores', 'matrix', 'classifiers', 'roc', 'pr', 'calibration', 'cost', 'controls'] as const;
export type ViewName = (typeof VIEWS)[number];
export type Prices = Record<Outcome, number>;

export interface Slip {
  number: number;
  says: string;
}
export interface Option {
  text: string;
  is_right: boolean;
  says: string;
}
export type Answer =
  | { type: 'number'; number: number; tolerance: number; is_share: boolean; slips: Slip[]; hint: string }
  | { type: 'choice'; options: Option[] }
  | { type: 'counts'; counts: number[]; slips: { counts: number[]; says: string }[] };

export interface Question {
  kind: string;
  exercise?: string;
  story: string;
  table: string[][];
  asks: string;
  answer: Answer;
  solution: string;
}

/** A situation that questions are set in: who is positive, what is done to a flagged row, a story for TP, FN, FP and TN. */
export interface Setting {
  words: Words;
  flagged: string;
  cells: string[];
}
/** A rate that is asked for; what is no share of rows has no whole. */
export interface AskedRate {
  name: string;
  called: string; // as it stands in a sentence
  readable: string;
  formula: Tree;
  numerator?: Tree;
  denominator?: Tree;
  population?: string;
  is_of_all: boolean; // the whole is every row
  meaning: string;
}
export type CornerPlace = [story: string, place: string, why: string];
/** What questions are made of, beside the draws; those of the course are given. */
export interface Quiz {
  seed: string; // in digits, since it may be any whole number
  settings: Setting[];
  rates: AskedRate[];
  corners: CornerPlace[];
  exercises: Question[];
}

export type Goal = [left: Tree, relation: '>=' | '<=' | '=', right: Tree];
export interface Deed {
  asks: string;
  goals: Goal[];
  shown: Record<string, number>; // what does it, by the name of the control
  solution: string;
}

export interface Bench {
  evidence: Evidence;
  threshold: number | null;
  prices: Prices;
  words: Words;
  in_rows: boolean;
  has_curves: boolean;
  tells_cheapest: boolean;
}

export interface LessonStep {
  text: string;
  bench: Bench;
  before: ViewName[];
  after: ViewName[];
  has_rates: boolean; // the answer uncovers them
  conclusion: string;
  question?: Question;
  deed?: Deed;
}
export interface Lesson {
  name: string;
  title: string;
  about: string;
  practise: string; // a kind of exercises
  steps: LessonStep[];
}

/** A table from which a curve is built: rows in the order of their scores, or counts (TP, FN, FP, TN) by threshold. */
export interface HandTable {
  name: string;
  title: string;
  about: string;
  labels?: number[];
  scores?: number[];
  names?: string[];
  is_rising?: boolean;
  words?: Words;
  cuts?: [threshold: number, tp: number, fn: number, fp: number, tn: number][];
}

/** A model of the reader's: scores from the most positive down, and the rows of each class at each. */
export interface Start {
  name: string;
  words: Words;
  prices: Partial<Prices>;
  threshold?: number;
  prevalence?: number;
  counts?: Counts;
  scores: number[];
  positives: number[];
  negatives: number[];
  lower_is_positive: boolean;
  are_probabilities: boolean;
  is_complete: boolean;
  has_intervals: boolean;
  areas: Record<string, number>;
}

export interface LabPayload {
  version: string;
  level: number;
  z: number;
  metrics: Entry[];
  lessons: Lesson[];
  by_hand: HandTable[];
  quiz: Quiz;
  source: string;
  starts: Start[];
}

/** Read the data block. */
export function decoded(text: string): LabPayload {
  const read = JSON.parse(text) as LabPayload;
  for (const entry of read.metrics) entry.bounds = [Number(entry.bounds[0]), Number(entry.bounds[1])];
  for (const lesson of read.lessons) for (const step of lesson.steps) step.bench.threshold ??= null;
  for (const start of read.starts) start.words = isolated(start.words);
  return read;
}
