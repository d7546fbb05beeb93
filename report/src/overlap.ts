// How many rows two models flag together; `truecut/summaries/report/pairs.py` counts them at some pairs of cuts.

import type { Curve } from './curve';
import type { PairedCuts } from './payload';

type Cell = 'tp' | 'fp';

/** What both flag of either class; between the counted pairs the least that it can be, which makes intervals the widest. */
export interface Together {
  tp: number;
  fp: number;
  tpSquares: number;
  fpSquares: number;
  isExact: boolean;
}

export class Overlap {
  private readonly places: Map<number, number>;

  constructor(private readonly pair: PairedCuts, private readonly first: Curve, private readonly second: Curve) {
    this.places = new Map(pair.first_cuts.map((cut, place) => [this.key(cut, pair.second_cuts[place] ?? 0), place]));
  }

  private key(one: number, other: number): number {
    return one * this.second.length + other;
  }

  at(one: number, other: number): Together {
    const place = this.places.get(this.key(one, other));
    const { tp, fp, tp_squares: tpSquares, fp_squares: fpSquares } = this.pair;
    if (place !== undefined) return { tp: tp[place] ?? 0, fp: fp[place] ?? 0, tpSquares: tpSquares[place] ?? 0, fpSquares: fpSquares[place] ?? 0, isExact: true };
    const least = (cell: Cell): [number, number] => this.least(cell, one, other);
    const [[ofTp, ofTpSquares], [ofFp, ofFpSquares]] = [least('tp'), least('fp')];
    return { tp: ofTp, fp: ofFp, tpSquares: ofTpSquares, fpSquares: ofFpSquares, isExact: false };
  }

  /** The least that both may flag: as much as where each flags less, and where each flags more all but what that adds. */
  private least(cell: Cell, one: number, other: number): [rows: number, squares: number] {
    const { first_cuts: firsts, second_cuts: seconds } = this.pair;
    const counted = this.pair[cell];
    const squares = this.pair[`${cell}_squares`];
    const [ofFirst, ofSecond] = [this.first.columns(cell), this.second.columns(cell)];
    const [mine, its] = [ofFirst.rows(one), ofSecond.rows(other)];
    const [mineSquared, itsSquared] = [ofFirst.squares(one), ofSecond.squares(other)];
    const last = this.first.length - 1;
    let [rows, square] = [Math.max(0, mine + its - ofFirst.rows(last)), Math.max(0, mineSquared + itsSquared - ofFirst.squares(last))];
    for (let place = 0; place < firsts.length; place++) {
      const [i, j, known] = [firsts[place] ?? 0, seconds[place] ?? 0, counted[place] ?? 0];
      // What a pair of deeper or shallower cuts tells: at most so much of the overlap can have been added since.
      rows = Math.max(rows, known - Math.max(0, ofFirst.rows(i) - mine) - Math.max(0, ofSecond.rows(j) - its));
      if (squares.length) square = Math.max(square, (squares[place] ?? 0) - Math.max(0, ofFirst.squares(i) - mineSquared) - Math.max(0, ofSecond.squares(j) - itsSquared));
    }
    return [rows, square];
  }
}
