// Draws for what has no formula. Seeded, so that the same page always says the same.

import type { Counts } from './counts';
import { OUTCOMES } from './payload';
import type { Limits } from './proportions';

export const DRAWS = 20_000;
const SEED = 20_000;
const PRIOR = 0.5; // Jeffreys'

/** A stream of numbers between 0 and 1 (Mulberry32). */
export function uniforms(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function normals(uniform: () => number): () => number {
  let spare: number | null = null;
  return () => {
    if (spare !== null) {
      const kept = spare;
      spare = null;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

/** A number of the gamma distribution (Marsaglia & Tsang 2000). */
function gamma(shape: number, uniform: () => number, normal: () => number): number {
  if (shape < 1) return gamma(shape + 1, uniform, normal) * uniform() ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal();
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

let drawnFor = '';
let drawn: Counts[] = [];

/** Shares of the four cells as Jeffreys' prior and the counts leave them open. */
function shares(counts: Counts): Counts[] {
  const key = OUTCOMES.map((cell) => counts[cell]).join();
  if (key === drawnFor) return drawn;
  const uniform = uniforms(SEED);
  const normal = normals(uniform);
  const one = (): Counts => {
    const [tp, fp, fn, tn] = OUTCOMES.map((cell) => gamma(counts[cell] + PRIOR, uniform, normal)) as [number, number, number, number];
    const all = tp + fp + fn + tn;
    return { tp: tp / all, fp: fp / all, fn: fn / all, tn: tn / all };
  };
  drawnFor = key;
  drawn = Array.from({ length: DRAWS }, one);
  return drawn;
}

/** The Bayesian interval of any metric of four counts that is no total. */
export function dirichlet(metric: (counts: Counts) => number, counts: Counts, level: number): Limits {
  const values = Float64Array.from(shares(counts).map(metric).filter((value) => !Number.isNaN(value))).sort();
  const at = (share: number): number => values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? NaN;
  return [at((1 - level) / 2), at((1 + level) / 2)];
}

/** A number of the Poisson distribution; from 30 on a rounded normal one will do. */
export function poissons(seed: number): (mean: number) => number {
  const uniform = uniforms(seed);
  const normal = normals(uniform);
  return (mean) => {
    if (mean === 0) return 0;
    if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
    const limit = Math.exp(-mean);
    let number = 0;
    for (let product = uniform(); product > limit; product *= uniform()) number++;
    return number;
  };
}
