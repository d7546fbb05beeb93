// A section is a question; a figure is a title that says what it answers, a caption, and the picture.

import type { Chart } from '../chart';
import { html, set } from '../dom';
import type { Change, Store, View } from '../store';

export interface Section extends View {
  id: string;
  question: string;
}

export function section(id: string, question: string, introduction: string | Node, body: (HTMLElement | View)[]): Section {
  const views = body.filter((part): part is View => 'update' in part);
  const element = html(
    'section',
    { id },
    html('h2', { tabindex: -1 }, question),
    html('p', { class: 'introduction' }, introduction),
    ...body.map((part) => ('update' in part ? part.element : part)),
  );
  return { id, question, element, update: (change: Change) => { for (const view of views) view.update(change); } };
}

export function figure(title: string, caption: string, ...content: HTMLElement[]): HTMLElement {
  return html('figure', {}, html('h3', { dir: 'auto' }, title), html('p', { class: 'caption', dir: 'auto' }, caption), ...content);
}

/** Views side by side. */
export function row(className: string, ...parts: (HTMLElement | View)[]): View {
  const views = parts.filter((part): part is View => 'update' in part);
  return {
    element: html('div', { class: className }, ...parts.map((part) => ('update' in part ? part.element : part))),
    update: (change) => { for (const view of views) view.update(change); },
  };
}

/** A picture over thresholds; while hard predictions are chosen a sentence stands in its place. */
export function overThresholds(store: Store, picture: Chart, ...controls: HTMLElement[]): { parts: HTMLElement[]; update: (change: Change) => void } {
  const absent = html('p', { class: 'no-picture', dir: 'auto' });
  return {
    parts: [...controls, absent, picture.element],
    update: (change) => {
      const { is_hard: isHard, name } = store.model;
      for (const part of [...controls, picture.element]) set(part, { hidden: isHard });
      set(absent, { hidden: !isHard });
      absent.textContent = isHard ? `${name} gives hard predictions: there are no scores to spread and no threshold to move.` : '';
      if (isHard) return;
      if (isRedrawn(change)) picture.draw();
      else picture.move();
    },
  };
}

/** Whether the picture has to be drawn anew, or only what follows the dial. */
export const isRedrawn = (change: Change): boolean => change.has('model') || change.has('axis');
