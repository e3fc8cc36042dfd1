import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { cors } from 'hono/cors';
import { requestId } from 'hono/request-id';
import { ClientGone } from '#backend/accounts/password-hash.ts';
import { describeError, type Log } from '#backend/base/log.ts';
import { requestLines, routeOf } from '#backend/base/request-lines.ts';
import type { connect } from '#backend/db/connect.ts';
import { isUnavailable } from '#backend/db/unavailable.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { transportSecurity } from '#config/web-address.ts';
import {
  DEVICE_HEADER,
  IDEMPOTENCY_HEADER,
  PREVIOUS_ATTEMPTS_HEADER,
  SECRET_HEADER,
} from '#contract/headers.ts';
import { UCP_BASE } from '#contract/ucp.ts';
import { limitArriving } from './arriving-bodies.ts';
import { passOn } from './draining.ts';
import { createHandlers } from './handlers.ts';
import { healthRoutes } from './health-routes.ts';
import { mediaRoutes } from './media-routes.ts';
import { openApiDocument } from './openapi.ts';
import { outboxRoutes } from './outbox-routes.ts';
import { createReadiness } from './readiness.ts';
import { refusalResponse, UNAVAILABLE } from './refusals.ts';
import { createRoutes, NDJSON, wrongMethod } from './routes.ts';
import type { Services } from './services.ts';
import { ucpRoutes } from './ucp-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** Creates the product API: every call of the contract, the pictures and the webhook. */
export function createApp(
  services: Services,
  settings: Settings,
  parts: {
    log: Log;
    requests: readonly Log[];
    shopId: string;
    /** The connections for visitors who only browse. */
    browsing: Pick<ReturnType<typeof connect>, 'db' | 'pool'>;
    draining?: AbortSignal | undefined;
    /** The back office, if it is on. */
    admin?: Hono | undefined;
    addressOf: (context: Context) => string | null;
  },
): Hono {
  const { log, requests, shopId, browsing, draining, admin, addressOf } = parts;
  const app = new Hono();
  // A proxy may give the request its id. An id longer than a UUID or a trace id is replaced.
  app.use(requestId({ limitLength: 64 }));
  if (requests.length > 0) {
    const level = settings.SHOP_MODE === 'production' ? 'info' : 'debug';
    const toAll: Log = (entry) => {
      for (const take of requests) take(entry);
    };
    app.use(requestLines(toAll, level));
  }
  const headers = {
    'x-content-type-options': 'nosniff',
    ...transportSecurity(settings.PUBLIC_API_URL),
  };
  // Compresses only the catalogue: a compressed answer must not contain a secret beside text of the request (BREACH).
  const catalogue = ['/api/product/*', '/api/app-data/*', '/api/live', `${UCP_BASE}/catalog/*`];
  for (const path of [...catalogue, '/api/openapi.json']) {
    app.use(path, compress());
  }
  app.use('/api/catalogue/snapshot', compress({ contentTypeFilter: (type) => type === NDJSON }));
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    if (!context.res.headers.has('referrer-policy')) {
      context.header('referrer-policy', 'no-referrer');
    }
    // The API has no pages outside the back office, so nothing that a browser opens directly may run.
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
        allowHeaders: [
          'content-type',
          'authorization',
          DEVICE_HEADER,
          IDEMPOTENCY_HEADER,
          PREVIOUS_ATTEMPTS_HEADER,
          SECRET_HEADER,
        ],
        exposeHeaders: ['x-request-id', 'date'],
        maxAge: 86_400,
      }),
    );
  }
  if (draining) app.use(passOn(draining));
  app.use(limitArriving(addressOf));
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
    createRoutes(createHandlers(services, settings), {
      sessionOf: (token) => services.accounts.findSession(token),
      addressOf,
    }),
  );
  app.route('/', ucpRoutes(services.catalogue, settings));
  app.route('/', webhookRoutes(services));
  app.route('/', mediaRoutes(services.media));

  const readiness = createReadiness(services.db);
  const document = openApiDocument();
  app.get('/api/openapi.json', (context) => context.json(document));
  app.all('/api/openapi.json', (context) => wrongMethod(context, ['GET']));
  app.route(
    '/',
    healthRoutes({
      ...browsing,
      lateMinutes: settings.ALERT_MINUTES,
      readiness,
      log,
      shopId,
      draining,
    }),
  );

  if (settings.SHOP_MODE !== 'production') app.route('/', outboxRoutes(services.db));
  if (admin) app.route('/', admin);

  app.notFound((context) =>
    refusalResponse(context, {
      code: 'not_found',
      message: 'There is nothing at this address. /api/openapi.json lists the calls.',
    }),
  );
  app.onError((error, context) => {
    // Nobody reads the answer: the body broke off, or its sender left while it waited.
    const isBroken =
      context.req.raw.signal.aborted && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
    if (isBroken || error instanceof ClientGone) return context.body(null, 499 as 500);
    const unavailable = isUnavailable(error);
    log({
      event: unavailable ? 'database_unavailable' : 'request_failed',
      request: context.get('requestId'),
      method: context.req.method,
      route: routeOf(context),
      error: describeError(error),
    });
    if (unavailable) {
      readiness.failed(error);
      return refusalResponse(context, { ...UNAVAILABLE, requestId: context.get('requestId') });
    }
    return refusalResponse(context, {
      code: 'internal',
      message: 'Something went wrong on our side. Please try again in a moment.',
      requestId: context.get('requestId'),
    });
  });
  return app;
}
