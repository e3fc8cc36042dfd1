import { Histogram, type Registry } from '@prometheus-io/client';
import type { Log } from '#backend/base/log.ts';

/** Seconds. The longest call waits 11 s for the provider. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 11];
/** Any other method of a client counts as one, so that nobody creates series without end. */
const METHODS: readonly unknown[] = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'];

/** Counts requests and their seconds by method, pattern of the route and status, from the entries of request-lines.ts. */
export function requestMetrics(registry: Registry): Log {
  const seconds = new Histogram({
    name: 'turare_http_request_duration_seconds',
    help: 'Seconds until the answer to a request began',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  return ({ method, route, status, ms }) =>
    seconds.observe(
      {
        method: METHODS.includes(method) ? String(method) : 'other',
        route: String(route),
        status: String(status),
      },
      Number(ms) / 1000,
    );
}
