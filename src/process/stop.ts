import { once } from 'node:events';

/**
 * Aborts at the first SIGINT (Ctrl-C), SIGTERM or SIGHUP. A second Ctrl-C ends the process at once. A second SIGTERM or
 * SIGHUP does not: a process group receives both signals twice, because bootstrap.mjs forwards them, and ending at once
 * would leave the database running.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted && signal === 'SIGINT') process.exit(130);
      controller.abort();
    });
  }
  return controller.signal;
}

/** Resolves when the signal aborts, at once if it already has. */
export async function stopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
