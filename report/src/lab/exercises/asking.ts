// Questions without end, the same as `truecut quiz` asks for the same seed: a kind, a seed and a number make a question.

import type { LabPayload, Question } from '../payload';
import { areaQuestion, cornerQuestion } from './curves';
import { betaQuestion, costQuestion, thresholdQuestion } from './deciding';
import { Draw } from './draw';
import { cellQuestion, matrixQuestion } from './matrices';
import { kappaQuestion, meansQuestion, noInformationQuestion, prevalenceQuestion, Rates } from './rates';

export const SOURCES = 'sources';
export const ALL = 'all'; // every kind once in a round, in an order of its own
const TITLES: Readonly<Record<string, string>> = {
  [ALL]: 'all kinds',
  cell: 'which cell?',
  matrix: 'count the four cells',
  metric: 'a rate from four counts',
  orientation: 'a matrix turned round',
  no_information: 'accuracy without a model',
  means: 'F1 from two rates',
  threshold: 'where to cut',
  area: 'area under the curve',
  corner: 'places in ROC space',
  cost: 'what mistakes cost',
  beta: 'beta from prices',
  prevalence: 'precision where positives are rare',
  kappa: 'kappa',
  [SOURCES]: 'from the course',
};

export const titleOf = (kind: string): string => TITLES[kind] ?? kind;

export class Asking {
  readonly kinds: readonly string[]; // in the order in which they are learned
  private readonly makers: Readonly<Record<string, (draw: Draw) => Question>>;

  constructor(private readonly quiz: LabPayload['quiz']) {
    const { settings, corners } = quiz;
    const rates = new Rates(quiz.rates);
    this.makers = {
      cell: (draw) => cellQuestion(draw, settings),
      matrix: matrixQuestion,
      metric: (draw) => rates.metricQuestion(draw, settings),
      orientation: (draw) => rates.orientationQuestion(draw),
      no_information: (draw) => noInformationQuestion(draw, settings),
      means: meansQuestion,
      threshold: thresholdQuestion,
      area: areaQuestion,
      corner: (draw) => cornerQuestion(draw, corners),
      cost: costQuestion,
      beta: betaQuestion,
      prevalence: prevalenceQuestion,
      kappa: kappaQuestion,
    };
    this.kinds = [...Object.keys(this.makers), SOURCES];
  }

  /** How many different ones there are of a kind, if they end: those of the course begin again. */
  many(kind: string): number {
    return kind === SOURCES ? this.quiz.exercises.length : Infinity;
  }

  /** The question of a kind with this number, counted from 0; null if there is no such kind. */
  question(kind: string, seed: string, number: number): Question | null {
    if (kind === ALL) {
      const [turn, place] = [Math.floor(number / this.kinds.length), number % this.kinds.length];
      const order = new Draw(`round/${seed}/${turn}`).some(this.kinds, this.kinds.length);
      return this.made(order[place] ?? '', seed, turn, true);
    }
    return this.made(kind, seed, number, false);
  }

  private made(kind: string, seed: string, turn: number, isMixed: boolean): Question | null {
    if (kind !== SOURCES) return this.makers[kind]?.(new Draw(`${kind}/${seed}/${turn}`)) ?? null;
    const { exercises } = this.quiz;
    const order = isMixed ? new Draw(`${SOURCES}/${seed}`).some(exercises, exercises.length) : exercises;
    return order[turn % order.length] ?? null;
  }
}
