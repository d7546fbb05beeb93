// A question on the page: what is given, a way to answer it, and what is said to the answer. Lessons and exercises share it.

import { button, html, set } from '../dom';
import { judged, LETTERS } from './judging';
import type { Question } from './payload';

const TRIES = 3;
const CELLS = ['TP', 'FN', 'FP', 'TN'];

export interface Asked {
  element: HTMLElement;
  reveal(): void;
}

export type Outcome = 'right' | 'later' | 'shown';
let asked = 0;

/** Ask until it is answered or shown; a wrong answer is told what it computed, and may be tried again. */
export function ask(question: Question, done: (outcome: Outcome) => void): Asked {
  const reply = html('p', { class: 'reply', role: 'status' });
  const id = `answer-${String(++asked)}`;
  let [tried, isOver] = [0, false];
  const close = (outcome: Outcome, says: string): void => {
    isOver = true;
    say(reply, outcome === 'shown' ? 'shown' : 'right', says);
    for (const input of form.querySelectorAll<HTMLInputElement | HTMLButtonElement>('input, button')) set(input, { disabled: true });
    done(outcome);
  };
  const answer = (typed: string): void => {
    if (isOver) return;
    const verdict = judged(question.answer, typed);
    if (verdict.isRight) {
      close(tried ? 'later' : 'right', question.solution);
      return;
    }
    tried += verdict.isReadable ? 1 : 0;
    say(reply, 'wrong', verdict.says);
    if (tried === TRIES) form.classList.add('tired');
  };
  const form = question.answer.type === 'choice' ? chosen(question.answer.options.map(({ text }) => text), answer) : typed(id, question, answer);
  const element = html('div', { class: 'asked' }, question.story ? html('p', { class: 'story' }, question.story) : null, question.table.length ? tableOf(question.table) : null, html('p', { class: 'question', id: `${id}-question` }, question.asks), form, reply);
  set(form, { 'aria-labelledby': `${id}-question` });
  return { element, reveal: () => { if (!isOver) { mark(form, question); close('shown', question.solution); } } };
}

function say(reply: HTMLElement, tone: 'right' | 'wrong' | 'shown', says: string): void {
  set(reply, { class: `reply ${tone}` });
  const sign = { right: '✓ ', wrong: '✕ ', shown: '' }[tone];
  reply.replaceChildren(html('b', { 'aria-hidden': 'true' }, sign), html('span', { class: 'unseen' }, { right: 'Right. ', wrong: 'Not yet. ', shown: 'The answer: ' }[tone]), says);
}

function chosen(options: readonly string[], answer: (typed: string) => void): HTMLElement {
  const form = html('div', { class: 'options', role: 'group' });
  options.forEach((text, i) => {
    const one = button(text, () => {
      for (const other of form.querySelectorAll('button')) set(other, { 'aria-pressed': String(other === one) });
      answer(LETTERS[i] ?? '');
    }, { class: 'option', 'aria-pressed': 'false' });
    form.append(one);
  });
  return form;
}

function typed(id: string, question: Question, answer: (typed: string) => void): HTMLElement {
  const isCounts = question.answer.type === 'counts';
  const inputs = (isCounts ? CELLS : ['']).map((cell) => html('input', { type: 'text', inputmode: isCounts ? 'numeric' : 'text', autocomplete: 'off', class: 'answer', 'aria-label': cell || 'Your answer' }));
  const form = html('form', { class: 'typed', id }, ...inputs.map((input, i) => (isCounts ? html('label', {}, CELLS[i] ?? '', input) : input)), html('button', { type: 'submit', class: 'action' }, 'Check'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    answer(inputs.map(({ value }) => value).join(' '));
  });
  return form;
}

/** Put the right answer where the reader would have put it. */
function mark(form: HTMLElement, { answer }: Question): void {
  if (answer.type === 'choice') form.querySelectorAll('button').forEach((one, i) => { set(one, { 'aria-pressed': String(answer.options[i]?.is_right === true) }); });
  else form.querySelectorAll('input').forEach((input, i) => { input.value = answer.type === 'counts' ? String(answer.counts[i]) : String(Number(answer.number.toPrecision(4))); });
}

function tableOf(rows: string[][]): HTMLElement {
  const [head = [], ...body] = rows;
  const isHeaded = rows.length > 1;
  const line = (cells: string[], tag: 'td' | 'th'): HTMLElement => html('tr', {}, ...cells.map((cell, i) => html(i === 0 || tag === 'th' ? 'th' : 'td', { scope: tag === 'th' ? 'col' : i === 0 ? 'row' : null, class: i ? 'number' : null }, cell)));
  return html('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'What is given' }, html('table', { class: 'table given' }, isHeaded ? html('thead', {}, line(head, 'th')) : null, html('tbody', {}, ...(isHeaded ? body : rows).map((cells) => line(cells, 'td')))));
}
