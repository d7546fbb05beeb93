// What the bench is about: two hills, some rows, the reader's own scores, or counts alone. The rest follows.

import type { Counts } from '../counts';
import { scoresOf, type Hill } from './hills';
import { ScoreTable } from './score_table';

export interface NamedCounts {
  name: string;
  counts: Counts;
}

export type Evidence =
  | { kind: 'hills'; positive: Hill; negative: Hill }
  | { kind: 'rows'; labels: number[]; scores: number[] }
  | { kind: 'table'; scores: number[]; positives: number[]; negatives: number[] }
  | { kind: 'classifiers'; classifiers: NamedCounts[] };

/** The scores of the evidence; counts alone have none. */
export function tableOf(evidence: Evidence): ScoreTable | null {
  if (evidence.kind === 'classifiers') return null;
  if (evidence.kind === 'table') return new ScoreTable(evidence.scores, evidence.positives, evidence.negatives);
  if (evidence.kind === 'rows') return ScoreTable.ofRows(evidence.scores.map((score, i) => ({ score, label: evidence.labels[i] ?? 0 })));
  const of = (hill: Hill, label: number): { score: number; label: number }[] => scoresOf(hill).map((score) => ({ score, label }));
  return ScoreTable.ofRows([...of(evidence.positive, 1), ...of(evidence.negative, 0)]);
}

/** Rows as they are drawn and passed one by one. */
export const rowsIn = ({ labels, scores }: { labels: readonly number[]; scores: readonly number[] }): { label: number; score: number }[] =>
  scores.map((score, i) => ({ score, label: labels[i] ?? 0 }));

/** How many of a number of rows are positive at a prevalence: at least one, and never all. */
export const positivesAt = (prevalence: number, rows: number): number => Math.min(Math.max(Math.round(prevalence * rows), 1), rows - 1);
