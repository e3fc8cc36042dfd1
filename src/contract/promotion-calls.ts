import { type Endpoint, post } from './endpoint.ts';
import * as promotion from './promotion.ts';

/** The call of extension promotions, in a separate file so that an island bundles no other schema. */
export const promotionCalls = {
  quotePromotions: {
    ...post('/api/promotions/quote', 'What promotions take off a cart', {
      body: promotion.quoteBody,
      response: promotion.quoteAnswer,
      extension: 'promotions',
    }),
    // The codes of the account count without being typed. An expired session must not stop a purchase.
    auth: 'optional',
    isRead: true,
  },
} as const satisfies Record<string, Endpoint>;
