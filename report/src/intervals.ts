// Which interval each metric has; `truecut/inference/methods.py` has the same defaults, and tests hold the two together.
//
// A share of rows has Wilson's interval without a line here, and any other metric of four counts that is no total
// has the spread of the shares of its cells.

import { fisherZ, fScore } from './composites';
import { areWhole, rows, type Counts } from './counts';
import { dirichlet, dirichletByClass } from './dirichlet';
import { compiled, type Formula, type Names } from './formula';
import { sum } from './numbers';
import { OUTCOMES, type Entry, type Estimate } from './payload';
import { mover, wilson, type Limits } from './proportions';
import { koopman, woolf } from './ratios';
import { bySlopes } from './weighted';

/** Counts at a threshold, and what is known about the rows behind them. */
export interface Evidence {
  counts: Counts;
  squares: Counts | null; // sums of squared weights, where rows have weights of importance
  z: number;
  level: number;
  student: number; // how many standard errors a mean over all rows may be away
  isClustered: boolean;
  isSampledByClass: boolean; // the share of positives was decided, and does not vary
}

interface Asked extends Evidence {
  value: number;
  parameters: Names;
  metric: (counts: Counts) => number;
}

type Find = (asked: Asked) => Limits | Found;
interface Method {
  find: Find;
  takesWeights: boolean;
}
interface Found {
  limits: Limits;
  method?: string;
  note?: string;
}

const FEW_TRIALS = 10;
const FEW_LOSSES = 10;
const FEW = `fewer than ${String(FEW_TRIALS)} rows stand behind it`;
const ONE_SIDED = 'none or all of the rows count, so the interval is one-sided in effect';
const EFFECTIVE = 'with importance weights the rows count as fewer, effective ones';
const ADDED = 'a count is 0, so 0.5 was added to each';
const FEW_DIFFER = `fewer than ${String(FEW_LOSSES)} rows differ from the others, so shares were spread by their posterior`;
const NO_SLOPE = 'at these weights the metric has no slope or no spread to judge by';
const CLUSTERED = 'rows belong to clusters: an interval from counts alone would be too narrow';
const BY_DESIGN = 'how many positives there are was decided when the rows were sampled, so there is nothing to be unsure of';
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
function trialsOf({ above, below }: Share, asked: Asked): [successes: number, trials: number] {
  const [successes, trials] = [above({ ...asked.counts }), below({ ...asked.counts })];
  if (!asked.squares) return [successes, trials];
  const [ofSuccesses, ofTrials] = [above({ ...asked.squares }), below({ ...asked.squares })];
  const part = successes / trials;
  const kish = (trials * trials) / ofTrials;
  const variance = (ofSuccesses * (1 - part) ** 2 + (ofTrials - ofSuccesses) * part ** 2) / (trials * trials);
  const effective = part > 0 && part < 1 && variance ? Math.min(kish, (part * (1 - part)) / variance) : kish;
  return [successes === trials ? effective : part * effective, effective];
}

function byShare(of: Share, read: (share: number) => number = (value) => value): Method {
  return {
    takesWeights: true,
    find: (asked) => {
      const [successes, trials] = trialsOf(of, asked);
      const ends = wilson(successes, trials, asked.z).map(read) as [number, number];
      const notes = [trials < FEW_TRIALS && FEW, (successes === 0 || successes === trials) && ONE_SIDED, asked.squares && EFFECTIVE];
      return { limits: [Math.min(...ends), Math.max(...ends)], note: joined(notes) };
    },
  };
}

function byMover(one: Share, other: Share, scale = 1): Method {
  return {
    takesWeights: true,
    find: (asked) => {
      const trials = [trialsOf(one, asked), trialsOf(other, asked)];
      const shares = trials.map(([successes, all]) => successes / all);
      const [below, above] = mover(shares, trials.map(([successes, all]) => wilson(successes, all, asked.z)));
      const few = trials.some(([, all]) => all < FEW_TRIALS) && FEW;
      return { limits: [asked.value - scale * below, asked.value + scale * above], note: joined([few, asked.squares && EFFECTIVE]) };
    },
  };
}

function byRatio(one: Share, other: Share): Method {
  return whole((asked) => {
    const [[x1, n1], [x2, n2]] = [trialsOf(one, asked), trialsOf(other, asked)];
    return { limits: koopman(x1, n1, x2, n2, asked.z), note: Math.min(n1, n2) < FEW_TRIALS ? FEW : '' };
  });
}

/** The mean of what each row loses; rows are drawn one by one, and so are losses. */
function byLosses(asked: Asked): Found | Limits {
  const one = (name: string): number => asked.metric({ tp: 0, fp: 0, fn: 0, tn: 0, [name]: 1 });
  const losses = OUTCOMES.map((name) => ({ loss: one(name), weight: asked.counts[name] }));
  const all = rows(asked.counts);
  const there = losses.filter(({ weight }) => weight);
  const weightOf = (loss: number): number => sum(there.filter((other) => other.loss === loss).map(({ weight }) => weight));
  if (all < 2 || all - Math.max(...there.map(({ loss }) => weightOf(loss))) < FEW_LOSSES) {
    return { ...bySpread(asked), note: FEW_DIFFER, method: 'dirichlet' };
  }
  const mean = sum(there.map(({ loss, weight }) => loss * weight)) / all;
  const squares = sum(there.map(({ loss, weight }) => weight * (loss - mean) ** 2));
  const half = (asked.student * Math.sqrt((squares * all) / (all - 1))) / all;
  const possible = losses.map(({ loss }) => loss);
  return [Math.max(mean - half, Math.min(...possible)), Math.min(mean + half, Math.max(...possible))];
}

function bySpread(asked: Asked): Found {
  const [low, high] = dirichlet(asked.metric, asked.counts, asked.level);
  // A value at the end of its range stays in: no point of the spread ever gets there.
  return { limits: [Math.min(low, asked.value), Math.max(high, asked.value)] };
}

function largerClass(asked: Asked): Found {
  const [successes, trials] = trialsOf(POSITIVE, asked);
  const [low, high] = wilson(successes, trials, asked.z);
  const ends = [Math.max(low, 1 - low), Math.max(high, 1 - high)];
  // Either class may be the larger one: then the least that the larger can have is one half.
  return { limits: [low <= 0.5 && high >= 0.5 ? 0.5 : Math.min(...ends), Math.max(...ends)], note: asked.squares ? EFFECTIVE : '' };
}

/** The interval of a total: that of its rate, times the rows. */
function times(rate: Method): Method {
  return {
    takesWeights: rate.takesWeights,
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

const SPREAD = whole(bySpread);
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
  mean_cost: whole(byLosses),
  net_benefit: whole(byLosses),
  total_cost: times(whole(byLosses)),
};

/** Return how to find the interval of one metric; the value must be defined. */
export function intervalOf(entry: Entry): (evidence: Evidence, value: number, metric: (c: Counts) => number, parameters: Names) => Estimate {
  const reason = WITHOUT[entry.name];
  if (reason) return (_, value) => ({ value, note: reason });
  const { numerator, denominator } = entry;
  const isShare = numerator !== undefined && denominator !== undefined;
  const method = METHODS[entry.name] ?? (isShare ? byShare({ above: compiled(numerator), below: compiled(denominator) }) : SPREAD);
  return (evidence, value, metric, parameters) => {
    if (evidence.isClustered) return { value, note: CLUSTERED };
    if (evidence.squares && !method.takesWeights) return weightedInterval(entry, evidence, evidence.squares, value, metric);
    if (!evidence.squares && !areWhole(evidence.counts)) return { value, note: NOT_WHOLE };
    if (evidence.isSampledByClass && entry.by_class !== 'own') return intervalByClass(entry, evidence, value, metric);
    const found = asFound(method.find({ ...evidence, value, metric, parameters }));
    const [low, high] = inside(found.limits, entry, value);
    if (Number.isNaN(low) || Number.isNaN(high)) return { value, note: 'the counts are too far apart for an interval' };
    return { value, low, high, method: found.method ?? entry.interval, note: found.note ?? '' };
  };
}

function weightedInterval(entry: Entry, evidence: Evidence, squares: Counts, value: number, metric: (c: Counts) => number): Estimate {
  const limits = bySlopes(entry, value, metric, evidence.counts, squares, evidence.student);
  if (!limits) return { value, note: NO_SLOPE };
  const [low, high] = inside(limits, entry, value);
  return { value, low, high, method: 'delta', note: EFFECTIVE };
}

/** Both rates vary, and the share of positives does not. */
function intervalByClass(entry: Entry, { counts, level }: Evidence, value: number, metric: (c: Counts) => number): Estimate {
  if (entry.by_class === 'none') return { value, note: BY_DESIGN };
  // A total is that of its rate, times the rows: the cells are shares here.
  const times = entry.is_total ? rows(counts) : 1;
  const [low, high] = dirichletByClass(metric, counts, level);
  const [least, most] = inside([Math.min(low * times, value), Math.max(high * times, value)], entry, value);
  return { value, low: least, high: most, method: 'beta-by-class', note: DEPENDS };
}

/** Inside the bounds of the metric, and never beside the value itself. */
function inside([low, high]: Limits, { bounds: [least, most] }: Entry, value: number): Limits {
  return [Math.min(Math.max(least, low), value), Math.max(Math.min(most, high), value)];
}

/** Say whether the interval takes thousands of values of the metric, and so longer than the rest. */
export function isSpread(entry: Entry, isSampledByClass: boolean): boolean {
  return entry.interval === 'dirichlet' || (isSampledByClass && entry.by_class === 'spread');
}

const asFound = (found: Limits | Found): Found => ('limits' in found ? found : { limits: found });
const joined = (notes: (string | false | null | undefined | Counts)[]): string => notes.filter((note) => typeof note === 'string' && note).join('; ');
