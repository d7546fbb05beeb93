// A ROC curve by hand: one step per threshold, each with the sentence that explains it.

import type { Counts } from '../counts';
import { percent } from '../numerals';
import type { Words } from '../words';
import type { HandTable } from './payload';
import { ScoreTable } from './score_table';

export type Move = 'left' | 'right' | 'up' | 'down' | 'diagonally' | 'nowhere';
export interface HandRow {
  name: string;
  label: number;
  score: number;
}
export interface HandStep {
  threshold: number | null; // null flags nothing
  counts: Counts;
  passed: HandRow[]; // the rows whose decision changed
  move: Move | null;
  squares: number; // pairs that the step adds to the area; a tie counts half
  sentence: string;
}

const text = String;
const short = (score: number): string => text(Number(score.toFixed(4)));

/** The area between two neighbouring points, in squares of one positive by one negative. */
const squaresBetween = (a: Counts, b: Counts): number => (Math.abs(a.fp - b.fp) * (a.tp + b.tp)) / 2;

function moveBetween(then: Counts, now: Counts): Move {
  if (then.tp !== now.tp && then.fp !== now.fp) return 'diagonally';
  if (then.tp !== now.tp) return now.tp > then.tp ? 'up' : 'down';
  return now.fp > then.fp ? 'right' : now.fp < then.fp ? 'left' : 'nowhere';
}

/** The steps of rows: every distinct score is the threshold once, and nothing is flagged once. */
export function stepsOfRows(rows: readonly HandRow[], isRising: boolean): HandStep[] {
  const table = ScoreTable.ofRows(rows);
  const falling = [null, ...table.scores];
  const order = isRising ? [...falling].reverse() : falling;
  return order.map((threshold, k) => {
    const counts = table.at(threshold);
    const before = order[k - 1];
    if (before === undefined) return { threshold, counts, passed: [], move: null, squares: 0, sentence: opening(counts, isRising) };
    const then = table.at(before);
    const score = (isRising ? before : threshold) ?? NaN;
    const passed = rows.filter((row) => row.score === score);
    const move = moveBetween(then, counts);
    return { threshold, counts, passed, move, squares: squaresBetween(then, counts), sentence: passing(passed, then, counts, isRising) };
  });
}

/** The steps of a table that somebody counted at some thresholds. */
export function stepsOfSweep(cuts: NonNullable<HandTable['cuts']>, words: Words): HandStep[] {
  const all = cuts.map(([threshold, tp, fn, fp, tn]) => ({ threshold, counts: { tp, fn, fp, tn } }));
  return all.map(({ threshold, counts }, k) => {
    const before = all[k - 1];
    if (!before) return { threshold, counts, passed: [], move: null, squares: 0, sentence: opening(counts, true) };
    const sentence = sweeping(before, { threshold, counts }, words);
    return { threshold, counts, passed: [], move: moveBetween(before.counts, counts), squares: squaresBetween(before.counts, counts), sentence };
  });
}

function opening({ tp, fn, fp, tn }: Counts, isRising: boolean): string {
  const [positives, negatives] = [text(tp + fn), text(fp + tn)];
  return isRising
    ? `The threshold starts so low that every row is flagged. All ${positives} positives are caught (recall ${positives}/${positives}), and all ${negatives} negatives are false alarms (false positive rate ${negatives}/${negatives}). That is the upper right corner.`
    : `The threshold starts above every score, so no row is flagged. None of the ${positives} positives is caught (recall 0/${positives}), and none of the ${negatives} negatives is a false alarm (false positive rate 0/${negatives}). That is the lower left corner.`;
}

function passing(passed: readonly HandRow[], then: Counts, now: Counts, isRising: boolean): string {
  const [positives, negatives] = [text(now.tp + now.fn), text(now.fp + now.tn)];
  const [first] = passed;
  const isOne = passed.length === 1;
  const who = isOne ? `Row ${first?.name ?? ''} (score ${short(first?.score ?? 0)})` : `Rows ${passed.map(({ name }) => name).join(', ')} (all of score ${short(first?.score ?? 0)})`;
  const recall = `recall goes from ${text(then.tp)}/${positives} to ${text(now.tp)}/${positives}`;
  const alarms = `the false positive rate goes from ${text(then.fp)}/${negatives} to ${text(now.fp)}/${negatives}`;
  const move = moveBetween(then, now);
  if (move === 'diagonally') return `${who} share one score, so no threshold can part them: ${recall} and ${alarms} in the same step, and the point moves diagonally. Such a tie counts half in the area.`;
  const flagged = `${isOne ? 'is' : 'are'} ${then.tp === now.tp ? 'truly negative' : 'truly positive'} and ${isRising ? 'no longer' : 'now'} flagged`;
  if (then.tp !== now.tp) return `${who} ${flagged}: ${isRising ? 'caught becomes missed' : 'missed becomes caught'}. So ${recall}, and the point moves ${move}. The false positive rate does not notice.`;
  const column = `The column that ${isRising ? 'closes' : 'opens'} is ${text(now.tp)} squares high: ${text(now.tp)} of the ${positives} positives score higher.`;
  return `${who} ${flagged}: ${isRising ? 'a false alarm is taken back' : 'one more false alarm'}. So ${alarms}, and the point moves ${move}. Recall does not notice. ${column}`;
}

interface Cut {
  threshold: number;
  counts: Counts;
}

function sweeping(before: Cut, now: Cut, words: Words): string {
  const { tp, fn, fp, tn } = now.counts;
  const [positives, negatives] = [Math.abs(before.counts.tp - tp), Math.abs(before.counts.fp - fp)];
  const from = `From threshold ${short(before.threshold)} to ${short(now.threshold)}`;
  const rates = `Recall is ${text(tp)}/${text(tp + fn)} = ${percent(tp / (tp + fn))}, the false positive rate ${text(fp)}/${text(fp + tn)} = ${percent(fp / (fp + tn))}.`;
  if (!positives && !negatives) return `${from} nobody is passed, and the point stays. ${rates}`;
  return `${from}, ${text(positives)} ${words.positive} and ${text(negatives)} ${words.negative} ${words.units} are no longer flagged. ${rates}`;
}

/** What the whole curve encloses, said at the end. */
export function ending(steps: readonly HandStep[], isSweep: boolean): string {
  const last = steps[steps.length - 1];
  if (!last) return '';
  const { tp, fn, fp, tn } = last.counts;
  const all = (tp + fn) * (fp + tn);
  const done = steps.reduce((total, { squares }) => total + squares, 0);
  const area = text(Number((done / all).toFixed(4)));
  if (isSweep) return `The points joined up enclose an area of ${area}. The customers between two thresholds are not told apart here, so the whole curve may enclose a little more.`;
  return `All rows are passed: ${half(done)} of ${text(all)} squares lie under the curve, so the area is ${half(done)}/${text(all)} = ${area}.`;
}

export const half = (squares: number): string => text(Number(squares.toFixed(1)));
