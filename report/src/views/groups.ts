// Who is it bad for: every group at the one cut, with intervals; arrows mark clear gaps only.

import type { Counts } from '../counts';
import { html, set, show, svg } from '../dom';
import { firstWhere } from '../numbers';
import { count, DASH, percent } from '../numerals';
import type { Group, Model } from '../payload';
import { wilson, type Limits } from '../proportions';
import type { Store, View } from '../store';
import { capitalised } from '../words';

const CLEAR = 0.03; // the whole interval must lie so far from the rate of all
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

export function groups(store: Store): View {
  const element = html('div', { class: 'groups' });
  let lines: Line[] = [];
  const build = (): void => {
    lines = [];
    element.replaceChildren(...byColumn(store).map(([column, members]) => {
      const made = members.map(({ group, name }) => groupLine(store, group, name));
      lines.push(...made);
      return table(store, column, made);
    }));
  };
  return {
    element,
    update: (change) => {
      if (change.has('model')) build();
      for (const line of lines) line.update();
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
  update(): void;
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
  const put = (cell: HTMLElement, picture: ReturnType<typeof bar>, part: number, of: number, overall: number, isWorse: (limits: Limits) => boolean, arrow: string): void => {
    if (!of) {
      show(cell, DASH);
      picture.clear();
      return;
    }
    const limits = isPlain ? wilson(part, of, store.payload.z) : null;
    const worse = limits !== null && isWorse(limits);
    show(cell, `${worse ? `${arrow} ` : ''}${percent(part / of, 0)}`, part / of);
    set(cell, { class: worse ? 'number worse' : 'number' });
    picture.put(part / of, limits ?? [part / of, part / of], overall);
  };
  return {
    element,
    update: () => {
      const { model, counts } = store;
      const here = groupCounts(model, group, store.entry);
      const [recall, fpr] = [counts.tp / model.positives, counts.fp / model.negatives];
      put(caught, caughtBar, here.tp, group.positives, recall, ([, high]) => high < recall - CLEAR, '▼');
      put(alarms, alarmBar, here.fp, group.negatives, fpr, ([low]) => low > fpr + CLEAR, '▲');
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
