// The address of the page holds its state.

/** Where the reader is, written into the address without a jump. */
export function remember(hash: string): void {
  try {
    history.replaceState(null, '', hash);
  } catch {
    // Inside a notebook's frame there is no address to write to.
  }
}
