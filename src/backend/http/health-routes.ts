import { type Context, Hono } from 'hono';
import type { Pool } from 'pg';
import { describeError, type Log } from '#backend/base/log.ts';
import type { Database } from '#backend/db/connect.ts';
import { missingMigrations } from '#backend/db/migrate.ts';
import { emailQueue } from '#backend/metrics/shop-state.ts';
import type { Readiness } from './readiness.ts';
import { refusalResponse, UNAVAILABLE } from './refusals.ts';
import { wrongMethod } from './routes.ts';

const FRESH = { 'cache-control': 'no-store' };

/**
 * Creates the routes for supervisors and load balancers. `/api/health`: the process is alive; without an answer a
 * supervisor restarts it. `/api/ready`: it can serve and sell; for 503 a load balancer sends requests elsewhere, and the
 * answer says why. Neither answer contains secrets.
 */
export function healthRoutes(parts: {
  db: Database;
  pool: Pool;
  /** Minutes after which a waiting email is late. */
  lateMinutes: number;
  readiness: Readiness;
  log: Log;
  shopId: string;
  draining?: AbortSignal | undefined;
}): Hono {
  const { db, pool, lateMinutes, readiness, log, shopId, draining } = parts;
  const app = new Hono();
  app.get('/api/health', (context) => context.json({ status: 'ok', shop: shopId }, 200, FRESH));
  app.get('/api/ready', async (context) => {
    if (draining?.aborted) return notReady(context, 'This process is about to stop.');
    try {
      const missing = await missingMigrations(pool);
      if (missing.length > 0) return notReady(context, 'The database lacks migrations.');
      const why = await readiness.why();
      if (why !== null) {
        log({ event: 'not_ready', why });
        return notReady(context, why);
      }
      // Late emails must not send shoppers elsewhere: every process has the same mail server.
      const { age } = await emailQueue(db);
      const email = age > lateMinutes * 60 ? 'late' : 'ok';
      return context.json({ status: 'ready', email }, 200, FRESH);
    } catch (error) {
      log({ event: 'not_ready', error: describeError(error) });
      return notReady(context, 'The database does not answer.');
    }
  });
  for (const path of ['/api/health', '/api/ready']) {
    app.all(path, (context) => wrongMethod(context, ['GET']));
  }
  return app;
}

const notReady = (context: Context, message: string) =>
  refusalResponse(context, { ...UNAVAILABLE, message });
