// Marks that every picture of the lab shares: hue is what is true, stripes are a mistake.

import { defined, set, svg } from '../dom';
import type { Frame } from '../chart';
import { OUTCOMES, type Outcome } from '../payload';
import { count } from '../numerals';
import type { Counts } from '../counts';

export const TRUTH: Record<Outcome, 'positive' | 'negative'> = { tp: 'positive', fn: 'positive', fp: 'negative', tn: 'negative' };
export const PLAIN_NAMES: Record<Outcome, string> = { tp: 'Caught', fn: 'Missed', fp: 'False alarm', tn: 'Rightly let through' };
export const TEXTBOOK: Record<Outcome, string> = { tp: 'true positive', fn: 'false negative', fp: 'false positive', tn: 'true negative' };
export const isMistake = (outcome: Outcome): boolean => outcome === 'fp' || outcome === 'fn';
export const outcomeOf = (label: number, isFlagged: boolean): Outcome => (label ? (isFlagged ? 'tp' : 'fn') : isFlagged ? 'fp' : 'tn');

export function stripes(root: SVGSVGElement, truth: 'positive' | 'negative'): string {
  const look = { width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' };
  return defined(root, svg('pattern', look, svg('rect', { width: 5, height: 5, class: `${truth} wash` }), svg('line', { x1: 0, y1: 0, x2: 0, y2: 5, class: `${truth} stripe` })));
}

/** A row: a triangle if it is truly positive, a circle if not; striped if the decision is wrong. */
export function rowMark(outcome: Outcome, x: number, y: number, size: number, striped: Record<'positive' | 'negative', string>): SVGElement {
  const truth = TRUTH[outcome];
  const look = isMistake(outcome) ? { class: `row-mark ${truth}`, fill: striped[truth] } : { class: `row-mark ${truth} solid` };
  if (truth === 'negative') return svg('circle', { cx: x, cy: y, r: size, ...look });
  const [wide, high] = [size * 1.15, size * 1.1];
  return svg('path', { d: `M${x.toFixed(1)} ${(y - high).toFixed(1)}l${wide.toFixed(1)} ${(high * 1.8).toFixed(1)}h${(-2 * wide).toFixed(1)}z`, ...look });
}

/** What a picture says to those who do not see it: it follows the state. */
export function saying(frame: Frame, label: string): void {
  set(frame.root, { 'aria-label': label });
}

export const inWords = (counts: Counts): string => OUTCOMES.map((outcome) => `${count(counts[outcome])} ${TEXTBOOK[outcome]}s`).join(', ');
