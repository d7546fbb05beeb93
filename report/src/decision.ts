// What a decision costs and saves where the model is used; `truecut/decisions/saving.py` and `recommending.py` say how.

import { rows } from './counts';
import { totalCost, type Curve } from './curve';
import { sum } from './numbers';
import type { Corners, Model } from './payload';
import { wilson } from './proportions';
import type { Worth } from './resamples';
import { IMPOSSIBLE, saved, type ShareOfClass, type Shift } from './savings';
import { FLAGGED, type Store } from './store';

const WORTH_HAVING = 0.01; // of what flagging nobody or everybody costs
const ROUNDING = 1e-12;
const [PER_DECADE, DECADES] = [20, 3];

/** The cut that others are held against: the stated one, else the usual one of probabilities; other scores have none. */
export const cutInUse = (model: Model): number | undefined => (model.is_hard || !(model.has_stated_threshold || model.are_probabilities) ? undefined : model.threshold);

export interface Saving {
  value: number;
  low: number | null; // no interval where rows belong to clusters, or prices follow amounts
  high: number | null;
}
export type Verdict = 'use' | 'unproven' | 'do_not_use' | 'no_answer';
export interface Other extends Place {
  gap: Gap; // what the recommended decision saves against it, allowing for the number of models
  isToldApart: boolean;
}
export interface Advice {
  verdict: Verdict;
  model: number;
  entry: number;
  cost: number;
  idle: 'none' | 'all'; // the cheaper of flagging nobody and everybody
  others: Other[]; // the other models at their cheapest cuts, the nearest first
  isDearer: boolean; // a model that is not to be used costs more than doing without, and not as much
  flattery: number; // of the cost, since the cut was chosen on the rows that judge it
}

/** What 1,000 rows cost when so many scores are flagged. */
export function perThousandAt(store: Store, curve: Curve, entry: number): number {
  const counts = curve.counts(entry);
  return (1000 * totalCost(counts, store.state.cost)) / rows(counts);
}

export const cheapestOf = (store: Store, curve: Curve): number => (curve.model.is_hard ? curve.entry(FLAGGED) : curve.cheapest(store.state.cost));

/** What one cut of a model saves against another: Wilson's interval of the rows between them in each class, by MOVER. */
export function saving(store: Store, index: number, first: number, second: number): Saving {
  const [curve, base] = [store.curves[index] as Curve, store.base[index] as Curve];
  const value = perThousandAt(store, curve, second) - perThousandAt(store, curve, first);
  if (first === second) return { value: 0, low: 0, high: 0 };
  const made = asMade(store, base, first, second);
  if (made) return { value, low: made.low ?? null, high: made.high ?? null };
  const [a, b] = [base.counts(first), base.counts(second)];
  const [aSquares, bSquares] = [base.squares(first), base.squares(second)];
  const shift = (cell: Cell): Shift => {
    const between = shareOf(base, cell, Math.abs(a[cell] - b[cell]), aSquares && bSquares ? Math.abs(aSquares[cell] - bSquares[cell]) : 0, store.payload.z);
    return first > second ? { first: between, second: IMPOSSIBLE, isOfSameRows: true } : { first: IMPOSSIBLE, second: between, isOfSameRows: true };
  };
  return limited(store, base, value, shift, store.payload.z);
}

/** What Python says of the cut that it recommends: its limits know that the rows that judge the cut have chosen it. */
function asMade(store: Store, base: Curve, first: number, second: number): { low?: number; high?: number } | undefined {
  const told = store.payload.recommendation;
  if (!told || !store.isAsMade || (told.verdict !== 'use' && told.verdict !== 'unproven')) return undefined;
  if (told.model !== base.model.name || first !== base.entry(told.threshold ?? null)) return undefined;
  const entries = { none: () => 0, all: () => base.length - 1, in_use: (cut?: number) => base.entry(cut ?? null) };
  return told.against.find(({ kind, threshold }) => entries[kind](threshold) === second);
}

/** A model at a cut. */
export interface Place {
  model: number;
  entry: number;
}

/** What a model at a cut saves against another at a cut of its own; `isPaired` says whether that is by the same rows. */
export interface Gap extends Saving {
  isPaired: boolean;
  isExact: boolean; // how many rows both flag is known, and not only what they at least are
}

export function gap(store: Store, one: Place, other: Place, z = store.payload.z): Gap {
  const at = ({ model, entry }: Place): number => perThousandAt(store, store.curves[model] as Curve, entry);
  const value = at(other) - at(one);
  const [base, its] = [store.base[one.model] as Curve, store.base[other.model] as Curve];
  const both = store.together(one, other);
  const shift = (cell: Cell): Shift => {
    const alone = (curve: Curve, entry: number): ShareOfClass => {
      const shared = both === null ? 0 : both[cell];
      const squares = curve.squares(entry);
      return shareOf(base, cell, curve.counts(entry)[cell] - shared, squares ? squares[cell] - (both?.[`${cell}Squares`] ?? 0) : 0, z, MANY_APART);
    };
    return { first: alone(base, one.entry), second: alone(its, other.entry), isOfSameRows: both !== null };
  };
  return { ...limited(store, base, value, shift, z), isPaired: both !== null, isExact: both?.isExact ?? true };
}

type Cell = 'tp' | 'fp';

const MANY_APART = 100; // as in inference/rows_apart.py: the normal interval of a share of so many rows holds as well

function limited(store: Store, base: Curve, value: number, shift: (cell: Cell) => Shift, z: number): Saving {
  const { model } = base;
  // What rows are worth varies too, and sums of amounts alone do not tell by how much.
  if (model.is_clustered || store.payload.cost_follows) return { value, low: null, high: null };
  const { cost, prevalence } = store.state;
  const isFixed = prevalence !== null || model.is_sampled_by_class || model.mix !== undefined;
  const stakes = {
    found: cost.fn - cost.tp,
    spared: cost.fp - cost.tn,
    prevalence: shareThere(store, model),
    rows: isFixed ? null : Math.max(1, effectiveRows(base) * (model.folds?.worth_of_truth ?? 1)),
  };
  const [low, high] = saved(shift('tp'), shift('fp'), stakes, z);
  return { value, low: Math.min(1000 * low, value), high: Math.max(1000 * high, value) };
}

/** A share of the rows of a class, by what they are worth, with Wilson's interval; from `many` on, Wald's. */
function shareOf(base: Curve, cell: Cell, some: number, squares: number, z: number, many = Infinity): ShareOfClass {
  const all = cell === 'tp' ? base.model.positives : base.model.negatives;
  const [successes, trials] = effective(some, all, base.squares(0) ? [squares, totalSquares(base, cell)] : null);
  const worth = base.model.folds?.worth ?? 1;
  const share = successes / trials;
  if (Math.min(successes, trials - successes) * worth >= many) {
    const half = z * Math.sqrt((share * (1 - share)) / (trials * worth));
    return { share, low: share - half, high: share + half };
  }
  const [low, high] = wilson(successes * worth, trials * worth, z);
  return { share, low, high };
}

/** So many of so many rows, or of effective ones: Kish's, or fewer if the linearised variance says so. */
function effective(successes: number, trials: number, squares: readonly [number, number] | null): [number, number] {
  if (!squares) return [successes, trials];
  const part = successes / trials;
  const kish = trials ** 2 / squares[1];
  const variance = (squares[0] * (1 - part) ** 2 + (squares[1] - squares[0]) * part ** 2) / trials ** 2;
  const worth = part > 0 && part < 1 && variance ? Math.min(kish, (part * (1 - part)) / variance) : kish;
  return [part * worth, worth];
}

function totalSquares(base: Curve, cell: 'tp' | 'fp'): number {
  const squares = base.squares(base.length - 1);
  return squares ? squares[cell] : 0;
}

function effectiveRows(base: Curve): number {
  const { positives, negatives } = base.model;
  if (!base.squares(0)) return positives + negatives;
  return positives ** 2 / totalSquares(base, 'tp') + negatives ** 2 / totalSquares(base, 'fp');
}

/** Which decision is the cheapest here, and whether that is more than chance. */
export function advise(store: Store): Advice {
  const options = store.curves.map((curve, model) => {
    const entry = cheapestOf(store, curve);
    return { model, entry, cost: perThousandAt(store, curve, entry) };
  });
  const first = options[0] as (typeof options)[number];
  const best = { ...options.reduce((a, b) => (b.cost < a.cost ? b : a), first) };
  const curve = store.curves[best.model] as Curve;
  const last = curve.length - 1;
  const { positives, negatives } = curve.model;
  const [none, all] = [perThousandAt(store, curve, 0), perThousandAt(store, curve, last)];
  const idle = none <= all ? 'none' : 'all';
  const without = Math.min(none, all);
  const others = options.filter(({ model }) => model !== best.model).sort((a, b) => a.cost - b.cost).map((one) => {
    const found = gap(store, best, one, store.payload.z_of_many);
    return { model: one.model, entry: one.entry, gap: found, isToldApart: found.low !== null && found.low > 0 };
  });
  if (!positives || !negatives) return { verdict: 'no_answer', ...best, entry: store.entry, idle, others, isDearer: false, flattery: 0 };
  const isUseless = without - best.cost < WORTH_HAVING * Math.abs(without) || best.entry === 0 || (best.entry === last && !curve.model.is_hard);
  if (isUseless) return { verdict: 'do_not_use', model: best.model, entry: idle === 'none' ? 0 : last, cost: without, idle, others, isDearer: best.cost - without >= WORTH_HAVING * Math.abs(without), flattery: 0 };
  const proof = saving(store, best.model, best.entry, idle === 'none' ? 0 : last);
  const worth = worthOf(store, best.model);
  const flattery = worth ? store.resamples(best.model).flattery(worth, best.entry) : 0;
  return { verdict: proof.low !== null && proof.low - flattery > 0 ? 'use' : 'unproven', ...best, idle, others, isDearer: false, flattery };
}

/** What rows of either class are worth for other samples; null where rows do not count alike or there is one point. */
export function worthOf(store: Store, index: number): Worth | null {
  const { model } = store.base[index] as Curve;
  const { positives, negatives } = model;
  if (model.is_hard || model.weights === 'importance' || model.is_clustered || !positives || !negatives) return null;
  const { cost } = store.state;
  const share = shareThere(store, model);
  const [up, down] = [(1000 * share) / positives, (1000 * (1 - share)) / negatives];
  const { worth_positive: ofPositives, worth_negative: ofNegatives, tp, fp } = model.cuts;
  const byRow = (worth: number[], counted: number[], i: number): number => {
    const rows = (counted[i] ?? 0) - (counted[i - 1] ?? 0);
    return rows ? ((worth[i + 1] ?? 0) - (worth[i] ?? 0)) / rows : 0;
  };
  const more = ofPositives.length ? Float64Array.from({ length: 2 * tp.length }, (_, i) => (i % 2 ? down * byRow(ofNegatives, fp, i >> 1) : up * byRow(ofPositives, tp, i >> 1))) : null;
  return { found: up * (cost.fn - cost.tp), alarm: down * (cost.fp - cost.tn), more };
}

/** The prices of a false alarm, in misses, over which one model stays the cheapest; null where no end was found. */
export function reign(store: Store, chosen: number): { low: number | null; high: number | null } | null {
  const { cost } = store.state;
  const [found, spared] = [cost.fn - cost.tp, cost.fp - cost.tn];
  if (store.curves.length < 2 || found <= 0 || spared <= 0 || store.payload.cost_follows) return null;
  const here = spared / found;
  const grid = Array.from({ length: 2 * PER_DECADE * DECADES + 1 }, (_, k) => 10 ** (k / PER_DECADE - DECADES)).concat(here).sort((a, b) => a - b);
  const least = store.curves.map((curve) => leastCosts(curve, grid));
  const holds = grid.map((_, i) => (least[chosen]?.[i] ?? NaN) <= Math.min(...least.map((costs) => costs[i] ?? Infinity)) + ROUNDING);
  const place = grid.indexOf(here);
  const [below, above] = [holds.lastIndexOf(false, place), holds.indexOf(false, place)];
  return { low: below < 0 || below === place ? null : (grid[below + 1] ?? null), high: above <= place ? null : (grid[above - 1] ?? null) };
}

function leastCosts(curve: Curve, ratios: number[]): number[] {
  const { positives, negatives, is_hard: isHard } = curve.model;
  const share = positives / (positives + negatives);
  const corners = isHard ? [0, curve.entry(FLAGGED), curve.length - 1] : hull(curve);
  const rates = corners.map((entry) => curve.counts(entry)).map(({ tp, fp }) => [tp / positives, fp / negatives] as const);
  return ratios.map((ratio) => Math.min(...rates.map(([tpr, fpr]) => share * (1 - tpr) + (1 - share) * ratio * fpr)));
}

/** The corners of the ROC hull: no other cut is ever the cheapest. */
export function hull(curve: Curve): number[] {
  const corners: number[] = [];
  const at = (entry: number): { tp: number; fp: number } => curve.counts(entry);
  for (const entry of curve.entries()) {
    for (;;) {
      const [b, a] = [corners[corners.length - 1], corners[corners.length - 2]];
      if (a === undefined || b === undefined) break;
      const [p, q, r] = [at(a), at(b), at(entry)];
      if ((q.tp - p.tp) * (r.fp - p.fp) > (r.tp - p.tp) * (q.fp - p.fp)) break;
      corners.pop();
    }
    corners.push(entry);
  }
  return corners;
}

/** The rows at a share of positives that is supposed, and so does not vary. */
export function movedModel(model: Model, prevalence: number): Model {
  const { positives, negatives } = model;
  const all = positives + negatives;
  if (!positives || !negatives) return model;
  return weightedModel(model, (prevalence * all) / positives, ((1 - prevalence) * all) / negatives, prevalence);
}

/** The rows weighted by how many they stand for; their share of positives varies as they do, unless it was decided. */
export function unsampledModel(model: Model, [positives, negatives]: readonly [number, number]): Model {
  const share = shareUnsampled(model, [positives, negatives]);
  return weightedModel(model, 1 / positives, 1 / negatives, model.is_sampled_by_class ? share : undefined);
}

type Flagged = Pick<Corners, 'tp' | 'fp' | 'worth_positive' | 'worth_negative'>;

/** The rows of each class weighted as they are where the model is used. */
function weightedModel(model: Model, up: number, down: number, mix: number | undefined): Model {
  const { positives, negatives, cuts } = model;
  const times = (column: number[], by: number): number[] => column.map((value) => value * by);
  const squares = (own: number[], counted: number[], by: number): number[] => times(own.length ? own : counted, by * by);
  const flagged = (of: Flagged): Flagged => ({ tp: times(of.tp, up), fp: times(of.fp, down), worth_positive: times(of.worth_positive, up), worth_negative: times(of.worth_negative, down) });
  return {
    ...model,
    positives: positives * up,
    negatives: negatives * down,
    weights: 'importance',
    ...(mix === undefined ? {} : { mix }),
    bands: Object.fromEntries(Object.entries(model.bands).filter(([name]) => name === 'roc')),
    cuts: { ...cuts, ...flagged(cuts), tp_squares: squares(cuts.tp_squares, cuts.tp, up), fp_squares: squares(cuts.fp_squares, cuts.fp, down) },
    groups: model.groups.map((group) => ({ ...group, positives: group.positives * up, negatives: group.negatives * down, ...flagged(group), ...(group.corners ? { corners: { ...group.corners, ...flagged(group.corners) } } : {}) })),
  };
}

const shareUnsampled = ({ positives, negatives }: Model, [ofPositives, ofNegatives]: readonly [number, number]): number => positives / ofPositives / (positives / ofPositives + negatives / ofNegatives || 1);

/** How common positives are where the model is used: as supposed, as the sampling rates say, or as among the rows. */
export function shareThere({ state, payload }: Store, model: Model): number {
  return state.prevalence ?? shareUnsampled(model, payload.sampled ?? [1, 1]);
}

export const shareHere = (curve: Curve): number => curve.model.positives / (sum([curve.model.positives, curve.model.negatives]) || 1);
