// Quantiles of a beta distribution at the middles of equal steps; `truecut/inference/beta_quantiles.py` says how and
// why, and does the same arithmetic.

const NODES = 1024;
const FALL = 25; // in logarithms, from the peak of the density to where it is left out: to 1e-11

/** x / (1 - x) at the middles of equal steps of probability, for x of a beta(a, b) distribution. */
export function betaOdds(a: number, b: number, steps: number): Float64Array {
  const wide = Math.sqrt(2 * FALL * (1 / a + 1 / b));
  const [low, high] = [-(wide + FALL / a), wide + FALL / b]; // log odds, from those of the peak
  const width = (high - low) / (NODES - 1);
  const share = a / (a + b);
  const [density, slope] = [new Float64Array(NODES), new Float64Array(NODES)];
  for (let i = 0; i < NODES; i++) {
    const place = low + width * i;
    const grown = Math.expm1(place);
    const here = Math.exp(a * place - (a + b) * Math.log1p(share * grown));
    density[i] = here;
    slope[i] = here * (a - (a + b) * ((share * (1 + grown)) / (1 + share * grown)));
  }
  const below = new Float64Array(NODES);
  for (let i = 1; i < NODES; i++) {
    const rise = (width / 2) * (at(density, i - 1) + at(density, i)) + ((width * width) / 12) * (at(slope, i - 1) - at(slope, i));
    below[i] = at(below, i - 1) + Math.max(rise, 0);
  }
  const odds = new Float64Array(steps);
  const whole = at(below, NODES - 1);
  for (let step = 0, node = 0; step < steps; step++) {
    const wanted = whole * ((step + 0.5) / steps);
    while (at(below, node + 1) <= wanted) node++;
    const rise = at(below, node + 1) - at(below, node);
    const way = (wanted - at(below, node)) / rise;
    const [first, last] = [rise / at(density, node), rise / at(density, node + 1)];
    const curved = way * (1 - way) * ((1 - way) * (first - width) - way * (last - width));
    odds[step] = (a / b) * Math.exp(low + width * node + width * way + curved);
  }
  return odds;
}

const at = (column: Float64Array, i: number): number => column[i] ?? NaN;
