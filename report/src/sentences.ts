// The decision in words; `truecut/decisions/recommendation_words.py` writes the same sentences.

import type { Curve } from './curve';
import { perThousandAt, type Advice, type Saving } from './decision';
import { count, percent, threshold } from './numerals';
import type { Cost } from './payload';
import type { Store } from './store';
import type { Words } from './words';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const MOST_NAMED = 3;
const ABOVE_ALL = 'above all scores';
const HARDLY = 0.05; // per 1,000: so near to the cheapest is as cheap

/** A cost in about three figures. */
export function figures(amount: number): string {
  const size = Math.abs(amount);
  if (size < 1e-9) return '0';
  const text = size >= 1e9 ? size.toExponential(2) : size >= 9.95 ? count(Math.floor(size + 0.5)) : size >= 0.995 ? size.toFixed(1) : String(Number(size.toPrecision(2)));
  return `${amount < 0 ? '−' : ''}${text}`;
}

/** A threshold for a sentence: whoever types what it says flags the same rows. */
export const cutText = (curve: Curve, cut: number | null): string => (cut === null ? ABOVE_ALL : written(curve.told(cut)));

/** The same where there is little room: on the dial, on a button, beside a line. */
export const toldCut = (curve: Curve, cut: number | null): string => (cut === null || !Number.isFinite(cut) ? threshold(cut) : written(curve.told(cut)));

/** A number as it is, the very small and the very large with an exponent. */
export function written(number: number): string {
  const size = Math.abs(number);
  return size && (size < 1e-4 || size >= 1e6) ? number.toExponential().replace('e+', 'e') : String(number);
}

export const reach = ({ low, high }: Saving): string => (low === null || high === null ? '' : ` (${figures(low)} to ${figures(high)})`);
export const turned = ({ value, low, high }: Saving): Saving => ({ value: -value, low: high === null ? null : -high, high: low === null ? null : -low });
export const numberWord = (number: number): string => NUMBERS[number] ?? count(number);
const times = (ratio: number): string => count(Number(ratio.toPrecision(2)));

export function premise(cost: Cost, words: Words): string {
  const [found, spared] = [cost.fn - cost.tp, cost.fp - cost.tn];
  const [miss, alarm] = [`missed ${words.positive}`, `flagged ${words.negative}`];
  if (found <= 0 || spared <= 0) return 'By these prices one kind of mistake costs nothing.';
  if (Math.abs(Math.log(found / spared)) < 1e-9) return `A ${miss} and a ${alarm} are equally bad.`;
  return spared > found ? `A ${alarm} is ${times(spared / found)} times as bad as a ${miss}.` : `A ${miss} is ${times(found / spared)} times as bad as a ${alarm}.`;
}

export const question = (words: Words): string => `What is worse, a missed ${words.positive} or a flagged ${words.negative}, and by how much?`;

export function above(store: Store, advice: Advice): string {
  const { words, state } = store;
  const place = state.prevalence === null ? '' : `, if ${percent(state.prevalence)} are ${words.positive}`;
  if (!store.isPriced) return `No costs were stated. ${advice.verdict === 'do_not_use' ? 'The answer' : 'Recommended'} if a missed ${words.positive} and a flagged ${words.negative} are equally bad${place}:`;
  return advice.verdict === 'do_not_use' ? `At these costs${place}` : `Recommended for these costs${place}`;
}

export const whom = ({ idle }: Advice): string => (idle === 'none' ? 'nobody' : 'everybody');

export function decisionName(store: Store, model: number, entry: number): string {
  const curve = store.curves[model];
  if (!curve) return '';
  if (entry === 0) return 'flagging nobody';
  if (curve.model.is_hard) return curve.model.name;
  return entry === curve.length - 1 ? 'flagging everybody' : `${curve.model.name} from ${cutText(curve, curve.threshold(entry))}`;
}

/** What the dial shows, always. */
export function headline(store: Store, advice: Advice): string {
  const made = store.payload.recommendation;
  if (advice.verdict === 'no_answer') return made?.sentences.headline ?? '';
  if (!store.isAtAdvice) {
    const more = perThousandAt(store, store.curve, store.entry) - advice.cost;
    const name = decisionName(store, store.state.model, store.entry);
    const what = name.startsWith('flagging') ? `F${name.slice(1)}` : name;
    if (more < HARDLY) return `${what} costs as little as the cheapest.`;
    return store.isPriced ? `${what} costs ${store.amount(figures(more))} too much.` : `${what} makes ${figures(more)} mistakes in 1,000 too many.`;
  }
  if (store.isAsMade && made) return made.sentences.headline;
  const model = store.curves[advice.model]?.model;
  if (!model) return '';
  const several = store.payload.models.length > 1;
  if (advice.verdict === 'do_not_use') return `Do not use ${several ? `any of the ${allModels(store)} models` : model.name}: flagging ${whom(advice)} ${advice.isDearer ? 'costs less' : 'is as cheap'}.`;
  const cut = `from ${cutText(store.curve, store.state.threshold)} ${model.lower_is_positive ? 'down' : 'up'}`;
  if (advice.verdict === 'unproven') return `Perhaps ${model.name}${model.is_hard ? '' : `, ${cut}`}: not shown to beat flagging ${whom(advice)}.`;
  const like = alike(advice).length;
  const what = `${model.name}${like ? ` (or ${like === 1 ? 'another' : `one of ${numberWord(like)}`} like it)` : ''}`;
  return model.is_hard ? `Use ${what} as it stands.` : `Use ${what}, and flag ${cut}.`;
}

/** How many models there are, or are here if one of the others might be cheaper. */
function allModels({ payload: { models, left_out: left } }: Store): string {
  if (!left) return numberWord(models.length);
  return left.may_be_cheapest ? `${numberWord(models.length)} shown` : numberWord(models.length + left.number);
}

/** The models that may be as cheap as the recommended one. */
export const alike = ({ others }: Advice): Advice['others'] => others.filter(({ isToldApart, gap: { low } }) => !isToldApart && low !== null);

/** Which models the recommended one is told apart from, by the same rows. */
export function apartText(store: Store, advice: Advice): string {
  const name = (other: Advice['others'][number]): string => store.payload.models[other.model]?.name ?? '';
  const like = alike(advice);
  const [nearest] = like.length ? like : advice.others;
  if (!nearest) return '';
  if (nearest.gap.low === null) return `${name(nearest)} costs ${store.amount(figures(nearest.gap.value))} more; whether chance does that cannot be told here.`;
  const gap = `${store.amount(figures(nearest.gap.value))} ${like.length ? 'more' : 'cheaper'}${reach(nearest.gap)}`;
  if (!like.length) return `Told apart from ${advice.others.length === 1 ? name(nearest) : `all ${numberWord(advice.others.length)} others`}: ${gap}.`;
  const whom = like.length <= MOST_NAMED ? listed(like.map(name)) : `${numberWord(like.length)} others`;
  return `Not told apart from ${whom}: ${like.length > 1 ? `the nearest, ${name(nearest)}, costs` : 'it costs'} ${gap}.`;
}

const listed = (names: string[]): string => (names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1] ?? ''}`);

export function reignText(store: Store, model: string, reign: { low: number | null; high: number | null } | null): string {
  if (!reign) return '';
  const { words } = store;
  const end = (ratio: number, isUpper: boolean): string => {
    const [miss, alarm] = [`a missed ${words.positive}`, `a flagged ${words.negative}`];
    const [worse, other, ratioText] = ratio >= 1 ? [alarm, miss, times(ratio)] : [miss, alarm, times(1 / ratio)];
    if (ratioText === '1') return `${worse} is as bad as ${other}`;
    return `${worse} is ${isUpper === ratio >= 1 ? 'more' : 'less'} than ${ratioText} times as bad`;
  };
  const ends = [...(reign.low === null ? [] : [end(reign.low, false)]), ...(reign.high === null ? [] : [end(reign.high, true)])];
  return ends.length ? `${model} stays the cheapest model until ${ends.join(' or ')}.` : `${model} is the cheapest model whatever you answer; only the cut moves.`;
}
