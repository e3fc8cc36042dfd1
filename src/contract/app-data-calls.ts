import * as appData from './app-data.ts';
import { type Endpoint, get } from './endpoint.ts';
import { readNames, readPlaces } from './reading/app-data.ts';

/** The calls of the shop's lists, in a separate file so that an island bundles no other schema. */
export const appDataCalls = {
  categories: get('/api/app-data/categories', 'Scent families and audiences', {
    response: appData.names,
    read: readNames,
  }),
  tags: get('/api/app-data/tags', 'All tags', { response: appData.names, read: readNames }),
  // A login changes the answer only where a shop lets some customers pay on delivery, and not others.
  shippingAddresses: {
    ...get('/api/app-data/shipping-addresses', 'Where we deliver, and the fee in naira', {
      response: appData.shippingPlaces,
      read: readPlaces,
    }),
    auth: 'optional',
    isRead: true,
  },
} as const satisfies Record<string, Endpoint>;
