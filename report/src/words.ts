// The reader's own words for what is counted.

export interface Words {
  positive: string;
  negative: string;
  unit: string;
  units: string;
}

const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const ISOLATES = /[\u2068\u2069]/g;

/** The same words; those written from the right are set apart, or they would turn the sentence around them. */
export function isolated(words: Words): Words {
  const apart = (text: string): string => (FROM_THE_RIGHT.test(text) ? `\u2068${text}\u2069` : text);
  return { positive: apart(words.positive), negative: apart(words.negative), unit: apart(words.unit), units: apart(words.units) };
}

/** A text to be copied, without the signs that only set words apart on the screen. */
export const copied = (text: string): string => text.replace(ISOLATES, '');

/** Put the words into a text that says {positive}, {negative}, {unit} or {units}. */
export function fill(text: string, words: Words): string {
  return text.replace(/\{(positive|negative|unit|units)\}/g, (_, name: keyof Words) => words[name]);
}

export function capitalised(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}

export function counted(number: number, words: Words): string {
  return number === 1 ? words.unit : words.units;
}
