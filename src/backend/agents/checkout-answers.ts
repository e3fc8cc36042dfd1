import { parseKeepable } from '#backend/base/keepable-json.ts';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { recordOf } from '#backend/products/catalogue/record.ts';
import { cartPath, paths } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { type UcpCheckout, ucpCheckout, ucpEnvelope } from '#contract/ucp.ts';
import { type LinkedItem, MOST_UNITS, writeCartLink } from '#domain/orders/cart-link.ts';
import { currentPrice } from '#domain/products/product-record.ts';
import type { AgentCatalogue } from './catalogue-answers.ts';
import type { Message } from './filters.ts';
import { policies, type Shopfront } from './ucp-product.ts';

const CHECKOUT = 'dev.ucp.shopping.checkout';

/** Returns the name of a checkout: its cart, so that the shop stores nothing. */
const nameOf = (lines: readonly LinkedItem[]): string =>
  Buffer.from(JSON.stringify(lines.map(({ id, quantity }) => [id, quantity]))).toString(
    'base64url',
  );

/** Returns the cart in a checkout's name; undefined for a name from elsewhere. */
function linesIn(name: string): LinkedItem[] | undefined {
  try {
    const pairs = parseKeepable(Buffer.from(name, 'base64url').toString());
    const read = ucpCheckout.safeParse({
      line_items: (pairs as unknown[][]).map(([id, quantity]) => ({ item: { id }, quantity })),
    });
    if (!read.success) return undefined;
    const lines = linesOf(read.data);
    return nameOf(lines) === name ? lines : undefined;
  } catch {
    return undefined;
  }
}

/** Returns each product once. */
function linesOf({ line_items }: UcpCheckout): LinkedItem[] {
  const units = new Map<string, number>();
  for (const { item, quantity } of line_items) {
    units.set(item.id, Math.min((units.get(item.id) ?? 0) + quantity, MOST_UNITS));
  }
  return [...units].map(([id, quantity]) => ({ id, quantity }));
}

/**
 * Opens or changes an agent's checkout. It is not an order and reserves nothing. It says what the cart costs today and
 * where a person continues. A changed cart has another name.
 */
export const openCheckout = (
  catalogue: Pick<AgentCatalogue, 'named'>,
  body: UcpCheckout,
  front: Shopfront,
): Promise<Result<object>> => answer(catalogue, linesOf(body), front);

/** Returns a checkout in its present state. Completing it changes nothing either: a person must do that. */
export async function readCheckout(
  catalogue: Pick<AgentCatalogue, 'named'>,
  name: string,
  front: Shopfront,
): Promise<Result<object>> {
  const lines = linesIn(name);
  return lines ? answer(catalogue, lines, front) : unknown();
}

/** Cancels an agent's checkout. Nothing was stored, so nothing is removed. */
export async function cancelCheckout(
  catalogue: Pick<AgentCatalogue, 'named'>,
  name: string,
  front: Shopfront,
): Promise<Result<object>> {
  const read = await readCheckout(catalogue, name, front);
  if (!read.ok || !('status' in read.value)) return read;
  const { continue_url, messages, ...rest } = read.value as Record<string, unknown>;
  return done({ ...rest, status: 'canceled' });
}

const unknown = () =>
  refuse('not_found', 'The shop has given no checkout this id. Open a new one.');

async function answer(
  catalogue: Pick<AgentCatalogue, 'named'>,
  lines: readonly LinkedItem[],
  front: Shopfront,
): Promise<Result<object>> {
  const known = await catalogue.named(lines.map(({ id }) => id));
  const sold = lines.flatMap(({ id, quantity }) => {
    const product = known.get(id);
    return product ? [{ product, quantity }] : [];
  });
  const missing = lines.filter(({ id }) => !known.has(id)).map(({ id }) => notSold(id));
  if (sold.length === 0) {
    return done({
      ucp: ucpEnvelope(CHECKOUT, 'error'),
      messages: missing.map((message) => ({ ...message, severity: 'unrecoverable' })),
      continue_url: front.siteUrl + paths.products,
    });
  }
  const items = sold.map(({ product, quantity }, at) => lineOf(product, quantity, at, front));
  const total = items.reduce((sum, { totals: [subtotal] }) => sum + (subtotal?.amount ?? 0), 0);
  const cart = sold.map(({ product, quantity }) => ({ id: product.id, quantity }));
  return done({
    ucp: { ...ucpEnvelope(CHECKOUT), payment_handlers: {} },
    id: nameOf(cart),
    line_items: items,
    status: 'requires_escalation',
    currency: 'NGN',
    totals: totalsOf(total),
    messages: [
      {
        type: 'error',
        code: 'buyer_required',
        content:
          'Only a person can order and pay in this shop. Open continue_url: it shows this cart, where the buyer chooses the delivery, sees its fee and pays.',
        severity: 'requires_buyer_review',
      } satisfies Message,
      ...missing,
      ...sold.flatMap(({ product, quantity }, at) => stockOf(product, quantity, at)),
    ],
    links: policies(front),
    continue_url: front.siteUrl + cartPath(writeCartLink(cart)),
  });
}

const totalsOf = (amount: number) => [
  { type: 'subtotal', amount },
  { type: 'total', display_text: 'Total without delivery', amount },
];

function lineOf(product: Product, quantity: number, at: number, front: Shopfront) {
  const record = recordOf(product, front);
  const price = currentPrice(record);
  const [picture] = record.pictures;
  return {
    id: `line-${at + 1}`,
    item: { id: record.id, title: record.title, price, ...(picture && { image_url: picture }) },
    quantity,
    totals: totalsOf(price * quantity),
  };
}

const notSold = (id: string): Message => ({
  type: 'error',
  code: 'item_unavailable',
  content: `The shop does not sell a product with the id ${id}. It is left out.`,
  severity: 'recoverable',
});

/** Returns the message for a line with more units than are in stock. */
function stockOf({ qtyAvailable }: Product, quantity: number, at: number): Message[] {
  if (qtyAvailable >= quantity) return [];
  return [
    {
      type: 'error',
      code: 'out_of_stock',
      content: qtyAvailable > 0 ? `Only ${qtyAvailable} are left.` : 'It is sold out.',
      path: `$.line_items[${at}]`,
      severity: 'recoverable',
    },
  ];
}
