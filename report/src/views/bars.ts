// What each way to decide costs, made of its mistakes. Whiskers are the interval of the difference to the bold one.

import { cutInUse, perThousandAt, saving } from '../decision';
import { defined, html, svg } from '../dom';
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
  const holder = html('div', { class: 'bars' });
  const about = html('p', { class: 'fine' });
  const { words } = store;
  const draw = (): void => {
    const bars = barsOf(store);
    const [first = 1, second = first] = bars.map(({ cost }) => cost).sort((a, b) => b - a);
    const cap = (first > 2.2 * second && second > 0 ? second * 1.12 : first * 1.02) || 1;
    holder.replaceChildren(drawn(bars, holder.clientWidth || 520, cap));
    about.textContent = `Striped: what misses (${words.positive}) and false alarms (${words.negative}) cost.${bars.some(({ whisker }) => whisker) ? ' Whiskers: intervals of the difference to the bold one.' : ''}${first > cap ? ' The longest bar is cut off.' : ''}`;
  };
  for (const event of ['resize', 'refit']) addEventListener(event, draw);
  return { element: html('figure', {}, html('h3', {}, `What it costs per 1,000 ${words.units}, and what else would`), holder, about), update: draw };
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
    return curve.model.is_hard ? curve.model.name : `${curve.model.name} ${sign} ${cutText(curve.threshold(entry))}`;
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
    if (!chosen || bar === chosen || bar.model !== chosen.model) continue; // two models are compared below, on the same rows
    const { low, high } = saving(store, bar.model, chosen.entry, bar.entry);
    if (low !== null && high !== null) bar.whisker = [Math.max(0, chosen.cost + low), chosen.cost + high];
  }
  return found;
}

function drawn(bars: Bar[], width: number, cap: number): SVGSVGElement {
  const isNarrow = width < NARROW;
  const [labels, ends] = [isNarrow ? 0 : 178, Math.max(62, ...bars.map(({ cost }) => 8 * figures(cost).length + 12))];
  const pitch = isNarrow ? PITCH + 12 : PITCH;
  const space = width - labels - ends;
  const x = (value: number): number => labels + Math.min(space, (Math.max(0, value) / cap) * space);
  const element = svg('svg', { class: 'chart cost-bars', role: 'img', 'data-name': 'Costs', viewBox: `0 0 ${String(width)} ${String(bars.length * pitch + 4)}`, 'aria-label': `Cost per 1,000: ${bars.map(({ name, cost }) => `${name} ${figures(cost)}`).join('; ')}` });
  const striped = (truth: string): string => defined(element, svg('pattern', { width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, svg('rect', { width: 5, height: 5, class: `${truth} wash` }), svg('line', { x1: 0, y1: 0, x2: 0, y2: 5, class: `${truth} stripe` })));
  const fill = { positive: striped('positive'), negative: striped('negative') };
  bars.forEach((bar, i) => {
    const top = i * pitch + (isNarrow ? 20 : 8);
    const strong = bar.isChosen ? ' strong' : '';
    element.append(svg('text', isNarrow ? { x: 0, y: top - 6, class: `note${strong}` } : { x: labels - 12, y: top + THICK - 4, 'text-anchor': 'end', class: `note${strong}` }, shortened(bar.name, LONGEST), svg('title', {}, bar.name)));
    let from = labels;
    for (const [truth, spent] of bar.parts) {
      const to = Math.min(labels + space, from + (spent / cap) * space);
      if (to > from) element.append(svg('rect', { x: from, y: top, width: to - from, height: THICK, fill: fill[truth] }));
      from = to;
    }
    if (bar.isChosen) element.append(svg('path', { d: `M${String(labels)} ${String(top - 4)}v${String(THICK + 8)}`, class: 'border' }));
    const isOver = bar.cost > cap;
    if (isOver) element.append(svg('path', { d: `M${String(labels + space - 16)} ${String(top - 3)}l6 ${String(THICK + 6)}m0 ${String(-THICK - 6)}l6 ${String(THICK + 6)}`, class: 'break' }));
    let end = Math.max(from, x(bar.cost));
    if (bar.whisker && !isOver) {
      const [low, high] = bar.whisker.map(x) as [number, number];
      const line = `M${String(low)} ${String(top + THICK / 2)}H${String(high)}M${String(low)} ${String(top + 4)}v${String(THICK - 8)}M${String(high)} ${String(top + 4)}v${String(THICK - 8)}`;
      element.append(svg('path', { d: line, class: 'whisker-halo' }), svg('path', { d: line, class: 'whisker' }));
      end = Math.max(end, high);
    }
    element.append(svg('text', { x: end + 7, y: top + THICK - 4, class: `note number${strong}` }, figures(bar.cost)));
  });
  return element;
}
