// Reading an answer as people write it, and saying what a wrong one computed.
//
// `truecut/catalogue/quiz/judging.py` judges the same way; tests hold the two together.

import type { Answer } from './payload';

export interface Judgement {
  isRight: boolean;
  says: string;
  isReadable: boolean; // an answer that could not be read is no try
}

const CELLS = ['true positives (truth 1, said 1)', 'false negatives (truth 1, said 0)', 'false positives (truth 0, said 1)', 'true negatives (truth 0, said 0)'];
export const LETTERS = 'abcdefgh';

const right: Judgement = { isRight: true, says: '', isReadable: true };
const wrong = (says: string): Judgement => ({ isRight: false, says, isReadable: true });
const unread = (says: string): Judgement => ({ isRight: false, says, isReadable: false });

export function judged(answer: Answer, typed: string): Judgement {
  return answer.type === 'number' ? judgedNumber(answer, typed) : answer.type === 'choice' ? judgedChoice(answer, typed) : judgedCounts(answer, typed);
}

/** The numbers that a text may mean: 0.8, .8, 0,8, 80 %, 80, 4/5, 1,409. */
function numbersIn(typed: string): number[] {
  const text = typed
    .trim()
    .toLowerCase()
    .replaceAll('−', '-')
    .replaceAll('percent', '%')
    .replace(/\s*([%/])\s*/g, '$1')
    .replace(/(?<=\d),(?=\d{3}(?:\D|$))/g, '')
    .replaceAll(',', '.');
  const found = /^(-?(?:\d+\.?\d*|\.\d+))(?:\/(\d+\.?\d*))?(%?)$/.exec(text);
  if (!found || (found[2] && !Number(found[2]))) return [];
  const number = Number(found[1]) / Number(found[2] ?? 1);
  if (found[3]) return [number / 100];
  return number > 1 && !found[2] ? [number, number / 100] : [number];
}

function judgedNumber(answer: Extract<Answer, { type: 'number' }>, typed: string): Judgement {
  const read = numbersIn(typed);
  if (!read.length) return unread('Write a number: 0.8, 80 % or 4/5.');
  const meant = answer.is_share ? read : read.slice(0, 1);
  if (meant.some((number) => Math.abs(number - answer.number) <= answer.tolerance)) return right;
  const near = meant
    .flatMap((number) => answer.slips.map((slip) => ({ apart: Math.abs(number - slip.number), says: slip.says })))
    .filter(({ apart }) => apart <= answer.tolerance)
    .sort((a, b) => a.apart - b.apart || (a.says < b.says ? -1 : 1));
  if (near[0]) return wrong(near[0].says);
  if (answer.is_share && meant.every((number) => number < 0 || number > 1)) return wrong('A share lies between 0 and 1. What is the part, and of which whole?');
  return wrong(answer.hint);
}

function judgedChoice({ options }: Extract<Answer, { type: 'choice' }>, typed: string): Judgement {
  const said = typed.trim().toLowerCase().replace(/[.)]+$/, '');
  const letters = [...LETTERS].slice(0, options.length);
  const chosen = options[letters.indexOf(said)] ?? options.find(({ text }) => text.toLowerCase() === said);
  if (!chosen) return unread(`Choose one of ${letters.join(', ')}.`);
  return { isRight: chosen.is_right, says: chosen.says, isReadable: true };
}

function judgedCounts(answer: Extract<Answer, { type: 'counts' }>, typed: string): Judgement {
  const given = (typed.match(/\d+/g) ?? []).map(Number);
  if (given.length !== CELLS.length) return unread('Write four numbers in the order TP FN FP TN, such as 3 2 1 4.');
  const same = (cells: number[]): boolean => cells.every((cell, i) => cell === given[i]);
  if (same(answer.counts)) return right;
  const slip = answer.slips.find(({ counts }) => same(counts));
  if (slip) return wrong(slip.says);
  const [mine, rows] = [given, answer.counts].map((cells) => cells.reduce((total, cell) => total + cell, 0));
  if (mine !== rows) return wrong(`Your four numbers add up to ${String(mine)}, and there are ${String(rows)} rows: tick each off once.`);
  return wrong(`Look again for the ${CELLS[answer.counts.findIndex((cell, i) => cell !== given[i])] ?? ''}.`);
}
