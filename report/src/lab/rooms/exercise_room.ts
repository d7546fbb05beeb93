// Exercises without end: those of `truecut quiz` with the same seed; wrong answers are told what they computed.

import { button, html, set } from '../../dom';
import { ask, type Outcome } from '../answering';
import { ALL, Asking, SOURCES, titleOf } from '../exercises/asking';
import type { LabStore } from '../store';
import type { Room } from './room';

const SEEDS = 10_000;

export function exerciseRoom(store: LabStore): Room {
  const { quiz } = store.payload;
  const asking = new Asking(quiz);
  const kinds = [ALL, ...asking.kinds];
  const tally: Record<Outcome, number> = { right: 0, later: 0, shown: 0 };
  const score = html('p', { class: 'fine score', role: 'status' });
  const place = html('div', { class: 'exercise' });
  const nav = html('div', { class: 'kinds', role: 'navigation', 'aria-label': 'Kinds of exercises' }, ...kinds.map((kind) => html('a', { 'data-kind': kind }, titleOf(kind))));
  const command = html('p', { class: 'fine' });
  const element = html('section', { id: 'exercises', 'aria-labelledby': 'exercises-title' }, html('h2', { id: 'exercises-title', tabindex: -1 }, 'Exercises'), html('p', { class: 'introduction' }, 'Answer as you like to write it: 0.8, 80 % or 4/5. A wrong answer is told what it is the answer to.'), nav, place, score, command);

  const address = (kind: string, at: number, seed: string): string => `#exercises/${kind}/${String(at + 1)}${seed === quiz.seed ? '' : `/${seed}`}`;

  const open = (kind: string, at: number, seed: string): void => {
    const question = asking.question(kind, seed, at);
    if (!question) return;
    for (const one of nav.querySelectorAll('a')) set(one, { href: address(one.dataset.kind ?? ALL, 0, seed), 'aria-current': one.dataset.kind === kind ? 'page' : null });
    const current = nav.querySelector<HTMLElement>('[aria-current]');
    if (current) nav.scrollLeft = current.offsetLeft - nav.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
    const isLast = at + 1 >= asking.many(kind);
    const to = isLast ? address(ALL, 0, seed) : address(kind, at + 1, seed);
    const next = html('a', { href: to, class: 'action strong' }, isLast ? 'Other exercises' : 'Next');
    const more = html('div', { class: 'actions' });
    const asked = ask(question, (outcome) => {
      tally[outcome]++;
      score.textContent = `${String(tally.right + tally.later + tally.shown)} answered: ${String(tally.right)} right at once, ${String(tally.later)} after another try, ${String(tally.shown)} shown.`;
      more.replaceChildren(next);
      next.focus({ preventScroll: true });
    });
    more.append(button('Show me', () => { asked.reveal(); }, { class: 'link' }), html('a', { href: to, class: 'link' }, 'Skip'));
    const title = html('h3', { tabindex: -1 }, `${String(at + 1)}. ${question.exercise ?? titleOf(question.kind)}`);
    place.replaceChildren(title, asked.element, more);
    const others = html('a', { class: 'link', href: address(kind, 0, String(Math.floor(Math.random() * SEEDS))) }, 'Other ones');
    command.replaceChildren(...(kind === SOURCES ? [] : [others, ' · ']), 'The same at a terminal: ', html('code', {}, `truecut quiz${kind === ALL ? '' : ` --only ${kind}`}${kind === SOURCES ? '' : ` --seed ${seed}`}`));
    title.focus({ preventScroll: true });
    // Whoever listens hears which question it is: a page around this one, or a test.
    element.dispatchEvent(new CustomEvent('asked', { bubbles: true, detail: question }));
  };

  return {
    element,
    open: ([kind = '', number = '1', seed = quiz.seed]) => {
      const at = Math.trunc(Number(number)) - 1;
      const known = kinds.includes(kind) ? kind : ALL;
      open(known, Number.isSafeInteger(at) && at > 0 ? Math.min(at, asking.many(known) - 1) : 0, /^-?\d{1,30}$/.test(seed) ? seed : quiz.seed);
    },
  };
}
