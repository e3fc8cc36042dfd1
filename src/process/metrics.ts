import type { Registry } from '@prometheus-io/client';
import { Hono } from 'hono';
import { listen } from './listen.ts';

/** The address at which a program answers Prometheus. */
export interface MetricsAddress {
  host: string;
  port: number;
}

/**
 * Reads the setting METRICS_ADDRESS, such as 127.0.0.1:9464 or [::1]:9464; undefined without it.
 * @param faults - receives what is wrong with it.
 */
export function readMetricsAddress(
  text: string | undefined,
  faults: string[],
): MetricsAddress | undefined {
  if (!text) return undefined;
  const [, six, four, digits] = /^(?:\[([\da-f:]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = six ?? four;
  const port = Number(digits);
  if (host && port > 0 && port < 65_536) return { host, port };
  faults.push('METRICS_ADDRESS must be an address and a port, such as 127.0.0.1:9464');
  return undefined;
}

/**
 * Answers `GET /metrics` in Prometheus's text format, at a separate address, because the content is not public.
 * @returns a function that stops it. @throws Error with a sentence to show if the address is not available.
 */
export function serveMetrics(
  registry: Registry,
  { host, port }: MetricsAddress,
): Promise<() => Promise<void>> {
  const app = new Hono();
  app.get('/metrics', async (context) =>
    context.body(await registry.metrics(), 200, {
      'content-type': registry.contentType,
      'cache-control': 'no-store',
    }),
  );
  return listen(app.fetch, port, 'METRICS_ADDRESS', { host });
}
