// Questions about costs, beta and where to cut, as `truecut/catalogue/quiz/deciding.py` makes them.

import { count } from '../../numerals';
import type { Question } from '../payload';
import type { Draw } from './draw';
import { numberAnswer, ones, question, slip } from './question';

const EXACT = 1e-6;

export function costQuestion(draw: Draw): Question {
  for (;;) {
    const [miss, alarm] = [draw.one([20, 50, 100]), draw.one([1, 2, 5])];
    const [positives, negatives] = [draw.one([40, 60, 100]), draw.one([150, 200, 300])];
    const [fnA, fpA] = [draw.between(8, 20), draw.between(2, 10)];
    const [fnB, fpB] = [draw.between(1, fnA - 4), draw.between(30, 80)];
    const [costA, costB] = [fnA * miss + fpA * alarm, fnB * miss + fpB * alarm];
    const [swapped, mistakes] = [fnB * alarm + fpB * miss, fnB + fpB];
    if (costB >= costA || mistakes <= fnA + fpA || new Set([costA, costB, swapped, mistakes, mistakes * miss]).size < 5) continue;
    return question('cost', {
      story: `A miss costs ${miss}, a false alarm ${alarm}. Two models judged the same rows, ${positives} positive and ${negatives} negative: A missed ${fnA} and raised ${fpA} false alarms, B missed ${fnB} and raised ${fpB}.`,
      asks: 'What does the cheaper of the two cost in all?',
      answer: numberAnswer(
        costB,
        [
          slip(costA, 'That is the other one, and its sum is right. Work out both: fewer mistakes are not cheaper.'),
          slip(swapped, 'You gave the misses the price of the false alarms.'),
          slip(mistakes, 'That is how many mistakes it makes. Multiply each kind by its price before you add.'),
          slip(mistakes * miss, 'You gave every mistake the price of a miss.'),
        ],
        'For each model: misses × their price + false alarms × theirs.',
        { tolerance: 0.5, isShare: false },
      ),
      solution: `B: ${fnB} × ${miss} + ${fpB} × ${alarm} = ${count(costB)}. A: ${fnA} × ${miss} + ${fpA} × ${alarm} = ${count(costA)}.`,
    });
  }
}

export function betaQuestion(draw: Draw): Question {
  const root = draw.one([2, 3, 4, 5, 10]);
  const isMiss = draw.below(3) < 2;
  const [ratio, value] = [root ** 2, isMiss ? root : 1 / root];
  const [worse, better] = isMiss ? ['miss', 'false alarm'] : ['false alarm', 'miss'];
  const upside = 'Upside down: above 1 leans to recall, below 1 to precision.';
  return question('beta', {
    story: `A ${worse} is ${ratio} times as bad as a ${better}.`,
    asks: 'Which beta goes with that in F-beta?',
    answer: numberAnswer(
      value,
      [
        slip(isMiss ? ratio : 1 / ratio, 'That is the ratio itself: a miss weighs beta², so take the root.'),
        slip(1 / value, upside),
        slip(isMiss ? 1 / ratio : ratio, `${upside} And it lacks the root.`),
      ],
      'beta² is the price of a miss over that of a false alarm.',
      { isShare: false },
    ),
    solution: `beta² = ${isMiss ? ratio : `1/${ratio}`}, so beta = ${count(value)}.`,
  });
}

export function thresholdQuestion(draw: Draw): Question {
  for (;;) {
    const scores = draw.some(Array.from({ length: 94 }, (_, i) => i + 5), 10).sort((a, b) => a - b);
    const labels = scores.map((_, place) => (draw.below(100) < 20 + 6 * place ? 1 : 0));
    const isSorted = labels.every((label, place) => label >= (labels[place - 1] ?? 0));
    if (ones(labels) === 5 && !isSorted) return thresholdOfRows(labels, scores, draw.one([3, 4]));
  }
}

function thresholdOfRows(labels: readonly number[], scores: readonly number[], needed: number): Question {
  const places = scores.map((score, place) => ({ score, tp: ones(labels.slice(place)), fp: scores.length - place - ones(labels.slice(place)) }));
  const right = places.filter(({ tp }) => tp >= needed).pop() ?? { score: 0, tp: 0, fp: 0 };
  const said = (tp: number, fp: number, isTooHigh: boolean): string => {
    if (!isTooHigh) return `Recall is kept there, but ${fp} negatives are flagged. Can it be stricter?`;
    return `There only ${tp} of 5 positives are flagged.${tp === needed - 1 ? ' One row short: a row at the threshold is flagged.' : ''}`;
  };
  const written = (score: number): string => (score / 100).toFixed(2);
  return question('threshold', {
    story: 'Ten rows by score. A row is flagged if its score is at or above the threshold.',
    table: [['truth', ...labels.map(String)], ['score', ...scores.map(written)]],
    asks: `Which of the scores is the highest threshold that keeps a recall of at least ${needed * 20} %?`,
    answer: numberAnswer(
      right.score / 100,
      places.filter(({ score }) => score !== right.score).map(({ score, tp, fp }) => slip(score / 100, said(tp, fp, score > right.score))),
      'It is one of the ten scores.',
      { tolerance: EXACT, isShare: false },
    ),
    solution: `Going down from the top, the ${needed === 3 ? 'third' : 'fourth'} positive row is found at ${written(right.score)}: ${needed} of 5 are flagged there, and ${right.fp} of 5 negatives.`,
  });
}
