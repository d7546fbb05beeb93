// A room of the lab: something to do, reached by a link.

export interface Room {
  readonly element: HTMLElement;
  open(parts: readonly string[]): void; // what stands behind the room's name in the address
  update?(): void; // the state of the bench has changed
}

/** Where the reader is, written into the address without a jump. */
export function remember(hash: string): void {
  try {
    history.replaceState(null, '', hash);
  } catch {
    // Inside a frame there is no address to write to.
  }
}
