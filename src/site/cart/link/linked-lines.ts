import type { LookupProduct } from '#contract/product.ts';
import { salePrice } from '#domain/money/price.ts';
import type { CartItem } from '#domain/orders/cart.ts';
import { type LinkedItem, MOST_UNITS } from '#domain/orders/cart-link.ts';
import { isCartEntry } from '#site/cart/cart-store.ts';

export interface LinkedLine {
  /** At today's price, with the units that can be bought: 0 if it is sold out, no longer sold, or a set to choose. */
  item: CartItem;
  /** Units that the link asks for. */
  asked: number;
  retired: boolean;
}

export interface Linked {
  lines: LinkedLine[];
  /** Products that the shop does not have. */
  unknown: number;
}

/** Compares a link with the shop's answer at `now` (ms). Two ids of one product, former ones too, become one line. */
export function compareLink(
  items: readonly LinkedItem[],
  products: readonly LookupProduct[],
  now: number,
): Linked {
  const known = new Map(products.map((product) => [product.id, product]));
  const lines = new Map<string, LinkedLine>();
  let unknown = 0;
  for (const { id: asked, quantity } of items) {
    const product = known.get(asked);
    const line = product && lineOf(product, quantity, now);
    if (!line) {
      unknown += 1;
      continue;
    }
    const { id } = line.item;
    const before = lines.get(id)?.asked ?? 0;
    lines.set(id, before ? withUnits(line, before + quantity) : line);
  }
  return { lines: [...lines.values()], unknown };
}

function lineOf(product: LookupProduct, asked: number, now: number): LinkedLine | undefined {
  const { movedTo, name, image = '', discount = null, retired = false, choose } = product;
  const entry = {
    id: movedTo ?? product.id,
    name,
    price: salePrice({ price: product.price, discount }, now),
    image,
    qtyAvailable: retired ? 0 : product.qtyAvailable,
    ...(choose && { choose }),
  };
  if (!isCartEntry(entry)) return undefined;
  return withUnits({ item: { ...entry, quantity: 0 }, asked, retired }, asked);
}

function withUnits(line: LinkedLine, asked: number): LinkedLine {
  const most = line.item.choose ? 0 : line.item.qtyAvailable;
  const quantity = Math.max(0, Math.min(asked, most, MOST_UNITS));
  return { ...line, asked, item: { ...line.item, quantity } };
}

/** Returns the lines that can be bought. */
export const buyable = ({ lines }: Linked): CartItem[] =>
  lines.flatMap(({ item }) => (item.quantity > 0 ? [item] : []));
