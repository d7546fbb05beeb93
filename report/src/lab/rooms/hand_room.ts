// A ROC curve built by hand: one row, or one threshold of a table, at a time.

import { chart, type Frame } from '../../chart';
import { button, choice, html, set, svg } from '../../dom';
import { decimal } from '../../numerals';
import { path } from '../../scale';
import { outcomeOf, rowMark, saying, stripes } from '../marks';
import type { HandTable } from '../payload';
import { PLAIN, type LabStore } from '../store';
import { ending, half, stepsOfRows, stepsOfSweep, type HandRow, type HandStep, type Move } from '../steps';
import { remember } from '../../address';
import type { Room } from './room';

const OWN = 'own';
const MOST_NUMBERED = 14; // points that carry their number
const MOST_SHOWN = 16; // rows that stand side by side with their numbers

interface Shelf {
  title: string;
  about: string;
  rows: HandRow[]; // none: a table of counts
  table?: HandTable;
}

export function handRoom(store: LabStore): Room & { own: (rows: HandRow[]) => void } {
  const shelves: Record<string, Shelf> = Object.fromEntries(store.payload.by_hand.map((table) => [table.name, { title: table.title, about: table.about, rows: rowsOf(table), table }]));
  let [which, isRising, at, isAsking] = [store.payload.by_hand[0]?.name ?? OWN, true, 0, false];
  let waiting: HandStep | null = null;
  let steps: HandStep[] = [];
  const shelf = (): Shelf => shelves[which] ?? { title: '', about: '', rows: [] };
  const now = (): HandStep => steps[at] ?? { threshold: null, counts: { tp: 0, fp: 0, fn: 0, tn: 0 }, passed: [], move: null, squares: 0, sentence: '' };

  const picks = html('div', { class: 'pick-table' });
  const way = choice('Threshold', 'hand-way', [['rises', 'rises'], ['falls', 'falls']] as const, (to) => { isRising = to === 'rises'; restart(); });
  const back = button('Back', () => { go(at - 1); }, { class: 'action' });
  const forward = button('Next', () => { ahead(); }, { class: 'action strong' });
  const again = button('Start over', () => { restart(); }, { class: 'link' });
  const asking = html('input', { type: 'checkbox', id: 'hand-ask' });
  asking.addEventListener('change', () => { isAsking = asking.checked; waiting = null; update(); });
  const slider = html('input', { type: 'range', min: 0, step: 1, 'aria-label': 'Step' });
  slider.addEventListener('input', () => { go(Number(slider.value)); });
  const about = html('p', { class: 'introduction' });
  const counter = html('p', { class: 'fine' });
  const sentence = html('p', { class: 'sentence', 'aria-live': 'polite' });
  const question = html('div', { class: 'options' });
  const reply = html('p', { class: 'reply', role: 'status' });
  const place = html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Table of the steps' });

  const strip = chart({ label: 'The rows in the order of their scores', height: () => 150, margin: { top: 26, right: 6, bottom: 62, left: 6 }, x: () => ({ ends: [0, shelf().rows.length || 1] }), y: () => ({ ends: [0, 1] }), draw: (frame) => { drawStrip(frame, shelf().rows, now()); } });
  const curve = chart({
    label: 'The curve so far',
    height: (width) => Math.min(width, 420),
    margin: { top: 24, right: 16, bottom: 42, left: 42 },
    x: () => ({ ends: [-0.03, 1.03], ticks: fractions(now().counts.fp + now().counts.tn), title: 'false positive rate →' }),
    y: () => ({ ends: [-0.03, 1.03], ticks: fractions(now().counts.tp + now().counts.fn), title: 'recall' }),
    draw: (frame) => { drawCurve(frame, steps.slice(0, at + 1)); },
  });

  /** The next step; if the reader wants to be asked, first the question which way it goes. */
  function ahead(): void {
    const next = steps[at + 1];
    if (!next) return;
    if (isAsking && next.move && shelf().rows.length) {
      waiting = next;
      reply.textContent = '';
      update();
    } else go(at + 1);
  }
  function answered(move: Move): void {
    if (!waiting) return;
    const isRight = waiting.move === move;
    const kinds = new Set(waiting.passed.map(({ label }) => label));
    const why = kinds.size > 1 ? 'Rows of both classes share the score, so both rates change.' : kinds.has(1) ? 'The row is truly positive, so only the height can change.' : 'The row is truly negative, so only the width can change.';
    set(reply, { class: `reply ${isRight ? 'right' : 'wrong'}` });
    reply.textContent = isRight ? `✓ It moves ${move}.` : `✕ Not ${move}. ${why}`;
    if (isRight) go(at + 1, true);
  }
  function go(to: number, keepsReply = false): void {
    at = Math.min(Math.max(to, 0), steps.length - 1);
    waiting = null;
    if (!keepsReply) reply.textContent = '';
    update();
  }
  function restart(): void {
    const { rows, table } = shelf();
    steps = table?.cuts ? stepsOfSweep(table.cuts, table.words ?? PLAIN) : stepsOfRows(rows, isRising);
    go(0);
  }
  function open(name: string): void {
    which = name in shelves ? name : which;
    isRising = shelf().table?.is_rising ?? which !== OWN;
    picks.replaceChildren(...Object.entries(shelves).map(([one, { title }]) => html('a', { href: `#hand/${one}`, 'aria-current': one === which ? 'page' : null }, title)));
    restart();
  }
  function update(): void {
    const isSweep = !shelf().rows.length;
    const isLast = at + 1 === steps.length;
    about.textContent = shelf().about;
    way.mark(isRising ? 'rises' : 'falls');
    set(way.element, { hidden: isSweep });
    set(slider, { max: steps.length - 1, 'aria-valuetext': `step ${String(at)} of ${String(steps.length - 1)}` });
    slider.value = String(at);
    set(back, { disabled: at === 0 });
    set(forward, { disabled: isLast });
    counter.textContent = `Step ${String(at)} of ${String(steps.length - 1)}`;
    sentence.textContent = waiting ? `${waiting.passed.map(({ name, score, label }) => `Row ${name} (score ${short(score)}, truth ${String(label)})`).join(' and ')} comes next. Which way does the point move?` : now().sentence + (isLast ? ` ${ending(steps, isSweep)}` : '');
    const moves: readonly Move[] = isRising ? ['left', 'down', 'diagonally'] : ['right', 'up', 'diagonally'];
    question.replaceChildren(...(waiting ? moves.map((move) => button(move, () => { answered(move); }, { class: 'option' })) : []));
    set(strip.element, { hidden: isSweep });
    if (!isSweep) strip.draw();
    curve.draw();
    place.replaceChildren(tabled(steps, at));
    follow(place);
    remember(`#hand/${which}`);
  }

  const element = html('section', { id: 'hand', 'aria-labelledby': 'hand-title' }, html('h2', { id: 'hand-title', tabindex: -1 }, 'Build a ROC curve by hand'), about, html('div', { class: 'actions' }, picks, way.element),
    html('div', { class: 'wide-and-narrow hand' },
      html('div', {}, strip.element, slider, html('div', { class: 'actions' }, back, forward, again, html('label', { class: 'check', for: 'hand-ask' }, asking, 'ask me first')), counter, sentence, question, reply),
      html('figure', {}, html('h3', {}, 'The curve so far'), html('p', { class: 'caption' }, 'A numbered dot is a step. A shaded column belongs to one negative row; it is as high as positives score higher.'), curve.element),
      html('div', { class: 'steps' }, html('h3', {}, 'The table that you would write'), place)));
  element.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement || event.target === place) return;
    if (event.key === 'ArrowRight') ahead();
    else if (event.key === 'ArrowLeft') go(at - 1);
    else return;
    event.preventDefault();
  });
  return {
    element,
    open: ([name = which]) => { open(name); },
    own: (rows) => { shelves[OWN] = { title: 'your own', about: `Your ${String(rows.length)} rows.`, rows }; which = OWN; },
  };
}

/** Scroll the table, and not the page, to the line of this step. */
function follow(place: HTMLElement): void {
  const [line, frame] = [place.querySelector('.now')?.getBoundingClientRect(), place.getBoundingClientRect()];
  if (line) place.scrollTop += Math.max(0, line.bottom - frame.bottom) - Math.max(0, frame.top - line.top);
}

const rowsOf = ({ labels = [], scores = [], names = [] }: HandTable): HandRow[] => scores.map((score, i) => ({ score, label: labels[i] ?? 0, name: names[i] ?? String(i + 1) }));

function drawStrip(frame: Frame, rows: readonly HandRow[], { threshold, passed, counts }: HandStep): void {
  const sorted = [...rows].sort((a, b) => a.score - b.score);
  const isFlagged = (row: HandRow): boolean => threshold !== null && row.score >= threshold;
  const left = sorted.filter((row) => !isFlagged(row)).length;
  const [top, bottom] = [frame.margin.top, frame.height - 4];
  const striped = { positive: stripes(frame.root, 'positive'), negative: stripes(frame.root, 'negative') };
  const isTold = sorted.length <= MOST_SHOWN && frame.width / sorted.length > 26;
  const size = Math.min(8.5, frame.width / sorted.length / 2.6);
  frame.still.append(svg('rect', { x: frame.x(left), y: top, width: Math.max(0, frame.x(sorted.length) - frame.x(left)), height: bottom - top, class: 'flagged-zone' }));
  sorted.forEach((row, i) => {
    const [x, y] = [frame.x(i + 0.5), top + 26];
    if (passed.includes(row)) frame.still.append(svg('circle', { cx: x, cy: y, r: size + 7, class: 'just' }));
    frame.still.append(rowMark(outcomeOf(row.label, isFlagged(row)), x, y, size, striped));
    if (isTold) [short(row.score), `y ${String(row.label)}`, `ŷ ${isFlagged(row) ? '1' : '0'}`].forEach((text, line) => { frame.still.append(svg('text', { x, y: y + 32 + 18 * line, 'text-anchor': 'middle', class: line === 0 ? 'ink' : '' }, text)); });
  });
  const isRight = left > sorted.length * 0.6;
  frame.moving.append(svg('line', { x1: frame.x(left), x2: frame.x(left), y1: 8, y2: bottom, class: 'threshold-line' }), svg('text', { x: frame.x(left) + (isRight ? -6 : 6), y: 18, 'text-anchor': isRight ? 'end' : 'start', class: 'ink' }, threshold === null ? 'nobody is flagged' : `flagged from ${short(threshold)} up`));
  saying(frame, `The rows in the order of their scores; ${String(counts.tp + counts.fp)} of ${String(rows.length)} are flagged, ${String(counts.tp)} of them positive.`);
}

function drawCurve(frame: Frame, steps: readonly HandStep[]): void {
  const last = steps[steps.length - 1];
  if (!last) return;
  const [positives, negatives] = [last.counts.tp + last.counts.fn, last.counts.fp + last.counts.tn];
  const point = ({ counts }: HandStep): [number, number] => [frame.x(counts.fp / negatives), frame.y(counts.tp / positives)];
  const isFew = positives * negatives <= 400;
  frame.still.append(svg('line', { x1: frame.x(0), y1: frame.y(0), x2: frame.x(1), y2: frame.y(1), class: 'guide' }));
  steps.forEach((step, i) => {
    const before = steps[i - 1];
    if (!before || before.counts.fp === step.counts.fp) return;
    const [[x1, y1], [x2, y2], floor] = [point(before), point(step), frame.y(0)];
    frame.still.append(svg('path', { d: `M${x1.toFixed(1)} ${floor.toFixed(1)}L${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}L${x2.toFixed(1)} ${floor.toFixed(1)}Z`, class: i === steps.length - 1 ? 'column now' : 'column' }));
  });
  if (isFew) {
    for (let i = 0; i <= negatives; i++) frame.still.append(svg('line', { x1: frame.x(i / negatives), x2: frame.x(i / negatives), y1: frame.y(0), y2: frame.y(1), class: 'square' }));
    for (let i = 0; i <= positives; i++) frame.still.append(svg('line', { x1: frame.x(0), x2: frame.x(1), y1: frame.y(i / positives), y2: frame.y(i / positives), class: 'square' }));
  }
  const places = steps.map(point);
  frame.still.append(svg('path', { d: path(places.map(([x]) => x), places.map(([, y]) => y)), class: 'line chosen' }));
  places.forEach(([x, y], i) => {
    const isNow = i === steps.length - 1;
    const isNumbered = steps.length <= MOST_NUMBERED || isNow;
    frame.moving.append(svg('circle', { cx: x, cy: y, r: isNumbered ? 9 : 3.5, class: isNow ? 'numbered now' : 'numbered' }));
    if (isNumbered) frame.moving.append(svg('text', { x, y: y + 4, 'text-anchor': 'middle', class: isNow ? 'number-now' : 'ink' }, String(i)));
  });
  saying(frame, `The curve so far: ${String(steps.length)} points, the last at false positive rate ${decimal(last.counts.fp / negatives)} and recall ${decimal(last.counts.tp / positives)}.`);
}

function tabled(steps: readonly HandStep[], at: number): HTMLElement {
  const done = steps.slice(0, at + 1).reduce((total, { squares }) => total + squares, 0);
  const heads = ['step', 'threshold', 'TP', 'FN', 'FP', 'TN', 'recall', 'specificity', 'FPR'];
  const line = ({ threshold, counts: { tp, fn, fp, tn } }: HandStep, i: number): HTMLElement => {
    const cells = [threshold === null ? 'nobody' : short(threshold), tp, fn, fp, tn, short(tp / (tp + fn)), short(tn / (fp + tn)), short(fp / (fp + tn))];
    return html('tr', { class: i === at ? 'now' : i > at ? 'later' : null, 'data-step': i }, html('th', { scope: 'row', class: 'number' }, String(i)), ...cells.map((cell) => html('td', { class: 'number' }, i > at ? '·' : String(cell))));
  };
  return html('table', { class: 'table by-hand' }, html('caption', { class: 'fine' }, `${half(done)} ${done === 1 ? 'square' : 'squares'} under the curve so far`), html('thead', {}, html('tr', {}, ...heads.map((head) => html('th', { scope: 'col', class: 'number' }, head)))), html('tbody', {}, ...steps.map(line)));
}

const short = (value: number): string => String(Number(value.toFixed(4)));
const fractions = (all: number): { at: number; text: string }[] => (all > 0 && all <= 6 ? Array.from({ length: all + 1 }, (_, i) => ({ at: i / all, text: short(Number((i / all).toFixed(2))) })) : [0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => ({ at, text: String(at) })));
