// The state in the address: numbers only, checked and clamped, so that a link can carry nothing else.

import { clamped } from '../numbers';
import { equalPrices } from './answers';
import type { ClassPayload } from './payload';
import type { CurveName, Order, Shown, State } from './store';

const SHOWN: readonly Shown[] = ['truth', 'answer', 'all', 'rows', 'prices'];
const ORDERS: readonly Order[] = ['confusion', 'named'];
const CURVES: readonly CurveName[] = ['pr', 'roc'];

export function stateFrom(hash: string, payload: ClassPayload): State {
  const asked = new URLSearchParams(hash.replace(/^#/, ''));
  const size = payload.names.length;
  const cell = (asked.get('k') ?? '').split('_').map(number);
  const [i, j] = cell;
  const unsure = number(asked.get('u') ?? '');
  return {
    model: clamped(Math.trunc(number(asked.get('m') ?? '') ?? 0), 0, payload.models.length - 1),
    cell: cell.length === 2 && isPlace(i, size) && isPlace(j, size) ? [i, j] : null,
    shown: SHOWN.find((one) => one === asked.get('v')) ?? 'truth',
    order: ORDERS.find((one) => one === asked.get('o')) ?? 'confusion',
    curve: CURVES.find((one) => one === asked.get('x')) ?? 'pr',
    prices: asked.has('p') ? pricesFrom(asked.get('p') ?? '', size) : (payload.costs ?? equalPrices(size)),
    unsure: asked.has('u') ? (unsure !== null && unsure >= 0 && Number.isFinite(unsure) ? unsure : null) : (payload.unsure ?? null),
  };
}

/** What differs from prices that are all the same: true class, answer, price, ... */
function pricesFrom(text: string, size: number): number[][] {
  const prices = equalPrices(size);
  const told = text.split('_').map(number);
  for (let at = 0; at + 2 < told.length; at += 3) {
    const [i, j, price] = [told[at], told[at + 1], told[at + 2]];
    const line = isPlace(i, size) ? prices[i] : undefined;
    if (line && isPlace(j, size) && typeof price === 'number' && Number.isFinite(price)) line[j] = price;
  }
  return prices;
}

export function hashOf(state: State): string {
  const told = state.prices.flatMap((line, i) => line.flatMap((price, j) => (price === (i === j ? 0 : 1) ? [] : [i, j, price])));
  const parts: Record<string, string> = { m: String(state.model), v: state.shown, o: state.order, x: state.curve, p: told.join('_'), u: state.unsure === null ? '' : String(state.unsure) };
  if (state.cell) parts['k'] = state.cell.join('_');
  return `#${new URLSearchParams(parts).toString()}`;
}

const isPlace = (value: number | null | undefined, size: number): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < size;

function number(text: string): number | null {
  const value = text.trim() === '' ? NaN : Number(text);
  return Number.isNaN(value) ? null : value;
}
