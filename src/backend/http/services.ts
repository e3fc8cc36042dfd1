import { isNull } from 'drizzle-orm';
import { changeAddress, deleteAddress } from '#backend/accounts/addresses.ts';
import { admit } from '#backend/accounts/admission.ts';
import { forgotPassword, resendCode } from '#backend/accounts/code-emails.ts';
import { logIn } from '#backend/accounts/log-in.ts';
import { resetPassword, verifyResetCode } from '#backend/accounts/password-reset.ts';
import {
  closeAllSessions,
  closeSession,
  findSession,
  type Session,
} from '#backend/accounts/sessions.ts';
import { register, verifySignUp } from '#backend/accounts/sign-up.ts';
import type { Backups } from '#backend/backup/by-hand.ts';
import { done, type Result } from '#backend/base/result.ts';
import { deleteAccount, exportAccount } from '#backend/customers/personal-data.ts';
import {
  askNewEmail,
  changeEmail,
  changeProfile,
  readCustomer,
} from '#backend/customers/profile.ts';
import type { Database } from '#backend/db/connect.ts';
import type { WithEvents } from '#backend/events/events.ts';
import type { Requester } from '#backend/limits/requester.ts';
import type { MediaStore } from '#backend/media/store.ts';
import type { HashKey } from '#backend/on-delivery/phone-hash.ts';
import { findOrder, listOrders, noSuchOrder, owns } from '#backend/order-book/customer-orders.ts';
import { findByLink, findSharedOrder, renewOrderLink } from '#backend/order-book/order-link.ts';
import type { Checkout } from '#backend/payments/checkout.ts';
import type { Settlement } from '#backend/payments/settlement.ts';
import type { Unmatched } from '#backend/payments/unmatched/unmatched.ts';
import { listCategories, listTags } from '#backend/products/catalogue/app-data.ts';
import type { Place } from '#backend/products/catalogue/listing.ts';
import { livePrices, lookUpProducts, namedProducts } from '#backend/products/catalogue/named.ts';
import {
  catalogueVersion,
  findProduct,
  listPart,
  listProducts,
  type Wanted,
} from '#backend/products/catalogue/products.ts';
import { listRedirects } from '#backend/products/catalogue/redirects.ts';
import type { ImportWork } from '#backend/products/files/jobs/import-work.ts';
import type { Snapshots } from '#backend/products/snapshot/snapshots.ts';
import type { RefundAccounts } from '#backend/refund-accounts/accounts.ts';
import type { Refunds } from '#backend/refunds/refunds.ts';
import { deleteReview, listReviews, writeReview } from '#backend/reviews/reviews.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { listShippingPlaces } from '#backend/shipping/places.ts';
import { readChanges } from '#backend/shop/facts.ts';
import { staff } from '#backend/staff/tables.ts';
import type { Addresses } from '#backend/stock-alerts/links.ts';
import {
  askStockAlert,
  confirmStockAlert,
  findStockAlert,
  stopStockAlerts,
} from '#backend/stock-alerts/requests.ts';
import { tellWaiting } from '#backend/stock-alerts/waves.ts';
import type { ShopFacts } from '#config/shop.ts';
import type { OwnOrder } from '#contract/own-order.ts';
import type { ProductQuery } from '#contract/product.ts';

/** The rules of the shop over its database. `http` only translates requests. */
export interface Services extends WithEvents {
  media: MediaStore;
  catalogue: ReturnType<typeof catalogueOf>;
  snapshots: Snapshots;
  imports: ImportWork;
  checkout: Checkout;
  settlement: Settlement;
  /** Hash the phone numbers of customers who refuse an order at the door. */
  phoneKeys: readonly HashKey[];
  refunds: Refunds;
  refundAccounts: RefundAccounts;
  unmatched: Unmatched;
  accounts: ReturnType<typeof accountsOf>;
  orders: ReturnType<typeof ordersOf>;
  reviews: ReturnType<typeof reviewsOf>;
  shop: ReturnType<typeof shopOf>;
  stockAlerts: ReturnType<typeof stockAlertsOf>;
  staff: ReturnType<typeof staffOf>;
  backups: Backups;
}

/** Returns the catalogue of a database, for reading. */
export function catalogueOf(db: Database) {
  return {
    list: (query: ProductQuery) => listProducts(db, query),
    part: (query: Wanted, place: Place) => listPart(db, query, place),
    find: (id: string) => findProduct(db, id),
    named: (ids: readonly string[]) => namedProducts(db, ids),
    lookup: (ids: readonly string[]) => lookUpProducts(db, ids),
    live: (ids: readonly string[], attempts?: readonly string[]) => livePrices(db, ids, attempts),
    version: () => catalogueVersion(db),
    redirects: (from?: string) => listRedirects(db, from),
    categories: () => listCategories(db),
    tags: () => listTags(db),
    shippingPlaces: (onDelivery?: ShopFacts['payOnDelivery']) => listShippingPlaces(db, onDelivery),
  };
}

/** Returns the accounts and sessions of a database. Calls that hash a password or a code wait for admission. */
export function accountsOf(db: Database) {
  /** Returns a call of `work` that may be refused as `unavailable` before it begins. */
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
    customer: (session: Session) => readCustomer(db, session),
    changeProfile: (session: Session, body: { fullName: string; phone: string }) =>
      changeProfile(db, session, body),
    askNewEmail: admitted(askNewEmail),
    changeEmail: admitted(changeEmail),
    changeAddress: (session: Session, id: string, change: Parameters<typeof changeAddress>[3]) =>
      changeAddress(db, session.user.id, id, change),
    deleteAddress: (session: Session, id: string) => deleteAddress(db, session.user.id, id),
    export: (session: Session) => exportAccount(db, session),
    delete: admitted(deleteAccount),
  };
}

/** Returns the orders of a database, as their owners see them. */
export function ordersOf(
  db: Database,
  { tellAll }: Pick<Settlement, 'tellAll'>,
  settings: Pick<Settings, 'SITE_URL' | 'ORDER_LINK_DAYS'>,
) {
  return {
    list: (session: Session) => listOrders(db, session.user, tellAll),
    find: (session: Session, id: string) => findOrder(db, session.user, id, tellAll),
    /** Returns an order as it is stored. The provider was asked by the change before. */
    findStored: (session: Session, id: string) => findOrder(db, session.user, id),
    findShared: (secret: string) => findSharedOrder(db, secret, settings),
    renewLink: (secret: string) => renewOrderLink(db, secret, settings),
    /** Whether somebody may change an order: by the secret of its link, or as its customer. */
    async mayChange({ id, key }: OwnOrder, session: Session | null): Promise<Result<null>> {
      if (key === '')
        return session && (await owns(db, session.user, id)) ? done(null) : noSuchOrder();
      const found = await findByLink(db, key, settings);
      if (!found.ok) return found;
      return found.value.id === id ? done(null) : noSuchOrder();
    },
  };
}

/** Returns the shop's facts that staff have changed. */
export function shopOf(db: Database) {
  return { changes: () => readChanges(db) };
}

/** Returns the people who may open the back office. */
export function staffOf(db: Database) {
  return { count: async (): Promise<number> => db.$count(staff, isNull(staff.removedAt)) };
}

/** Returns the reviews of a database. `browsing` is the same database for reading. */
export function reviewsOf(db: Database, browsing: Database) {
  return {
    list: (productId: string) => listReviews(browsing, productId),
    write: (session: Session, productId: string, body: { rating: number; comment: string }) =>
      writeReview(db, session.user.id, productId, body),
    delete: (session: Session, id: string) => deleteReview(db, session.user.id, id),
  };
}

/** Returns the people who want to be told when a product is back in stock. */
export function stockAlertsOf({ db, events }: WithEvents, addresses: Addresses) {
  return {
    ask: (body: { productId: string; email: string }, requester: Requester) =>
      askStockAlert(db, body, requester, addresses),
    find: (key: string) => findStockAlert(db, key),
    confirm: (key: string) => confirmStockAlert(db, key),
    stop: (key: string) => stopStockAlerts(db, key),
    tell: () => tellWaiting({ db, events }),
  };
}
