import { setTimeout as pause } from 'node:timers/promises';
import type { Machine } from './place.ts';
import { systemctl } from './run.ts';
import { readReadiness } from './status/readiness.ts';

/** The parts of the shop that run by themselves. */
export interface Services {
  stop(): Promise<void>;
  /** @returns why a part is not ready then, in sentences. */
  start(): Promise<string[]>;
}

/** Milliseconds in which an API has to be ready. */
const READY_MS = 60_000;

/** The units of systemd. In a container nothing else runs beside the command. */
export function servicesOf(machine: Machine): Services {
  if (machine.kind === 'container') return { stop: async () => {}, start: async () => [] };
  const { services, apis } = machine;
  return {
    async stop() {
      await systemctl('stop', ...services.toReversed());
    },
    async start() {
      await systemctl('start', ...services);
      const until = performance.now() + READY_MS;
      const faults = apis.map(async (api) => {
        for (;;) {
          const { ready, why } = await readReadiness(api);
          if (ready) return [];
          if (performance.now() > until) return [`${api} is not ready: ${why}`];
          await pause(500);
        }
      });
      return (await Promise.all(faults)).flat();
    },
  };
}
