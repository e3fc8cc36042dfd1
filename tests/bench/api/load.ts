import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** Repeatable work, each time with another number. */
type Work = (n: number) => Promise<unknown>;

/** Returns the milliseconds of `rounds` runs, one after the other, after as many uncounted ones. */
export async function timeEach(work: Work, warm: number, rounds: number): Promise<number[]> {
  for (let n = 0; n < warm; n++) await work(n);
  const times: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const began = performance.now();
    await work(n);
    times.push(performance.now() - began);
  }
  return times;
}

/** Returns the runs per second when `clients` do it at once for that many seconds. */
export async function rateOf(work: Work, clients: number, seconds: number): Promise<number> {
  const began = performance.now();
  const end = began + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = client; performance.now() < end; n += clients) {
        await work(n);
        done++;
      }
    }),
  );
  return done / ((performance.now() - began) / 1000);
}

export const quantile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ??
  Number.NaN;

/** Opens a client that keeps its connections and reads answers to the end. */
export function openClient(url: string, encoding: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    get: (path: string, headers: Record<string, string> = {}): Promise<number> =>
      new Promise((resolve, reject) => {
        const asked = request(
          new URL(path, url),
          { agent, headers: { 'accept-encoding': encoding, ...headers } },
          (answer) => {
            let bytes = 0;
            answer.on('data', (chunk: Buffer) => {
              bytes += chunk.length;
            });
            answer.on('end', () => {
              if (answer.statusCode === 200) resolve(bytes);
              else reject(new Error(`${path} was answered ${answer.statusCode}`));
            });
            answer.on('error', reject);
          },
        );
        asked.on('error', reject);
        asked.end();
      }),
    close: () => agent.destroy(),
  };
}
