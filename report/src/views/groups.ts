// Who is it bad for: every group at the one cut, with intervals. Arrows mark what Python found to be worse, where it
// looked: at the suggested thresholds. Elsewhere there is none, since an interval alone is no test.

import type { Counts } from '../counts';
import { html, set, show, svg } from '../dom';
import { firstWhere } from '../numbers';
import { count, DASH, percent } from '../numerals';
import type { Group, Model, WorseGroups } from '../payload';
import { wilson, type Limits } from '../proportions';
import type { Store, View } from '../store';
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
  return { tp, fp, fn: group.positives - tp, tn: group.negatives - fp };
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
  const element = html('div', {}, tables, about);
  let lines: Line[] = [];
  const build = (): void => {
    lines = [];
    tables.replaceChildren(...byColumn(store).map(([column, members]) => {
      const made = members.map(({ group, name }) => groupLine(store, group, name));
      lines.push(...made);
      return table(store, column, made);
    }));
  };
  return {
    element,
    update: (change) => {
      if (change.has('model')) build();
      const found = tested(store);
      about.textContent = aboutArrows(found, store) + aboutOthers(store);
      for (const line of lines) line.update(found);
    },
  };
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
  update(found: WorseGroups | null): void;
}

function table(store: Store, column: string, lines: Line[]): HTMLElement {
  const head = (text: string, className = ''): HTMLElement => html('th', { scope: 'col', class: className }, text);
  const heads = [html('th', { scope: 'col' }, html('span', { class: 'unseen' }, 'Group')), head(capitalised(store.words.units), 'number wide-only'), head('Base rate', 'number wide-only'), head('Caught', 'number'), html('td'), head('False alarms', 'number'), html('td')];
  return html('table', { class: 'table group' }, html('caption', { dir: 'auto' }, capitalised(column)), html('thead', {}, html('tr', {}, ...heads)), html('tbody', {}, ...lines.map((line) => line.element)));
}

function groupLine(store: Store, group: Group, name: string): Line {
  const all = group.positives + group.negatives;
  const [caught, alarms] = [html('td', { class: 'number', 'data-rate': 'recall' }), html('td', { class: 'number', 'data-rate': 'fpr' })];
  const [caughtBar, alarmBar] = [bar('positive'), bar('negative')];
  const element = html('tr', { 'data-group': group.name }, html('th', { scope: 'row', dir: 'auto' }, name), html('td', { class: 'number quiet wide-only' }, count(group.rows)), html('td', { class: 'number quiet wide-only' }, all ? percent(group.positives / all, 0) : DASH), caught, html('td', {}, caughtBar.element), alarms, html('td', {}, alarmBar.element));
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
  return {
    element,
    update: (found) => {
      const { model, counts } = store;
      const here = groupCounts(model, group, store.entry);
      const arrow = (metric: keyof typeof ARROWS): string => (found?.worse.some(([of, rate]) => of === group.name && rate === metric) ? ARROWS[metric] : '');
      put(caught, caughtBar, here.tp, group.positives, counts.tp / model.positives, arrow('recall'));
      put(alarms, alarmBar, here.fp, group.negatives, counts.fp / model.negatives, arrow('fpr'));
    },
  };
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
