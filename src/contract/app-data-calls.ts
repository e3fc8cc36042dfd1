import * as appData from './app-data.ts';
import { type Endpoint, get } from './endpoint.ts';

/** The calls of the shop's lists. They have a file of their own so that an island bundles no other schema. */
export const appDataCalls = {
  categories: get('/api/app-data/categories', 'Scent families and audiences', {
    response: appData.names,
  }),
  tags: get('/api/app-data/tags', 'All tags', { response: appData.names }),
  shippingAddresses: get(
    '/api/app-data/shipping-addresses',
    'Where we deliver, and the fee in naira',
    {
      response: appData.shippingPlaces,
    },
  ),
} as const satisfies Record<string, Endpoint>;
