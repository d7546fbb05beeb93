// A file that the page hands over: made here, asked of nobody.

import { html } from '../dom';
import { threshold } from '../numerals';
import type { Store } from '../store';
import { copied } from '../words';

const LONGEST = 48; // signs of one part of a name
const KEPT = 10_000; // milliseconds after which the browser has read it

export function handOver(content: Blob | string, name: string): void {
  const blob = typeof content === 'string' ? new Blob([content]) : content;
  const href = URL.createObjectURL(blob);
  html('a', { href, download: name }).click();
  setTimeout(() => { URL.revokeObjectURL(href); }, KEPT);
}

/** A name that says what the file is: source, thing, model and cut. */
export function fileName(store: Store, thing: string, ending: string): string {
  const { model, state, payload } = store;
  const cut = model.is_hard ? '' : state.threshold === null ? 'nobody' : threshold(state.threshold);
  return namedAfter([payload.read.source, thing, model.name, cut], ending);
}

/** A name of the source, without its folder and its endings, and of further parts. */
export function namedAfter([source = '', ...parts]: string[], ending: string): string {
  const bare = source.replace(/^.*[/\\]/, '').replace(/(\.\w{1,8}){1,2}$/, '');
  return `${[bare, ...parts].map(plain).filter(Boolean).join('-')}.${ending}`;
}

/** Letters, digits and points; whatever else stands in a name may mean something to a file system. */
function plain(text: string): string {
  const words = copied(text).toLowerCase().replaceAll(',', '').replace(/[^\p{L}\p{M}\p{N}.]+/gu, '-');
  return [...words].slice(0, LONGEST).join('').replace(/^[-.]+|[-.]+$/g, '');
}
