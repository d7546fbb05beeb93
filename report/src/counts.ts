// The four counts every threshold metric is made of.

export interface Counts {
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  readonly tn: number;
  readonly worth?: number; // what amounts of the rows add to the cost, where prices follow them
}

export const rows = (counts: Counts): number => counts.tp + counts.fp + counts.fn + counts.tn;
export const flagged = (counts: Counts): number => counts.tp + counts.fp;
export const areWhole = (counts: Counts): boolean => [counts.tp, counts.fp, counts.fn, counts.tn].every(Number.isInteger);
