// Questions that ask for a rate, as `truecut/catalogue/quiz/rates.py` makes them; formulas and words are the catalogue's.

import { rows as allOf, type Counts } from '../../counts';
import { compiled, type Tree } from '../../formula';
import { count } from '../../numerals';
import type { Outcome } from '../../payload';
import { fill, type Words } from '../../words';
import type { AskedRate, Question, Setting, Slip } from '../payload';
import { PLAIN } from '../store';
import type { Draw } from './draw';
import { numberAnswer, question, slip, threeDecimals } from './question';

const APART = 0.011; // values nearer than this could not be told apart in two decimals
const HITS_AND_MISTAKES = 'threat_score'; // what F1 is taken for; nobody is asked for it

export class Rates {
  private readonly asked: readonly AskedRate[];
  private readonly byName: ReadonlyMap<string, AskedRate>;

  constructor(rates: readonly AskedRate[]) {
    this.byName = new Map(rates.map((rate) => [rate.name, rate]));
    this.asked = rates.filter(({ name }) => name !== HITS_AND_MISTAKES);
  }

  metricQuestion(draw: Draw, settings: readonly Setting[]): Question {
    const [{ words, flagged }, counts] = [draw.one(settings), this.countsWhoseRatesDiffer(draw)];
    const rate = draw.one(this.asked);
    const { tp, fn, fp, tn } = counts;
    const value = at(rate.formula, counts);
    const numbers = rate.readable.replace(/\b(?:tp|fn|fp|tn)\b/g, (cell) => count(counts[cell as Outcome]));
    return question('metric', {
      story: `${count(tp + fn + fp + tn)} ${words.units}, ${count(tp + fn)} of them ${words.positive}. Of these, ${count(tp)} were ${flagged}; of the ${count(fp + tn)} that are ${words.negative}, ${count(fp)} were ${flagged}, too.`,
      asks: `What is the ${rate.called}?`,
      answer: numberAnswer(value, this.slips(rate, counts, words), hint(rate, words)),
      solution: `${fill(rate.meaning, words)} ${rate.readable} = ${numbers} = ${threeDecimals(value)}`,
    });
  }

  orientationQuestion(draw: Draw): Question {
    const counts = this.countsWhoseRatesDiffer(draw);
    const { tp, fn, fp, tn } = counts;
    const [recall, precision] = [this.named('recall'), at(this.named('precision').formula, counts)];
    const value = at(recall.formula, counts);
    return question('orientation', {
      story: 'Some tools print the matrix the other way round: here the prediction stands in the rows.',
      table: [['', 'truly positive', 'truly negative'], ['said positive', count(tp), count(fp)], ['said negative', count(fn), count(tn)]],
      asks: 'What is the recall?',
      answer: numberAnswer(
        value,
        [slip(precision, 'That is the precision: the truth stands in the columns here. Read the headings first.'), ...this.slips(recall, counts, PLAIN).filter(({ number }) => number !== precision)],
        'Find the truly positive rows first: a column here.',
      ),
      solution: `Truly positive are ${tp} + ${fn}, of whom ${tp} were flagged: ${tp} / (${tp} + ${fn}) = ${threeDecimals(value)}`,
    });
  }

  private named(name: string): AskedRate {
    const found = this.byName.get(name);
    if (!found) throw new Error(`No rate is called ${name}.`);
    return found;
  }

  /** What else people compute when they are asked for a rate, and what to say to it. */
  private slips(rate: AskedRate, counts: Counts, words: Words): Slip[] {
    const right = at(rate.formula, counts);
    const others = this.asked.filter((other) => other !== rate).map((other) => slip(at(other.formula, counts), takenFor(other, rate, counts, words))).filter(({ number }) => Math.abs(number - right) > APART);
    return [...(rate.name === 'f1' ? this.slipsOfF1(counts) : []), ...others, ...slipsOfAShare(rate, counts, words)];
  }

  private slipsOfF1(counts: Counts): Slip[] {
    const [p, r, jaccard] = ['precision', 'recall', HITS_AND_MISTAKES].map((name) => at(this.named(name).formula, counts)) as [number, number, number];
    return [...slipsOfAHarmonicMean(p, r), slip(jaccard, 'That is the Jaccard index: F1 counts the hits twice.')];
  }

  private countsWhoseRatesDiffer(draw: Draw): Counts {
    for (;;) {
      const counts = { tp: draw.between(8, 60), fn: draw.between(3, 40), fp: draw.between(2, 40), tn: draw.between(20, 99) };
      const values = [...this.byName.values()].map(({ formula }) => at(formula, counts)).sort((a, b) => a - b);
      const f1 = at(this.named('f1').formula, counts);
      const areApart = values.every((value, i) => i === 0 || value - (values[i - 1] ?? 0) > APART);
      if (areApart && this.slipsOfF1(counts).every(({ number }) => Math.abs(number - f1) > APART)) return counts;
    }
  }
}

const at = (formula: Tree, counts: Counts): number => compiled(formula)({ ...counts });
const isShare = (rate: AskedRate): rate is Required<AskedRate> => rate.denominator !== undefined;
const areSame = (one: Tree, other: Tree): boolean => JSON.stringify(one) === JSON.stringify(other);

function takenFor(other: AskedRate, rate: AskedRate, counts: Counts, words: Words): string {
  const name = `That is the ${other.called}`;
  if (!isShare(other) || !isShare(rate)) return `${name}. ${hint(rate, words)}`;
  if (!areSame(other.denominator, rate.denominator)) {
    const divided = `you divided by ${fill(other.population, words)} (${count(at(other.denominator, counts))})`;
    return `${name}: ${divided}. The ${rate.called} is a share of ${fill(rate.population, words)} (${count(at(rate.denominator, counts))}).`;
  }
  const isTheRest = Math.abs(at(other.formula, counts) + at(rate.formula, counts) - 1) <= 1e-9;
  return isTheRest ? `${name}, which is 1 - ${rate.called}: the right whole, but the other part of it.` : `${name}: the right whole, but the wrong part on top.`;
}

function slipsOfAShare(rate: AskedRate, counts: Counts, words: Words): Slip[] {
  if (!isShare(rate)) return [];
  const [part, below, all] = [at(rate.numerator, counts), at(rate.denominator, counts), allOf(counts)];
  const whole = fill(rate.population, words);
  return [
    ...(rate.is_of_all ? [] : [slip(part / all, `You divided by everybody. The ${rate.called} is a share of ${whole}.`)]),
    slip(part, `That is how many there are. A rate divides them by ${whole}.`),
    slip(below / part, 'That is upside down: the part goes on top.'),
  ];
}

function slipsOfAHarmonicMean(p: number, r: number): Slip[] {
  return [
    slip((p + r) / 2, 'That is the plain average. The harmonic mean stays nearer to the smaller number.'),
    slip((p * r) / (p + r), 'You forgot the 2 on top: 2ab / (a + b).'),
    slip(Math.sqrt(p * r), 'That is the geometric mean, the root of the product.'),
    slip(p * r, 'That is the product. Divide twice it by the sum.'),
  ];
}

function hint(rate: AskedRate, words: Words): string {
  return isShare(rate) ? `First the whole: ${fill(rate.population, words)}. How many are there? Then the part.` : `The formula is ${rate.readable}.`;
}

// Rates in other guises

export function noInformationQuestion(draw: Draw, settings: readonly Setting[]): Question {
  const { words } = draw.one(settings);
  const positives = draw.one([10, 20, 50, 80, 120, 200, 300]);
  const negatives = draw.one([400, 600, 700, 900]) + positives;
  const rows = positives + negatives;
  return question('no_information', {
    story: `${count(rows)} ${words.units}, ${count(positives)} of them ${words.positive}. Nobody has a model.`,
    asks: 'What accuracy does giving everybody the same answer reach at best (the no-information rate)?',
    answer: numberAnswer(
      negatives / rows,
      [slip(positives / rows, `That is the share of ${words.positive}: where the best answer is wrong.`), slip(0.5, 'A half is right only if both classes are equally common.')],
      'Which answer is right most often? How often?',
    ),
    solution: `Call everybody ${words.negative}: right for ${count(negatives)} of ${count(rows)}, which is ${threeDecimals(negatives / rows)}.`,
  });
}

export function kappaQuestion(draw: Draw): Question {
  const [byChance, agreed] = [draw.one([40, 44, 56, 60, 64, 70]), draw.between(75, 95)];
  const [expected, observed] = [byChance / 100, agreed / 100];
  const value = (observed - expected) / (1 - expected);
  return question('kappa', {
    story: `A model agrees with the truth in ${agreed} % of the rows; by chance, ${byChance} % would agree.`,
    asks: "What is Cohen's kappa?",
    answer: numberAnswer(
      value,
      [
        slip(observed - expected, 'That is what was gained over chance. Divide it by what chance left open.'),
        slip((observed - expected) / expected, 'You divided by the chance agreement; divide by what it leaves open.'),
        slip((observed - expected) / observed, 'You divided by the agreement; divide by what chance left open.'),
        slip(observed, 'That is the accuracy. Kappa takes off what comes by chance.'),
        slip(1 - expected, 'That is what chance left open. How much of it was reached?'),
      ],
      '(O - E) / (1 - E): how much of what chance leaves open was reached?',
    ),
    solution: `(O - E) / (1 - E) = (${observed} - ${expected}) / (1 - ${expected}) = ${threeDecimals(value)}`,
  });
}

export function meansQuestion(draw: Draw): Question {
  for (;;) {
    const [p, r] = [draw.between(1, 19) / 20, draw.between(1, 19) / 20];
    const value = (2 * p * r) / (p + r);
    const slips = slipsOfAHarmonicMean(p, r);
    if (slips.some(({ number }) => Math.abs(number - value) <= APART)) continue;
    return question('means', {
      story: `A model has precision ${p} and recall ${r}.`,
      asks: 'What is its F1, the harmonic mean of the two?',
      answer: numberAnswer(value, slips, '2 × precision × recall, divided by precision + recall.'),
      solution: `2 × ${p} × ${r} / (${p} + ${r}) = ${threeDecimals(value)}; the plain average would be ${Number(((p + r) / 2).toPrecision(6))}`,
    });
  }
}

export function prevalenceQuestion(draw: Draw): Question {
  const [recall, alarms] = [draw.one([60, 70, 80, 90]), draw.one([2, 5, 10, 20])];
  const positives = draw.one([10, 20, 50, 100]);
  const [hits, wrongly] = [(recall * positives) / 100, (alarms * (1000 - positives)) / 100];
  const value = hits / (hits + wrongly);
  return question('prevalence', {
    story: `Of 1,000 people ${positives} are ill. A test finds ${recall} % of them and flags ${alarms} % of the rest.`,
    asks: 'What share of the flagged people is ill (the precision)?',
    answer: numberAnswer(
      value,
      [
        slip(recall / 100, 'That is the recall: of the ill, the share that is flagged. Start from the flagged.'),
        slip(1 - alarms / 100, 'That is the specificity, 1 - FPR; it looks at the healthy alone.'),
        slip(1 - value, 'That is the share of false alarms among the flagged: the other part of the right whole.'),
        slip(positives / 1000, 'That is the prevalence: before anybody was tested.'),
        slip(hits / 1000, 'You divided by everybody. How many people are flagged?'),
      ],
      'Count people: how many ill and how many healthy ones are flagged?',
    ),
    solution: `${count(hits)} ill and ${count(wrongly)} healthy people are flagged: ${count(hits)} / (${count(hits)} + ${count(wrongly)}) = ${threeDecimals(value)}`,
  });
}
