// Names of classes as the heads of the map tell them. Where all begin alike ("class 017", "class 018"), little room would
// be left for what tells them apart, so that beginning is said once.

const LONG = 6; // letters of a name, beyond which heads are slanted and a shared beginning is left out
const LONG_OF_MANY = 3; // where columns are narrow
export const MANY = 12; // classes, beyond which they are
const LEAST = 3; // letters of a beginning that are worth leaving out
const MOST = 13; // letters of a name that the side of the map has room for

export interface Heads {
  readonly shared: string; // the beginning that was left out
  readonly isLong: boolean;
  readonly width: number; // of the longest, in letters, as far as there is room
  of(place: number): string;
}

export function headsOf(names: readonly string[], shown: readonly number[]): Heads {
  const told = shown.map((i) => names[i] ?? '');
  const shared = longest(told) > LONG ? sharedWords(told) : '';
  const wide = longest(told) - shared.length;
  return { shared, isLong: wide > (shown.length > MANY ? LONG_OF_MANY : LONG), width: Math.min(wide, MOST), of: (place) => (names[place] ?? '').slice(shared.length) };
}

function longest(names: readonly string[]): number {
  return names.reduce((most, name) => Math.max(most, name.length), 0);
}

/** The words that all names begin with, and nothing where that would leave a name empty. */
function sharedWords(names: readonly string[]): string {
  const [first = '', ...rest] = names;
  if (!rest.length) return '';
  let end = first.length;
  for (const name of rest) while (!name.startsWith(first.slice(0, end))) end--;
  const words = /^.*[\s_\-:/.]/su.exec(first.slice(0, end))?.[0] ?? '';
  return words.length >= LEAST && names.every((name) => name.length > words.length) ? words : '';
}
