import { type Endpoint, get, post } from './endpoint.ts';
import * as alert from './stock-alert.ts';
import { messageAnswer } from './values.ts';

/** The calls of extension product.stockAlert, in a separate file so that an island bundles no other schema. */
export const stockAlertCalls = {
  askStockAlert: post('/api/stock-alert', 'Ask for an email when a product is back in stock', {
    body: alert.stockAlertBody,
    response: alert.stockAlertAnswer,
    extension: 'product.stockAlert',
  }),
  stockAlert: get('/api/stock-alert/{key}', 'The request that an email links to', {
    params: alert.stockAlertParams,
    secret: 'key',
    response: alert.stockAlert,
    extension: 'product.stockAlert',
  }),
  confirmStockAlert: post('/api/stock-alert/{key}/confirm', 'Confirm the address of a request', {
    params: alert.stockAlertParams,
    secret: 'key',
    response: alert.stockAlert,
    extension: 'product.stockAlert',
  }),
  stopStockAlert: post('/api/stock-alert/{key}/stop', 'Stop the emails (one click, RFC 8058)', {
    params: alert.stockAlertParams,
    secret: 'key',
    response: messageAnswer,
    unread: true,
    extension: 'product.stockAlert',
  }),
} as const satisfies Record<string, Endpoint>;
