// A table of the page as rows of plain values, and as CSV; `truecut/views/sheet.py` writes it by the same rules.

import { DASH } from '../numerals';
import { copied, visible } from '../words';

const GROUPED = /^[-−+]?\d{1,3}(,\d{3})+(\.\d+)?$/;
// What a spreadsheet takes for the start of a formula, unless a number follows.
const FORMULA = /^[=+\-@＝＋－＠]/;
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
type Row = string[];

/** The rows of a table as shown, with numbers unrounded, and limits of intervals in columns of their own. */
export function rowsOf(table: HTMLTableElement): Row[] {
  const lines = [...table.rows].filter((row) => !row.hidden).map((row) => [...row.cells]);
  const width = Math.max(...lines.map((cells) => cells.length));
  const parts = Array.from({ length: width }, (_, i) => partsOf(lines.map((cells) => cells[i])));
  return lines.map((cells) => parts.flatMap((of, i) => of.map((part) => READ[part](cells[i]))));
}

type Part = 'value' | 'low' | 'high';

/** What a column holds: values, limits, both, or nothing but pictures. */
function partsOf(column: (HTMLTableCellElement | undefined)[]): Part[] {
  const hasLimits = column.some((cell) => cell?.hasAttribute('data-low'));
  const hasValues = column.some((cell) => isOfBody(cell) && (hasLimits ? cell?.hasAttribute('data-value') : textOf(cell)));
  return [...(hasValues ? ['value' as const] : []), ...(hasLimits ? ['low' as const, 'high' as const] : [])];
}

const isOfBody = (cell: HTMLTableCellElement | undefined): boolean => cell?.closest('thead') === null;

const READ: Record<Part, (cell: HTMLTableCellElement | undefined) => string> = {
  value: (cell) => exact(cell) ?? textOf(cell),
  low: (cell) => (isOfBody(cell) ? (cell?.getAttribute('data-low') ?? '') : `${textOf(cell)} low`.trim()),
  high: (cell) => (isOfBody(cell) ? (cell?.getAttribute('data-high') ?? '') : `${textOf(cell)} high`.trim()),
};

/** The unrounded number behind what is shown. */
function exact(cell: HTMLTableCellElement | undefined): string | null {
  return cell?.getAttribute('data-value') ?? cell?.querySelector('[data-value]')?.getAttribute('data-value') ?? null;
}

function textOf(cell: HTMLTableCellElement | undefined): string {
  const copy = cell?.cloneNode(true) as HTMLElement | undefined;
  copy?.querySelectorAll('[aria-hidden="true"], svg').forEach((part) => { part.remove(); });
  const text = copied(copy?.textContent ?? '').replace(/\s+/g, ' ').trim();
  return text === DASH ? '' : GROUPED.test(text) ? text.replaceAll(',', '').replace('−', '-') : text;
}

/** Every metric of the list: its name, value, limits, and the reason where there is none. */
export function rowsOfMetrics(list: Element): Row[] {
  const lines = [...list.querySelectorAll<HTMLElement>('[data-metric]')].map((line) => {
    const [value, interval] = [line.querySelector('.value'), line.querySelector('.interval')];
    const number = value?.getAttribute('data-value') ?? '';
    const title = line.querySelector('.name')?.firstChild?.textContent?.trim() ?? '';
    return [line.dataset['metric'] ?? '', title, number, interval?.getAttribute('data-low') ?? '', interval?.getAttribute('data-high') ?? '', number ? '' : (interval?.textContent ?? '')];
  });
  return [['metric', 'title', 'value', 'low', 'high', 'undefined'], ...lines];
}

/** Comma separated values; a file that is not plain ASCII says so at its start, or a spreadsheet would misread it. */
export function csv(rows: readonly Row[]): string {
  const text = rows.map((row) => row.map((cell) => quoted(defused(cell))).join(',') + '\n').join('');
  // eslint-disable-next-line no-control-regex
  return /^[\x00-\x7f]*$/.test(text) ? text : `\ufeff${text}`;
}

function defused(cell: string): string {
  const text = visible(cell);
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

const quoted = (cell: string): string => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
