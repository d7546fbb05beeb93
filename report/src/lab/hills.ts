// A class whose scores form a hill: a logistic bell that ends at 0 and 1.
//
// Its rows stand at evenly spread quantiles, so the same hill always gives the same whole numbers.

export interface Hill {
  middle: number;
  spread: number; // the standard deviation of the bell
  rows: number;
}

const SCALE = Math.sqrt(3) / Math.PI; // of a logistic bell with standard deviation 1

const below = ({ middle, spread }: Hill, score: number): number => 1 / (1 + Math.exp(-(score - middle) / (spread * SCALE)));

/** The scores of its rows, from the lowest up. */
export function scoresOf(hill: Hill): number[] {
  const [low, high] = [below(hill, 0), below(hill, 1)];
  return Array.from({ length: hill.rows }, (_, i) => {
    const share = low + ((i + 0.5) / hill.rows) * (high - low);
    return hill.middle + hill.spread * SCALE * Math.log(share / (1 - share));
  });
}

/** How dense its rows lie at a score; all of it makes 1. */
export function density(hill: Hill, score: number): number {
  const share = below(hill, score);
  return (share * (1 - share)) / (hill.spread * SCALE * (below(hill, 1) - below(hill, 0)));
}
