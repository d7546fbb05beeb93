// "Copy this decision": threshold, counts, metrics and costs, as text, Markdown, JSON, or a link to the same state.

import { choice, html } from '../dom';
import { hashOf } from '../link';
import { count, DASH, money, percent } from '../numerals';
import { OUTCOMES } from '../payload';
import type { Store, View } from '../store';
import { strictJson } from '../taken/strict_json';
import { copied } from '../words';
import { perThousand } from './costs';

type Form = 'text' | 'markdown' | 'json' | 'link';
const FORMS: readonly (readonly [Form, string])[] = [['text', 'text'], ['markdown', 'Markdown'], ['json', 'JSON'], ['link', 'link']];
const SHOWN = ['recall', 'precision', 'specificity', 'fpr', 'npv', 'accuracy', 'f1', 'mcc', 'share_flagged'] as const;

export function copyDecision(store: Store): View {
  let form: Form = 'text';
  const text = html('textarea', { readonly: true, rows: 10, 'aria-label': 'This decision', spellcheck: false, dir: 'auto' });
  const said = html('span', { role: 'status', class: 'fine' });
  const copy = html('button', { type: 'button', class: 'action' }, 'Copy');
  const pick = choice('As', 'copy', FORMS, (value) => {
    form = value;
    write();
  });
  const write = (): void => {
    text.value = copied(WRITTEN[form](store));
    said.textContent = '';
  };
  copy.addEventListener('click', () => {
    text.select();
    navigator.clipboard.writeText(text.value).then(
      () => { said.textContent = 'Copied.'; },
      () => { said.textContent = 'The browser does not allow it; the text is selected, copy it with the keyboard.'; },
    );
  });
  pick.mark(form);
  return {
    element: html('div', { class: 'copy', id: 'copy' }, html('h3', {}, 'Copy this decision'), pick.element, text, html('p', {}, copy, ' ', said)),
    update: write,
  };
}

interface Fact {
  name: string;
  value: string;
}

function facts(store: Store): Fact[] {
  const { counts, model, words, payload } = store;
  const metrics = SHOWN.map((name) => {
    const metric = store.catalogue.metric(name);
    const { value, low, high, undefined: why } = metric.estimate(store.evidence, store.parametersOf(metric.entry));
    const interval = low === undefined || high === undefined ? '' : ` (${metric.written(low)} to ${metric.written(high)})`;
    return { name: metric.entry.title, value: value === undefined ? `${DASH} ${why ?? ''}` : metric.written(value) + interval };
  });
  const rule = model.is_hard ? 'hard predictions' : store.state.threshold === null ? 'flag nothing' : `flag when score ${model.lower_is_positive ? '<=' : '>='} ${String(store.state.threshold)}`;
  return [
    { name: 'Source', value: payload.read.source },
    { name: 'Model', value: model.name },
    { name: 'Rule', value: rule },
    { name: `Caught (${words.positive}, flagged)`, value: count(counts.tp) },
    { name: `Missed (${words.positive}, let through)`, value: count(counts.fn) },
    { name: `False alarms (${words.negative}, flagged)`, value: count(counts.fp) },
    { name: `Rightly let through (${words.negative})`, value: count(counts.tn) },
    ...metrics,
    { name: `Cost per 1,000 ${words.units}`, value: `${store.amount(money(perThousand(counts, store.state.cost)))} at ${prices(store)}` },
    { name: 'Intervals', value: `${percent(payload.level, 0)}, truecut ${payload.version}` },
  ];
}

const prices = (store: Store): string => [...OUTCOMES, 'per_row' as const].map((outcome) => `${outcome}=${String(store.state.cost[outcome])}`).join(', ');

// A pipe, a line break or a mark of emphasis in somebody's name must not become part of the table.
const cell = (text: string): string => text.replace(/[\\`*_[\]<>|]/g, '\\$&').replace(/\s+/g, ' ');

function asJson(store: Store): string {
  const { counts, model, payload } = store;
  const metrics = Object.fromEntries(store.catalogue.metrics.map((metric) => {
    const { value, low, high, method, undefined: why } = metric.estimate(store.evidence, store.parametersOf(metric.entry));
    return [metric.entry.name, { value: value ?? null, low, high, method, undefined: why }];
  }));
  const decision = { source: payload.read.source, model: model.name, threshold: model.is_hard ? null : store.state.threshold, flagged: model.lower_is_positive ? 'score <= threshold' : 'score >= threshold', counts, metrics, cost: store.state.cost, cost_per_1000: perThousand(counts, store.state.cost), level: payload.level, truecut: payload.version };
  return strictJson(decision, 2);
}

const WRITTEN: Record<Form, (store: Store) => string> = {
  text: (store) => facts(store).map(({ name, value }) => `${name}: ${value}`).join('\n'),
  markdown: (store) => ['| | |', '|---|---|', ...facts(store).map(({ name, value }) => `| ${cell(name)} | ${cell(value)} |`)].join('\n'),
  json: asJson,
  link: (store) => location.href.replace(/#.*$/, '') + hashOf(store.state),
};
