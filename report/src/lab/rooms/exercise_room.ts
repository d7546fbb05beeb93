// Exercises: those of `truecut quiz` with the same seed, one after another; wrong answers are told what they computed.

import { button, html, set } from '../../dom';
import { ask, type Outcome } from '../answering';
import type { LabStore } from '../store';
import type { Room } from './room';

const SOURCES = 'sources';

export function exerciseRoom(store: LabStore): Room {
  const { exercises, seed } = store.payload;
  const kinds = Object.keys(exercises);
  const tally: Record<Outcome, number> = { right: 0, later: 0, shown: 0 };
  const score = html('p', { class: 'fine score', role: 'status' });
  const place = html('div', { class: 'exercise' });
  const nav = html('div', { class: 'kinds', role: 'navigation', 'aria-label': 'Kinds of exercises' }, ...kinds.map((kind) => html('a', { href: `#exercises/${kind}/1`, 'data-kind': kind }, called(kind))));
  const command = html('p', { class: 'fine' });
  const element = html('section', { id: 'exercises', 'aria-labelledby': 'exercises-title' }, html('h2', { id: 'exercises-title', tabindex: -1 }, 'Exercises'), html('p', { class: 'introduction' }, 'Answer as you like to write it: 0.8, 80 % or 4/5. A wrong answer is told what it is the answer to.'), nav, place, score, command);

  const open = (kind: string, at: number): void => {
    const all = exercises[kind] ?? [];
    const question = all[at];
    if (!question) return;
    for (const one of nav.querySelectorAll('a')) set(one, { 'aria-current': one.dataset.kind === kind ? 'page' : null });
    const next = at + 1 < all.length ? html('a', { href: `#exercises/${kind}/${String(at + 2)}`, class: 'action' }, 'Next') : html('a', { href: `#exercises/${kinds[(kinds.indexOf(kind) + 1) % kinds.length] ?? kind}/1`, class: 'action' }, 'Another kind');
    const more = html('div', { class: 'actions' });
    const asked = ask(question, (outcome) => {
      tally[outcome]++;
      score.textContent = `${String(tally.right + tally.later + tally.shown)} answered: ${String(tally.right)} right at once, ${String(tally.later)} after another try, ${String(tally.shown)} shown.`;
      more.replaceChildren(next);
      next.focus({ preventScroll: true });
    });
    more.append(button('Show me', () => { asked.reveal(); }, { class: 'link' }), html('a', { href: next.getAttribute('href') ?? '', class: 'link' }, 'Skip'));
    const title = html('h3', { tabindex: -1 }, question.exercise ?? `${called(kind)}, ${String(at + 1)} of ${String(all.length)}`);
    place.replaceChildren(title, asked.element, more);
    command.replaceChildren('The same at a terminal, and without end: ', html('code', {}, `truecut quiz --only ${kind}${kind === SOURCES ? '' : ` --seed ${String(seed)}`}`), '. Other ones here: ', html('code', {}, `truecut lab --seed ${String(seed + 1)}`), '.');
    title.focus({ preventScroll: true });
  };

  return { element, open: ([kind = '', number = '1']) => { const known = kind in exercises ? kind : (kinds[0] ?? ''); open(known, Math.min(Math.max(Math.trunc(Number(number)) - 1 || 0, 0), (exercises[known]?.length ?? 1) - 1)); } };
}

const called = (kind: string): string => (kind === SOURCES ? 'from the course' : kind.replaceAll('_', ' '));
