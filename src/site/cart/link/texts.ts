import type { CartItem } from '#domain/orders/cart.ts';
import type { LinkFault } from '#domain/orders/cart-link.ts';
import { sumOf } from '#site/cart/sharing/order-text.ts';
import type { LinkedLine } from './linked-lines.ts';

/** A headline, and a sentence or two below it. */
export interface Said {
  title: string;
  text: string;
}

const ASK_AGAIN = 'Ask the sender to share the cart again.';

/** A link without a list, or with an unreadable one. */
export const FAULTS: Readonly<Record<LinkFault | 'unreadable', Said>> = {
  empty: { title: 'This link holds no fragrances', text: ASK_AGAIN },
  'two-lists': {
    title: 'This link holds two lists',
    text: `We cannot tell which one is meant. ${ASK_AGAIN}`,
  },
  'too-long': { title: 'This link is too long', text: ASK_AGAIN },
  'too-many': {
    title: 'This link holds too many fragrances',
    text: 'An order can have up to 100 different ones. Ask the sender for a smaller cart.',
  },
  unreadable: {
    title: 'This link cannot be read',
    text: `It may have been cut or changed on its way. ${ASK_AGAIN}`,
  },
};

const AT_CHECKOUT = 'The fee for delivery is added at the checkout.';

/** The texts about the cart of this device (`cart`), before and after it is filled. */
export const OUTCOMES = {
  filled: (cart) => ({ title: 'It is in your cart', text: `${sumOf(cart)}. ${AT_CHECKOUT}` }),
  same: (cart) => ({
    title: 'Your cart holds this already',
    text: `${sumOf(cart)}. ${AT_CHECKOUT}`,
  }),
  choice: (cart) => ({
    title: 'You have a cart already',
    text: `It holds ${sumOf(cart)}. Nothing in it has changed.`,
  }),
  added: (cart) => ({
    title: 'Added to your cart',
    text: `It now holds ${sumOf(cart)}. ${AT_CHECKOUT}`,
  }),
  replaced: (cart) => ({
    title: 'Your cart is replaced',
    text: `It now holds ${sumOf(cart)}. ${AT_CHECKOUT}`,
  }),
  kept: (cart) => ({ title: 'Your cart is as it was', text: `It holds ${sumOf(cart)}.` }),
  changed: (cart) => ({ title: 'Your cart has changed', text: `It now holds ${sumOf(cart)}.` }),
  emptied: () => ({ title: 'Your cart is empty', text: 'What the link holds is below.' }),
  nothing: () => ({
    title: 'Nothing of this can be bought now',
    text: 'We are sorry. Perhaps something else pleases you.',
  }),
} satisfies Record<string, (cart: readonly CartItem[]) => Said>;

/** Returns the difference between a line and its link, as a sentence; '' if there is none. */
export function lineNote({ item, asked, retired }: LinkedLine): string {
  const { quantity, qtyAvailable, choose } = item;
  if (retired) return 'We no longer sell it. It is left out.';
  if (qtyAvailable <= 0) return 'It is sold out, so it is left out.';
  if (choose) return 'Choose what is in it on its page. It is left out.';
  return quantity < asked ? `Only ${quantity} left instead of ${asked}.` : '';
}

/** Returns sentences about the link's entries that have no line. */
export function leftOut({ unread, unknown }: { unread: number; unknown: number }): string[] {
  const say = (count: number, one: string, many: string, why: (are: string) => string) => {
    const are = count > 1 ? 'are' : 'is';
    const which = count > 1 ? `${count} ${many}` : `One ${one}`;
    return count > 0 ? [`${which} of the link ${why(are)}, and ${are} left out.`] : [];
  };
  return [
    ...say(unknown, 'fragrance', 'fragrances', (are) => `${are} not sold here`),
    ...say(unread, 'entry', 'entries', () => 'cannot be read'),
  ];
}

/** The toast after 'Replace my cart'. Its 'Undo' restores the previous cart. */
export const REPLACED = {
  title: 'Cart replaced',
  text: 'Your cart now holds what the link holds.',
};
