// The reader's own data, read where it is: rows of a truth and a score, or four counts.

import type { Evidence } from './evidence';

export type Read = { evidence: Evidence; areProbabilities: boolean; note: string } | { error: string };

export const MOST_ROWS = 5000;
const POSITIVE = /^(1|1\.0|yes|y|true|t|pos|positive|\+)$/i;
const NEGATIVE = /^(0|0\.0|no|n|false|f|neg|negative|-|−)$/i;
const CELL = { tp: /\b(?:tp|true[ _-]?positives?|hits?)\b/i, fn: /\b(?:fn|false[ _-]?negatives?|miss(?:es)?)\b/i, fp: /\b(?:fp|false[ _-]?positives?|false[ _-]?alarms?)\b/i, tn: /\b(?:tn|true[ _-]?negatives?)\b/i } as const;

/** Read what was typed or pasted; an error names the line. */
export function readOwn(text: string): Read {
  const trimmed = text.trim();
  if (!trimmed) return { error: 'Paste rows or four counts first.' };
  return readCounts(trimmed) ?? readRows(trimmed);
}

function readCounts(text: string): Read | null {
  // "30 TP 5 FP" and "TP 30 FP 5" hold the same neighbours; what comes first says which is meant.
  const pattern = ({ source }: RegExp): string => (/^\d/.test(text) ? `(\\d[\\d,]*)\\s*${source}` : `${source}\\s*[=:]?\\s*(\\d[\\d,]*)`);
  const found = Object.entries(CELL).map(([cell, name]) => [cell, new RegExp(pattern(name), 'i').exec(text)?.[1]] as const);
  if (found.some(([, number]) => number !== undefined)) {
    const missing = found.filter(([, number]) => number === undefined).map(([cell]) => cell.toUpperCase());
    if (missing.length) return { error: `All four counts are needed, and ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.` };
    return counted(found.map(([, number]) => Number((number ?? '').replaceAll(',', ''))));
  }
  const cells = text.split(/[\s,;]+/);
  const isSquare = text.split(/\r?\n/).length <= 2 && cells.length === 4 && cells.every((cell) => /^\d+$/.test(cell));
  return isSquare ? counted(cells.map(Number)) : null;
}

function counted([tp = 0, fn = 0, fp = 0, tn = 0]: number[]): Read {
  if (!(tp + fn) || !(fp + tn)) return { error: 'There must be at least one truly positive and one truly negative row.' };
  const note = `Read as ${String(tp)} true positives, ${String(fn)} false negatives, ${String(fp)} false positives and ${String(tn)} true negatives.`;
  return { evidence: { kind: 'classifiers', classifiers: [{ name: 'yours', counts: { tp, fn, fp, tn } }] }, areProbabilities: false, note };
}

function readRows(text: string): Read {
  const lines = text.split(/\r?\n/).map((line, i) => ({ number: i + 1, cells: cellsOf(line) })).filter(({ cells }) => cells.length > 0);
  const [first] = lines;
  const hasHeading = first !== undefined && first.cells.every((cell) => !isNumber(cell)) && truth(first.cells[1] ?? '') === null;
  const rows: { label: number; score: number }[] = [];
  for (const { number, cells } of hasHeading ? lines.slice(1) : lines) {
    const at = `Line ${String(number)}`;
    if (cells.length !== 2) return { error: `${at}: a truth and a score are needed, and there ${cells.length === 1 ? 'is one value' : `are ${String(cells.length)} values`}.` };
    const [said = '', given = ''] = cells;
    const label = truth(said);
    if (label === null) return { error: `${at}: ${quoted(said)} is no truth; write 1 or 0, yes or no.` };
    const score = truth(given) ?? Number(given.replace(',', '.'));
    if (given === '' || !Number.isFinite(score)) return { error: `${at}: ${quoted(given)} is no number.` };
    rows.push({ label, score });
  }
  return checked(rows);
}

function checked(rows: { label: number; score: number }[]): Read {
  if (rows.length > MOST_ROWS) return { error: `There are ${String(rows.length)} rows, and this page takes ${String(MOST_ROWS)}; truecut lab FILE takes more.` };
  const positives = rows.filter(({ label }) => label === 1).length;
  if (!positives || positives === rows.length) return { error: 'All rows have the same truth; at least one of each is needed.' };
  if (rows.every(({ score }) => score === 0 || score === 1)) {
    const number = (label: number, said: number): number => rows.filter((row) => row.label === label && row.score === said).length;
    const read = counted([number(1, 1), number(1, 0), number(0, 1), number(0, 0)]);
    return 'error' in read ? read : { ...read, note: `The second column holds 0 and 1 only, so it was read as decisions. ${read.note}` };
  }
  const areProbabilities = rows.every(({ score }) => score >= 0 && score <= 1);
  const beyond = areProbabilities ? '' : ' Scores reach beyond 0 and 1, so they are no probabilities, and there is no calibration to see.';
  return { evidence: { kind: 'rows', labels: rows.map(({ label }) => label), scores: rows.map(({ score }) => score) }, areProbabilities, note: `${String(rows.length)} rows, ${String(positives)} of them positive.${beyond}` };
}

/** The cells of a line: by tab, by semicolon, by comma, or by space; a comma between digits may be a decimal one. */
function cellsOf(line: string): string[] {
  const text = line.trim();
  const separator = /[\t;]/.test(text) ? /\s*[\t;]\s*/ : /,\s|\s,|^[^\s,]+,[^\s,]+$/.test(text) ? /\s*,\s*/ : /\s+/;
  return text === '' ? [] : text.split(separator).map((cell) => cell.replace(/^"(.*)"$/, '$1'));
}

const truth = (cell: string): number | null => (POSITIVE.test(cell) ? 1 : NEGATIVE.test(cell) ? 0 : null);
const isNumber = (cell: string): boolean => cell !== '' && Number.isFinite(Number(cell.replace(',', '.')));
const quoted = (cell: string): string => `“${cell.slice(0, 20)}”`;
