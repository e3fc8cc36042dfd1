import { Hono } from 'hono';
import { PROVIDER_NAMES } from '#backend/payment-provider/names.ts';
import { refusalResponse } from './refusals.ts';
import { limitCall, wrongMethod } from './routes.ts';
import type { Services } from './services.ts';

const PATH = '/api/payment/webhook';
/** The provider for the path without a name. That path is older than the others. */
const [UNNAMED] = PROVIDER_NAMES;

/** Takes the provider's notices of payments. The signature covers the raw bytes, so it is checked before they are parsed. */
export function webhookRoutes({ settlement }: Pick<Services, 'settlement'>): Hono {
  const app = new Hono();
  app.post(`${PATH}/:provider?`, limitCall(), async (context) => {
    const body = new Uint8Array(await context.req.arrayBuffer());
    const provider = context.req.param('provider') ?? UNNAMED;
    switch (await settlement.webhook(provider, body, context.req.raw.headers)) {
      case 'done':
        return context.json({ received: true }, 200, { 'cache-control': 'no-store' });
      case 'unknown_provider':
        return refusalResponse(context, {
          code: 'not_found',
          message: 'The shop takes no messages of a provider with this name.',
        });
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
      case 'unheard':
        return refusalResponse(context, {
          code: 'unavailable',
          message: 'The provider did not say whose payment this is. Please send the message again.',
        });
    }
  });
  app.all(`${PATH}/:provider?`, (context) => wrongMethod(context, ['POST']));
  return app;
}
