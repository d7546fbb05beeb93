// Where a label may stand: beside its mark, on the first side where it covers no other.

import { set } from './dom';
import { clamped } from './numbers';

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Room {
  taken: readonly Box[];
  within: Box;
}

export interface Place {
  x: number;
  y: number;
  anchor: 'start' | 'end';
}

/** How a label looks: how wide a sign of it is, and how far it stays from the middle of its mark. */
export interface Look {
  sign: number;
  apart: number;
  preferLeft?: boolean;
  downs: readonly number[]; // how far below the mark its line may be, the best first
}

const CLEAR = 8; // pixels between a label and the line of the dial
const [ABOVE, BELOW] = [11, 4]; // how far letters reach from their line
export const OF_DOT: Look = { sign: 7.5, apart: 12, downs: [18, -10, 24, -16, 34, -26, 4, -42, -58, -74, -90] };
export const OF_POINT: Look = { sign: 6.9, apart: 9, downs: [-6, 16, -22, 32, 4, -38, 48] };

export function boxOf({ x, y, anchor }: Place, text: string, { sign }: Look): Box {
  const wide = sign * text.length;
  const left = anchor === 'start' ? x : x - wide;
  return { left, top: y - ABOVE, right: left + wide, bottom: y + BELOW };
}

/** The place of a label beside its mark, or over or under it; where every one is taken, the first that is inside. */
export function beside(x: number, y: number, text: string, look: Look, { taken, within }: Room): Place {
  const right = { x: x + look.apart, anchor: 'start' as const };
  const left = { x: x - look.apart, anchor: 'end' as const };
  const wide = look.sign * text.length;
  const across = { x: clamped(x - wide / 2, within.left + 2, within.right - wide - 2), anchor: 'start' as const };
  const order = look.preferLeft ? [left, right, across] : [right, left, across];
  const places: Place[] = look.downs.flatMap((down) => order.map((side) => ({ ...side, y: y + down })));
  const mark = { left: x - look.apart + 1, right: x + look.apart - 1, top: y - look.apart + 3, bottom: y + look.apart - 3 };
  const inside = places.filter((place) => isInside(boxOf(place, text, look), within) && !overlap(boxOf(place, text, look), mark));
  const free = inside.find((place) => !taken.some((other) => overlap(boxOf(place, text, look), other)));
  return free ?? inside[0] ?? { x: within.left + 4, y: within.top + 12, anchor: 'start' };
}

/** Keep a label at an end of the plot, or just clear of the upright line where that would cross it. */
export function clearOf(x: number, text: SVGTextElement, end: 'start' | 'end', [left, right]: readonly [number, number]): void {
  const wide = OF_POINT.sign * text.textContent.length + 2 * CLEAR;
  const isCrossed = end === 'end' ? x > right - wide && x < right + CLEAR : x > left - CLEAR && x < left + wide;
  const hasRoom = end === 'end' ? x - wide > left : x + wide < right;
  set(text, { 'text-anchor': end, x: isCrossed && hasRoom ? (end === 'end' ? x - CLEAR : x + CLEAR) : end === 'end' ? right : left });
}

const isInside = (box: Box, within: Box): boolean => box.left >= within.left && box.right <= within.right && box.top >= within.top && box.bottom <= within.bottom;
const overlap = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** A curve in pixels that stays the same from each x to the next one. */
export interface Steps {
  xs: readonly number[];
  ys: readonly number[];
}

/** Where a label stands on a level line: at its end if it can, over or under it, and where curves, the line of the dial and other labels leave it alone. */
export function alongLine(text: string, y: number, end: 'start' | 'end', cut: number, { taken, within }: Room, curves: readonly Steps[]): Place {
  const wide = OF_POINT.sign * text.length;
  const ends: Omit<Place, 'y'>[] = [{ x: within.left + 2, anchor: 'start' }, { x: cut + CLEAR, anchor: 'start' }, { x: cut - CLEAR, anchor: 'end' }, { x: within.right - 2, anchor: 'end' }];
  const between = [1, 2, 3, 4, 5, 6].map((part): Omit<Place, 'y'> => ({ x: within.left + (part / 7) * (within.right - wide - within.left), anchor: 'start' }));
  const places = [...(end === 'start' ? ends : ends.reverse()), ...between].flatMap((side) => [y - 6, y + 16].map((level) => ({ ...side, y: level })));
  const disturbed = (place: Place): number => {
    const box = boxOf(place, text, OF_POINT);
    if (!isInside(box, within)) return Infinity;
    const isCut = box.left < cut + 3 && box.right > cut - 3;
    return Number(isCut) + 2 * taken.filter((other) => overlap(box, other)).length + curves.filter((curve) => crosses(curve, box)).length;
  };
  let best = { place: places[0] ?? { x: within.left, y, anchor: 'start' }, by: Infinity };
  for (const place of places) {
    const by = disturbed(place);
    if (by < best.by) best = { place, by };
    if (by === 0) break;
  }
  return best.place;
}

function crosses({ xs, ys }: Steps, box: Box): boolean {
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [xs[i] ?? NaN, ys[i] ?? NaN];
    const [next, below] = [xs[i + 1] ?? x, ys[i + 1] ?? y];
    const isBeside = Math.max(x, next) < box.left || Math.min(x, next) > box.right;
    if (!isBeside && y > box.top && y < box.bottom) return true;
    if (next >= box.left && next <= box.right && Math.max(y, below) > box.top && Math.min(y, below) < box.bottom) return true;
  }
  return false;
}
