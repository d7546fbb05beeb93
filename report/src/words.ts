// The reader's own words for what is counted.

export interface Words {
  positive: string;
  negative: string;
  unit: string;
  units: string;
  money: string; // what costs are in; empty where nobody said
}

const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const ISOLATES = /[\u2068\u2069]/g;

/** The same words; those written from the right are set apart, or they would turn the sentence around them. */
export function isolated(words: Words): Words {
  const apart = (text: string): string => (FROM_THE_RIGHT.test(text) ? `\u2068${text}\u2069` : text);
  return { positive: apart(words.positive), negative: apart(words.negative), unit: apart(words.unit), units: apart(words.units), money: apart(words.money) };
}

/** A text to be copied, without the signs that only set words apart on the screen. */
export const copied = (text: string): string => text.replace(ISOLATES, '');

/** An amount with what it is in. */
export const priced = (amount: string, words: Words): string => (words.money ? `${amount} ${words.money}` : amount);

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

/** A name that fits: one that is too long loses its middle, since names of models often differ at their ends. */
export function shortened(name: string, most: number): string {
  const signs = [...name];
  if (signs.length <= most) return name;
  const kept = Math.max(2, most - 1);
  const tail = Math.floor(kept * 0.45);
  return `${signs.slice(0, kept - tail).join('').trimEnd()}…${signs.slice(signs.length - tail).join('').trimStart()}`;
}

// Signs that are not seen, or turn a line round; `errors/visible_text.py` names the same.
// eslint-disable-next-line no-control-regex
const UNSEEN = /[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\u{e0000}-\u{e0fff}]/gu;

/** A text in which every sign is seen: a name may hold one that turns the sentence around it. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });
}
