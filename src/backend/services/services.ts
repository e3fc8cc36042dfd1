import type { Database } from '#backend/db/connect.ts';
import type { MediaStore } from '#backend/media/store.ts';
import { forgotPassword, resendCode } from '#backend/services/accounts/code-emails.ts';
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
import {
  listCategories,
  listShippingPlaces,
  listTags,
} from '#backend/services/catalogue/app-data.ts';
import {
  catalogueVersion,
  findProduct,
  listProducts,
  livePrices,
} from '#backend/services/catalogue/products.ts';
import { deleteReview, listReviews, writeReview } from '#backend/services/catalogue/reviews.ts';
import type { Snapshots } from '#backend/services/catalogue-snapshot/snapshots.ts';
import { findOrder, findSharedOrder, listOrders } from '#backend/services/orders/orders.ts';
import type { Checkout } from '#backend/services/payments/checkout.ts';
import type { Settlement } from '#backend/services/payments/settlement.ts';
import type { ProductQuery } from '#contract/product.ts';

/** The rules of the shop over its database. `http` only translates requests. */
export interface Services {
  db: Database;
  media: MediaStore;
  catalogue: ReturnType<typeof catalogueOf>;
  snapshots: Snapshots;
  checkout: Checkout;
  settlement: Settlement;
  accounts: ReturnType<typeof accountsOf>;
  orders: ReturnType<typeof ordersOf>;
  reviews: ReturnType<typeof reviewsOf>;
}

/** The catalogue of a database, for reading. */
export function catalogueOf(db: Database) {
  return {
    list: (query: ProductQuery) => listProducts(db, query),
    find: (id: string) => findProduct(db, id),
    live: (ids: readonly string[]) => livePrices(db, ids),
    version: () => catalogueVersion(db),
    categories: () => listCategories(db),
    tags: () => listTags(db),
    shippingPlaces: () => listShippingPlaces(db),
  };
}

/** The accounts and sessions of a database. `network` is the network address of a request, null if not known. */
export function accountsOf(db: Database) {
  return {
    register: (body: Parameters<typeof register>[1], network: string | null) =>
      register(db, body, network),
    verifySignUp: (body: Parameters<typeof verifySignUp>[1], network: string | null) =>
      verifySignUp(db, body, network),
    resendCode: (body: Parameters<typeof resendCode>[1], network: string | null) =>
      resendCode(db, body, network),
    logIn: (body: Parameters<typeof logIn>[1], network: string | null) => logIn(db, body, network),
    forgotPassword: (email: string, network: string | null) => forgotPassword(db, email, network),
    verifyResetCode: (body: Parameters<typeof verifyResetCode>[1], network: string | null) =>
      verifyResetCode(db, body, network),
    resetPassword: (body: Parameters<typeof resetPassword>[1], network: string | null) =>
      resetPassword(db, body, network),
    findSession: (token: string) => findSession(db, token),
    closeSession: (session: Session) => closeSession(db, session),
    closeAllSessions: (session: Session) => closeAllSessions(db, session.user.id),
    export: (session: Session) => exportAccount(db, session),
    delete: (session: Session, given: { password: string; network: string | null }) =>
      deleteAccount(db, session, given),
  };
}

/** The orders of a database, as their owners see them. */
export function ordersOf(db: Database) {
  return {
    list: (session: Session) => listOrders(db, session.user),
    find: (session: Session, id: string) => findOrder(db, session.user, id),
    findShared: (token: string) => findSharedOrder(db, token),
  };
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
