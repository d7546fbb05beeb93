// Which interval each metric has; `truecut/inference/methods.py` has the same defaults, and tests hold the two together.
//
// A share of rows has Wilson's interval without a line here, and any other metric of four counts that is no total
// has the spread of the shares of its cells.

import { aboutCells, intervalOfCells } from './cells';
import { fisherZ, fScore } from './composites';
import { areWhole, rows, type Counts } from './counts';
import { compiled, type Formula, type Names } from './formula';
import { sum } from './numbers';
import { OUTCOMES, type Entry, type Estimate, type Folds } from './payload';
import { mover, wilson, type Limits } from './proportions';
import { koopman, woolf } from './ratios';

/** Counts at a threshold, and what is known about the rows behind them. */
export interface Evidence {
  counts: Counts;
  squares: Counts | null; // sums of squared weights, where rows have weights of importance
  z: number;
  level: number;
  isClustered: boolean;
  isSampledByClass: boolean; // the share of positives was decided
  countsAlike: boolean; // all rows of a class have one weight
  mix: number | null; // the share of positives, where it does not vary
  isStated: boolean; // that share was stated for the place where the model is used
  asCounted: Evidence | null; // the same rows before their classes were weighted; null where they are as counted
  folds: Pick<Folds, 'said' | 'worth' | 'worth_of_truth'> | null; // of a cross-validation
}

interface Asked extends Evidence {
  worth: number; // how many independent rows a row is worth, to a method that can think of fewer
  tellsLess: boolean; // the rows differ in importance, so that they tell less than as many equal ones
  value: number;
  parameters: Names;
  metric: (counts: Counts) => number;
}

type Find = (asked: Asked) => Limits | Found;
interface Method {
  find: Find;
  takesWeights: boolean;
  scales?: boolean; // finds the interval of fewer rows by itself
}
interface Found {
  limits: Limits;
  method?: string;
  note?: string;
}

const FEW_TRIALS = 10;
const FEW = `fewer than ${String(FEW_TRIALS)} rows stand behind it`;
const ONE_SIDED = 'none or all of the rows count, so the interval is one-sided in effect';
const EFFECTIVE = 'with importance weights the rows count as fewer, effective ones';
const ADDED = 'a count is 0, so 0.5 was added to each';
const CLUSTERED = 'rows belong to clusters: an interval from counts alone would be too narrow';
const BY_DESIGN = 'how many positives there are was decided when the rows were sampled, so there is nothing to be unsure of';
const STATED = 'how common positives are was stated, so there is nothing to be unsure of';
const DEPENDS = 'the rows were sampled by class, so it depends on how many of each were taken; state a prevalence to move it to one';
const NOT_WHOLE = 'the counts are not whole numbers of rows';
const WITHOUT: Record<string, string> = { uniform_guess_rate: 'it does not depend on the rows' };

interface Share {
  above: Formula;
  below: Formula;
}
const share = (above: (c: Names) => number, below: (c: Names) => number): Share => ({ above, below });
const cell = (names: Names, ...cells: string[]): number => sum(cells.map((name) => names[name] ?? 0));

const TPR = share((c) => cell(c, 'tp'), (c) => cell(c, 'tp', 'fn'));
const FNR = share((c) => cell(c, 'fn'), (c) => cell(c, 'tp', 'fn'));
const FPR = share((c) => cell(c, 'fp'), (c) => cell(c, 'fp', 'tn'));
const TNR = share((c) => cell(c, 'tn'), (c) => cell(c, 'fp', 'tn'));
const PPV = share((c) => cell(c, 'tp'), (c) => cell(c, 'tp', 'fp'));
const NPV = share((c) => cell(c, 'tn'), (c) => cell(c, 'fn', 'tn'));
const WRONG = share((c) => cell(c, 'fp', 'fn'), (c) => cell(c, ...OUTCOMES));
const POSITIVE = share((c) => cell(c, 'tp', 'fn'), (c) => cell(c, ...OUTCOMES));
const FOUND = share((c) => cell(c, 'tp'), (c) => cell(c, ...OUTCOMES));
const BOTH = share((c) => cell(c, 'tp'), (c) => cell(c, 'tp', 'fp', 'fn'));

/** So many of so many rows; with weights of importance, of so many effective ones. */
function trialsOf(of: Share, asked: Asked): [successes: number, trials: number] {
  const [successes, trials] = effectiveTrials(of, asked);
  return [successes * asked.worth, trials * asked.worth];
}

function effectiveTrials({ above, below }: Share, asked: Asked): [successes: number, trials: number] {
  const [successes, trials] = [above({ ...asked.counts }), below({ ...asked.counts })];
  if (!asked.squares) return [successes, trials];
  const [ofSuccesses, ofTrials] = [above({ ...asked.squares }), below({ ...asked.squares })];
  const part = successes / trials;
  const kish = (trials * trials) / ofTrials;
  const variance = (ofSuccesses * (1 - part) ** 2 + (ofTrials - ofSuccesses) * part ** 2) / (trials * trials);
  const effective = part > 0 && part < 1 && variance ? Math.min(kish, (part * (1 - part)) / variance) : kish;
  return [successes === trials ? effective : part * effective, effective];
}

/** None or all rows count, and one of the other kind might weigh what none of those seen does. */
const hidesAnUnseenRow = ({ squares, countsAlike }: Asked, successes: number, trials: number): boolean =>
  squares !== null && !countsAlike && (successes === 0 || successes === trials);

function byShare(of: Share, read: (share: number) => number = (value) => value): Method {
  return {
    takesWeights: true,
    scales: true,
    find: (asked) => {
      const [successes, trials] = trialsOf(of, asked);
      if (hidesAnUnseenRow(asked, successes, trials)) return { ...byCells(asked, true), method: 'cells' };
      const ends = wilson(successes, trials, asked.z).map(read) as [number, number];
      const notes = [trials < FEW_TRIALS && FEW, (successes === 0 || successes === trials) && ONE_SIDED, asked.tellsLess && EFFECTIVE];
      return { limits: [Math.min(...ends), Math.max(...ends)], note: joined(notes) };
    },
  };
}

function byMover(one: Share, other: Share, scale = 1): Method {
  return {
    takesWeights: true,
    scales: true,
    find: (asked) => {
      const trials = [trialsOf(one, asked), trialsOf(other, asked)];
      if (trials.some(([successes, all]) => hidesAnUnseenRow(asked, successes, all))) return { ...byCells(asked, true), method: 'cells' };
      const shares = trials.map(([successes, all]) => successes / all);
      const [below, above] = mover(shares, trials.map(([successes, all]) => wilson(successes, all, asked.z)));
      const few = trials.some(([, all]) => all < FEW_TRIALS) && FEW;
      return { limits: [asked.value - scale * below, asked.value + scale * above], note: joined([few, asked.tellsLess && EFFECTIVE]) };
    },
  };
}

function byRatio(one: Share, other: Share): Method {
  return whole((asked) => {
    const [[x1, n1], [x2, n2]] = [trialsOf(one, asked), trialsOf(other, asked)];
    return { limits: koopman(x1, n1, x2, n2, asked.z), note: Math.min(n1, n2) < FEW_TRIALS ? FEW : '' };
  });
}

/** What each cell is worth in rows, drawn again; `isTold` where a cell that decides alone is spoken of. */
function byCells(asked: Asked, isTold: boolean): Found {
  const cells = { weights: fewer(asked.counts, asked.worth), squares: fewer(asked.squares ?? asked.counts, asked.worth), mix: asked.mix };
  const [low, high] = intervalOfCells(asked.metric, cells, asked.level);
  const notes = isTold ? [...aboutCells(asked.metric, cells), asked.tellsLess && EFFECTIVE] : [];
  // A value at the end of its range stays in: no point of the lattice ever gets there.
  return { limits: [Math.min(low, asked.value), Math.max(high, asked.value)], note: joined(notes) };
}

const fewer = ({ tp, fp, fn, tn }: Counts, worth: number): Counts => ({ tp: tp * worth, fp: fp * worth, fn: fn * worth, tn: tn * worth });

function largerClass(asked: Asked): Found {
  const [successes, trials] = trialsOf(POSITIVE, asked);
  const [low, high] = wilson(successes, trials, asked.z);
  const ends = [Math.max(low, 1 - low), Math.max(high, 1 - high)];
  // Either class may be the larger one: then the least that the larger can have is one half.
  return { limits: [low <= 0.5 && high >= 0.5 ? 0.5 : Math.min(...ends), Math.max(...ends)], note: asked.tellsLess ? EFFECTIVE : '' };
}

/** The interval of a total: that of its rate, times the rows. */
function times(rate: Method): Method {
  return {
    takesWeights: rate.takesWeights,
    scales: rate.scales ?? false,
    find: (asked) => {
      const all = rows(asked.counts);
      const metric = (counts: Counts): number => asked.metric(counts) / rows(counts);
      const found = asFound(rate.find({ ...asked, value: asked.value / all, metric }));
      return { ...found, limits: [found.limits[0] * all, found.limits[1] * all] };
    },
  };
}

const whole = (find: Find): Method => ({ find, takesWeights: false });
const withZero = (find: (asked: Asked) => Limits): Method =>
  whole((asked) => ({ limits: find(asked), note: OUTCOMES.every((name) => asked.counts[name]) ? '' : ADDED }));
const weightOfBeta = ({ beta = 1 }: Names): number => 1 - 1 / (1 + beta * beta);
const weightOfRecall = ({ w_recall = 1, w_precision = 1 }: Names): number => w_recall / (w_precision + w_recall);
const reciprocal = (value: number): number => (value ? 1 / value : Infinity);

const CELLS: Method = { find: (asked) => byCells(asked, true), takesWeights: true, scales: true };
const SPREAD: Method = { find: (asked) => byCells(asked, false), takesWeights: false, scales: true };
const METHODS: Record<string, Method> = {
  no_information_rate: { find: largerClass, takesWeights: true },
  alerts_per_true_positive: byShare(PPV, reciprocal),
  number_needed_to_screen: byShare(FOUND, reciprocal),
  zero_one_count: times(byShare(WRONG)),
  informedness: byMover(TPR, TNR),
  balanced_accuracy: byMover(TPR, TNR, 0.5),
  markedness: byMover(PPV, NPV),
  lr_plus: byRatio(TPR, FPR),
  lr_minus: byRatio(FNR, TNR),
  odds_ratio: withZero((asked) => woolf(asked.counts, asked.z)),
  yules_q: withZero((asked) => woolf(asked.counts, asked.z).map((odds) => 1 - 2 / (odds + 1)) as [number, number]),
  f1: byShare(BOTH, (value) => (2 * value) / (1 + value)),
  f_beta: whole((asked) => fScore(asked.counts, weightOfBeta(asked.parameters), asked.z)),
  weighted_f: whole((asked) => fScore(asked.counts, weightOfRecall(asked.parameters), asked.z)),
  mcc: withZero((asked) => fisherZ(asked.counts, asked.z)),
  mean_cost: CELLS,
  net_benefit: CELLS,
  total_cost: times(CELLS),
};

/** Return how to find the interval of one metric; the value must be defined. */
export function intervalOf(entry: Entry): (evidence: Evidence, value: number, metric: (c: Counts) => number, parameters: Names) => Estimate {
  const reason = WITHOUT[entry.name];
  if (reason) return (_, value) => ({ value, note: reason });
  const { numerator, denominator } = entry;
  const isShare = numerator !== undefined && denominator !== undefined;
  const method = METHODS[entry.name] ?? (isShare ? byShare({ above: compiled(numerator), below: compiled(denominator) }) : SPREAD);
  return (moved, value, metric, parameters) => {
    // What looks at each class on its own is judged by the rows as they were counted, wherever the model is used.
    const evidence = entry.by_class === 'own' && moved.asCounted ? moved.asCounted : moved;
    if (evidence.isClustered) return { value, note: CLUSTERED };
    if (!evidence.squares && !areWhole(evidence.counts)) return { value, note: NOT_WHOLE };
    if (evidence.mix !== null && entry.by_class === 'none') return { value, note: evidence.isStated ? STATED : BY_DESIGN };
    const isOfCells = mixesClasses(entry, evidence) || (evidence.squares !== null && !method.takesWeights);
    const used = isOfCells ? (entry.is_total ? times(CELLS) : CELLS) : method;
    const worth = evidence.folds ? (entry.by_class === 'none' ? evidence.folds.worth_of_truth : evidence.folds.worth) : 1;
    const found = asFound(used.find({ ...evidence, value, metric, parameters, tellsLess: tellsLess(evidence), worth: used.scales ? worth : 1 }));
    const limits = used.scales || worth === 1 ? found.limits : widened(found.limits, entry, value, 1 / Math.sqrt(worth));
    const [low, high] = inside(limits, entry, value);
    if (Number.isNaN(low) || Number.isNaN(high)) return { value, note: 'the counts are too far apart for an interval' };
    const depends = evidence.isSampledByClass && !evidence.squares && entry.by_class === 'spread' && DEPENDS;
    const name = isOfCells ? 'cells' : (found.method ?? entry.interval);
    return { value, low, high, method: worth === 1 ? name : `${name} of rows / ${String(Number((1 / worth).toPrecision(3)))}`, note: joined([found.note, worth !== 1 && evidence.folds?.said, depends]) };
  };
}

/** Rows that are only moved to a stated share of positives tell as much as before: those of a class all count the same. */
const tellsLess = ({ squares, countsAlike, mix }: Evidence): boolean => squares !== null && !(countsAlike && mix !== null);

/** Say whether a metric joins both classes where rows of one weigh more, or where their share is fixed. */
const mixesClasses = (entry: Entry, { squares, mix }: Evidence): boolean => entry.by_class !== 'own' && (squares !== null || mix !== null);

/** Limits so many times as far away, on a scale on which the metric has no bounds if it has one; `truecut/inference/of_folds.py`. */
function widened(limits: Limits, entry: Entry, value: number, times: number): Limits {
  const [least, most] = entry.bounds;
  if (!Number.isFinite(value)) return [limits[0] / times, limits[1]];
  const scale = entry.is_total ? undefined : SCALES[entry.bounds.join()];
  const moved = (end: number): number => {
    if (!Number.isFinite(end)) return end;
    if (!scale || value <= least || value >= most || end <= least || end >= most) return value + (end - value) * times;
    const [to, back] = scale;
    return back(to(value) + (to(end) - to(value)) * times);
  };
  return [moved(limits[0]), moved(limits[1])];
}

const SCALES: Record<string, [to: (value: number) => number, back: (value: number) => number]> = {
  '0,1': [(v) => Math.log(v / (1 - v)), (x) => (1 + Math.tanh(x / 2)) / 2],
  '-1,1': [Math.atanh, Math.tanh],
  '0,Infinity': [Math.log, Math.exp],
  '1,Infinity': [(v) => Math.log(v - 1), (x) => 1 + Math.exp(x)],
};

/** Inside the bounds of the metric, and never beside the value itself. */
function inside([low, high]: Limits, { bounds: [least, most] }: Entry, value: number): Limits {
  return [Math.min(Math.max(least, low), value), Math.max(Math.min(most, high), value)];
}

/** Say whether the interval takes thousands of values of the metric, and so longer than the rest. */
export function isSpread(entry: Entry, evidence: Evidence): boolean {
  return entry.interval === 'dirichlet' || entry.interval === 'cells' || mixesClasses(entry, evidence);
}

const asFound = (found: Limits | Found): Found => ('limits' in found ? found : { limits: found });
const joined = (notes: (string | false | null | undefined | Counts)[]): string => notes.filter((note) => typeof note === 'string' && note).join('; ');
