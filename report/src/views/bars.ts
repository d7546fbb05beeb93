// What each way to decide costs, made of its mistakes. Whiskers are the interval of the difference to the bold one.

import { cutInUse, gap, perThousandAt, saving } from '../decision';
import { defined, html, say, set, svg } from '../dom';
import { cutText, figures } from '../sentences';
import type { Curve } from '../curve';
import type { Store, View } from '../store';
import { shortened } from '../words';
import { rows } from '../counts';

interface Bar {
  name: string;
  model: number;
  entry: number;
  cost: number;
  parts: [truth: 'positive' | 'negative', spent: number][];
  isChosen: boolean;
  whisker?: readonly [number, number];
}

const LONGEST = 26; // signs of a label
const [NARROW, PITCH, THICK] = [480, 34, 18];

export function costBars(store: Store): View {
  const picture = barPicture();
  const holder = html('div', { class: 'bars' }, picture.element);
  const about = html('p', { class: 'fine' });
  const { words } = store;
  let width = 520; // measured only when it may have changed: asking for it lays the page out
  const draw = (): void => {
    const bars = barsOf(store);
    const [first = 1, second = first] = bars.map(({ cost }) => cost).sort((a, b) => b - a);
    const cap = (first > 2.2 * second && second > 0 ? second * 1.12 : first * 1.02) || 1;
    picture.draw(bars, width, cap);
    say(about, `Striped: what misses (${words.positive}) and false alarms (${words.negative}) cost.${bars.some(({ whisker }) => whisker) ? ' Whiskers: intervals of the difference to the bold one.' : ''}${first > cap ? ' The longest bar is cut off.' : ''}`);
  };
  const fit = (): void => {
    const now = holder.clientWidth || 520;
    if (now === width) return;
    width = now;
    draw();
  };
  new ResizeObserver(fit).observe(holder);
  addEventListener('refit', fit); // paper waits for no observer
  return { element: html('figure', {}, html('h3', {}, `What it costs per 1,000 ${words.units}${store.inMoney}, and what else would`), holder, about), update: draw };
}

function barsOf(store: Store): Bar[] {
  const { advice, state } = store;
  const found: Bar[] = [];
  const push = (name: string, model: number, entry: number): void => {
    const curve = store.curves[model] as Curve;
    const isIdle = entry === 0 || (entry === curve.length - 1 && !curve.model.is_hard);
    if (found.some((bar) => bar.entry === entry && (bar.model === model || isIdle))) return;
    const counts = curve.counts(entry);
    const each = 1000 / rows(counts);
    const { cost } = state;
    const worth = curve.worth(entry);
    const isChosen = model === state.model && entry === store.entry;
    found.push({ name, model, entry, isChosen, cost: perThousandAt(store, curve, entry), parts: [['positive', Math.max(0, (counts.fn * cost.fn + worth[0]) * each)], ['negative', Math.max(0, (counts.fp * cost.fp + worth[1]) * each)]] });
  };
  const label = (model: number, entry: number): string => {
    const curve = store.curves[model] as Curve;
    const sign = curve.model.lower_is_positive ? '≤' : '≥';
    return curve.model.is_hard ? curve.model.name : `${curve.model.name} ${sign} ${cutText(curve, curve.threshold(entry))}`;
  };
  const last = store.curve.length - 1;
  if (store.entry > 0 && (store.entry < last || store.model.is_hard)) push(label(state.model, store.entry), state.model, store.entry);
  if (advice.verdict === 'use' || advice.verdict === 'unproven') {
    push(label(advice.model, advice.entry), advice.model, advice.entry);
    for (const other of advice.others.slice(0, 2)) push(label(other.model, other.entry), other.model, other.entry);
  }
  const threshold = cutInUse(store.model);
  if (threshold !== undefined) push(`${store.model.has_stated_threshold ? 'in use' : 'usual'}: ${store.model.name} ${store.model.lower_is_positive ? '≤' : '≥'} ${String(threshold)}`, state.model, store.curve.entry(threshold));
  push('flag nobody', state.model, 0);
  push('flag everybody', state.model, last);
  const chosen = found.find(({ isChosen }) => isChosen);
  for (const bar of found) {
    if (!chosen || bar === chosen) continue;
    const { low, high } = bar.model === chosen.model ? saving(store, bar.model, chosen.entry, bar.entry) : gap(store, chosen, bar, store.payload.z_of_many);
    if (low !== null && high !== null) bar.whisker = [Math.max(0, chosen.cost + low), chosen.cost + high];
  }
  return found;
}

interface Place {
  x: (cost: number) => number;
  left: number; // where bars begin
  right: number; // where they end
  top: number;
  isNarrow: boolean;
  cap: number;
}

/** A picture whose bars stay and change what differs. */
function barPicture(): { element: SVGSVGElement; draw: (bars: Bar[], width: number, cap: number) => void } {
  const element = svg('svg', { class: 'chart cost-bars', role: 'img', 'data-name': 'Costs' });
  const striped = (truth: string): string => defined(element, svg('pattern', { width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, svg('rect', { width: 5, height: 5, class: `${truth} wash` }), svg('line', { x1: 0, y1: 0, x2: 0, y2: 5, class: `${truth} stripe` })));
  const fill = { positive: striped('positive'), negative: striped('negative') };
  const standing = svg('g');
  const [halo, whiskers] = [svg('path', { class: 'whisker-halo' }), svg('path', { class: 'whisker' })];
  const lines: ReturnType<typeof line>[] = [];
  element.append(standing, halo, whiskers);
  return {
    element,
    draw: (bars, width, cap) => {
      const isNarrow = width < NARROW;
      const [left, ends] = [isNarrow ? 0 : 178, Math.max(62, ...bars.map(({ cost }) => 8 * figures(cost).length + 12))];
      const pitch = isNarrow ? PITCH + 12 : PITCH;
      const space = width - left - ends;
      const x = (value: number): number => left + Math.min(space, (Math.max(0, value) / cap) * space);
      set(element, { viewBox: `0 0 ${String(width)} ${String(bars.length * pitch + 4)}`, 'aria-label': `Cost per 1,000: ${bars.map(({ name, cost }) => `${name} ${figures(cost)}`).join('; ')}` });
      while (lines.length > bars.length) lines.pop()?.element.remove();
      const reaches = bars.map((bar, i) => {
        const here = lines[i] ?? line(fill);
        if (!lines[i]) {
          lines.push(here);
          standing.append(here.element);
        }
        return here.put(bar, { x, left, right: left + space, top: i * pitch + (isNarrow ? 20 : 8), isNarrow, cap });
      });
      for (const path of [halo, whiskers]) set(path, { d: reaches.join('') });
    },
  };
}

/** A bar with its label and its cost; `put` returns the outline of its whisker, since all of them move at once with the dial. */
function line(fill: Record<'positive' | 'negative', string>): { element: SVGGElement; put: (bar: Bar, place: Place) => string } {
  const [name, all, cost] = [svg('tspan'), svg('title'), svg('text')];
  const label = svg('text', {}, name, all);
  const parts = [svg('rect', { height: THICK, fill: fill.positive }), svg('rect', { height: THICK, fill: fill.negative })];
  const [border, cut] = [svg('path', { class: 'border' }), svg('path', { class: 'break' })];
  let stands = ''; // what is drawn of it
  return {
    element: svg('g', {}, label, ...parts, border, cut, cost),
    put: (bar, { x, left, right, top, isNarrow, cap }) => {
      const isOver = bar.cost > cap;
      const wide = (spent: number): number => (spent / cap) * (right - left);
      const between = Math.min(right, left + wide(bar.parts[0]?.[1] ?? 0));
      const end = Math.min(right, between + wide(bar.parts[1]?.[1] ?? 0));
      const standing = [bar.name, bar.cost, bar.isChosen, left, right, top, isNarrow, cap].join(' ');
      if (standing !== stands) {
        stands = standing;
        const strong = bar.isChosen ? ' strong' : '';
        set(label, isNarrow ? { x: 0, y: top - 6, 'text-anchor': null, class: `note${strong}` } : { x: left - 12, y: top + THICK - 4, 'text-anchor': 'end', class: `note${strong}` });
        say(name, shortened(bar.name, LONGEST));
        say(all, bar.name);
        [left, between].forEach((from, i) => parts[i] && set(parts[i], { x: from, y: top, width: Math.max(0, (i ? end : between) - from) }));
        set(border, { d: bar.isChosen ? `M${String(left)} ${String(top - 4)}v${String(THICK + 8)}` : null });
        set(cut, { d: isOver ? `M${String(right - 16)} ${String(top - 3)}l6 ${String(THICK + 6)}m0 ${String(-THICK - 6)}l6 ${String(THICK + 6)}` : null });
        set(cost, { y: top + THICK - 4, class: `note number${strong}` });
        say(cost, figures(bar.cost));
      }
      const reach = bar.whisker && !isOver ? ([x(bar.whisker[0]), x(bar.whisker[1])] as const) : null;
      set(cost, { x: (Math.max(end, x(bar.cost), reach?.[1] ?? 0) + 7).toFixed(1) });
      if (!reach) return '';
      const [low, high] = [reach[0].toFixed(1), reach[1].toFixed(1)];
      return `M${low} ${String(top + THICK / 2)}H${high}M${low} ${String(top + 4)}v${String(THICK - 8)}M${high} ${String(top + 4)}v${String(THICK - 8)}`;
    },
  };
}
