// A view of the bench: drawn from the store, and drawn anew when it is told.

import { html } from '../../dom';

export interface LabView {
  readonly element: HTMLElement;
  update(): void;
}

export function figure(title: string, caption: string, ...content: (HTMLElement | null)[]): HTMLElement {
  return html('figure', {}, html('h3', {}, title), html('p', { class: 'caption' }, caption), ...content);
}
