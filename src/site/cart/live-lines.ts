/**
 * Updates price and stock of cart and wishlist lines when a shopper looks at them: when a panel opens, and at checkout.
 * Loaded with the islands that show them. The server always checks prices again at checkout.
 */

import { formatNaira } from '#domain/money/money.ts';
import { salePrice } from '#domain/money/price.ts';
import { type CartEntry, type CartItem, unitsOf } from '#domain/orders/cart.ts';
import { mergeLines } from '#domain/orders/cart-lines.ts';
import { shopTime } from '#site/client/clock.ts';
import { has } from '#site/client/extensions.ts';
import { createCache } from '#site/client/minute.ts';
import { $panel } from '#site/panels/panel-store.ts';
import { askLive, countsOwn, LIVE_LIMIT } from '#site/product-data/live-figures.ts';
import { PAYMENTS_KEY } from '#site/storage/keys.ts';
import { device } from '#site/storage/persistent.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { $wishlist, correctWishlist } from '#site/wishlist/wishlist-store.ts';
import { $cart } from './cart-store.ts';
import { correctCart } from './changes-store.ts';

/** The most calls. Without the extension each product needs one. */
const CALLS = 20;
const asked = createCache<true>();

/** Returns a line's current id, price and stock. The price in a line already includes the discount. */
function entryToday(entry: CartEntry, today: Awaited<ReturnType<typeof askLive>>) {
  const product = today({ ...entry, discount: null });
  const { id, qtyAvailable } = product;
  return { id, price: salePrice(product, shopTime()), qtyAvailable };
}

/** Returns the changes in a line, as sentences. @param units - the product's units in all lines. */
function changesOf(before: CartItem, after: CartItem, units: number): string[] {
  const { name, price, qtyAvailable } = after;
  const changes = [];
  if (before.price !== price) {
    changes.push(
      `${name}: price changed from ${formatNaira(before.price)} to ${formatNaira(price)}.`,
    );
  }
  if (qtyAvailable < units) {
    changes.push(`${name} ${qtyAvailable > 0 ? `has only ${qtyAvailable} left` : 'is sold out'}.`);
  }
  return changes;
}

async function refreshLines(): Promise<void> {
  const entries: readonly CartEntry[] = [...$cart.get().items, ...$wishlist.get()];
  if (entries.length === 0 || asked.get('')) return;
  asked.set('', true);
  const ids = new Set(entries.map(({ id }) => id).slice(0, has('live') ? LIVE_LIMIT : CALLS));
  try {
    const today = await askLive([...ids]);
    const { items } = $cart.get();
    const short = items.filter(
      (item) => ids.has(item.id) && entryToday(item, today).qtyAvailable < unitsOf(items, item.id),
    );
    // Checked before telling her that they are sold out: only someone who began a payment can hold these units.
    const held =
      short[0] && device[PAYMENTS_KEY]
        ? await (await import('#site/payment/held-units.ts')).heldUnits(
            short.map(({ id }) => id),
            countsOwn(),
          )
        : undefined;
    // Not `entries`: the shopper may have changed the cart since.
    const before = $cart.get().items;
    const corrected = before.map((item): CartItem => {
      if (!ids.has(item.id)) return item;
      const { id, ...figures } = entryToday(item, today);
      const kept = Math.min(unitsOf(before, item.id), held?.get(item.id) ?? 0);
      const qtyAvailable = Math.max(figures.qtyAvailable, kept);
      const key = item.key?.replace(item.id, id);
      return { ...item, ...figures, id, key, qtyAvailable };
    });
    // Each change of the wishlist makes the page read all its cards again.
    if ($wishlist.get().some(({ id }) => ids.has(id))) {
      correctWishlist((item) =>
        ids.has(item.id) ? { ...item, ...entryToday(item, today) } : item,
      );
    }
    // A product whose id has changed may be in the cart twice. Sold-out products stay visible, and the checkout refuses
    // them.
    const after = mergeLines(corrected);
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    correctCart(after);
    // Two lines of one product have the same change.
    const changes = new Set(
      before.flatMap((item, index) =>
        changesOf(item, corrected[index] ?? item, unitsOf(before, item.id)),
      ),
    );
    if (changes.size > 0) {
      toast({ title: 'Your cart has changed', text: [...changes].join(' '), tone: 'bad' });
    }
  } catch {
    // No usable answer: the next look tries again.
    asked.drop('');
  }
}

// Not at build time.
if (typeof document !== 'undefined') {
  void refreshLines();
  $panel.listen((id) => {
    if (id) void refreshLines();
  });
}
