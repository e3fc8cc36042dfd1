import type { Product } from '#contract/product.ts';
import { salePrice } from '#domain/money/price.ts';
import { customer, session } from '../data/people.ts';
import { oudWood, productById } from '../data/products.ts';
import { NOW } from '../state.ts';

/** Browser storage, as the stores write it. */

const entry = (product: Product) => ({
  id: product.id,
  name: product.name,
  price: salePrice(product, NOW),
  image: product.images[0] ?? '',
  qtyAvailable: product.qtyAvailable,
});

/** Returns a cart of products with their quantities. */
export const cart = (...lines: [product: Product, quantity: number][]) => ({
  'turare:cart': {
    id: 'cart-1',
    items: lines.map(([product, quantity]) => ({ ...entry(product), quantity })),
  },
});

export const smallCart = cart([oudWood, 2], [productById('amouage-interlude-man'), 1]);

export const wishlist = (...products: Product[]) => ({ 'turare:wishlist': products.map(entry) });

export const signedIn = { 'turare:session': session };

/** Returns the checkout form, filled in. */
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

/** A code has been emailed; another can be requested in `left` ms. */
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

/** Returns toasts that the previous page stored for this one. */
export const toasts =
  (...said: Said[]) =>
  (now: number) => ({ 'turare:toasts': said.map((toast) => ({ ...toast, at: now })) });
