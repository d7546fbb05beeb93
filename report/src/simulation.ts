// Seeded draws, so that the same page always says the same.

/** A stream of numbers between 0 and 1 (Mulberry32). */
function uniforms(seed: number): () => number {
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

/** How many of so many rows are taken, each with the same chance; of more than 100 a rounded normal number will do. */
export function binomials(seed: number): (rows: number, chance: number) => number {
  const uniform = uniforms(seed);
  const normal = normals(uniform);
  return (rows, chance) => {
    if (chance >= 1) return rows;
    if (rows > 100) return Math.min(rows, Math.max(0, Math.round(rows * chance + Math.sqrt(rows * chance * (1 - chance)) * normal())));
    let taken = 0;
    for (let row = 0; row < rows; row++) if (uniform() < chance) taken++;
    return taken;
  };
}
