// What the page of many classes is told. `truecut/views/class_page_data.py` writes the same fields.

import { visible } from '../words';
import { drawn, numbers, running } from '../columns';
import type { Estimate, Finding, Read, Reliability } from '../payload';
import type { Words } from '../words';

export interface Sentences {
  above: string;
  headline: string;
  lede: string;
  saves: string[];
  sure: string;
}

export interface Rows {
  truth: number[];
  answers: number[]; // unsure after the last class
  probabilities: Float64Array; // by row, then by class
  are_exact: boolean;
  decimals: number;
}

/** What is answered from each of some scores on, the most demanding first. */
export interface AnsweredFrom {
  scores: number[];
  given: number[];
  right: number[];
  cells?: number[][]; // further rows at each score: cell, rows, cell, rows, ...
}

export interface Curve {
  positives: number;
  negatives: number;
  tp: number[];
  fp: number[];
}

export interface ClassLine {
  metrics: Record<string, Estimate>;
  curve?: Curve;
  reliability?: Reliability;
}

export interface NumberOfAll {
  name: string;
  title: string;
  value: Estimate;
  is_percentage: boolean;
}

export interface ClassModel {
  name: string;
  matrix: number[][];
  left?: number[]; // rows of each true class without an answer
  sentences: Sentences;
  objection?: Finding;
  each: ClassLine[];
  averages: Record<string, Record<string, Estimate>>;
  together: NumberOfAll[];
  is_weighted: boolean;
  rows?: Rows;
  answered_from?: AnsweredFrom;
  pooled?: Curve;
  confidence?: Reliability;
  why_still: string;
}

export interface ClassDifference {
  metric: string;
  title: string;
  is_percentage: boolean;
  is_better_higher: boolean;
  first: string;
  second: string;
  values: [number | null, number | null];
  value?: number;
  low?: number;
  high?: number;
  p_value?: number;
  method: string;
  note: string;
}

export interface Compared {
  verdicts: string[];
  differences: ClassDifference[];
  answers: { first: string; second: string; differing: number; tests: { name: string; p_value: number }[] }[];
}

export interface ClassPayload {
  version: string;
  title: string;
  read: Read;
  words: Words;
  level: number;
  z: number;
  command: string;
  names: string[];
  findings: Finding[];
  costs?: number[][];
  unsure?: number;
  models: ClassModel[];
  compared?: Compared;
}

const NUMERIC = new Set(['value', 'low', 'high']);
const INFINITE: Record<string, number> = { Infinity, '-Infinity': -Infinity };

/** Read the data block: infinite numbers were written as words, and columns in the short ways of `columns.ts`. */
export function decodedClasses(text: string): ClassPayload {
  const payload = JSON.parse(text, (key, value: unknown) => (typeof value === 'string' ? (NUMERIC.has(key) ? (INFINITE[value] ?? value) : visible(value)) : value)) as ClassPayload;
  for (const model of payload.models) {
    for (const curve of [model.pooled, ...model.each.map((one) => one.curve)]) {
      if (!curve) continue;
      curve.tp = running(curve.tp);
      curve.fp = running(curve.fp);
    }
    for (const reliability of [model.confidence, ...model.each.map((one) => one.reliability)]) {
      if (reliability) for (const column of ['scores', 'observed', 'low', 'high'] as const) reliability[column] = drawn(reliability[column]);
    }
    if (model.answered_from) {
      const { answered_from: from } = model;
      from.scores = numbers(from.scores);
      from.given = running(from.given);
      from.right = running(from.right);
    }
    if (model.rows) model.rows = readRows(model.rows as unknown as Record<'truth' | 'answers' | 'probabilities', string> & Rows);
  }
  return payload;
}

function readRows(written: Record<'truth' | 'answers' | 'probabilities', string> & Rows): Rows {
  const whole = 10 ** written.decimals;
  const lines = written.probabilities === '' ? [] : (written.probabilities as string).split(';');
  return { ...written, truth: places(written.truth), answers: places(written.answers), probabilities: Float64Array.from(lines.flatMap((line) => line.split(',').map((part) => Number(part) / whole))) };
}

const places = (text: string): number[] => (text.includes(' ') ? text.split(' ') : [...text]).map(Number);
