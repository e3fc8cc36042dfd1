import { Hono } from 'hono';
import type { Services } from '#backend/services/services.ts';
import { refusalResponse } from './refusals.ts';
import { limitBody, wrongMethod } from './routes.ts';

const PATH = '/api/payment/webhook';

/** Where Paystack tells of payments. The signature is over the bytes as they came: nothing is parsed before it. */
export function webhookRoutes({ settlement }: Pick<Services, 'settlement'>): Hono {
  const app = new Hono();
  app.post(PATH, limitBody(), async (context) => {
    const body = new Uint8Array(await context.req.arrayBuffer());
    switch (await settlement.webhook(body, context.req.header('x-paystack-signature'))) {
      case 'done':
        return context.json({ received: true }, 200, { 'cache-control': 'no-store' });
      case 'retry':
        return refusalResponse(context, {
          code: 'unavailable',
          message: 'The payment could not be verified just now. Send this again later.',
        });
      case 'bad_signature':
        return refusalResponse(context, {
          code: 'unauthorized',
          message: 'The body is not signed with our secret key.',
        });
      case 'bad_body':
        return refusalResponse(context, {
          code: 'malformed_json',
          message: 'The body is signed, but is no event.',
        });
    }
  });
  app.all(PATH, (context) => wrongMethod(context, ['POST']));
  return app;
}
