/** @jsxImportSource hono/jsx */
import { and, asc, eq, ne } from 'drizzle-orm';
import { orderPath } from '#backend/office/addresses.ts';
import { Facts, List, Row, Time } from '#backend/office/frame/parts.tsx';
import { definePage, type Page } from '#backend/office/frame/routes.ts';
import { refunds } from '#backend/refunds/tables.ts';
import { linesOfReturn } from '#backend/returns/lines.ts';
import { returnPictures } from '#backend/returns/tables.ts';
import { returnState } from '#backend/returns/view.ts';
import { may } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { RETURN_REASONS, RETURN_WISHES } from '#domain/returns/rules.ts';
import { Answer, Received, Settle } from './return-forms.tsx';
import { naira, proposed, RETURN, RETURN_STATES, returnPath, rowOf } from './return-row.ts';

/** The page of a return: what she asks for, and the next step of staff. */
export const returnPage = definePage({
  path: RETURN,
  role: 'packer',
  async view(request) {
    const order = request.param('id');
    const row = await rowOf(request);
    const number = orderNumber(order);
    const view = {
      title: `Return of order #${number}`,
      back: { path: orderPath(order), name: `Order #${number}` },
    };
    if (!row) return { ...view, status: 404, body: <p>This address names no return.</p> };
    const paidBack = and(eq(refunds.returnId, row.id), ne(refunds.status, 'failed'));
    const [lines, refunded, pictures] = await Promise.all([
      linesOfReturn(request.db, row.id),
      request.db.$count(refunds, paidBack),
      request.db
        .select({ id: returnPictures.id })
        .from(returnPictures)
        .where(eq(returnPictures.returnId, row.id))
        .orderBy(asc(returnPictures.id)),
    ]);
    const state = returnState(row);
    // An exchange for less ends the return, and the rest still goes back.
    const hasRest = state === 'ended' && row.exchangeId !== null && proposed(row) > 0;
    // Nothing is to settle while other goods wait for their money.
    const isOpen = row.endedAt === null && row.exchangeId === null;
    const isOwner = may(request.actor.role, 'owner');
    return {
      ...view,
      body: (
        <>
          <Facts
            rows={[
              ['State', RETURN_STATES[state]],
              ['Asked', <Time at={row.askedAt} />],
              ['Reason', RETURN_REASONS[row.reason].label],
              ['Asks for', RETURN_WISHES[row.wish]],
              ['Seal', row.opened ? 'broken, she says' : 'not broken'],
              ...(row.words ? [['Description', row.words] as const] : []),
              ...(row.answer ? [[`Answer, by ${row.answeredBy}`, row.answer] as const] : []),
              ...(row.receivedAt
                ? [
                    ['Goods', naira(row.goodsKobo ?? 0)] as const,
                    ['Their part of the delivery fee', naira(row.feeKobo ?? 0)] as const,
                  ]
                : []),
            ]}
          />
          <List empty="">
            {lines.map(({ line, item }) => (
              <Row
                title={`${line.quantity} × ${item.name}`}
                under={line.received === null ? item.facts : `${line.received} arrived`}
              />
            ))}
          </List>
          {pictures.length > 0 && (
            <p class="buttons">
              {pictures.map(({ id }, at) => (
                <a href={`${returnPath(order, row.id)}/pictures/${id}`}>
                  <img
                    class="thumb"
                    src={`${returnPath(order, row.id)}/pictures/${id}`}
                    alt={`From the customer, ${at + 1}`}
                    height="120"
                    loading="lazy"
                  />
                </a>
              ))}
            </p>
          )}
          {row.exchangeId && (
            <p>
              <a href={orderPath(row.exchangeId)}>Order #{orderNumber(row.exchangeId)}</a> replaces
              it.
            </p>
          )}
          {state === 'accepted' && <Received request={request} row={row} lines={lines} />}
          {isOwner && (isOpen ? state === 'received' : hasRest && refunded === 0) && (
            <Settle request={request} row={row} />
          )}
          {isOwner && isOpen && <Answer request={request} row={row} accepts={state === 'asked'} />}
          {!isOwner && state !== 'accepted' && <p class="soft">An owner answers and settles it.</p>}
        </>
      ),
    };
  },
});

/** A picture of the customer, for staff alone. */
export const returnPicture: Page = definePage({
  path: `${RETURN}/pictures/:picture`,
  role: 'packer',
  async view(request) {
    const row = await rowOf(request);
    const id = Number(request.param('picture'));
    const [picture] =
      row && Number.isSafeInteger(id)
        ? await request.db
            .select()
            .from(returnPictures)
            .where(and(eq(returnPictures.id, id), eq(returnPictures.returnId, row.id)))
        : [];
    if (!picture) return new Response('There is no such picture.', { status: 404 });
    return new Response(picture.bytes, {
      headers: { 'content-type': picture.mime, 'cache-control': 'private, no-store' },
    });
  },
});
