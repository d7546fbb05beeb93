// A section is a question; a figure is a title that says what it answers, a caption, and the picture.

import type { Chart } from '../chart';
import { html, set } from '../dom';
import { percent } from '../numerals';
import type { Band } from '../payload';
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

/** The same with a caption that depends on the model; `say` writes it anew. */
export function tellingFigure(title: string, caption: () => string, ...content: HTMLElement[]): { element: HTMLElement; say: () => void } {
  const element = figure(title, caption(), ...content);
  const said = element.querySelector('.caption');
  return { element, say: () => { if (said) said.textContent = caption(); } };
}

/** A figure whose picture is drawn anew with its caption, or only follows the dial. */
export function followingFigure(title: string, caption: () => string, picture: Chart): View {
  const told = tellingFigure(title, caption, picture.element);
  return {
    element: told.element,
    update: (change) => {
      if (isRedrawn(change)) {
        told.say();
        picture.draw();
      } else picture.move();
    },
  };
}

/** Whether a band covers anything: a single point does not, nor one that is certain everywhere. */
export function isSeen(band: Omit<Band, 'method'> | undefined): boolean {
  if (!band) return false;
  const { low, high } = band;
  const known = low.flatMap((end, i) => (Number.isFinite(end) ? [(high[i] ?? NaN) - end] : []));
  return known.length > 1 && known.some((width) => width > 0);
}

/** What the shading around a curve is, once there is some: it holds at each place, not everywhere at once. */
export const shading = (store: Store, isThere: boolean, each: string): string => (isThere ? ` Shaded is its ${percent(store.payload.level, 0)} interval at each ${each}.` : '');

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
export const isRedrawn = (change: Change): boolean => change.has('model') || change.has('axis') || change.has('prevalence');
