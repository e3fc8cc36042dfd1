/** Brings the cart's lines up to date when a shopper looks at them. The server reprices at checkout all the same. */
import type { CartItem } from '#domain/cart.ts';
import { formatNaira } from '#domain/money.ts';
import { salePrice } from '#domain/price.ts';
import { $cart } from '../stores/cart.ts';
import { correctCart } from '../stores/cart-changes.ts';
import { toast } from '../stores/toasts.ts';
import { askLive, withFigures } from './live-answer.ts';

/** Ms within which a second look asks no second time. */
const FRESH = 60_000;
let asked = 0;

/** The cart's line as it is today. */
function today(item: CartItem, found: Awaited<ReturnType<typeof askLive>>): CartItem {
  const product = withFigures({ ...item, discount: null }, found.get(item.id));
  // Sold no more, or no answer for it: the price stays what it was.
  const priced = found.get(item.id)?.price !== undefined;
  if (!product) return item;
  const { qtyAvailable } = product;
  return {
    ...item,
    price: priced ? salePrice(product, Date.now()) : item.price,
    qtyAvailable,
    // A line of none would be no line; what is sold out stays to be seen, and the checkout says no.
    quantity: Math.min(item.quantity, Math.max(1, qtyAvailable)),
  };
}

/** Says what has changed in a line. */
function tell(before: CartItem, after: CartItem): void {
  if (before.price !== after.price) {
    toast({
      title: 'Price changed',
      text: `${after.name}: from ${formatNaira(before.price)} to ${formatNaira(after.price)}.`,
    });
  }
  if (after.qtyAvailable < before.quantity) {
    const left = after.qtyAvailable > 0 ? `has only ${after.qtyAvailable} left` : 'has sold out';
    toast({ title: 'Stock changed', text: `${after.name} ${left}.`, tone: 'bad' });
  }
}

/** Asks for today's figures of what lies in the cart. */
export async function refreshLines(): Promise<void> {
  const { items } = $cart.get();
  if (items.length === 0 || Date.now() - asked < FRESH) return;
  asked = Date.now();
  try {
    const found = await askLive(items.map(({ id }) => id));
    // Not `items`: the shopper may have gone on meanwhile.
    const before = $cart.get().items;
    const after = before.map((item) => today(item, found));
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    correctCart(after);
    for (const [index, item] of before.entries()) tell(item, after[index] ?? item);
  } catch {
    // No connection: the next look asks again.
    asked = 0;
  }
}
