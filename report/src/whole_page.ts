// What a page has as a whole, be it of models or of many classes: its questions, its tools, and an address that follows it.

import { remember } from './address';
import { button, goTo, html } from './dom';
import { whenResting } from './resting';
import { handOver } from './taken/file';
import { themeButton } from './theme';
import { paper, type Printed } from './views/paper';

export const REST = 140; // milliseconds without movement after which the address and what is out of sight follow

/** The questions of the page, each a link to its section. */
export function contents(shown: { id: string; question: string }[]): HTMLElement {
  const links = shown.map(({ id, question }) => {
    const link = html('a', { href: `#${id}` }, question);
    link.addEventListener('click', (event) => {
      event.preventDefault(); // the address holds the state
      goTo(id);
    });
    return html('li', {}, link);
  });
  return html('nav', { 'aria-label': 'Questions' }, html('ol', {}, ...links));
}

/** What concerns the whole page, and nothing on it. */
export function tools(printed: Printed, numbers: () => string, fileName: () => string): HTMLElement {
  const save = (): void => { handOver(new Blob([numbers()], { type: 'application/json' }), fileName()); };
  return html('span', { class: 'tools' }, paper(printed), button('Save numbers', save, { class: 'tool', id: 'save-numbers', title: 'Every number of this page as JSON' }), themeButton());
}

/** The address follows every change but the first, which it was read from. */
export function rememberIn<Change>(hash: () => string, everything: Change): (change: Change) => void {
  const write = whenResting(REST, () => { remember(hash()); });
  return (change) => { if (change !== everything) write(); };
}
