// Can the numbers be trusted: do scores mean what they say, is there enough data, and what holds elsewhere?

import { chart, cutLine } from '../chart';
import { html, set, show, svg } from '../dom';
import { clearOf } from '../labels';
import { clamped, largest } from '../numbers';
import { count, DASH, percent } from '../numerals';
import { path, ribbon } from '../scale';
import { toldCut } from '../sentences';
import type { Store, View } from '../store';
import { figure, isRedrawn } from './section';

export function calibration(store: Store): View {
  const most = (): number => {
    const { reliability } = store.model;
    return reliability ? Math.min(1, Math.ceil(10.5 * Math.max(largest(reliability.scores), largest(reliability.observed))) / 10) : 1;
  };
  let cut: ReturnType<typeof cutLine>;
  let note = svg('text');
  const absent = html('p', { class: 'no-picture' });
  const picture = chart({
    label: 'Calibration: observed share against score',
    height: (width) => clamped(width, 280, 400),
    margin: { top: 44, right: 10, bottom: 42, left: 46 },
    x: () => ({ ends: [0, most()], text: (value) => String(Number(value.toPrecision(3))), title: 'Score →' }),
    y: () => ({ ends: [0, most()], text: (value) => percent(value, 0), title: `↑ Share that is truly ${store.words.positive}` }),
    draw: (frame) => {
      const { reliability } = store.model;
      if (!reliability) return;
      const [x1, y1, x2, y2] = [frame.x(0), frame.y(0), frame.x(most()), frame.y(most())];
      note = svg('text', { x: x2 - 2, y: y1 - 9, 'text-anchor': 'end', class: 'note halo' }, 'dotted: perfectly calibrated');
      frame.still.append(
        svg('line', { x1, y1, x2, y2, class: 'guide' }),
        svg('path', { d: ribbon(reliability.scores.map(frame.x), reliability.low.map(frame.y), reliability.high.map(frame.y)), class: 'band' }),
        svg('path', { d: path(reliability.scores.map(frame.x), reliability.observed.map(frame.y)), class: 'line chosen' }),
        note,
      );
      cut = cutLine(frame.moving);
    },
    move: (frame) => {
      if (!store.model.reliability) return;
      const at = clamped(store.state.threshold ?? most(), 0, most());
      clearOf(frame.x(at), note, 'end', [frame.margin.left, frame.x(most()) - 2]);
      cut(frame.x(at), frame.margin.top - 6, frame.height - frame.margin.bottom, toldCut(store.curve, store.state.threshold), frame.width);
    },
    drag: (frame, x) => { store.moveTo(clamped(frame.x.back(x), 0, most())); },
  });
  const element = figure(`When it says 30 %, are 30 % of ${store.words.units} ${store.words.positive}?`, '', absent, picture.element);
  const caption = element.querySelector('.caption');
  return {
    element,
    update: (change) => {
      const { reliability } = store.model;
      set(picture.element, { hidden: !reliability });
      set(absent, { hidden: Boolean(reliability) });
      absent.textContent = store.model.is_hard ? 'Hard predictions promise no probability that could be checked.' : 'These scores are no probabilities of the positive class, so they promise nothing that could be checked.';
      if (caption) caption.textContent = reliability && !reliability.low.length ? 'Reliability curve at the supposed share. Whether it is off by more than chance was tested for the share in the rows.' : reliability ? `${reliability.verdict} Reliability curve (${reliability.method}); calibrated scores would keep the line inside the band ${percent(store.payload.level, 0)} of the time at each score.` : '';
      if (isRedrawn(change)) picture.draw();
      else picture.move();
    },
  };
}

export function checks(store: Store): View {
  const body = html('tbody');
  const table = html('table', { class: 'facts' }, html('caption', { class: 'unseen' }, 'Checks on the data'), body);
  return {
    element: html('div', {}, html('h3', {}, 'What the numbers stand on'), table),
    update: (change) => {
      if (!change.has('model')) return;
      const { model, words, payload } = store;
      const { read } = payload;
      const facts: [string, string][] = [
        [`${words.units} counted`, count(model.rows)],
        [`${words.positive} ${words.units}`, count(model.positives)],
        [`${words.negative} ${words.units}`, count(model.negatives)],
        ...Object.entries(read.dropped).map(([why, rows]): [string, string] => [`left out because ${why}`, count(rows)]),
        ...(read.weight ? [[`weights from ${read.weight}`, read.weights_are] as [string, string]] : []),
        ...(model.is_hard ? [] : [['distinct scores', count(model.distinct_scores)] as [string, string]]),
        ...(model.is_hard ? [] : [['thresholds on this page', count(model.cuts.scores.length)] as [string, string]]),
        ...read.inferred.map((said): [string, string] => [`taken for granted: ${said}`, '']),
      ];
      body.replaceChildren(...facts.map(([name, value]) => html('tr', {}, html('th', { scope: 'row', dir: 'auto' }, name), html('td', { class: 'number' }, value))));
    },
  };
}

const SHOWN = ['precision', 'npv', 'recall', 'specificity', 'accuracy', 'f1', 'mcc'] as const;

/** The same cut where positives are more or less common. */
export function elsewhere(store: Store): View {
  const cells = SHOWN.map((name) => ({ name, now: html('td', { class: 'number' }), then: html('td', { class: 'number', 'data-elsewhere': name }) }));
  const table = html(
    'table',
    { class: 'facts' },
    html('caption', { class: 'unseen' }, 'Metrics at another prevalence'),
    html('thead', {}, html('tr', {}, html('td'), html('th', { scope: 'col' }, 'In the data'), html('th', { scope: 'col' }, 'Where it is used'))),
    html('tbody', {}, ...cells.map(({ name, now, then }) => html('tr', {}, html('th', { scope: 'row' }, store.catalogue.metric(name).entry.title), now, then))),
  );
  const about = html('p', { class: 'caption', dir: 'auto' });
  return {
    element: html('div', {}, html('h3', {}, 'What if they are rarer where it is used?'), about, table, html('p', { class: 'fine' }, 'Recall and specificity stay as they are: that is the assumption. Only how common the classes are moves, at the top of the page.')),
    update: () => {
      const { counts, words, state } = store;
      const here = store.base[state.model]?.counts(store.entry) ?? counts;
      about.textContent = `Supposed share of ${words.positive} ${words.units}: ${percent((counts.tp + counts.fn) / (counts.tp + counts.fn + counts.fp + counts.tn))}${state.prevalence !== null ? '' : store.payload.sampled ? ', as the sampling rates say' : ', as in the data'}.`;
      for (const { name, now, then } of cells) {
        const metric = store.catalogue.metric(name);
        for (const [cell, at] of [[now, here], [then, counts]] as const) {
          const found = metric.value(at).value;
          show(cell, found === undefined ? DASH : metric.written(found), found);
        }
      }
    },
  };
}
