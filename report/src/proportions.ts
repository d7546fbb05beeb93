// Intervals for a share of rows, and for sums of shares of different rows.

export type Limits = readonly [low: number, high: number];

/** Wilson's score interval; where none or all succeeded, that end is exact. */
export function wilson(successes: number, trials: number, z: number): Limits {
  const share = successes / trials;
  const square = (z * z) / trials;
  const centre = (share + square / 2) / (1 + square);
  const half = (z / (1 + square)) * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  return [successes === 0 ? 0 : centre - half, successes === trials ? 1 : centre + half];
}

/** How far below and above a sum of independent shares its interval reaches: distances add like standard errors. */
export function mover(shares: readonly number[], limits: readonly Limits[]): Limits {
  const far = (end: 0 | 1): number => Math.hypot(...shares.map((share, i) => share - (limits[i]?.[end] ?? NaN)));
  return [far(0), far(1)];
}
