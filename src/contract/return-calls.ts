import { LARGEST_RETURN_PICTURE } from '#domain/returns/rules.ts';
import { type Endpoint, post } from './endpoint.ts';
import { order } from './order.ts';
import { returnBody, returnPictureParams } from './order-return.ts';
import { ownOrderParams } from './own-order.ts';
import { readOrder } from './reading/order.ts';

const hers = {
  secret: 'key',
  response: order,
  read: readOrder,
  extension: 'order.return',
} as const;

/** The calls of extension order.return, in a separate file so that the page of an order loads them late. */
export const returnCalls = {
  askReturn: {
    ...post('/api/order/{id}/return/{key}', 'Ask to return goods of an order', {
      ...hers,
      params: ownOrderParams,
      body: returnBody,
    }),
    auth: 'optional',
  },
  addReturnPicture: {
    ...post('/api/return-picture/{id}/{key}/{return}', 'Add a picture to a return', {
      ...hers,
      params: returnPictureParams,
      bytes: LARGEST_RETURN_PICTURE,
    }),
    auth: 'optional',
  },
} as const satisfies Record<string, Endpoint>;
