// Who is it bad for: every group at the one cut, with intervals. Arrows mark what Python found to be worse, where it
// looked: at the suggested thresholds. Elsewhere there is none, since an interval alone is no test.

import { rows, type Counts } from '../counts';
import { totalCost, type Curve } from '../curve';
import { button, choice, html, set, show, svg } from '../dom';
import { firstWhere, sum } from '../numbers';
import { count, DASH, percent } from '../numerals';
import type { Corners, Group, Model, WorseGroups } from '../payload';
import { wilson, type Limits } from '../proportions';
import { cutText, figures, written } from '../sentences';
import { COLUMNS, type Column, type Store, type View } from '../store';
import { capitalised } from '../words';

const ARROWS = { recall: '▼', fpr: '▲' } as const;
const WIDTH = 150;

/** What a group's rows are flagged at the dial: at the nearest of the cuts its counts are known at. */
export function groupCounts(model: Model, group: Group, entry: number): Counts {
  const { group_cuts: known } = model;
  let at = entry - 1; // the place of the cut; -1 flags nothing
  if (at >= 0 && known.length) {
    const next = firstWhere(known.length, (i) => (known[i] ?? 0) >= at);
    const [above, below] = [known[next] ?? Infinity, known[next - 1] ?? -Infinity];
    at = above - at <= at - below ? next : next - 1;
  }
  const [tp, fp] = at < 0 ? [0, 0] : [group.tp[at] ?? NaN, group.fp[at] ?? NaN];
  return withWorth({ tp, fp, fn: group.positives - tp, tn: group.negatives - fp }, group, at + 1);
}

/** Counts with what amounts add to their cost, where prices follow amounts. */
function withWorth(counts: Counts, { worth_positive: ofPositives, worth_negative: ofNegatives }: Pick<Group, 'worth_positive' | 'worth_negative'>, at: number): Counts {
  return ofPositives.length ? { ...counts, worth: (ofPositives[at] ?? NaN) + (ofNegatives[at] ?? NaN) } : counts;
}

/** What was found at the threshold of the dial; null where nobody looked. */
function tested(store: Store): WorseGroups | null {
  const { curve, entry } = store;
  return store.model.worse_groups.find(({ threshold }) => curve.entry(threshold) === entry) ?? null;
}

function aboutOthers({ model, words }: Store): string {
  const left = model.groups_left_out;
  return left ? ` Of ${count(left + model.groups.length)} groups those that are served worst and those with the most ${words.units} are shown; ${count(left)} are not.` : '';
}

function aboutArrows(found: WorseGroups | null, { model }: Store): string {
  const where = model.worse_groups.length > 1 ? 'at the suggested thresholds' : 'where the model was judged';
  if (!found) return `Groups are tested against the rest ${where} only, so there are no arrows at this threshold.`;
  const tests = `each was tested against the rest, allowing for ${count(found.compared)} comparisons (Holm)`;
  return found.worse.length ? `Arrows mark what is worse than in the rest, beyond chance and by enough to matter: ${tests}.` : `No group is clearly worse than the rest at this threshold: ${tests}.`;
}

export function groups(store: Store): View {
  const tables = html('div', { class: 'groups' });
  const about = html('p', { class: 'fine', id: 'arrows' });
  const part = choice('Cut', 'parted', [['one', 'all groups alike'], ['cheapest', 'each where it is cheapest'], ['recall', 'each for the same recall']] as const, (by) => { store.change({ parted: { ...store.state.parted, by } }); });
  let shown: Shown[] = [];
  const build = (): void => {
    shown = byColumn(store).map(([column, members]) => {
      const lines = members.map(({ group, name }) => groupLine(store, group, name));
      const follows = html('p', { class: 'sentence follows', dir: 'auto' });
      const made = table(store, column, lines);
      return { lines, follows, ...made, column };
    });
    tables.replaceChildren(...shown.map(({ element: one, follows }) => html('div', {}, follows, one)));
  };
  return {
    element: html('div', {}, part.element, tables, about),
    update: (change) => {
      if (change.has('model') || change.has('prevalence')) build();
      const { parted, prevalence } = store.state;
      const canPart = !store.model.is_hard;
      set(part.element, { hidden: !canPart });
      part.mark(parted.by);
      const found = parted.by === 'one' ? tested(store) : null;
      about.textContent = (parted.by === 'one' && prevalence === null ? aboutArrows(found, store) : '') + aboutOthers(store) + aboutCuts(store);
      for (const one of shown) {
        for (const line of one.lines) line.update(found);
        one.order();
        show(one.follows, canPart && parted.by !== 'one' ? whatFollows(store, one) : '');
        set(one.follows, { hidden: !one.follows.textContent, 'data-before': one.follows.textContent ? store.costPerThousand : null, 'data-after': one.follows.textContent ? afterParting(store, one.lines) : null });
      }
    },
  };
}

interface Shown extends SortedTable {
  lines: Line[];
  follows: HTMLElement;
  column: string;
}

/** What all rows cost with the cuts of the groups; groups that are not shown stay at the one cut. */
function afterParting(store: Store, lines: Line[]): number {
  const { cost } = store.state;
  const all = rows(store.counts);
  const saved = sum(lines.map(({ group }) => totalCost(groupCounts(store.model, group, store.entry), cost) - totalCost(parting(store, group).counts, cost)));
  return store.costPerThousand - (1000 * saved) / all;
}

function whatFollows(store: Store, { lines }: Shown): string {
  const { words, counts, model } = store;
  const [before, after] = [store.costPerThousand, afterParting(store, lines)];
  const change = Math.abs(after - before) < 1e-9 * Math.abs(before) ? 'the same' : after < before ? `${store.amount(figures(before - after))} less` : `${store.amount(figures(after - before))} more`;
  const cost = `${store.amount(figures(after))} per 1,000 ${words.units} instead of ${store.amount(figures(before))} at the one cut: ${change}.`;
  const flattered = `Each cut is chosen and judged on the same ${words.units}, and several flatter themselves more than one does.`;
  const law = 'Whether groups may be cut differently is not a question of numbers.';
  return store.state.parted.by === 'cheapest' ? `Each group at its own cheapest cut would cost ${cost} ${flattered} ${law}` : `With ${percent(counts.tp / model.positives)} caught in every group it would cost ${cost} ${law}`;
}

/** A group at a cut, and the score that it is cut from; null flags nothing. */
interface PartedGroup {
  counts: Counts;
  threshold: number | null;
}

/** Where a group is cut: with all, where its own mistakes cost least, or where it catches as large a share as all do. */
export function parting(store: Store, group: Group): PartedGroup {
  const { model, curve, entry, state } = store;
  if (state.parted.by === 'one' || model.is_hard) return { counts: groupCounts(model, group, entry), threshold: curve.threshold(entry) };
  const cuts = cutsOf(curve, group);
  if (state.parted.by === 'cheapest') return cuts.reduce((best, cut) => (totalCost(cut.counts, state.cost) < totalCost(best.counts, state.cost) ? cut : best));
  const least = (store.counts.tp / model.positives) * group.positives - 1e-9 * group.positives;
  const enough = cuts.filter(({ counts }) => counts.tp >= least);
  return enough.reduce((best, cut) => (cut.counts.fp < best.counts.fp ? cut : best), enough[0] ?? { counts: groupCounts(model, group, entry), threshold: curve.threshold(entry) });
}

/** Every cut at which a group is counted: those of all rows, and the corners of its own curve. */
function cutsOf(curve: Curve, group: Group): PartedGroup[] {
  const { positives, negatives, tp, fp, corners } = group;
  const { group_cuts: known, cuts } = curve.model;
  const at = (threshold: number | null, caught: number, alarms: number, of: Group | Corners, place: number): PartedGroup => ({ threshold, counts: withWorth({ tp: caught, fp: alarms, fn: positives - caught, tn: negatives - alarms }, of, place) });
  const shared = tp.map((caught, i) => at(curve.threshold((known.length ? (known[i] ?? 0) : i) + 1), caught, fp[i] ?? 0, group, i + 1));
  const own = corners ? corners.tp.map((caught, i) => at(corners.scores[i] ?? null, caught, corners.fp[i] ?? 0, corners, i)) : [];
  return [at(null, 0, 0, group, 0), ...own, ...(cuts.scores.length ? shared : [])];
}

/** What to know about the cuts of groups: which are not exact, and what is chosen among few. */
function aboutCuts(store: Store): string {
  const { model, entry, curve, state } = store;
  const { group_cuts: known } = model;
  if (state.parted.by !== 'one') return model.groups.every(({ corners }) => corners?.is_complete) ? '' : ` ${store.payload.cost_follows ? 'Where prices follow amounts' : 'Of so many groups'} the page carries some cuts only: the cheapest is chosen among those.`;
  if (!known.length || entry === 0 || known.includes(entry - 1)) return '';
  const place = known.reduce((best, cut) => (Math.abs(cut - entry + 1) < Math.abs(best - entry + 1) ? cut : best));
  return ` Groups are counted at ${cutText(curve, curve.threshold(place + 1))}, the nearest cut that the page knows of them.`;
}

/** With several columns a group is called column=value; then each column gets a table. */
function byColumn(store: Store): [string, { group: Group; name: string }[]][] {
  const { groups: columns } = store.payload.read;
  if (columns.length < 2) return [[columns[0] ?? 'Group', store.model.groups.map((group) => ({ group, name: group.name }))]];
  return columns.map((column) => [
    column,
    store.model.groups.filter(({ name }) => name.startsWith(`${column}=`)).map((group) => ({ group, name: group.name.slice(column.length + 1) })),
  ]);
}

interface Line {
  element: HTMLElement;
  group: Group;
  sortedBy: Record<Column, number | string>;
  update(found: WorseGroups | null): void;
}

interface SortedTable {
  element: HTMLElement;
  order: () => void;
}

const HEADS: Record<Column, string> = { name: 'Group', rows: '', share: 'Base rate', recall: 'Caught', fpr: 'False alarms', precision: 'Precision', cost: 'Cost per 1,000' };
const WITH_BAR: readonly Column[] = ['recall', 'fpr'];
const WIDE: readonly Column[] = ['rows', 'share', 'cost'];

/** A table whose heads put its rows in order: rising at first, then falling, then as they were read. */
function table(store: Store, column: string, lines: Line[]): SortedTable {
  const body = html('tbody', {}, ...lines.map((line) => line.element));
  const heads = COLUMNS.map((name) => {
    const text = name === 'rows' ? capitalised(store.words.units) : name === 'cost' ? HEADS.cost + store.inMoney : HEADS[name];
    const sort = button(text, () => {
      const { parted } = store.state;
      const isSame = parted.order === name;
      store.change({ parted: { ...parted, order: isSame && parted.isFalling ? null : name, isFalling: isSame && !parted.isFalling } });
    }, { class: 'sort', title: `Put the groups in the order of ${text.toLowerCase()}` });
    return { name, head: html('th', { scope: 'col', class: [name === 'name' ? '' : 'number', WIDE.includes(name) ? 'wide-only' : ''].join(' ').trim() }, sort) };
  });
  const from = html('th', { scope: 'col', class: 'number' }, 'Flag from');
  const cells = heads.flatMap(({ name, head }) => [head, ...(name === 'name' ? [from] : []), ...(WITH_BAR.includes(name) ? [html('td', { class: 'wide-only' })] : [])]);
  const element = html('table', { class: 'table group' }, html('caption', { dir: 'auto' }, capitalised(column)), html('thead', {}, html('tr', {}, ...cells)), body);
  return {
    element: html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Groups by ${column}` }, element),
    order: () => {
      const { order, isFalling, by } = store.state.parted;
      set(from, { hidden: by === 'one' });
      for (const { name, head } of heads) set(head, { 'aria-sort': order === name ? (isFalling ? 'descending' : 'ascending') : null });
      const sorted = order === null ? lines : [...lines].sort((a, b) => compared(a.sortedBy[order], b.sortedBy[order]) * (isFalling ? -1 : 1));
      body.append(...sorted.map((line) => line.element));
    },
  };
}

/** Names by letters, numbers by size; what is undefined comes last. */
function compared(one: number | string, other: number | string): number {
  if (typeof one === 'string' || typeof other === 'string') return String(one).localeCompare(String(other), 'en', { numeric: true });
  return Number.isNaN(one) ? 1 : Number.isNaN(other) ? -1 : one - other;
}

function groupLine(store: Store, group: Group, name: string): Line {
  const all = group.positives + group.negatives;
  const number = (attributes: Record<string, string>): HTMLElement => html('td', { class: 'number', ...attributes });
  const [from, caught, alarms, precision, cost] = [number({ 'data-from': '' }), number({ 'data-rate': 'recall' }), number({ 'data-rate': 'fpr' }), number({ 'data-rate': 'precision' }), number({ 'data-rate': 'cost', class: 'number wide-only' })];
  const [caughtBar, alarmBar] = [bar('positive'), bar('negative')];
  const element = html('tr', { 'data-group': group.name }, html('th', { scope: 'row', dir: 'auto' }, name), from, html('td', { class: 'number quiet wide-only' }, count(group.rows)), html('td', { class: 'number quiet wide-only' }, all ? percent(group.positives / all, 0) : DASH), caught, html('td', { class: 'wide-only' }, caughtBar.element), alarms, html('td', { class: 'wide-only' }, alarmBar.element), precision, cost);
  const isPlain = store.model.weights !== 'importance' && !store.model.is_clustered;
  const put = (cell: HTMLElement, picture: ReturnType<typeof bar>, part: number, of: number, overall: number, arrow: string): void => {
    if (!of) {
      show(cell, DASH);
      picture.clear();
      return;
    }
    const worth = store.model.folds?.worth ?? 1;
    const limits = isPlain ? wilson(part * worth, of * worth, store.payload.z) : null;
    show(cell, `${arrow && `${arrow} `}${percent(part / of, 0)}`, part / of);
    set(cell, { class: arrow ? 'number worse' : 'number' });
    picture.put(part / of, limits ?? [part / of, part / of], overall);
  };
  const line: Line = {
    element,
    group,
    sortedBy: { name, rows: group.rows, share: all ? group.positives / all : NaN, recall: NaN, fpr: NaN, precision: NaN, cost: NaN },
    update: (found) => {
      const { model, counts, state } = store;
      const { counts: here, threshold } = parting(store, group);
      const arrow = (metric: keyof typeof ARROWS): string => (found?.worse.some(([of, rate]) => of === group.name && rate === metric) ? ARROWS[metric] : '');
      put(caught, caughtBar, here.tp, group.positives, counts.tp / model.positives, arrow('recall'));
      put(alarms, alarmBar, here.fp, group.negatives, counts.fp / model.negatives, arrow('fpr'));
      const right = here.tp / (here.tp + here.fp);
      show(precision, Number.isFinite(right) ? percent(right, 0) : DASH, Number.isFinite(right) ? right : null);
      const spent = (1000 * totalCost(here, state.cost)) / all;
      show(cost, Number.isFinite(spent) ? figures(spent) : DASH, Number.isFinite(spent) ? spent : null);
      set(from, { hidden: state.parted.by === 'one' });
      show(from, threshold === null ? 'nobody' : written(threshold), threshold);
      Object.assign(line.sortedBy, { recall: here.tp / group.positives, fpr: here.fp / group.negatives, precision: right, cost: spent });
    },
  };
  return line;
}

function bar(truth: 'positive' | 'negative'): { element: SVGSVGElement; put: (at: number, limits: Limits, overall: number) => void; clear: () => void } {
  const place = (share: number): number => 4 + (WIDTH - 8) * share;
  const [reach, dot, reference] = [svg('line', { y1: 9, y2: 9, class: `reach ${truth}` }), svg('circle', { cy: 9, r: 4, class: `mark ${truth}` }), svg('line', { y1: 1, y2: 17, class: 'reference' })];
  const element = svg('svg', { viewBox: `0 0 ${String(WIDTH)} 18`, class: 'rate', 'aria-hidden': 'true' }, svg('line', { x1: place(0), x2: place(1), y1: 9, y2: 9, class: 'track' }), reference, reach, dot);
  return {
    element,
    put: (at, [low, high], overall) => {
      set(element, { visibility: null });
      set(reach, { x1: place(low), x2: place(high) });
      set(dot, { cx: place(at) });
      set(reference, Number.isFinite(overall) ? { x1: place(overall), x2: place(overall), visibility: null } : { visibility: 'hidden' });
    },
    clear: () => { set(element, { visibility: 'hidden' }); },
  };
}
