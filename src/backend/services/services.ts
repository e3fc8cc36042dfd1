import { isNull } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { staff } from '#backend/db/tables/admin-tables.ts';
import type { MediaStore } from '#backend/media/store.ts';
import type { Publisher } from '#backend/publishing/publisher.ts';
import { admit } from '#backend/services/accounts/admission.ts';
import { forgotPassword, resendCode } from '#backend/services/accounts/code-emails.ts';
import type { Requester } from '#backend/services/accounts/limits.ts';
import { logIn } from '#backend/services/accounts/log-in.ts';
import { resetPassword, verifyResetCode } from '#backend/services/accounts/password-reset.ts';
import { deleteAccount, exportAccount } from '#backend/services/accounts/personal-data.ts';
import {
  closeAllSessions,
  closeSession,
  findSession,
  type Session,
} from '#backend/services/accounts/sessions.ts';
import { register, verifySignUp } from '#backend/services/accounts/sign-up.ts';
import { listCategories, listTags } from '#backend/services/catalogue/app-data.ts';
import type { Place } from '#backend/services/catalogue/listing.ts';
import { livePrices, lookUpProducts, namedProducts } from '#backend/services/catalogue/named.ts';
import {
  catalogueVersion,
  findProduct,
  listPart,
  listProducts,
  type Wanted,
} from '#backend/services/catalogue/products.ts';
import { listRedirects } from '#backend/services/catalogue/redirects.ts';
import { deleteReview, listReviews, writeReview } from '#backend/services/catalogue/reviews.ts';
import type { Snapshots } from '#backend/services/catalogue-snapshot/snapshots.ts';
import { findSharedOrder, renewOrderLink } from '#backend/services/orders/order-link.ts';
import { findOrder, listOrders } from '#backend/services/orders/orders.ts';
import type { Checkout } from '#backend/services/payments/checkout.ts';
import type { Settlement } from '#backend/services/payments/settlement.ts';
import {
  publishNow,
  resume,
  rollBack,
  showPublications,
} from '#backend/services/publications/publications.ts';
import type { Refunds } from '#backend/services/refunds/refunds.ts';
import type { Result } from '#backend/services/result.ts';
import { listShippingPlaces } from '#backend/services/shipping/places.ts';
import { readChanges } from '#backend/services/shop-facts/facts.ts';
import type { Actor } from '#backend/services/staff/actor.ts';
import type { Addresses } from '#backend/services/stock-alerts/links.ts';
import {
  askStockAlert,
  confirmStockAlert,
  findStockAlert,
  stopStockAlerts,
} from '#backend/services/stock-alerts/requests.ts';
import { tellWaiting } from '#backend/services/stock-alerts/waves.ts';
import type { Settings } from '#backend/settings.ts';
import type { ProductQuery } from '#contract/product.ts';

/** The rules of the shop over its database. `http` only translates requests. */
export interface Services {
  db: Database;
  media: MediaStore;
  catalogue: ReturnType<typeof catalogueOf>;
  snapshots: Snapshots;
  checkout: Checkout;
  settlement: Settlement;
  refunds: Refunds;
  accounts: ReturnType<typeof accountsOf>;
  orders: ReturnType<typeof ordersOf>;
  reviews: ReturnType<typeof reviewsOf>;
  shop: ReturnType<typeof shopOf>;
  stockAlerts: ReturnType<typeof stockAlertsOf>;
  publications: ReturnType<typeof publicationsOf>;
  staff: ReturnType<typeof staffOf>;
}

/** The catalogue of a database, for reading. */
export function catalogueOf(db: Database) {
  return {
    list: (query: ProductQuery) => listProducts(db, query),
    part: (query: Wanted, place: Place) => listPart(db, query, place),
    find: (id: string) => findProduct(db, id),
    named: (ids: readonly string[]) => namedProducts(db, ids),
    lookup: (ids: readonly string[]) => lookUpProducts(db, ids),
    live: (ids: readonly string[], attempts?: readonly string[]) => livePrices(db, ids, attempts),
    version: () => catalogueVersion(db),
    redirects: () => listRedirects(db),
    categories: () => listCategories(db),
    tags: () => listTags(db),
    shippingPlaces: () => listShippingPlaces(db),
  };
}

/** The accounts and sessions of a database. Calls that hash a password or a code wait for admission. */
export function accountsOf(db: Database) {
  /** A call of `work` that may be refused as `unavailable` before it begins. */
  const admitted =
    <Body, T>(work: (db: Database, body: Body, requester: Requester) => Promise<Result<T>>) =>
    (body: Body, requester: Requester) =>
      admit(requester.network, () => work(db, body, requester));
  return {
    register: admitted(register),
    verifySignUp: admitted(verifySignUp),
    resendCode: admitted(resendCode),
    logIn: admitted(logIn),
    forgotPassword: admitted(forgotPassword),
    verifyResetCode: admitted(verifyResetCode),
    resetPassword: admitted(resetPassword),
    findSession: (token: string) => findSession(db, token),
    closeSession: (session: Session) => closeSession(db, session),
    closeAllSessions: (session: Session) => closeAllSessions(db, session.user.id),
    export: (session: Session) => exportAccount(db, session),
    delete: admitted(deleteAccount),
  };
}

/** The orders of a database, as their owners see them. */
export function ordersOf(
  db: Database,
  { tellAll }: Pick<Settlement, 'tellAll'>,
  shop: Pick<Settings, 'SITE_URL' | 'ORDER_LINK_DAYS'>,
) {
  return {
    list: (session: Session) => listOrders(db, session.user, tellAll),
    find: (session: Session, id: string) => findOrder(db, session.user, id, tellAll),
    findShared: (secret: string) => findSharedOrder(db, secret, shop),
    renewLink: (secret: string) => renewOrderLink(db, secret, shop),
  };
}

/** What staff have changed of the shop's facts. */
export function shopOf(db: Database) {
  return { changes: () => readChanges(db) };
}

/** Who may open the back office. */
export function staffOf(db: Database) {
  return { count: async (): Promise<number> => db.$count(staff, isNull(staff.removedAt)) };
}

/** The reviews of a database. */
export function reviewsOf(db: Database) {
  return {
    list: (productId: string) => listReviews(db, productId),
    write: (session: Session, productId: string, body: { rating: number; comment: string }) =>
      writeReview(db, session.user.id, productId, body),
    delete: (session: Session, id: string) => deleteReview(db, session.user.id, id),
  };
}

/** Who wants to be told when a product is back in stock. */
export function stockAlertsOf(db: Database, addresses: Addresses) {
  return {
    ask: (body: { productId: string; email: string }, requester: Requester) =>
      askStockAlert(db, body, requester, addresses),
    find: (key: string) => findStockAlert(db, key),
    confirm: (key: string) => confirmStockAlert(db, key),
    stop: (key: string) => stopStockAlerts(db, key),
    tell: () => tellWaiting(db, addresses),
  };
}

/** The releases of the site, as far as the publisher tells of them. */
export function publicationsOf(db: Database, publisher: Publisher | null) {
  return {
    show: (actor: Actor) => showPublications(db, publisher, actor),
    rollBack: (actor: Actor, wish: { release: string; live: string }) =>
      rollBack(db, publisher, actor, wish),
    resume: (actor: Actor, heldSince: string) => resume(db, publisher, actor, heldSince),
    publishNow: (actor: Actor) => publishNow(db, publisher, actor),
  };
}
