// Findings about the state of the page: worst first, one for each fact, never more than seven, each with a way to see it.

import { cutInUse, perThousandAt, saving, shareHere } from '../decision';
import type { Curve } from '../curve';
import { count, percent } from '../numerals';
import { wilson } from '../proportions';
import { cutText, figures, numberWord, reach, whom } from '../sentences';
import type { State, Store } from '../store';
import { capitalised } from '../words';
import { groupCounts } from './groups';

export const MOST = 7;
const FEW_POSITIVES = 100;
const FEW_ALARMS = 30;
const [LEAST_MISSED, LEAST_ALARMED] = [0.05, 0.01]; // gaps of recall and of the false positive rate that matter
const RARER = 4; // times as rare
// About metrics, about the threshold in use, or said here with the state in mind.
const SAID_HERE = new Set(['accuracy', 'ranks', 'group_worse', 'no_division', 'imbalance', 'few_rows']);

export interface Told {
  weight: number;
  tone: 'problem' | 'warning' | 'note' | 'good';
  title: string;
  text: string;
  about: string; // the model and the threshold that it speaks of
  show: Partial<State> & { section?: string };
  label: string; // where the button leads
  isOfNow?: boolean; // about the threshold in use, not about the decision
}

export function told(store: Store, sectionOf: (code: string) => string): Told[] {
  const { advice, model, words, state, curve, entry } = store;
  const about = model.is_hard ? `${model.name}, as predicted` : `${model.name} at ${cutText(curve, state.threshold)}`;
  const found: Told[] = [];
  const say = (one: Omit<Told, 'about'> & { about?: string }): void => { found.push({ about, ...one }); };
  const best: Partial<State> = { model: advice.model, threshold: store.curves[advice.model]?.threshold(advice.entry) ?? null };
  const cut = cutInUse(model);
  const now = cut === undefined ? null : { entry: curve.entry(cut), threshold: cut };
  if (advice.verdict === 'do_not_use' && now) {
    const more = perThousandAt(store, curve, now.entry) - advice.cost;
    if (more > 0) say({ weight: 100, tone: 'problem', title: `${model.name} at ${String(now.threshold)} costs ${store.amount(figures(more))} more per 1,000 ${words.units} than flagging ${whom(advice)}.`, text: 'No cut of its scores saves even 1 % of what doing without costs.', show: { threshold: now.threshold }, label: `Show ${String(now.threshold)}` });
  }
  for (const gap of gaps(store)) {
    const size = Math.abs(gap.value);
    if (gap.what === 'recall') say({ weight: 40 + 60 * size, tone: 'warning', title: `It misses more in ‘${gap.group}’: ${percent(gap.here, 0)} of ${words.positive} caught, ${percent(gap.rest, 0)} elsewhere.`, text: `The gap is ${(100 * size).toFixed(0)} points (${(100 * -gap.high).toFixed(0)} to ${(100 * -gap.low).toFixed(0)}), on ${count(gap.rows)} ${words.positive} ${words.units} of that group.`, show: { parted: { by: 'recall', order: 'recall', isFalling: false }, section: 'who' }, label: 'Show separate cuts' });
    else say({ weight: 30 + 60 * size, tone: 'warning', title: `It raises more false alarms in ‘${gap.group}’: ${percent(gap.here)} of ${words.negative}, ${percent(gap.rest)} elsewhere.`, text: `The gap is ${(100 * size).toFixed(1)} points (${(100 * gap.low).toFixed(1)} to ${(100 * gap.high).toFixed(1)}).`, show: { section: 'who' }, label: 'Show the groups' });
  }
  const base = store.base[state.model] as Curve;
  const counts = base.counts(entry);
  const { positives, negatives } = base.model;
  const range = (part: number, all: number, of: number): string => wilson(part, all, store.payload.z).map((end) => (of * end).toFixed(of > 100 ? 1 : 0)).join(' to ');
  if (positives && positives < FEW_POSITIVES) say({ weight: 60, tone: 'warning', title: `Everything rests on ${count(positives)} ${words.positive} ${words.units}.`, text: `Of 100 ${words.positive} ${words.units} it would catch ${range(counts.tp, positives, 100)}.`, ...(model.is_hard ? { show: { section: 'good' }, label: 'Show the intervals' } : { show: best, label: 'Show the recommended cut' }) });
  if (entry > 0 && counts.fp < FEW_ALARMS && store.prices.fp > store.prices.fn && negatives && advice.verdict !== 'do_not_use') say({ weight: 34, tone: 'warning', title: counts.fp ? `The price of false alarms rests on ${numberWord(Math.round(counts.fp))} of them.` : 'No false alarm was seen at this cut. There will be some.', text: `At this cut ${count(counts.fp)} of ${count(negatives)} ${words.negative} ${words.units} are flagged: in use it may be ${range(counts.fp, negatives, 1000)} in 1,000 ${words.negative}.`, show: { section: 'cut' }, label: 'Show the cut' });
  if (now && now.entry === 0) say({ weight: 70, tone: 'problem', title: `The cut ${String(now.threshold)} flags nothing.`, text: `The highest score is ${cutText(curve, curve.threshold(1))}. The cut must come down, not the model.`, show: best, label: 'Show the recommended cut', isOfNow: true });
  else if (now && advice.verdict === 'use' && advice.model === state.model) {
    const worth = saving(store, state.model, advice.entry, now.entry);
    if (worth.low !== null && worth.low > 0) say({ weight: 22, tone: 'note', title: `The cut ${String(now.threshold)} costs ${store.amount(figures(worth.value))} more per 1,000 ${words.units}.`, text: `${reach(worth).trim().replace(/^\(|\)$/g, '')} more than ${cutText(curve, best.threshold ?? null)}: ${advice.entry < now.entry ? `it flags too many ${words.negative} ${words.units}` : `it lets too many ${words.positive} ${words.units} through`} for these costs.`, show: { threshold: now.threshold }, label: `Show ${String(now.threshold)}`, isOfNow: true });
  }
  const made = store.payload.recommendation;
  if (made?.range && store.isAsMade && advice.verdict !== 'do_not_use') {
    const { low, high, worst, flattery, told } = made.range;
    const end = low === made.threshold ? high : low;
    if (low !== high) say({ weight: 18, tone: 'note', title: `The cheapest cut may lie anywhere from ${told[0]} to ${told[1]}.`, text: `Another sample could choose any of them; the worst among them costs ${store.amount(figures(worst))} more.${flattery === undefined ? '' : ` Chosen and judged on the same ${words.units}, the cost flatters itself by about ${store.amount(figures(flattery))}.`}`, show: { model: advice.model, threshold: end ?? null }, label: `Show ${told[end === low ? 0 : 1]}`, about: `${made.model} at ${cutText(curve, made.threshold ?? null)}` });
  }
  const [nearest] = advice.others;
  if (nearest && advice.verdict !== 'do_not_use') {
    const name = store.payload.models[nearest.model]?.name ?? '';
    const chosen = store.payload.models[advice.model]?.name ?? '';
    const gap = `${store.amount(figures(nearest.gap.value))} per 1,000 ${words.units}`;
    const areHard = [advice.model, nearest.model].map((one) => store.payload.models[one]?.is_hard);
    const where = areHard.every(Boolean) ? 'each as it predicts' : areHard.some(Boolean) ? 'each as cheap as it can be' : 'each at its own cheapest cut';
    const between = nearest.gap.low === null ? '' : `${nearest.isToldApart ? 'Between' : 'It may be anything between'} ${reach(nearest.gap).trim().replace(/^\(|\)$/g, '').replace(' to ', ' and ')}; `;
    say({
      weight: nearest.isToldApart ? 12 : 20,
      tone: nearest.isToldApart ? 'good' : 'note',
      title: nearest.isToldApart || nearest.gap.low === null ? `${chosen} is cheaper than ${name}: by ${gap}.` : `${chosen} and ${name} are not told apart: ${gap} lie between them.`,
      text: `${between}${between ? where : capitalised(where)}, on the same rows.`,
      show: { beside: { first: advice.model, second: nearest.model, by: 'cheapest', at: store.beside.at }, section: 'beside' },
      label: 'Set them side by side',
      about: areHard[0] ? `${chosen}, as predicted` : `${chosen} at ${cutText(store.curves[advice.model] ?? curve, best.threshold ?? null)}`,
    });
  }
  const share = shareHere(base);
  if (advice.verdict === 'use' && state.prevalence === null && !store.payload.sampled && share > 0.02) say({ weight: 10, tone: 'note', title: `These ${words.units} hold ${percent(share, 0)} ${words.positive}. Will yours?`, text: `Suppose ${percent(share / RARER)}: model, cut and costs follow.`, show: { prevalence: Number((share / RARER).toPrecision(2)) }, label: `Suppose ${percent(Number((share / RARER).toPrecision(2)))}` });
  if (store.payload.kind === 'counts') say({ weight: 8, tone: 'note', title: 'Four counts say nothing of groups, calibration or other cuts.', text: 'Whether another cut would cost less can only be told from scores.', show: { section: 'cost' }, label: 'Show the costs' });
  found.push(...aboutRows(store, sectionOf));
  return found.sort((a, b) => b.weight - a.weight).slice(0, MOST);
}

/** What Python found about rows and scores, whatever the cut; what is true of several models is said once. */
function aboutRows(store: Store, sectionOf: (code: string) => string): Told[] {
  const merged = new Map<string, { title: string; text: string; tone: Told['tone']; models: string[]; code: string }>();
  for (const { code, tone, title, text, model } of store.payload.findings) {
    if (SAID_HERE.has(code) || tone === 'good') continue;
    const known = merged.get(code);
    if (known) known.models.push(model);
    else merged.set(code, { code, title, text, tone, models: [model] });
  }
  return [...merged.values()].map(({ code, title, text, tone, models }) => {
    const named = [...new Set(models.filter(Boolean))];
    return { weight: tone === 'problem' ? 80 : 26, tone, title, text: plain(text) + (named.length > 1 ? ` The same holds for ${numberWord(named.length - 1)} more.` : ''), about: named[0] ?? `all ${store.words.units}`, show: { section: sectionOf(code) }, label: 'Show where' };
  });
}

/** Without the remedies of a command line: the page has buttons. */
const plain = (text: string): string => text.replace(/;? ?see `truecut [a-z -]*`/g, '').replace(/`/g, '');

interface Gap {
  group: string;
  what: 'recall' | 'alarms';
  value: number;
  low: number;
  high: number;
  here: number;
  rest: number;
  rows: number;
}

/** Each group against all others at the cut (Newcombe), allowing for the number of looks (Bonferroni). */
function gaps(store: Store): Gap[] {
  const base = store.base[store.state.model] as Curve;
  const { model } = base;
  const columns = store.payload.read.groups.length;
  if (columns !== 1 || model.groups.length < 2 || store.entry === 0 || model.weights === 'importance' || model.is_clustered) return [];
  const z = Math.sqrt(store.payload.z ** 2 + 2 * Math.log(2 * model.groups.length)); // wider than Bonferroni's, without a quantile
  const all = base.counts(store.entry);
  return model.groups.flatMap((group) => {
    const here = groupCounts(model, group, store.entry);
    const one = (what: Gap['what'], part: number, of: number, allPart: number, allOf: number): Gap[] => {
      if (!of || !(allOf - of)) return [];
      const [a, b] = [part / of, (allPart - part) / (allOf - of)];
      const [[lowA, highA], [lowB, highB]] = [wilson(part, of, z), wilson(allPart - part, allOf - of, z)];
      const gap: Gap = { group: group.name, what, value: a - b, low: a - b - Math.hypot(a - lowA, highB - b), high: a - b + Math.hypot(highA - a, b - lowB), here: a, rest: b, rows: of };
      return what === 'recall' ? (gap.high < -LEAST_MISSED ? [gap] : []) : gap.low > LEAST_ALARMED ? [gap] : [];
    };
    return [...one('recall', here.tp, group.positives, all.tp, model.positives), ...one('alarms', here.fp, group.negatives, all.fp, model.negatives)];
  });
}
