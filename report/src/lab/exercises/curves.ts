// Questions about the ROC curve, as `truecut/catalogue/quiz/curves.py` makes them.

import type { CornerPlace, Question } from '../payload';
import { capitalised } from '../../words';
import type { Draw } from './draw';
import { numberAnswer, ones, question, slip, threeDecimals, zeros } from './question';

export function areaQuestion(draw: Draw): Question {
  for (;;) {
    const labels = draw.bits(draw.one([6, 7, 8]));
    const [positives, negatives, won] = [ones(labels), zeros(labels), pairsInOrder(labels)];
    const pairs = positives * negatives;
    // As many pairs in order as out of it would make two slips one.
    if (positives >= 2 && negatives >= 2 && won > 0 && won < pairs && 2 * won !== pairs) return areaOfRows(labels, positives, negatives, won);
  }
}

/** In how many pairs of a positive and a negative the positive stands higher. */
function pairsInOrder(labels: readonly number[]): number {
  return labels.reduce((won, label, place) => won + (label ? zeros(labels.slice(0, place)) : 0), 0);
}

function areaOfRows(labels: readonly number[], positives: number, negatives: number, won: number): Question {
  const pairs = positives * negatives;
  return question('area', {
    story: `${labels.length} rows from the lowest to the highest score; 1 is positive.`,
    table: [['truth', ...labels.map(String)]],
    asks: 'What is the area under the ROC curve? (a fraction will do)',
    answer: numberAnswer(
      won / pairs,
      [
        slip(1 - won / pairs, 'Those are the pairs in the wrong order.'),
        slip(won, `That many pairs are in order. There are ${positives} × ${negatives} pairs.`),
        slip(won / ((labels.length * (labels.length - 1)) / 2), 'A pair is one positive and one negative row, not any two.'),
      ],
      'For each positive, count the negatives below it. Divide by all pairs.',
    ),
    solution: `${positives} × ${negatives} = ${pairs} pairs, in ${won} of them the positive scores higher: ${won}/${pairs} = ${threeDecimals(won / pairs)}`,
  });
}

export function cornerQuestion(draw: Draw, places: readonly CornerPlace[]): Question {
  const right = draw.one(places);
  const [story, place, why] = right;
  return question('corner', {
    story: `In ROC space the false positive rate goes across and recall goes up. ${story}`,
    asks: 'Where does that stand?',
    answer: { type: 'choice', options: places.map((one) => ({ text: one[1], is_right: one === right, says: one === right ? '' : `There, ${one[2]}.` })) },
    solution: `${capitalised(place)}: ${why}.`,
  });
}
