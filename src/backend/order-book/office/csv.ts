import { Readable } from 'node:stream';
import { definePage } from '#backend/office/frame/routes.ts';
import { exportOrders } from '#backend/order-book/export.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { CSV } from './addresses.ts';
import { filterOf } from './views.ts';

/** The file of a list, as `npm run orders -- export` writes it. For owners only, because it has many customers' addresses. */
export const csvPage = definePage({
  path: CSV,
  role: 'owner',
  grave: true,
  async view({ db, query, context, actor }) {
    const pieces = await exportOrders(db, filterOf(query), actor.name);
    const day = lagosTime(new Date()).slice(0, 10);
    const body = Readable.toWeb(Readable.from(pieces).map((piece: string) => Buffer.from(piece)));
    return context.body(body as ReadableStream<Uint8Array>, 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="orders-${day}.csv"`,
    });
  },
});
