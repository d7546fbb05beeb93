// Paper: the decision on one page, the evidence behind it on a second; or the whole report. Nothing on it is a control.

import { button, html, set } from '../dom';
import type { Fact } from '../stated';

const PAPERS = ['one', 'two', 'all'] as const;
type Paper = (typeof PAPERS)[number];
const NAMES: Record<Paper, string> = { one: 'One page: the decision', two: 'Two pages: and the evidence', all: 'The whole report' };
const TALLEST = 930; // pixels of a page that A4 and Letter both have between their margins
const SMALLEST = 0.62; // of its size, before text goes to another page

/** What stands on the sheets: facts below each, and on the second what is moved there from the page and what is made for it. */
export interface Printed {
  stated(): Fact[];
  evidence(): { first: HTMLElement[]; made: HTMLElement[]; pictures: HTMLElement[] };
}

/** The menu, and what happens when the browser prints, whoever asked for it. */
export function paper(printed: Printed): HTMLElement {
  const wished = (): Paper => PAPERS.find((one) => one === new URLSearchParams(location.hash.slice(1)).get('print')) ?? 'two';
  let chosen: Paper | null = null;
  let back: (() => void) | null = null;
  addEventListener('beforeprint', () => {
    back ??= laidOut(printed, chosen ?? wished());
  });
  addEventListener('afterprint', () => {
    back?.();
    back = chosen = null;
  });
  const menu = html('details', { class: 'menu', name: 'save' }, html('summary', {}, 'Print'));
  menu.append(html('div', {}, ...PAPERS.map((one) => button(NAMES[one], () => {
    menu.open = false;
    chosen = one;
    print();
  }, { 'data-paper': one }))));
  return menu;
}

/** Lay the page out for paper, and return how to get back to the screen. */
function laidOut(printed: Printed, as: Paper): () => void {
  const root = document.documentElement;
  const ways: (() => void)[] = [];
  set(root, { 'data-paper': as });
  const first = [...document.querySelectorAll<HTMLElement>('body > header, #know')];
  const foot = footer(printed);
  first[first.length - 1]?.append(foot);
  ways.push(() => { foot.remove(); });
  const sheets = [first];
  if (as === 'two') {
    const { element, restore } = evidence(printed);
    sheets.push([element]);
    ways.push(restore);
  }
  dispatchEvent(new Event('refit'));
  if (as !== 'all') for (const sheet of sheets) ways.push(fitted(sheet));
  return () => {
    ways.reverse().forEach((undo) => { undo(); });
    root.removeAttribute('data-paper');
    dispatchEvent(new Event('refit'));
  };
}

/** Make a sheet as much smaller as it takes to stay on its page. */
function fitted(parts: HTMLElement[]): () => void {
  const height = (): number => parts.reduce((total, part) => total + part.getBoundingClientRect().height, 0);
  for (let size = 1; height() > TALLEST && size > SMALLEST; size -= 0.03) {
    for (const part of parts) part.style.zoom = size.toFixed(2);
    dispatchEvent(new Event('refit'));
  }
  return () => { for (const part of parts) part.style.zoom = ''; };
}

/** The second page. Its pictures are those of the page itself, which go back to where they were. */
function evidence(printed: Printed): { element: HTMLElement; restore: () => void } {
  const { first, made, pictures } = printed.evidence();
  const moved = [...pictures, ...first].map((part) => {
    const place = document.createComment('');
    part.before(place);
    return { part, place };
  });
  const headline = document.getElementById('headline')?.textContent ?? '';
  const element = html('section', { class: 'evidence' }, html('h2', {}, 'The evidence'), html('p', { class: 'introduction', dir: 'auto' }, headline),
    html('div', { class: 'sheet' }, html('div', {}, ...first, ...made), ...pictures), footer(printed));
  document.querySelector('main')?.append(element);
  return {
    element,
    restore: () => {
      for (const { part, place } of moved) place.replaceWith(part);
      element.remove();
    },
  };
}

/** What the page is about, so that a sheet that lies about says it. It bears no date: the same rows give the same paper. */
function footer(printed: Printed): HTMLElement {
  return html('dl', { class: 'paper-foot' }, ...printed.stated().flatMap(({ name, value }) => html('div', { dir: 'auto' }, html('dt', {}, `${name}: `), html('dd', {}, value))));
}

