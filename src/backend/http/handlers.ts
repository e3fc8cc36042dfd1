import { EXTENSIONS, IDEMPOTENCY_HEADER } from '#contract/extensions.ts';
import { done, refuse } from '../services/result.ts';
import type { Services } from '../services/services.ts';
import type { Handlers } from './routes.ts';

/** Which service answers which call. Accounts, orders and reviews have none yet. */
export function createHandlers({ catalogue, checkout, settlement }: Services): Handlers {
  return {
    products: async ({ query }) => done(await catalogue.list(query)),
    product: async ({ params }) => {
      const detail = await catalogue.find(params.id);
      return detail ? done(detail) : refuse('product_not_found', 'Product not found');
    },
    categories: async () => done(await catalogue.categories()),
    tags: async () => done(await catalogue.tags()),
    shippingAddresses: async () => done(await catalogue.shippingPlaces()),
    extensions: async () => done({ extensions: [...EXTENSIONS] }),
    live: async ({ query }) => done(await catalogue.live(query.ids.split(','))),
    catalogueVersion: async () => done(await catalogue.version()),
    initializePayment: ({ body }, caller) =>
      checkout.initialize(body, {
        attemptKey: caller.header(IDEMPOTENCY_HEADER) ?? null,
        address: caller.address,
      }),
    verifyPayment: async ({ params }) => {
      const payment = await settlement.verify(params.reference);
      return payment
        ? done({ payment })
        : refuse('reference_not_found', 'No payment with this reference was begun here.');
    },
  };
}
