import { createHash, randomBytes } from 'node:crypto';
import type { Call } from '../changes/calls.ts';
import type { Change, Rules } from '../changes/changes.ts';
import { RULES } from '../changes/changes.ts';

/** A product with the data that the backend does not send: its categories. */
export interface StoredProduct {
  id: string;
  name: string;
  /** Naira. */
  price: number;
  images: string[];
  image: string;
  description: string;
  tags: string[];
  qtyAvailable: number;
  ratings: number;
  numReviews: number;
  soldCount: number;
  createdAt: string;
  discount?: { type: 'fixed' | 'percentage'; amount: number; expiresAt?: string };
  /** Scent families and audiences. Not sent. */
  categories: string[];
  /** The maker. Not sent: spec §3 has no such field. */
  house: string;
}

/** An account. It can log in once its address is verified. */
export interface Account {
  id: string;
  fullName: string;
  email: string;
  password: string;
  verified: boolean;
}

export interface OrderItem {
  productId: string;
  name: string;
  price: number;
  image: string;
  quantity: number;
}

export interface Order {
  _id: string;
  createdAt: string;
  status: 'paid' | 'pending' | 'failed' | 'cancelled';
  totalAmount: number;
  shippingFee: number;
  email: string;
  paymentReference: string;
  paidAt?: string;
  items: OrderItem[];
  shippingInfo: Record<string, string>;
  /** The account that was signed in. Not sent. */
  account: string | undefined;
  /** The address to which the payment page sends the shopper back. Not sent. */
  returnTo: string;
}

export interface Review {
  _id: string;
  productId: string;
  userName: string;
  rating: number;
  comment: string;
  createdAt: string;
  user: { _id: string };
}

/** A one-time code of an address. */
export interface Code {
  code: string;
  purpose: 'verify_email' | 'reset_password';
}

/** The backend's memory. It is gone when the process ends. */
export class State {
  products: StoredProduct[] = [];
  reviews: Review[] = [];
  orders: Order[] = [];
  accounts: Account[] = [];
  places: { place: string; amount: number }[] = [];
  categories: string[] = [];
  /** The newest code of an address. */
  codes = new Map<string, Code>();
  /** The account id of a token. */
  sessions = new Map<string, string>();
  changes: Change[] = [];
  /** Calls whose answers a change has edited. */
  edited = new Set<Call>();

  get rules(): Rules {
    const rules = this.changes.map((change) => change.rules ?? {});
    return Object.assign({}, RULES, ...rules) as Rules;
  }

  product = (id: string) => this.products.find((each) => each.id === id);
  account = (email: string) => this.accounts.find((each) => each.email === email.toLowerCase());
  order = (reference: string) => this.orders.find((each) => each.paymentReference === reference);

  /** Counts the reviews of a product again. */
  rate(productId: string): void {
    const product = this.product(productId);
    if (!product) return;
    const ratings = this.reviews
      .filter((review) => review.productId === productId)
      .map(({ rating }) => rating);
    product.numReviews = ratings.length;
    product.ratings =
      ratings.length === 0 ? 0 : ratings.reduce((sum, one) => sum + one, 0) / ratings.length;
  }
}

/** Returns a new id of 24 hex digits, as many document databases make them. */
export const newId = () => randomBytes(12).toString('hex');

/** Returns an id of 24 hex digits that is the same for the same text, in every process. */
export const idOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24);
