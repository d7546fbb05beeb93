// The confusion matrix, a thousand rows as squares, and a sentence.

import { rows, type Counts } from '../counts';
import { compose, defined, html, say, set, show, svg, type Part } from '../dom';
import { count, DASH, percent } from '../numerals';
import { OUTCOMES, type Outcome } from '../payload';
import type { Store, View } from '../store';
import { capitalised } from '../words';

const OUTCOME_NAMES: Record<Outcome, string> = { tp: 'Caught', fn: 'Missed', fp: 'False alarm', tn: 'Rightly let through' };
const TEXTBOOK: Record<Outcome, string> = { tp: 'true positive', fn: 'false negative', fp: 'false positive', tn: 'true negative' };
export const TRUTH: Record<Outcome, 'positive' | 'negative'> = { tp: 'positive', fn: 'positive', fp: 'negative', tn: 'negative' };
const SHORT: Record<Outcome, string> = { tp: 'caught', fp: 'false alarms', fn: 'missed', tn: 'let through' };
const OF_A_THOUSAND: readonly Outcome[] = ['tp', 'fp', 'fn', 'tn'];
const [COLUMNS, ROWS, PITCH, SIDE] = [50, 20, 8, 6.4];

export function matrix(store: Store): View {
  const cells = Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, html('td', { class: `${TRUTH[outcome]} ${outcome}`, 'data-cell': outcome }, html('span', {}, OUTCOME_NAMES[outcome]), html('b'), html('small', {}, ''), html('i', {}, TEXTBOOK[outcome]))]),
  ) as Record<Outcome, HTMLTableCellElement>;
  const [positive, negative] = [html('th', { scope: 'row', dir: 'auto' }), html('th', { scope: 'row', dir: 'auto' })];
  const table = html(
    'table',
    { class: 'matrix' },
    html('caption', { class: 'unseen' }, 'Confusion matrix'),
    html('thead', {}, html('tr', {}, html('td'), html('th', { scope: 'col' }, 'Flagged'), html('th', { scope: 'col' }, 'Let through'))),
    html('tbody', {}, html('tr', {}, positive, cells.tp, cells.fn), html('tr', {}, negative, cells.fp, cells.tn)),
  );
  const [sentence, squares] = [html('p', { class: 'sentence', dir: 'auto' }), waffle()];
  const legend = html('p', { class: 'waffle-legend' }, html('span', {}, '← flagged'), html('span', {}, 'let through →'));
  return {
    element: html('div', {}, table, sentence, squares.element, legend),
    update: () => {
      const { counts, words } = store;
      say(positive, capitalised(words.positive));
      say(negative, capitalised(words.negative));
      for (const outcome of OUTCOMES) {
        const all = TRUTH[outcome] === 'positive' ? counts.tp + counts.fn : counts.fp + counts.tn;
        const [number, small] = [cells[outcome].querySelector('b'), cells[outcome].querySelector('small')];
        if (number) show(number, count(counts[outcome]), counts[outcome]);
        if (small) say(small, `${all ? percent(counts[outcome] / all) : DASH} of ${words[TRUTH[outcome]]} ${words.units}`);
      }
      const thousand = ofAThousand(counts);
      squares.draw(thousand);
      compose(sentence, inWords(thousand, store));
    },
  };
}

/** A thousand rows where the model is used, as squares with a legend. */
export function thousandRows(store: Store): View {
  const squares = waffle();
  const numbers = Object.fromEntries(OF_A_THOUSAND.map((outcome) => [outcome, html('b')])) as Record<Outcome, HTMLElement>;
  const legend = html('ul', { class: 'legend' }, ...OF_A_THOUSAND.map((outcome) => html('li', { class: outcome }, html('i'), numbers[outcome], ` ${SHORT[outcome]}`)));
  return {
    element: html('figure', {}, html('h3', {}, `What happens to 1,000 ${store.words.units}`), squares.element, legend),
    update: () => {
      const thousand = ofAThousand(store.counts);
      squares.draw(thousand);
      for (const outcome of OF_A_THOUSAND) show(numbers[outcome], count(thousand[outcome]), thousand[outcome]);
    },
  };
}

/** Round so that the four add up to a thousand: the largest remainders are rounded up. */
export function ofAThousand(counts: Counts): Counts {
  const all = rows(counts) || 1;
  const parts = OF_A_THOUSAND.map((outcome) => ({ outcome, exact: (1000 * counts[outcome]) / all }));
  const whole = Object.fromEntries(parts.map(({ outcome, exact }) => [outcome, Math.floor(exact)])) as Record<Outcome, number>;
  const missing = 1000 - OF_A_THOUSAND.reduce((total, outcome) => total + whole[outcome], 0);
  const byRest = [...parts].sort((a, b) => (b.exact % 1) - (a.exact % 1));
  for (const { outcome } of byRest.slice(0, rows(counts) ? missing : 0)) whole[outcome]++;
  return whole;
}

function inWords(thousand: Counts, store: Store): Part[] {
  const { words } = store;
  const number = (value: number, look = ''): Part => [count(value), look];
  return [
    `Of every 1,000 ${words.units}, `, number(thousand.tp + thousand.fp), ' are flagged: ',
    number(thousand.tp, 'positive'), ` ${words.positive} and `, number(thousand.fp, 'negative'), ` ${words.negative}. `,
    number(thousand.fn, 'positive'), ` ${words.positive} ${thousand.fn === 1 ? 'one slips' : 'ones slip'} through.`,
  ];
}

// Squares are what is left of four regions between lines of paper: so few corners move with the dial.
const GAPS = [...Array.from({ length: COLUMNS }, (_, i) => `M${String(i * PITCH + 1 + (PITCH + SIDE) / 2)} 0v${String(ROWS * PITCH + 2)}`), ...Array.from({ length: ROWS }, (_, i) => `M0 ${String(i * PITCH + 1 + (PITCH + SIDE) / 2)}h${String(COLUMNS * PITCH + 2)}`)].join('');

/** The outline of squares that stand column after column. */
function region(from: number, to: number): string {
  if (from >= to) return '';
  const [x, y] = [(column: number): string => String(column * PITCH + 1), (row: number): string => String(row * PITCH + 1)];
  const [first, top, last, rest] = [Math.floor(from / ROWS), from % ROWS, Math.floor(to / ROWS), to % ROWS];
  if (first === last) return `M${x(first)} ${y(top)}H${x(first + 1)}V${y(rest)}H${x(first)}Z`;
  const end = rest ? `H${x(last + 1)}V${y(rest)}H${x(last)}` : `H${x(last)}`;
  return `M${x(first)} ${y(top)}H${x(first + 1)}V${y(0)}${end}V${y(ROWS)}H${x(first)}Z`;
}

function waffle(): { element: SVGSVGElement; draw: (thousand: Counts) => void } {
  const element = svg('svg', { class: 'waffle', role: 'img', 'data-name': 'Thousand rows', viewBox: `0 0 ${String(COLUMNS * PITCH + 2)} ${String(ROWS * PITCH + 2)}` });
  const striped = (truth: string): string =>
    defined(element, svg('pattern', { width: PITCH, height: PITCH, x: 1, y: 1, patternUnits: 'userSpaceOnUse' }, svg('rect', { width: PITCH, height: PITCH, class: `${truth} wash` }), svg('path', { d: 'M-1 3.6L3.6 -1M-1 7.4L7.4 -1M2.8 7.4L7.4 2.8', class: `${truth} thin stripe` })));
  const paths = Object.fromEntries(
    OF_A_THOUSAND.map((outcome) => {
      const isMistake = outcome === 'fp' || outcome === 'fn';
      return [outcome, svg('path', { 'data-outcome': outcome, ...(isMistake ? { fill: striped(TRUTH[outcome]) } : { class: `${TRUTH[outcome]} solid` }) })];
    }),
  ) as Record<Outcome, SVGPathElement>;
  const border = svg('path', { class: 'border' });
  element.append(...Object.values(paths), svg('path', { class: 'gaps', d: GAPS }), border);
  return {
    element,
    draw: (thousand) => {
      let square = 0;
      for (const outcome of OF_A_THOUSAND) {
        const end = square + thousand[outcome];
        set(paths[outcome], { d: region(square, end) });
        square = end;
      }
      set(border, { d: borderBehind(thousand.tp + thousand.fp) });
      const said = OF_A_THOUSAND.map((outcome) => `${String(thousand[outcome])} ${TEXTBOOK[outcome]}s`).join(', ');
      set(element, { 'aria-label': `Of 1,000: ${said}` });
    },
  };
}

function borderBehind(flagged: number): string {
  if (flagged <= 0 || flagged >= COLUMNS * ROWS) return '';
  const [full, rest] = [Math.floor(flagged / ROWS) * PITCH + 0.2, flagged % ROWS];
  const bottom = ROWS * PITCH + 1;
  return rest ? `M${String(full + PITCH)} 0V${String(rest * PITCH + 0.2)}H${String(full)}V${String(bottom)}` : `M${String(full)} 0V${String(bottom)}`;
}
