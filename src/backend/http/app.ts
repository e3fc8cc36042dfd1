import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { requestId } from 'hono/request-id';
import { describeError, type Log } from '#backend/log.ts';
import type { Services } from '#backend/services/services.ts';
import type { Settings } from '#backend/settings.ts';
import { IDEMPOTENCY_HEADER } from '#contract/extensions.ts';
import { clientAddress } from './client-address.ts';
import { createHandlers } from './handlers.ts';
import { mediaRoutes } from './media-routes.ts';
import { openApiDocument } from './openapi.ts';
import { outboxRoutes } from './outbox-routes.ts';
import { refusalResponse } from './refusals.ts';
import { createRoutes, NDJSON, wrongMethod } from './routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** The product API: every call of the contract, the pictures and the webhook. */
export function createApp(services: Services, settings: Settings, log: Log): Hono {
  const app = new Hono();
  app.use(requestId());
  // Compresses the catalogue alone: a compressed answer must not hold a secret beside text of the request (BREACH).
  for (const path of ['/api/product/*', '/api/app-data/*', '/api/live', '/api/openapi.json']) {
    app.use(path, compress());
  }
  app.use('/api/catalogue/snapshot', compress({ contentTypeFilter: (type) => type === NDJSON }));
  app.use(async (context, next) => {
    await next();
    context.header('x-content-type-options', 'nosniff');
    context.header('referrer-policy', 'no-referrer');
    // The API has no pages, so nothing that a browser opens directly may run.
    if (context.res.headers.has('content-security-policy')) return;
    context.header(
      'content-security-policy',
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    );
  });
  if (settings.CORS_ORIGINS.length > 0) {
    app.use(
      '/api/*',
      cors({
        origin: settings.CORS_ORIGINS,
        allowMethods: ['GET', 'POST', 'DELETE'],
        allowHeaders: ['content-type', 'authorization', IDEMPOTENCY_HEADER],
        exposeHeaders: ['x-request-id'],
        maxAge: 86_400,
      }),
    );
  }
  app.use(async (context, next) => {
    try {
      decodeURIComponent(new URL(context.req.url).pathname);
    } catch {
      return refusalResponse(context, {
        code: 'not_found',
        message: 'The address has a % that starts no encoded character. Write it as %25.',
      });
    }
    return next();
  });

  app.use((_, next) => {
    services.media.pause();
    return next();
  });
  app.route(
    '/',
    createRoutes(createHandlers(services), {
      sessionOf: (token) => services.accounts.findSession(token),
      addressOf: (context) => clientAddress(context, settings.CLIENT_ADDRESS_HEADER ?? null),
    }),
  );
  app.route('/', webhookRoutes(services));
  app.route('/', mediaRoutes(services.media));

  const document = openApiDocument();
  app.get('/api/openapi.json', (context) => context.json(document));
  app.get('/api/health', async (context) => {
    try {
      await services.db.execute(sql`select 1`);
      return context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' });
    } catch (error) {
      log({ event: 'health_failed', error: describeError(error) });
      return refusalResponse(context, {
        code: 'unavailable',
        message: 'The database does not answer.',
      });
    }
  });
  for (const path of ['/api/openapi.json', '/api/health']) {
    app.all(path, (context) => wrongMethod(context, ['GET']));
  }

  if (settings.SHOP_MODE !== 'production') app.route('/', outboxRoutes(services.db));

  app.notFound((context) =>
    refusalResponse(context, {
      code: 'not_found',
      message: 'There is nothing at this address. /api/openapi.json lists the calls.',
    }),
  );
  app.onError((error, context) => {
    log({
      event: 'request_failed',
      request: context.get('requestId'),
      method: context.req.method,
      route: context.req.routePath,
      error: describeError(error),
    });
    return refusalResponse(context, {
      code: 'internal',
      message: 'Something went wrong on our side. Please try again in a moment.',
    });
  });
  return app;
}
