import type { Screen, State } from './state.ts';
import { account, signingIn } from './states/accounts.ts';
import { cartLinks } from './states/cart-links.ts';
import { checkout, payment } from './states/checkout.ts';
import { drawers, header, searching, toasted } from './states/frame.ts';
import { landing } from './states/landing.ts';
import { listing } from './states/listing.ts';
import { order, orders } from './states/orders.ts';
import { components, pages } from './states/pages.ts';
import { product } from './states/product.ts';
import { quickView } from './states/quick-view.ts';
import { refundAccount } from './states/refund-account.ts';
import { reviews } from './states/reviews.ts';
import { stockAlert } from './states/stock-alert.ts';

/** All screens of the shop, in the order in which a shopper sees them. */
export const SCREENS: readonly Screen[] = [
  components,
  header,
  searching,
  toasted,
  drawers,
  landing,
  listing,
  quickView,
  product,
  reviews,
  cartLinks,
  checkout,
  payment,
  signingIn,
  account,
  orders,
  order,
  stockAlert,
  refundAccount,
  pages,
];

/** All states of all screens. */
export const STATES: readonly State[] = SCREENS.flatMap(({ states }) => states);

const byName = new Map(STATES.map((state) => [state.name, state]));

export const stateNamed = (name: string): State | undefined => byName.get(name);
