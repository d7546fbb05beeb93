// From numbers to pixels and back.

export interface Scale {
  (value: number): number;
  back(pixel: number): number;
  readonly ends: readonly [number, number];
}

export function linear(ends: readonly [number, number], pixels: readonly [number, number]): Scale {
  const slope = (pixels[1] - pixels[0]) / (ends[1] - ends[0] || 1);
  const scale = (value: number): number => pixels[0] + (value - ends[0]) * slope;
  return Object.assign(scale, { back: (pixel: number) => ends[0] + (pixel - pixels[0]) / slope, ends });
}

/** Round numbers between two ends, about so many. */
export function ticks(low: number, high: number, about: number): number[] {
  if (!(high > low) || !Number.isFinite(high - low)) return [];
  const raw = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (raw / power >= 7.07 ? 10 : raw / power >= 3.16 ? 5 : raw / power >= 1.41 ? 2 : 1);
  const found: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-6; i++) found.push(Number((i * step).toPrecision(12)));
  return found;
}

/** The path through points; points without a place are left out. */
export function path(xs: readonly number[], ys: readonly number[]): string {
  let text = '';
  xs.forEach((x, i) => {
    const y = ys[i] ?? NaN;
    if (Number.isFinite(x) && Number.isFinite(y)) text += `${text ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return text;
}

/** The path of something that stays the same from each x down to the next one, and on to the end. */
export function steps(xs: readonly number[], ys: readonly number[], end: number): string {
  let text = '';
  xs.forEach((x, i) => {
    const y = ys[i] ?? NaN;
    if (!Number.isFinite(x)) return;
    if (text) text += `H${x.toFixed(1)}`;
    if (Number.isFinite(y)) text += text ? `V${y.toFixed(1)}` : `M${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return text && `${text}H${end.toFixed(1)}`;
}

/** Push labels apart so that none overlaps another. */
export function apart(places: readonly number[], gap: number, low: number, high: number): number[] {
  const order = places.map((place, i) => ({ place: Math.max(place, low), i })).sort((a, b) => a.place - b.place);
  order.forEach((label, k) => {
    const before = order[k - 1];
    if (before && label.place - before.place < gap) label.place = before.place + gap;
  });
  for (let k = order.length - 1, limit = high; k >= 0; k--) {
    const label = order[k];
    if (!label) break;
    label.place = Math.min(label.place, limit);
    limit = label.place - gap;
  }
  const result: number[] = [];
  for (const { place, i } of order) result[i] = Math.max(low, place);
  return result;
}

/** The outline of a band between two lines. */
export function ribbon(xs: readonly number[], low: readonly number[], high: readonly number[]): string {
  const lower = path([...xs].reverse(), [...low].reverse());
  return lower ? `${path(xs, high)}L${lower.slice(1)}Z` : '';
}
