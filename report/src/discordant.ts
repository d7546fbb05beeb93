// Two decisions about the same rows: only those decided differently tell them apart. `truecut/inference/paired` says how.

import { lastWhere } from './numbers';
import type { Limits } from './proportions';

/** Of the rows of a class, how many only the first of two decisions flags, and how many only the second. */
export interface Discordant {
  rows: number;
  first: number;
  second: number;
}

/** The differences of two shares that a score test does not reject (Tango 1998). */
export function tango(cells: Discordant, z: number): Limits {
  const difference = (cells.first - cells.second) / cells.rows;
  const exchanged = { ...cells, first: cells.second, second: cells.first };
  const low = lastWhere((supposed) => standardised(cells, supposed) > z, -1, difference);
  return [low, -lastWhere((supposed) => standardised(exchanged, supposed) > z, -1, -difference)];
}

/** How many standard errors the difference lies above a supposed one, if that were true. */
function standardised({ rows, first, second }: Discordant, supposed: number): number {
  const linear = -first - second + (2 * rows - first + second) * supposed;
  const constant = -second * supposed * (1 - supposed);
  const share = (Math.sqrt(Math.max(0, linear * linear - 8 * rows * constant)) - linear) / (4 * rows);
  const variance = rows * (2 * share + supposed * (1 - supposed));
  const distance = first - second - rows * supposed;
  if (variance <= 0) return distance ? Math.sign(distance) * Infinity : 0;
  return distance / Math.sqrt(variance);
}
