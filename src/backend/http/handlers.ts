import type { Session } from '#backend/accounts/sessions.ts';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { isSameSecret } from '#backend/base/secrets.ts';
import { cancelForCustomer } from '#backend/cancelling/cancelling.ts';
import { hasRefused } from '#backend/on-delivery/refusals.ts';
import { noSuchOrder } from '#backend/order-book/customer-orders.ts';
import { noSuchPayment } from '#backend/payments/renewing.ts';
import { tryCode } from '#backend/promotions/guesses.ts';
import { quotePromotions } from '#backend/promotions/quote.ts';
import { askReturn } from '#backend/returns/asking.ts';
import { addReturnPicture } from '#backend/returns/pictures.ts';
import { isOffered, offeredExtensions } from '#backend/settings/payment-mode.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { shop as facts } from '#config/shop.ts';
import {
  IDEMPOTENCY_HEADER,
  PREVIOUS_ATTEMPTS,
  PREVIOUS_ATTEMPTS_HEADER,
} from '#contract/headers.ts';
import type { Order } from '#contract/order.ts';
import type { OwnOrder } from '#contract/own-order.ts';
import { accountHandlers } from './account-handlers.ts';
import type { Caller, Handlers } from './routes.ts';
import type { Services } from './services.ts';
import { stockAlertHandlers } from './stock-alert-handlers.ts';

/** Answers each call of the contract with a service. */
export function createHandlers(services: Services, settings: Settings): Handlers {
  const { PUBLISHER_SECRET: secret } = settings;
  const isPublisher = (authorization = '') =>
    secret !== undefined && isSameSecret(authorization, `Bearer ${secret}`);
  const { catalogue, snapshots, checkout, settlement, orders, refundAccounts, reviews, shop } =
    services;
  /** Where a customer may pay on delivery: nowhere once her account has refused an order at the door. */
  const payOnDelivery = async (session: Session | null) =>
    isOffered('delivery', settings) &&
    !(session && (await hasRefused(services.db, session.user.id)))
      ? facts.payOnDelivery
      : null;
  /** Changes something of an order for somebody who may, and returns the order. */
  const onOwnOrder = async (
    of: OwnOrder,
    session: Session | null,
    work: (id: string) => Promise<Result<null>>,
  ) => {
    const allowed = await orders.mayChange(of, session);
    const changed = allowed.ok ? await work(of.id) : allowed;
    if (!changed.ok) return changed;
    if (of.key !== '' || !session) return orders.findShared(of.key);
    return orderOr404(await orders.findStored(session, of.id));
  };
  return {
    ...accountHandlers(services),
    ...stockAlertHandlers(services),
    products: async ({ query }) => done(await catalogue.list(query)),
    product: async ({ params }) => {
      const detail = await catalogue.find(params.id);
      return detail ? done(detail) : refuse('product_not_found', 'Product not found');
    },
    categories: async () => done(await catalogue.categories()),
    tags: async () => done(await catalogue.tags()),
    shippingAddresses: async (_, { session }) =>
      done(await catalogue.shippingPlaces(await payOnDelivery(session))),
    extensions: async () => done({ extensions: offeredExtensions(settings) }),
    lookup: async ({ query }) => done(await catalogue.lookup(query.ids.split(','))),
    live: async ({ query }) => done(await catalogue.live(query.ids.split(','))),
    // This is not a variant of `live`, which is the same for all: a cache must not give her answer to another.
    ownLive: async ({ query }, caller) =>
      done(
        await catalogue.live(
          query.ids.split(','),
          attemptsOf(caller).slice(0, PREVIOUS_ATTEMPTS + 1),
        ),
      ),
    catalogueVersion: async () => done(await catalogue.version()),
    catalogueSnapshot: (_, caller) => snapshots.open(isPublisher(caller.header('authorization'))),
    catalogueRedirects: async ({ query }) =>
      done({ redirects: await catalogue.redirects(query.from) }),
    shop: async () => done({ facts: await shop.changes() }),
    initializePayment: ({ body }, caller) =>
      tryCode(
        services.db,
        { code: body.code, network: caller.requester.network },
        () =>
          checkout.initialize(body, {
            attemptKey: caller.header(IDEMPOTENCY_HEADER) ?? null,
            previousKeys: attemptsOf(caller),
            address: caller.requester.network,
            accountId: caller.session?.user.id ?? null,
          }),
        (begun) =>
          !begun.ok &&
          (begun.refusal.fields?.code ||
            (begun.refusal.current?.discount ?? body.discount ?? 0) !== (body.discount ?? 0)),
      ),
    quotePromotions: ({ body }, caller) =>
      tryCode(
        services.db,
        { code: body.code, network: caller.requester.network },
        async () =>
          done(
            await quotePromotions(services.db, body, {
              accountId: caller.session?.user.id ?? null,
              attempts: attemptsOf(caller),
            }),
          ),
        (quoted) => quoted.ok && quoted.value.refused,
      ),
    verifyPayment: async ({ params }) => {
      const payment = await settlement.verify(params.reference);
      return payment ? done({ payment }) : noSuchPayment;
    },
    renewAccount: async ({ params }) => {
      const renewed = await checkout.renewAccount(params.reference);
      return renewed.ok ? done({ payment: renewed.value }) : renewed;
    },
    myOrders: async (_, { session }) => done(await orders.list(session)),
    order: async ({ params }, { session }) => orderOr404(await orders.find(session, params.id)),
    sharedOrder: ({ params }) => orders.findShared(params.token),
    cancelOrder: ({ params }, { session }) =>
      onOwnOrder(params, session, (id) => cancelForCustomer(services, id)),
    renewSharedOrder: ({ params }) => orders.renewLink(params.token),
    askReturn: ({ params, body }, { session }) =>
      onOwnOrder(params, session, (id) => askReturn(services, id, body)),
    addReturnPicture: ({ params }, { session, file }) =>
      onOwnOrder(params, session, (id) =>
        addReturnPicture(services.db, id, Number(params.return), file),
      ),
    refundAccount: ({ params }) => refundAccounts.find(params.key),
    accountHolder: ({ params, body }) => refundAccounts.nameOf(params.key, body),
    sendRefund: ({ params, body }) => refundAccounts.send(params.key, body),
    reviews: ({ params }) => reviews.list(params.id),
    writeReview: ({ params, body }, { session }) => reviews.write(session, params.id, body),
    deleteReview: async ({ params }, { session }) => {
      const deleted = await reviews.delete(session, params.id);
      return deleted.ok ? done({ message: 'Your review has been deleted.' }) : deleted;
    },
  };
}

/** Returns the keys of payment attempts that a browser names. Only the browser knows them. */
const attemptsOf = ({ header }: Caller): string[] =>
  (header(PREVIOUS_ATTEMPTS_HEADER) ?? '').split(',').flatMap((key) => key.trim() || []);

const orderOr404 = (order: Order | null) => (order ? done(order) : noSuchOrder());
