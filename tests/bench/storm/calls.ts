import { performance } from 'node:perf_hooks';

/** A call of an honest shopper: how long each took in milliseconds, and what went wrong with how many. */
interface Timed {
  times: number[];
  errors: Map<string, number>;
}

/** Times what honest shoppers do, in the phase that is running. */
export function openMeasures() {
  let phase = new Map<string, Timed>();
  return {
    /** Runs a call. An error is counted and printed by `report`: the shopper goes away. @returns null then. */
    async timed<T>(name: string, call: () => Promise<T>): Promise<T | null> {
      const own = phase.get(name) ?? { times: [], errors: new Map<string, number>() };
      phase.set(name, own);
      const began = performance.now();
      try {
        return await call();
      } catch (error) {
        const text = String(error).slice(0, 120);
        own.errors.set(text, (own.errors.get(text) ?? 0) + 1);
        return null;
      } finally {
        own.times.push(performance.now() - began);
      }
    },
    /** Prints the phase, and begins another. */
    report(title: string): void {
      console.log(`\n${title}; milliseconds:`);
      const rows = [...phase].map(([name, { times, errors }]) => {
        const sorted = times.toSorted((a, b) => a - b);
        const at = (part: number) =>
          Math.round(sorted[Math.floor(part * (sorted.length - 1))] ?? 0);
        const failed = [...errors.values()].reduce((sum, count) => sum + count, 0);
        return [name, { calls: times.length, p50: at(0.5), p99: at(0.99), most: at(1), failed }];
      });
      console.table(Object.fromEntries(rows));
      for (const [name, { errors }] of phase) {
        for (const [error, count] of errors) console.log(`  ${name}: ${count} × ${error}`);
      }
      phase = new Map();
    },
  };
}

export type Measures = ReturnType<typeof openMeasures>;

/** An answer with its body, which must be a success. */
export async function ok(sent: Promise<Response>): Promise<Response> {
  const answer = await sent;
  if (!answer.ok) throw new Error(`${answer.status} ${(await answer.text()).slice(0, 80)}`);
  return answer;
}
