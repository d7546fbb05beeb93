// Lessons: each step asks before it shows. What gives the answer away is not on the screen while it is asked.

import { button, html, set } from '../../dom';
import { ask } from '../answering';
import { bench } from '../bench';
import type { Deed, Lesson, LessonStep } from '../payload';
import type { LabStore } from '../store';
import type { Room } from './room';

export function lessonRoom(store: LabStore): Room {
  const { lessons } = store.payload;
  const view = bench(store);
  const shelf = html('div', { class: 'shelf' }, ...lessons.map((lesson, i) => html('a', { href: `#lessons/${lesson.name}/1`, class: 'card' }, html('b', {}, `${String(i + 1)}. ${lesson.title}`), html('span', {}, lesson.about), html('small', {}, `${String(lesson.steps.length)} steps`))));
  const desk = html('div', { class: 'desk' });
  const script = html('div', { class: 'script' });
  desk.append(script, view.element);
  const introduction = html('p', { class: 'introduction' }, 'Predict first, then see. A wrong answer uncovers nothing; it gets a reply and another try.');
  const element = html('section', { id: 'lessons', 'aria-labelledby': 'lessons-title' }, html('h2', { id: 'lessons-title', tabindex: -1 }, 'Lessons'), introduction, shelf, desk);
  let deed: { of: Deed; done: () => void } | null = null;

  const open = (lesson: Lesson, at: number): void => {
    const step = lesson.steps[at];
    if (!step) return;
    deed = null;
    store.set(step.bench);
    const title = html('h2', { tabindex: -1 }, lesson.title);
    const meter = html('progress', { max: lesson.steps.length, value: at + 1, 'aria-label': 'Steps of the lesson' });
    const more = html('div', { class: 'actions' });
    const conclusion = html('p', { class: 'conclusion', hidden: !step.conclusion });
    const isLast = at + 1 === lesson.steps.length;
    const following = lessons[lessons.indexOf(lesson) + 1];
    const uncover = (): void => {
      deed = null;
      view.show({ views: step.after, isThinking: !step.has_rates, hasRates: false });
      if (step.conclusion) { conclusion.textContent = step.conclusion; set(conclusion, { hidden: false }); }
      const next = isLast ? (following ? link(`#lessons/${following.name}/1`, `Next lesson: ${following.title}`) : link('#exercises', 'To the exercises')) : link(`#lessons/${lesson.name}/${String(at + 2)}`, 'Next');
      more.replaceChildren(next);
      if (isLast && following) more.append(link(`#exercises/${lesson.practise}`, 'Practise this', 'link'));
      next.focus({ preventScroll: true });
    };
    set(conclusion, { hidden: true });
    const body = step.question ? questioned(step, uncover) : done(step, uncover);
    const before = at ? link(`#lessons/${lesson.name}/${String(at)}`, 'Back', 'link') : null;
    more.append(button('Show me', () => { body.reveal(); }, { class: 'link' }));
    script.replaceChildren(html('p', { class: 'eyebrow' }, link('#lessons', 'All lessons', 'link'), before, html('span', {}, `Step ${String(at + 1)} of ${String(lesson.steps.length)}`)), meter, title, html('p', { class: 'told' }, step.text), body.element, conclusion, more);
    view.show({ views: step.before, isThinking: true, hasRates: false });
    title.focus({ preventScroll: true });
    scrollTo(0, 0);
  };

  const questioned = (step: LessonStep, uncover: () => void): { element: HTMLElement; reveal: () => void } =>
    step.question ? ask(step.question, () => { uncover(); }) : { element: html('div'), reveal: uncover };

  /** Something to do: it is done when every goal holds, and it may be shown. */
  const done = (step: LessonStep, uncover: () => void): { element: HTMLElement; reveal: () => void } => {
    const of = step.deed;
    const reply = html('p', { class: 'reply', role: 'status' });
    if (!of) return { element: reply, reveal: uncover };
    const finish = (): void => {
      set(reply, { class: 'reply right' });
      reply.replaceChildren(html('b', { 'aria-hidden': 'true' }, '✓ '), of.solution);
      uncover();
    };
    deed = { of, done: finish };
    return { element: html('div', { class: 'asked' }, html('p', { class: 'question' }, of.asks), reply), reveal: () => { for (const [name, value] of Object.entries(of.shown)) store.turn(name, value); } };
  };

  return {
    element,
    open: ([name = '', step = '1']) => {
      const lesson = lessons.find((one) => one.name === name);
      for (const part of [shelf, introduction, element.querySelector('#lessons-title')]) if (part) set(part, { hidden: Boolean(lesson) });
      set(desk, { hidden: !lesson });
      deed = null;
      if (lesson) open(lesson, Math.min(Math.max(Math.trunc(Number(step)) - 1 || 0, 0), lesson.steps.length - 1));
    },
    update: () => {
      view.update();
      if (deed?.of.goals.every((goal) => store.reaches(goal))) deed.done();
    },
  };
}

const link = (href: string, text: string, className = 'action'): HTMLAnchorElement => html('a', { href, class: className }, text);
