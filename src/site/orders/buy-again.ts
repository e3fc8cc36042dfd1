/** Fills the cart with an order. Loaded with the press of 'Buy again'. */
import { shop } from '#config/shop.ts';
import type { Order } from '#contract/order.ts';
import { readDetail } from '#contract/reading/product.ts';
import { formatNaira } from '#domain/money/money.ts';
import { type CartItem, unitsOf } from '#domain/orders/cart.ts';
import { joinCarts } from '#domain/orders/cart-link.ts';
import { itemCount } from '#domain/orders/order.ts';
import { IN_THE_BOX } from '#domain/products/sets.ts';
import { $cart } from '#site/cart/cart-store.ts';
import { changeItems } from '#site/cart/changes-store.ts';
import { askLinked } from '#site/cart/link/ask-linked.ts';
import { buyable, compareLink } from '#site/cart/link/linked-lines.ts';
import { lineNote } from '#site/cart/link/texts.ts';
import { ask } from '#site/client/ask.ts';
import { shopTime } from '#site/client/clock.ts';
import { has } from '#site/client/extensions.ts';
import { fullReader } from '#site/client/reading.ts';
import { reason, remedy } from '#site/client/reason.ts';
import { askBox } from '#site/product/set/ask-box.ts';

/**
 * Puts the lines of an order into the cart, at today's prices and stock. A second press, or one in another tab, adds none.
 * @returns the number of products that are in the cart now, and sentences: the outcome, then what has changed.
 */
export async function buyAgain(lines: Order['items']): Promise<{ count: number; says: string[] }> {
  const wanted = lines.filter((line) => !leftOut(line));
  const asked = wanted.map(({ productId: id, quantity }) => ({ id, quantity }));
  const { products, failure } = await askLinked([...new Set(asked.map(({ id }) => id))]);
  if (!products)
    return { count: 0, says: [`${reason(failure)} ${remedy(failure)} Your cart is as it was.`] };
  const linked = compareLink(asked, products, shopTime());
  const found = buyable(linked);
  const { items } = $cart.get();
  const more = ({ id, quantity }: CartItem) => Math.max(0, quantity - unitsOf(items, id));
  const missing = found.map((item) => ({ ...item, quantity: more(item) }));
  if (found.length > 0) changeItems(joinCarts(items, missing));
  const ids = new Map(products.map(({ id, movedTo }) => [id, movedTo ?? id]));
  const notes = wanted.map(async ({ productId, name, price, facts }) => {
    const line = linked.lines.find(({ item }) => item.id === ids.get(productId));
    if (!line) return `${name}: We no longer sell it. It is left out.`;
    const { item } = line;
    const parts = item.quantity > 0 && (await otherParts(item.id, facts));
    const isOther = item.quantity > 0 && item.price !== price;
    const says = [
      lineNote(line),
      isOther && `It costs ${formatNaira(item.price)} now. It was ${formatNaira(price)}.`,
      parts && `Its contents have changed. ${IN_THE_BOX}: ${parts}.`,
    ].filter(Boolean);
    return says.length > 0 && `${item.name}: ${says.join(' ')}`;
  });
  const filled = `In your cart at today’s prices: ${itemCount(found)} of this order.`;
  const outcome = found.length > 0 ? filled : 'Nothing of this order can be bought now.';
  const says = [outcome, ...(await Promise.all(notes)), ...lines.map(leftOut)];
  return { count: found.length, says: [...new Set(says.filter((each) => each !== false))] };
}

/** Returns why a line is never bought again; false if it may be. */
function leftOut({ productId, name, price }: Order['items'][number]): string | false {
  if (productId === '') return `${name}: We do not know it any more. It is left out.`;
  if (productId === shop.giftWrapping) return `${name}: Choose it at the checkout. It is left out.`;
  return price === 0 && `${name}: It came free with this order. It is left out.`;
}

/** Returns the parts of a set if they are not those that the order had; '' for others, and if nothing is known. */
async function otherParts(id: string, facts = ''): Promise<string> {
  // Among the facts of a line, only a set's names have a comma or a number of units.
  if (!has('product.set') || !has('order.receipt') || !/, |\d × /.test(facts)) return '';
  const { body } = await ask(`/api/product/${encodeURIComponent(id)}`, fullReader(readDetail));
  const parts = body ? (await askBox(body.product)).replace(`${IN_THE_BOX}: `, '') : '';
  return facts.endsWith(parts) ? '' : parts;
}
