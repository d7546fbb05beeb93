// A room of the lab: something to do, reached by a link.

export interface Room {
  readonly element: HTMLElement;
  open(parts: readonly string[]): void; // what stands behind the room's name in the address
  update?(): void; // the state of the bench has changed
}
