// How questions are put together; `truecut/catalogue/quiz/question.py` says the same.

import type { Answer, Question, Slip } from '../payload';

export const CLOSE = 0.0051; // two decimals, or whole percent, are enough for a share
type NumberAnswer = Extract<Answer, { type: 'number' }>;

/** A number to find. What rounds to it cannot be told from it, and is no slip. */
export function numberAnswer(number: number, slips: readonly Slip[], hint: string, { tolerance = CLOSE, isShare = true } = {}): NumberAnswer {
  const isNear = (one: number): boolean => Math.abs(one - number) <= 2 * tolerance;
  const isTaken = (one: number): boolean => isNear(one) || (isShare && one > 1 && isNear(one / 100));
  return { type: 'number', number, tolerance, is_share: isShare, slips: slips.filter((slip) => !isTaken(slip.number)), hint };
}

export const slip = (number: number, says: string): Slip => ({ number, says });

/** A question; most have no table. */
export const question = (kind: string, parts: Omit<Question, 'kind' | 'table'> & { table?: string[][] }): Question => ({ kind, table: [], ...parts });

/** A share as it stands in a solution. */
export const threeDecimals = (share: number): string => share.toFixed(3);
export const zeros = (labels: readonly number[]): number => labels.length - ones(labels);
export const ones = (labels: readonly number[]): number => labels.filter((label) => label === 1).length;
