/**
 * Brings the cart's lines up to date when a shopper looks at them: as a panel opens, and at checkout. Comes with what shows them.
 * The server reprices at checkout all the same.
 */
import type { CartItem } from '#domain/cart.ts';
import { formatNaira } from '#domain/money.ts';
import { salePrice } from '#domain/price.ts';
import { $cart, correctCart } from '../stores/cart.ts';
import { $panel } from '../stores/panels.ts';
import { toast } from '../stores/toasts.ts';
import { askLive } from './live-figures.ts';

/** Ms within which a second look asks no second time. */
const FRESH = 60_000;
let asked = 0;

/** The cart's line as it is today. */
function lineToday(item: CartItem, today: Awaited<ReturnType<typeof askLive>>): CartItem {
  // Its price counts as a price without discount, which is what it stays when the answer has none.
  const product = today({ ...item, discount: null });
  const { qtyAvailable } = product;
  return {
    ...item,
    price: salePrice(product, Date.now()),
    qtyAvailable,
    // A line of none would be no line: what is sold out stays to be seen, and the checkout says no.
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

async function refreshLines(): Promise<void> {
  const { items } = $cart.get();
  if (items.length === 0 || Date.now() - asked < FRESH) return;
  asked = Date.now();
  try {
    const today = await askLive(items.map(({ id }) => id));
    // Not `items`: the shopper may have gone on meanwhile.
    const before = $cart.get().items;
    const after = before.map((item) => lineToday(item, today));
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    correctCart(after);
    for (const [index, item] of before.entries()) tell(item, after[index] ?? item);
  } catch {
    // No connection: the next look asks again.
    asked = 0;
  }
}

// The pages are built where there is no one to look.
if (typeof document !== 'undefined') {
  void refreshLines();
  $panel.listen((id) => {
    if (id) void refreshLines();
  });
}
