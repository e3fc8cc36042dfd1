import type { Product } from '#contract/product.ts';
import { salePrice } from '#domain/price.ts';
import { customer, session } from '../data/people.ts';
import { oudWood, productById } from '../data/products.ts';
import { NOW } from '../state.ts';

/** What the shop keeps on a device, as its stores write it. */

const entry = (product: Product) => ({
  id: product.id,
  name: product.name,
  price: salePrice(product, NOW),
  image: product.images[0] ?? '',
  qtyAvailable: product.qtyAvailable,
});

/** A cart of these products, each so many times. */
export const cart = (...lines: [product: Product, quantity: number][]) => ({
  'turare:cart': {
    id: 'cart-1',
    items: lines.map(([product, quantity]) => ({ ...entry(product), quantity })),
  },
});

export const smallCart = cart([oudWood, 2], [productById('amouage-interlude-man'), 1]);

export const wishlist = (...products: Product[]) => ({ 'turare:wishlist': products.map(entry) });

export const signedIn = { 'turare:session': session };

/** The form of the checkout, filled. */
export const draft = (change: Record<string, string> = {}) => ({
  'turare:draft': {
    fullName: customer.fullName,
    email: customer.email,
    phone: '0803 123 4567',
    address: '12 Awolowo Road',
    state: 'Lagos',
    city: 'Eti-Osa',
    shippingLocation: 'Lagos – Island (Ikoyi, Victoria Island)',
    ...change,
  },
});

/** A code has been mailed, `left` ms before another may be asked for. */
export const proof =
  (purpose: 'verify_email' | 'reset_password', change: { left?: number; otp?: string } = {}) =>
  (now: number) => {
    const { left = 0, ...rest } = change;
    return { 'turare:proof': { purpose, email: customer.email, resendAt: now + left, ...rest } };
  };

interface Said {
  title: string;
  text: string;
  tone?: 'bad';
  undo?: unknown;
}

/** Toasts that the page before has left. */
export const toasts =
  (...said: Said[]) =>
  (now: number) => ({ 'turare:toasts': said.map((toast) => ({ ...toast, at: now })) });
