import { Hono } from 'hono';
import { refusalResponse } from './refusals.ts';
import { limitCall, wrongMethod } from './routes.ts';
import type { Services } from './services.ts';

const PATH = '/api/payment/webhook';

/**
 * Takes the provider's notices of payments. The signature covers the raw bytes, so it is checked before they are
 * parsed.
 */
export function webhookRoutes({ settlement }: Pick<Services, 'settlement'>): Hono {
  const app = new Hono();
  app.post(PATH, limitCall(), async (context) => {
    const body = new Uint8Array(await context.req.arrayBuffer());
    switch (await settlement.webhook(body, context.req.raw.headers)) {
      case 'done':
        return context.json({ received: true }, 200, { 'cache-control': 'no-store' });
      case 'bad_signature':
        return refusalResponse(context, {
          code: 'unauthorized',
          message: 'The body is not signed with our secret key.',
        });
      case 'bad_body':
        return refusalResponse(context, {
          code: 'malformed_json',
          message: 'The body is signed but is not an event.',
        });
    }
  });
  app.all(PATH, (context) => wrongMethod(context, ['POST']));
  return app;
}
