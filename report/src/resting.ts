// What waits until the hand rests: nothing that is out of sight is worth a stutter.

let isHeld = false; // a pointer is pressed, and what it drags is not yet where it goes
const due = new Set<() => void>();

addEventListener('pointerdown', () => { isHeld = true; }, true);
for (const event of ['pointerup', 'pointercancel', 'blur']) {
  addEventListener(event, () => {
    isHeld = false;
    const acts = [...due];
    due.clear();
    if (acts.length) setTimeout(() => { for (const act of acts) act(); });
  }, true);
}

/** Return how to ask for something: it is done once, so many milliseconds after it was last asked for, and never under a pressed pointer. */
export function whenResting(milliseconds: number, act: () => void): () => void {
  let [isWaiting, asked] = [false, 0];
  const look = (): void => {
    const left = asked + milliseconds - performance.now();
    isWaiting = left > 0;
    if (isWaiting) setTimeout(look, left);
    else if (isHeld) due.add(act);
    else act();
  };
  return () => {
    asked = performance.now(); // noting the time is cheaper than a new alarm at each step of the dial
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(look, milliseconds);
  };
}
