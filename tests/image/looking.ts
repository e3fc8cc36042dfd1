import { setTimeout as pause } from 'node:timers/promises';

const BETWEEN_MS = 50;

/** Requests an address over and over. */
export function startLooking(url: string): {
  /** The number of each status ('none': no answer), and the longest time (ms) between two answers of 200. */
  stop(): Promise<{ counts: Record<string, number>; longestGap: number; retryAfter: Set<string> }>;
} {
  const counts: Record<string, number> = {};
  const retryAfter = new Set<string>();
  let longestGap = 0;
  let isOpen = true;
  const work = (async () => {
    for (let good = performance.now(); isOpen; await pause(BETWEEN_MS)) {
      const answer = await fetch(url).catch(() => null);
      await answer?.text();
      const status = answer?.status ?? 'none';
      counts[status] = (counts[status] ?? 0) + 1;
      if (status === 503) retryAfter.add(answer?.headers.get('retry-after') ?? 'none');
      if (status !== 200) continue;
      longestGap = Math.max(longestGap, performance.now() - good);
      good = performance.now();
    }
  })();
  return {
    async stop() {
      isOpen = false;
      await work;
      return { counts, longestGap: Math.round(longestGap), retryAfter };
    },
  };
}
