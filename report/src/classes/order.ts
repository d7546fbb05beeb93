// Classes that are mixed up stand side by side: the order with the least sum of confusion times distance.

import { sum } from '../numbers';

const STARTS = 12;
const MOST = 60; // classes beyond which moving one to every place takes too long

export function byConfusion(matrix: readonly (readonly number[])[]): number[] {
  const size = matrix.length;
  const mixed = matrix.map((line, i) => line.map((rows, j) => (i === j ? 0 : rows + (matrix[j]?.[i] ?? 0))));
  const between = (a: number, b: number): number => mixed[a]?.[b] ?? 0;
  const spread = (order: readonly number[]): number => {
    let total = 0;
    for (let x = 0; x < order.length; x++) for (let y = x + 1; y < order.length; y++) total += between(order[x] ?? 0, order[y] ?? 0) * (y - x);
    return total;
  };
  let best: { order: number[]; spread: number } | null = null;
  for (let start = 0; start < Math.min(size, STARTS); start++) {
    const order = size > MOST ? chained(start, size, between) : moved(chained(start, size, between), spread);
    const found = spread(order);
    if (!best || found < best.spread) best = { order, spread: found };
  }
  const order = best?.order ?? [];
  const recall = (i: number | undefined): number => (i === undefined ? 0 : (matrix[i]?.[i] ?? 0) / (sum([...(matrix[i] ?? [])]) || 1));
  return recall(order[0]) > recall(order[order.length - 1]) ? order.reverse() : order; // the best known class stands last
}

function chained(start: number, size: number, between: (a: number, b: number) => number): number[] {
  const order = [start];
  const rest = new Set(Array.from({ length: size }, (_, i) => i).filter((i) => i !== start));
  while (rest.size) {
    const last = order[order.length - 1] ?? 0;
    let next = -1;
    for (const i of rest) if (next < 0 || between(last, i) > between(last, next)) next = i;
    rest.delete(next);
    order.push(next);
  }
  return order;
}

function moved(order: number[], spread: (order: readonly number[]) => number): number[] {
  let least = spread(order);
  for (let better = true; better; ) {
    better = false;
    for (let from = 0; from < order.length && !better; from++) {
      for (let to = 0; to < order.length; to++) {
        const tried = [...order];
        tried.splice(to, 0, ...tried.splice(from, 1));
        const found = spread(tried);
        if (found < least) {
          [order, least, better] = [tried, found, true];
          break;
        }
      }
    }
  }
  return order;
}
