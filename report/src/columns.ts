// Columns of numbers as they are written into the page; `truecut/summaries/report/written_columns.py` writes them.

const PARTS = 100_000; // of an axis from 0 to 1

/** Numbers in a text, be they infinite. */
export function numbers(column: number[] | string): number[] {
  if (typeof column !== 'string') return column;
  return column ? column.split(' ').map(Number) : [];
}

/** Sum up steps; whole numbers are written as steps, fractions as what they have grown to. */
export function running(column: number[]): number[] {
  if (!column.every(Number.isInteger)) return column;
  let sum = 0;
  return column.map((step) => (sum += step));
}

/** Shares that are only drawn: a text of steps in parts of the axis. Numbers on other axes stand as they are, or not at all. */
export function drawn(column: (number | null)[] | string): number[] {
  if (typeof column !== 'string') return column.map((number) => number ?? NaN);
  return running(numbers(column)).map((place) => place / PARTS);
}
