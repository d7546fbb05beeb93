// Columns of numbers as they are written into the page; `truecut/views/page_columns.py` writes them.

const PARTS = 100_000; // of an axis from 0 to 1
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LAST = 32; // a character stands for five bits

/** Numbers in a text, be they infinite. */
export function numbers(column: number[] | string): number[] {
  if (typeof column !== 'string') return column;
  return column ? column.split(' ').map(Number) : [];
}

/** Sum up steps; whole numbers are written as steps in characters, fractions as what they have grown to. */
export function running(column: number[] | string): number[] {
  let sum = 0;
  return typeof column === 'string' ? inNumbers(column).map((step) => (sum += step)) : column;
}

/** Five bits a character, the lowest first; those above 32 say that more follow, and odd numbers are negative. */
function inNumbers(text: string): number[] {
  const found: number[] = [];
  let [value, place] = [0, 1];
  for (const character of text) {
    const digit = CHARACTERS.indexOf(character);
    value += (digit % LAST) * place;
    place *= LAST;
    if (digit >= LAST) continue;
    found.push(value % 2 ? -(value + 1) / 2 : value / 2);
    [value, place] = [0, 1];
  }
  return found;
}

/** Shares that are only drawn: a text of steps in parts of the axis. Numbers on other axes stand as they are, or not at all. */
export function drawn(column: (number | null)[] | string): number[] {
  if (typeof column !== 'string') return column.map((number) => number ?? NaN);
  return running(column).map((place) => place / PARTS);
}
