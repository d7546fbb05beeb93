// Which rows does it get wrong: rows of the data that whoever made the page asked it to carry. Mistakes follow the dial,
// since the most confident ones at any threshold are the first of one list; what is nearest was found for one cut.

import { html } from '../dom';
import { count, DASH, threshold } from '../numerals';
import type { LookedAt, LookedAtRow } from '../payload';
import { FLAGGED, type Store, type View } from '../store';
import { capitalised } from '../words';

/** What the page holds that others do not, for whoever passes it on. */
export function carries({ payload, words }: Store): string {
  const found = payload.models.flatMap(({ looked_at: rows }) => (rows ? [...rows.alarms, ...rows.misses, ...rows.nearest] : []));
  const number = new Set(found.map((row) => row.number)).size;
  const columns = payload.models.find((model) => model.looked_at)?.looked_at;
  const what = [...(columns?.id ? [columns.id] : []), ...(columns?.columns ?? [])];
  const beside = what.length ? `, with ${what.join(', ')}` : '';
  return `This page carries ${count(number)} ${number === 1 ? words.unit : words.units} of the data${beside}, as it was asked to: pass it on only to those who may see them.`;
}

export function lookedAt(store: Store): View {
  const element = html('div', { class: 'looked-at' });
  return {
    element,
    update: (change) => {
      if (!change.has('model') && !change.has('threshold')) return;
      const found = store.model.looked_at;
      element.replaceChildren(...(found ? [...mistakes(store, found), ...nearest(store, found)] : []));
    },
  };
}

/** Whether a row is flagged at the dial; hard predictions are flagged or not. */
function isFlagged(store: Store, row: LookedAtRow): boolean {
  const { model } = store;
  if (model.is_hard) return row.score >= FLAGGED;
  const cut = model.cuts.scores[store.entry - 1];
  return cut !== undefined && (model.lower_is_positive ? row.score <= cut : row.score >= cut);
}

function mistakes(store: Store, found: LookedAt): HTMLElement[] {
  const { words, model, counts } = store;
  const [high, low] = model.lower_is_positive ? ['lowest', 'highest'] : ['highest', 'lowest'];
  const order = (end: string): string => (model.is_hard ? 'in the order of the data' : `${end} scores first`);
  const alarms = found.alarms.filter((row) => isFlagged(store, row));
  const misses = found.misses.filter((row) => !isFlagged(store, row));
  return [
    ...titled(store, found, 'alarms', `False alarms: ${words.negative}, flagged`, alarms, order(high), counts.fp),
    ...titled(store, found, 'misses', `Misses: ${words.positive}, not flagged`, misses, order(low), counts.fn),
  ];
}

function nearest(store: Store, found: LookedAt): HTMLElement[] {
  if (found.cut === undefined) return [];
  const { words } = store;
  const moved = store.state.threshold === found.cut ? '' : ' The dial stands elsewhere; the page carries no others.';
  const caption = `The ${count(found.nearest.length)} ${words.units} whose scores lie nearest ${threshold(found.cut)}, on either side.${moved}`;
  return [html('h3', { class: 'list-title' }, 'Nearest the cut'), html('p', { class: 'caption' }, caption), table(store, found, 'nearest', 'Nearest the cut', found.nearest)];
}

function titled(store: Store, found: LookedAt, id: string, title: string, rows: LookedAtRow[], order: string, all: number): HTMLElement[] {
  const heading = html('h3', { class: 'list-title', dir: 'auto' }, capitalised(title));
  const weighed = store.model.weights !== 'none' || store.state.prevalence !== null;
  const of = weighed ? '' : ` of ${count(all)}`;
  const caption = rows.length ? `The most confident ${count(rows.length)}${of}, ${order}.` : 'None at this threshold.';
  return [heading, html('p', { class: 'caption' }, caption), ...(rows.length ? [table(store, found, id, title, rows)] : [])];
}

function table(store: Store, found: LookedAt, id: string, title: string, rows: LookedAtRow[]): HTMLElement {
  const { words, model } = store;
  const head = (text: string, className = ''): HTMLElement => html('th', { scope: 'col', class: className, dir: 'auto' }, text);
  const heads = [head('Row', 'number'), ...(found.id ? [head(found.id)] : []), head('Truth'), head('Flagged'), ...(model.is_hard ? [] : [head('Score', 'number')]), ...found.columns.map((column) => head(column))];
  const lines = rows.map((row) =>
    html(
      'tr',
      { 'data-row': row.number },
      html('td', { class: 'number quiet' }, count(row.number)),
      ...(found.id ? [html('th', { scope: 'row' }, html('bdi', {}, row.id ?? DASH))] : []),
      html('td', { class: 'word' }, row.is_positive ? words.positive : words.negative),
      html('td', {}, isFlagged(store, row) ? 'yes' : 'no'),
      ...(model.is_hard ? [] : [html('td', { class: 'number', 'data-value': row.score, title: String(row.score) }, threshold(row.score))]),
      ...row.shown.map((text) => html('td', { class: 'shown' }, html('bdi', {}, text ?? DASH))),
    ),
  );
  const inside = html('table', { class: 'table', id: `rows-${id}` }, html('caption', { class: 'unseen' }, title), html('thead', {}, html('tr', {}, ...heads)), html('tbody', {}, ...lines));
  return html('div', { class: 'scroll rows', tabindex: 0, role: 'region', 'aria-label': title }, inside);
}
