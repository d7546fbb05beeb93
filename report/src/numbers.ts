// Sums over columns, and the search for where a statement changes.

/** Sum up steps; whole numbers are written as steps, fractions as what they have grown to. */
export function running(column: number[]): number[] {
  if (!column.every(Number.isInteger)) return column;
  let sum = 0;
  return column.map((step) => (sum += step));
}

const HALVINGS = 100; // of an interval of length 1: more than a float can tell apart

/** Return where a statement that is true at first and false later changes. */
export function lastWhere(holds: (value: number) => boolean, low: number, high: number): number {
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Return the first place at which a rising question is answered yes. */
export function firstWhere(size: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export const clamped = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
export const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
export const largest = (values: number[]): number => values.reduce((most, value) => Math.max(most, value), -Infinity);
