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
  conclusion: string;
  question?: Question;
  deed?: Deed;
}
export interface Lesson {
  name: string;
  title: string;
  about: string;
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
  seed: number;
  exercises: Record<string, Question[]>;
  source: string;
  starts: Start[];
}

type Shared = [place: number, ...numbers: string[]];
type Written = Omit<LabPayload, 'exercises'> & { exercises: Record<string, unknown[]>; texts: string[] };

const PLACE = '\u0000';

/** Read the data block: sentences of exercises stand in it once, without their numbers. */
export function decoded(text: string): LabPayload {
  const written = JSON.parse(text) as Written;
  const filled = ([place, ...numbers]: Shared): string => (written.texts[place] ?? '').replaceAll(PLACE, () => numbers.shift() ?? '');
  const isShared = (value: unknown): value is Shared => Array.isArray(value) && typeof value[0] === 'number';
  const sentences = new Set(['story', 'asks', 'solution', 'says', 'hint']);
  const read = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(read);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, sentences.has(name) && isShared(part) ? filled(part) : read(part)]));
  };
  const exercises = Object.fromEntries(Object.entries(written.exercises).map(([kind, asked]) => [kind, read(asked) as Question[]]));
  for (const entry of written.metrics) entry.bounds = [Number(entry.bounds[0]), Number(entry.bounds[1])];
  for (const lesson of written.lessons) for (const step of lesson.steps) step.bench.threshold ??= null;
  for (const start of written.starts) start.words = isolated(start.words);
  return { ...written, exercises };
}
