// What a question draws: numbers that follow from a text, the same ones as in Python (`truecut/catalogue/quiz/draw.py`).

export class Draw {
  private state = 0x811c9dc5;

  constructor(text: string) {
    for (let i = 0; i < text.length; i++) this.state = Math.imul(this.state ^ text.charCodeAt(i), 0x01000193);
  }

  /** One of 0, 1, … end − 1. */
  below(end: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) * end) / 2 ** 32);
  }

  /** One of the whole numbers from the first to the last. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1);
  }

  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** So many different ones, in the order in which they were drawn. */
  some<T>(items: readonly T[], many: number): T[] {
    const left = [...items];
    return Array.from({ length: many }, () => left.splice(this.below(left.length), 1)[0] as T);
  }

  /** So many times 0 or 1. */
  bits(many: number): number[] {
    return Array.from({ length: many }, () => this.below(2));
  }
}
