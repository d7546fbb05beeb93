// Questions about the four cells, as `truecut/catalogue/quiz/matrices.py` makes them.

import type { Option, Question, Setting } from '../payload';
import type { Draw } from './draw';
import { question } from './question';

type Cells = [tp: number, fn: number, fp: number, tn: number];
const ROWS = 10;
const NAMES = ['true positive', 'false negative', 'false positive', 'true negative'];
const TRULY = [1, 1, 0, 0];
const SAID = [1, 0, 1, 0];

export function matrixQuestion(draw: Draw): Question {
  for (;;) {
    const [truth, said] = [draw.bits(ROWS), draw.bits(ROWS)];
    const cells = TRULY.map((y, cell) => truth.filter((label, row) => label === y && said[row] === SAID[cell]).length) as Cells;
    const [tp, fn, fp, tn] = cells;
    if (fn !== fp && tp !== tn && Math.min(...cells) > 0) return matrixOfRows(truth, said, cells); // so that swaps show
  }
}

function matrixOfRows(truth: readonly number[], said: readonly number[], counts: Cells): Question {
  const [tp, fn, fp, tn] = counts;
  const slips: [Cells, string][] = [
    [[tp, fp, fn, tn], 'You swapped FP and FN: the second word is what the model said.'],
    [[tn, fp, fn, tp], 'You took 0 for the positive class.'],
    [[tn, fn, fp, tp], 'You took 0 for the positive class in the right answers.'],
    [[tp + fp, fn, fp, tn], `${tp + fp} rows were called positive, but not all of them are.`],
    [[tp + fn, fn, fp, tn], `${tp + fn} rows are positive, but not all of them were called so.`],
  ];
  return question('matrix', {
    story: `${truth.length} rows: what is true, and what the model said. 1 is positive.`,
    table: [['row', ...truth.map((_, row) => String(row + 1))], ['truth', ...truth.map(String)], ['said', ...said.map(String)]],
    asks: 'How many are TP, FN, FP and TN? (four numbers)',
    answer: { type: 'counts', counts, slips: slips.map(([cells, says]) => ({ counts: cells, says })) },
    solution: `Truth 1: ${tp} said 1 (TP), ${fn} said 0 (FN). Truth 0: ${fp} said 1 (FP), ${tn} said 0 (TN).`,
  });
}

export function cellQuestion(draw: Draw, settings: readonly Setting[]): Question {
  const [setting, right] = [draw.one(settings), draw.below(NAMES.length)];
  const [isTrue, said] = [TRULY[right] === SAID[right], SAID[right] === 1];
  const was = said ? `${setting.flagged}, which is to be called positive` : 'left alone, which is to be called negative';
  const options = NAMES.map((text, cell): Option => {
    const says = SAID[cell] !== SAID[right] ? `The second word is what was said: it was ${was}.` : `What was said is ${isTrue ? 'right' : 'wrong'}, and the first word must say so.`;
    return { text, is_right: cell === right, says: cell === right ? '' : says };
  });
  return question('cell', {
    story: `Positive is ${setting.words.positive}, negative is ${setting.words.negative}. ${setting.cells[right] ?? ''}`,
    asks: 'What is that?',
    answer: { type: 'choice', options },
    solution: `It was ${was}, and that is ${isTrue ? 'true' : 'false'}: a ${NAMES[right] ?? ''}.`,
  });
}
