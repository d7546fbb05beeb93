// The reader's own words for what is counted.

export interface Words {
  positive: string;
  negative: string;
  unit: string;
  units: string;
}

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
