/** Milliseconds between two lines. */
const PAUSE = 2000;

/** Says how far a long reading is, a line every two seconds; nothing of a short one. */
export function progress(
  say: (line: string) => void,
  pause = PAUSE,
): (read: number, total: number) => void {
  let last = performance.now();
  return (read, total) => {
    const now = performance.now();
    if (now - last < pause) return;
    last = now;
    say(`${read.toLocaleString('en')} of ${total.toLocaleString('en')} products`);
  };
}
