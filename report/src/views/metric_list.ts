// Every metric with its interval; each opens to its formula, the numbers put in, what it means and when it misleads.

import { POINTS } from '../cells';
import { html, set, show, svg } from '../dom';
import { titleOf, type Metric } from '../metrics';
import { count, DASH, decimal, percent } from '../numerals';
import type { CurveEntry, Entry, Estimate } from '../payload';
import type { Change, Store, View } from '../store';
import { fill } from '../words';
import { readable } from '../formula';

const REST = 160; // milliseconds without movement before the slower intervals are found
const TITLES: Record<string, string> = {
  'all rows': 'Over all {units}',
  'what was predicted': 'Among what was flagged, or was not',
  'what is true': 'Among {positive} {units}, or {negative} ones',
  'both together': 'In one number',
  'every threshold': 'Over every threshold at once',
  probabilities: 'Of the scores as probabilities',
};

export function metricList(store: Store): View {
  const lines: Line[] = [];
  const families = [...store.catalogue.families()].map(([family, metrics]) =>
    group(store, family, metrics.map((metric) => added(lines, countsLine(store, metric))), false),
  );
  const whole = new Map<string, CurveEntry[]>();
  for (const entry of store.payload.curve_metrics) whole.set(entry.family, [...(whole.get(entry.family) ?? []), entry]);
  const still = [...whole].map(([family, entries]) => group(store, family, entries.map((entry) => added(lines, curveLine(store, entry))), true));
  return {
    element: html('div', { class: 'metrics' }, ...families, ...still),
    update: (change) => { for (const line of lines) line.update(change); },
  };
}

interface Line {
  element: HTMLElement;
  update(change: Change): void;
}

function added(lines: Line[], line: Line): HTMLElement {
  lines.push(line);
  return line.element;
}

function group(store: Store, family: string, lines: HTMLElement[], isStill: boolean): HTMLElement {
  const note = isStill && html('span', {}, ' – not moved by the dial');
  return html('div', { class: 'family' }, html('h4', {}, fill(TITLES[family] ?? family, store.payload.words), note), ...lines);
}

interface Shown {
  name: string;
  title: string;
  alias: string;
  bounds: [number, number];
  written: (value: number) => string;
}

function shell(of: Shown): { element: HTMLDetailsElement; body: HTMLElement; call: (title: string) => void; put: (found: Estimate) => void } {
  const [value, interval, picture] = [html('b', { class: 'value' }), html('span', { class: 'interval' }), whisker(of.bounds)];
  const title = document.createTextNode(of.title);
  const name = html('span', { class: 'name' }, title, of.alias && html('small', {}, of.alias));
  const body = html('div', { class: 'inside' });
  const element = html('details', { class: 'metric', 'data-metric': of.name }, html('summary', {}, name, value, interval, picture.element), body);
  const put = (found: Estimate): void => {
    show(value, found.value === undefined ? DASH : of.written(found.value), found.value);
    const { low, high } = found;
    const has = low !== undefined && high !== undefined;
    interval.textContent = has ? `${bare(of.written(low))} to ${bare(of.written(high))}` : found.value === undefined ? (found.undefined ?? '') : '';
    set(interval, { 'data-low': low, 'data-high': high, class: found.value === undefined ? 'interval reason' : 'interval' });
    picture.put(found);
  };
  const call = (said: string): void => { if (title.data !== said) title.data = said; };
  return { element, body, call, put };
}

/** The first other name that says something new. */
function otherName({ title, aliases }: Entry | CurveEntry): string {
  const names = aliases.map((alias) => alias.replaceAll('_', ' '));
  return names.find((name) => !name.startsWith(title.toLowerCase())) ?? '';
}

const bare = (text: string): string => text.replace(/\s%$/, '');

function countsLine(store: Store, metric: Metric): Line {
  const { entry } = metric;
  const { element, body, call, put } = shell({
    name: entry.name,
    title: titleOf(entry),
    alias: otherName(entry),
    bounds: entry.bounds,
    written: (value) => metric.written(value),
  });
  let waiting = 0;
  let last: Estimate = {};
  const explain = (): void => {
    if (element.open) body.replaceChildren(...explanation(store, metric, last));
  };
  const find = (): void => {
    last = metric.estimate(store.evidence, store.parametersOf(entry));
    put(last);
    explain();
  };
  element.addEventListener('toggle', explain);
  return {
    element,
    update: () => {
      call(titleOf(entry, store.parametersOf(entry)));
      if (!metric.isSlow(store.evidence)) {
        find();
        return;
      }
      // The value moves with the dial; its interval is found when the hand rests.
      last = metric.value(store.counts, store.parametersOf(entry));
      put(last);
      clearTimeout(waiting);
      waiting = window.setTimeout(find, REST);
    },
  };
}

function curveLine(store: Store, entry: CurveEntry): Line {
  const written = (value: number): string => (entry.is_percentage ? percent(value) : decimal(value));
  const { element, body, put } = shell({ name: entry.name, title: titleOf(entry), alias: otherName(entry), bounds: entry.bounds, written });
  const say = (name: string, text: string): [HTMLElement, HTMLElement] | [] => (text ? [html('dt', {}, name), html('dd', { dir: 'auto' }, text)] : []);
  return {
    element,
    update: (change) => {
      if (!change.has('model') && !change.has('prevalence')) return;
      const found = store.model.curve_metrics[entry.name] ?? { undefined: 'hard predictions are one point and have no curve' };
      put(found);
      body.replaceChildren(html('dl', {}, ...say('Formula', entry.formula), ...common(store, entry, found)));
    },
  };
}

function explanation(store: Store, metric: Metric, found: Estimate): HTMLElement[] {
  const { entry } = metric;
  const result = found.value === undefined ? (found.undefined ?? '') : metric.written(found.value);
  const formula = html('dd', { class: 'formula' }, readable(entry.formula, (name) => name));
  const numbers = html('dd', { class: 'formula' }, `${metric.numbers(store.counts, store.parametersOf(entry))} = ${result}`);
  const same = [...entry.equals.map((text) => html('dd', { class: 'formula' }, text)), ...store.catalogue.twins(metric).map((twin) => html('dd', {}, titleOf(twin.entry)))];
  const mistaken = Object.entries(entry.confused_with).map(([text, why]) => html('dd', {}, html('span', { class: 'formula' }, text), `: ${fill(why, store.words)}`));
  return [
    html(
      'dl',
      {},
      html('dt', {}, 'Formula'), formula, numbers,
      ...common(store, entry, found),
      same.length > 0 && html('dt', {}, 'The same as'), ...same,
      mistaken.length > 0 && html('dt', {}, 'Not the same as'), ...mistaken,
    ),
  ];
}

function common(store: Store, entry: Entry | CurveEntry, found: Estimate): (HTMLElement | false)[] {
  const line = (name: string, text: string): HTMLElement[] => (text ? [html('dt', {}, name), html('dd', { dir: 'auto' }, text)] : []);
  const level = percent(store.payload.level, 0);
  const interval = found.low === undefined ? (found.value === undefined ? '' : found.note || 'none') : [`${level}, ${methodName(found.method ?? '')}`, found.note].filter(Boolean).join('; ');
  return [
    ...line('Meaning', fill(entry.meaning, store.words)),
    ...line('Use it when', fill(entry.use, store.words)),
    ...line('It misleads', fill(entry.misleads, store.words)),
    ...line('Interval', interval),
    ...line('Also called', entry.aliases.map((alias) => alias.replaceAll('_', ' ')).join(', ')),
    ...line('Reference', entry.reference),
  ];
}

function methodName(method: string): string {
  const points = `${count(POINTS)} points`;
  return method === 'dirichlet' ? `Jeffreys-Dirichlet, ${points}` : method === 'cells' ? `cells with half a row each, ${points}` : method;
}

const WIDTH = 84;

function whisker([low, high]: [number, number]): { element: SVGSVGElement; put: (found: Estimate) => void } {
  const [reach, dot] = [svg('line', { y1: 6, y2: 6, class: 'reach' }), svg('circle', { cy: 6, r: 3, class: 'at' })];
  const element = svg('svg', { viewBox: `0 0 ${String(WIDTH)} 12`, class: 'whisker', 'aria-hidden': 'true' }, svg('line', { x1: 2, x2: WIDTH - 2, y1: 6, y2: 6, class: 'track' }), reach, dot);
  const isFinite = Number.isFinite(low) && Number.isFinite(high);
  const place = (value: number): number => 2 + ((WIDTH - 4) * (value - low)) / (high - low);
  return {
    element,
    put: ({ value, low: from, high: to }) => {
      const shown = isFinite && value !== undefined;
      set(element, { class: shown ? 'whisker' : 'whisker absent' });
      if (!shown) return;
      set(dot, { cx: place(value) });
      set(reach, { x1: place(from ?? value), x2: place(to ?? value) });
    },
  };
}
