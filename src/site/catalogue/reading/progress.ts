/** Milliseconds between two lines. */
const PAUSE = 2000;

/** Reports the progress of a long reading every two seconds. A short reading reports nothing. */
export function progress(
  log: (line: string) => void,
  pause = PAUSE,
): (read: number, total: number) => void {
  let last = performance.now();
  return (read, total) => {
    const now = performance.now();
    if (now - last < pause) return;
    last = now;
    log(`${read.toLocaleString('en')} of ${total.toLocaleString('en')} products`);
  };
}
